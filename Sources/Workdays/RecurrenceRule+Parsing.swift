/// Why a text is no recurrence rule: what was found, what was expected, and where.
public struct RuleSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person.
  public let description: String
  /// Where the fault starts, in UTF-8 bytes from the start of the text.
  public let offset: Int
  /// How long the faulty part is, in UTF-8 bytes.
  public let length: Int

  /// A fault in `length` bytes at `offset`.
  public init(_ description: String, offset: Int, length: Int) {
    self.description = description
    self.offset = offset
    self.length = length
  }
}

extension RecurrenceRule {
  /// Reads a rule as RFC 5545 writes it, with or without `RRULE:` before it: `FREQ=WEEKLY;BYDAY=MO,FR`.
  ///
  /// Names and values are read in any case. Every part may stand once.
  public init(_ text: String) throws(RuleSyntaxError) {
    self = try RuleParser(text).rule()
  }
}

/// Reads one rule, part by part, keeping each part's place for errors.
private struct RuleParser {
  private struct Part {
    let name: String
    let value: String
    let offset: Int
    let valueOffset: Int
    /// Of the value as it is written: upper case may take more bytes.
    let valueLength: Int
  }

  /// In bytes; every number that a rule may hold, in all its parts, takes less.
  private static let longestRule = 16_384

  private let text: String

  init(_ text: String) { self.text = text }

  func rule() throws(RuleSyntaxError) -> RecurrenceRule {
    let parts = try split()
    guard let frequencyPart = parts.first(where: { $0.name == "FREQ" }) else {
      throw RuleSyntaxError(
        "the rule has no FREQ; start it with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY", offset: 0, length: text.utf8.count)
    }
    var rule = RecurrenceRule(frequency: try frequency(frequencyPart))
    for part in parts where part.name != "FREQ" { try read(part, into: &rule) }
    try check(rule, parts)
    return rule
  }

  private func split() throws(RuleSyntaxError) -> [Part] {
    guard text.utf8.count <= Self.longestRule else {
      throw RuleSyntaxError(
        "the rule is longer than \(Self.longestRule) bytes; this is no rule", offset: 0, length: 1)
    }
    var parts: [Part] = []
    var offset = text.utf8.count >= 6 && text.prefix(6).uppercased() == "RRULE:" ? 6 : 0
    for piece in text.utf8.dropFirst(offset).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      let word = String(Substring(piece))
      defer { offset += piece.count + 1 }
      if word.isEmpty, offset + 1 >= text.utf8.count { continue }  // a trailing semicolon, as some programs write
      guard let equals = word.firstIndex(of: "=") else {
        throw RuleSyntaxError(
          "\"\(word)\" is no part of a rule; expected NAME=VALUE", offset: offset, length: piece.count)
      }
      let name = word[..<equals].uppercased()
      guard !parts.contains(where: { $0.name == name }) else {
        throw RuleSyntaxError("\(name) stands twice; keep one", offset: offset, length: piece.count)
      }
      let valueOffset = offset + word[...equals].utf8.count
      parts.append(
        Part(
          name: name, value: word[word.index(after: equals)...].uppercased(), offset: offset, valueOffset: valueOffset,
          valueLength: offset + piece.count - valueOffset))
    }
    return parts
  }

  private func frequency(_ part: Part) throws(RuleSyntaxError) -> RecurrenceRule.Frequency {
    if let frequency = RecurrenceRule.Frequency(rawValue: part.value) { return frequency }
    if ["HOURLY", "MINUTELY", "SECONDLY"].contains(part.value) {
      throw error(
        "FREQ=\(part.value) is finer than a day; write the days as a rule and the times as "
          + "\"at: every 50m from 09:00 to 18:00\"", part)
    }
    throw error("unknown frequency \"\(part.value)\"; expected DAILY, WEEKLY, MONTHLY or YEARLY", part)
  }

  private func read(_ part: Part, into rule: inout RecurrenceRule) throws(RuleSyntaxError) {
    switch part.name {
    case "INTERVAL": rule.interval = try positive(part)
    case "COUNT": rule.count = try positive(part)
    case "UNTIL": rule.until = try limit(part)
    case "WKST":
      guard let weekday = Weekday(code: part.value) else {
        throw error("unknown weekday \"\(part.value)\"; expected MO, TU, WE, TH, FR, SA or SU", part)
      }
      rule.weekStart = weekday
    case "BYMONTH": rule.months = try numbers(part, upTo: 12, negative: false)
    case "BYWEEKNO": rule.weekNumbers = try numbers(part, upTo: 53)
    case "BYYEARDAY": rule.yearDays = try numbers(part, upTo: 366)
    case "BYMONTHDAY": rule.monthDays = try numbers(part, upTo: 31)
    case "BYSETPOS": rule.positions = try numbers(part, upTo: 366)
    case "BYDAY": rule.weekdays = try weekdays(part)
    case "BYHOUR", "BYMINUTE", "BYSECOND":
      throw error("\(part.name) is a time of day; write it after \"at:\" instead", part, whole: true)
    default:
      throw error(
        "unknown part \"\(part.name)\"; expected INTERVAL, COUNT, UNTIL, WKST, BYMONTH, BYWEEKNO, BYYEARDAY, "
          + "BYMONTHDAY, BYDAY or BYSETPOS", part, whole: true)
    }
  }

  private func positive(_ part: Part) throws(RuleSyntaxError) -> Int {
    guard let value = Int(part.value), value >= 1, part.value.utf8.first != UInt8(ascii: "+") else {
      throw error("\(part.name) is \"\(part.value)\"; expected a whole number from 1 on", part)
    }
    return value
  }

  /// Numbers in ascending order, each once: a repeated value adds nothing.
  private func numbers(_ part: Part, upTo limit: Int, negative: Bool = true) throws(RuleSyntaxError) -> [Int] {
    var values: Set<Int> = []
    for word in part.value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Int(word), value != 0, (-limit...limit).contains(value), negative || value > 0 else {
        throw error(
          "\(part.name) has \"\(word)\"; expected 1 to \(limit)\(negative ? ", or -1 to -\(limit) from the end" : "")",
          part)
      }
      values.insert(value)
    }
    return values.sorted()
  }

  private func weekdays(_ part: Part) throws(RuleSyntaxError) -> [RecurrenceRule.WeekdayNumber] {
    var values: [RecurrenceRule.WeekdayNumber] = []
    for word in part.value.split(separator: ",", omittingEmptySubsequences: false) {
      let number = word.dropLast(2)
      guard let weekday = Weekday(code: word.suffix(2)),
        number.isEmpty || Int(number).map({ $0 != 0 && (-53...53).contains($0) }) == true
      else {
        throw error("BYDAY has \"\(word)\"; expected a weekday such as MO, or with its number 1MO to -53MO", part)
      }
      let value = RecurrenceRule.WeekdayNumber(weekday, number: Int(number))
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  private func limit(_ part: Part) throws(RuleSyntaxError) -> RecurrenceRule.Limit {
    let digits = Array(part.value.utf8)
    if let date = compactDate(digits.prefix(8)) {
      if digits.count == 8 { return .date(date) }
      if digits.count >= 15, digits[8] == UInt8(ascii: "T"), let time = compactTime(digits[9..<15]) {
        let moment = CivilDateTime(date: date, time: time)
        if digits.count == 15 { return .local(moment) }
        if digits.count == 16, digits[15] == UInt8(ascii: "Z") { return .instant(Instant(moment, utcOffset: 0)) }
      }
    }
    throw error("UNTIL is \"\(part.value)\"; expected 20261231, 20261231T235959 or 20261231T235959Z", part)
  }

  private func compactDate(_ digits: some Collection<UInt8>) -> CivilDate? {
    guard digits.count == 8, let value = decimal(digits) else { return nil }
    return CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
  }

  private func compactTime(_ digits: some Collection<UInt8>) -> CivilTime? {
    guard digits.count == 6, let value = decimal(digits) else { return nil }
    // A leap second, :60, is read as the second before it: no clock here shows it.
    return CivilTime(hour: value / 10_000, minute: value / 100 % 100, second: min(value % 100, 59))
  }

  /// What RFC 5545 forbids in combination.
  private func check(_ rule: RecurrenceRule, _ parts: [Part]) throws(RuleSyntaxError) {
    func place(_ name: String) -> Part { parts.first { $0.name == name }! }
    if rule.count != nil, rule.until != nil {
      throw error("COUNT and UNTIL exclude each other; keep one", place("UNTIL"), whole: true)
    }
    if !rule.weekNumbers.isEmpty, rule.frequency != .yearly {
      throw error("BYWEEKNO goes with FREQ=YEARLY only", place("BYWEEKNO"), whole: true)
    }
    if !rule.yearDays.isEmpty, rule.frequency != .yearly {
      throw error("BYYEARDAY goes with FREQ=YEARLY only", place("BYYEARDAY"), whole: true)
    }
    if !rule.monthDays.isEmpty, rule.frequency == .weekly {
      throw error("BYMONTHDAY does not go with FREQ=WEEKLY", place("BYMONTHDAY"), whole: true)
    }
    if rule.weekdays.contains(where: { $0.number != nil }) {
      let numbersHaveMeaning =
        rule.frequency == .monthly || (rule.frequency == .yearly && rule.weekNumbers.isEmpty)
      guard numbersHaveMeaning else {
        throw error(
          "a numbered weekday in BYDAY goes with FREQ=MONTHLY, or with YEARLY without BYWEEKNO", place("BYDAY"))
      }
    }
    if !rule.positions.isEmpty, !rule.choosesDays, rule.months.isEmpty {
      throw error("BYSETPOS chooses among days that another BY part names; add one", place("BYSETPOS"), whole: true)
    }
  }

  private func error(_ message: String, _ part: Part, whole: Bool = false) -> RuleSyntaxError {
    whole
      ? RuleSyntaxError(message, offset: part.offset, length: part.name.utf8.count)
      : RuleSyntaxError(message, offset: part.valueOffset, length: max(1, part.valueLength))
  }
}
