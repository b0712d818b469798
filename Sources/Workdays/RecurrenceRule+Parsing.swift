extension RecurrenceRule {
  /// Reads a rule as RFC 5545 writes it, with or without `RRULE:` before it: `FREQ=WEEKLY;BYDAY=MO,FR`.
  ///
  /// Names and values are read in any case. Every part may stand once.
  public init(_ text: String) throws(RuleSyntaxError) {
    var parser = RuleParser(text)
    self = try parser.rule()
  }
}

/// Reads one rule, part by part, keeping each part's place for errors.
private struct RuleParser {
  private typealias Name = RecurrenceRule.PartName

  private struct Part {
    let name: Name
    /// Where it stands, and where its value does.
    let place: Range<Int>
    let value: Range<Int>
  }

  /// In bytes; every number that a rule may hold, in all its parts, takes less.
  private static let longestRule = 16_384

  /// Upper case.
  private let bytes: [UInt8]
  private var parts: [Part] = []

  init(_ text: String) {
    bytes = text.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }
  }

  mutating func rule() throws(RuleSyntaxError) -> RecurrenceRule {
    try split()
    guard let frequencyPart = parts.first(where: { $0.name == .frequency }) else {
      throw RuleSyntaxError(
        "the rule has no FREQ; start it with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY", offset: 0, length: bytes.count)
    }
    var rule = RecurrenceRule(frequency: try choice(frequencyPart, "frequency"))
    for part in parts where part.name != .frequency { try read(part, into: &rule) }
    if let fault = rule.fault {
      guard let part = parts.first(where: { $0.name == fault.part }) else {
        throw RuleSyntaxError(fault.description, offset: 0, length: bytes.count)
      }
      throw fault.isOfValue ? error(fault.description, part) : whole(fault.description, part)
    }
    return rule
  }

  private mutating func split() throws(RuleSyntaxError) {
    guard bytes.count <= Self.longestRule else {
      throw RuleSyntaxError(
        "the rule is longer than \(Self.longestRule) bytes; this is no rule", offset: 0, length: 1)
    }
    var offset = bytes.starts(with: "RRULE:".utf8) ? 6 : 0
    parts.reserveCapacity(8)
    while offset <= bytes.count {
      var (end, equals) = (offset, nil as Int?)
      while end < bytes.count, bytes[end] != UInt8(ascii: ";") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      defer { offset = end + 1 }
      if offset == end, end == bytes.count { return }  // a trailing semicolon, as some programs write
      guard let equals else {
        throw RuleSyntaxError(
          "\"\(text(offset..<end))\" is no part of a rule; expected NAME=VALUE", offset: offset, length: end - offset)
      }
      guard let name = name(offset..<equals) else {
        let word = text(offset..<equals)
        throw RuleSyntaxError(
          "unknown part \"\(word)\"; expected \(Name.list)", offset: offset, length: max(1, equals - offset))
      }
      guard !parts.contains(where: { $0.name == name }) else {
        throw RuleSyntaxError("\(name.rawValue) stands twice; keep one", offset: offset, length: end - offset)
      }
      parts.append(Part(name: name, place: offset..<equals, value: equals + 1..<end))
    }
  }

  /// The part's name, found by its last eight bytes, which no two names share.
  private func name(_ word: Range<Int>) -> Name? {
    let key = bytes[word].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard let name = Name.byKey.first(where: { $0.key == key })?.name, name.rawValue.utf8.elementsEqual(bytes[word])
    else {
      return nil
    }
    return name
  }

  private func read(_ part: Part, into rule: inout RecurrenceRule) throws(RuleSyntaxError) {
    switch part.name {
    case .frequency: break
    case .scale: rule.scale = try choice(part, "calendar")
    case .skip: rule.skip = try choice(part, "way to skip")
    case .interval: rule.interval = try positive(part)
    case .count: rule.count = try positive(part)
    case .until:
      guard let until = RecurrenceMoment(compact: bytes[part.value]) else {
        throw error(
          "UNTIL is \"\(text(part.value))\"; expected 20261231, 20261231T235959 or 20261231T235959Z", part)
      }
      rule.until = until
    case .weekStart:
      guard let weekday = weekday(part.value) else {
        throw error("unknown weekday \"\(text(part.value))\"; expected MO, TU, WE, TH, FR, SA or SU", part)
      }
      rule.weekStart = weekday
    case .months: rule.months = try months(part)
    case .weekNumbers: rule.weekNumbers = try numbers(part, 1...53, fromEnd: true)
    case .yearDays: rule.yearDays = try numbers(part, 1...366, fromEnd: true)
    case .monthDays: rule.monthDays = try numbers(part, 1...31, fromEnd: true)
    case .positions: rule.positions = try numbers(part, 1...366, fromEnd: true)
    case .weekdays: rule.weekdays = try weekdays(part)
    case .hours: rule.hours = try numbers(part, 0...23)
    case .minutes: rule.minutes = try numbers(part, 0...59)
    case .seconds: rule.seconds = try numbers(part, 0...60)
    }
  }
}

extension RuleParser {
  private func choice<Value: RawRepresentable & CaseIterable>(_ part: Part, _ what: String) throws(RuleSyntaxError)
    -> Value
  where Value.RawValue == String {
    if let value = Value.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes[part.value]) }) { return value }
    let word = text(part.value)
    let names = Value.allCases.map(\.rawValue)
    let list = names.dropLast().joined(separator: ", ") + " or " + names.last!
    throw error("unknown \(what) \"\(word)\"; expected \(list)", part)
  }

  private func positive(_ part: Part) throws(RuleSyntaxError) -> Int {
    guard let value = Int(text(part.value)), value >= 1, bytes[part.value.lowerBound] != UInt8(ascii: "+") else {
      throw error("\(part.name.rawValue) is \"\(text(part.value))\"; expected a whole number from 1 on", part)
    }
    return value
  }

  /// Numbers in ascending order, each once: a repeated value adds nothing.
  private func numbers(_ part: Part, _ allowed: ClosedRange<Int>, fromEnd: Bool = false) throws(RuleSyntaxError)
    -> [Int]
  {
    var values: [Int] = []
    try forEachWord(of: part) { word throws(RuleSyntaxError) in
      guard let value = number(word), allowed.contains(value) || (fromEnd && allowed.contains(-value)) else {
        let limit = allowed.upperBound
        throw error(
          "\(part.name.rawValue) has \"\(text(word))\"; expected \(allowed.lowerBound) to \(limit)"
            + (fromEnd ? ", or -1 to -\(limit) from the end" : ""), part)
      }
      values.insertOnce(value)
    }
    return values
  }

  private func months(_ part: Part) throws(RuleSyntaxError) -> [RecurrenceRule.Month] {
    var values: [RecurrenceRule.Month] = []
    try forEachWord(of: part) { word throws(RuleSyntaxError) in
      let isLeap = word.last.map { bytes[$0] == UInt8(ascii: "L") } ?? false
      guard let number = number(isLeap ? word.dropLast() : word), (1...12).contains(number) else {
        throw error("BYMONTH has \"\(text(word))\"; expected 1 to 12, or with RSCALE=CHINESE 1L to 12L", part)
      }
      values.insertOnce(RecurrenceRule.Month(number, isLeap: isLeap))
    }
    return values
  }

  private func weekdays(_ part: Part) throws(RuleSyntaxError) -> [RecurrenceRule.WeekdayNumber] {
    var values: [RecurrenceRule.WeekdayNumber] = []
    try forEachWord(of: part) { word throws(RuleSyntaxError) in
      let digits = word.dropLast(2)
      let number = digits.isEmpty ? 0 : number(digits).flatMap { (1...53).contains(abs($0)) ? $0 : nil }
      guard let weekday = weekday(word.suffix(2)), let number else {
        throw error("BYDAY has \"\(text(word))\"; expected a weekday such as MO, or with its number 1MO to -53MO", part)
      }
      let value = RecurrenceRule.WeekdayNumber(weekday, number: digits.isEmpty ? nil : number)
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  private func forEachWord(
    of part: Part, _ body: (Range<Int>) throws(RuleSyntaxError) -> Void
  ) throws(RuleSyntaxError) {
    var start = part.value.lowerBound
    for place in part.value where bytes[place] == UInt8(ascii: ",") {
      try body(start..<place)
      start = place + 1
    }
    try body(start..<part.value.upperBound)
  }

  /// One to three digits, with or without a sign.
  private func number(_ word: Range<Int>) -> Int? {
    guard let first = word.first else { return nil }
    let isSigned = bytes[first] == UInt8(ascii: "-") || bytes[first] == UInt8(ascii: "+")
    let digits = isSigned ? word.dropFirst() : word
    guard digits.count <= 3, let value = decimal(bytes[digits]) else { return nil }
    return bytes[first] == UInt8(ascii: "-") ? -value : value
  }

  private func weekday(_ word: Range<Int>) -> Weekday? {
    guard word.count == 2 else { return nil }
    switch (bytes[word.lowerBound], bytes[word.lowerBound + 1]) {
    case (UInt8(ascii: "M"), UInt8(ascii: "O")): return .monday
    case (UInt8(ascii: "T"), UInt8(ascii: "U")): return .tuesday
    case (UInt8(ascii: "W"), UInt8(ascii: "E")): return .wednesday
    case (UInt8(ascii: "T"), UInt8(ascii: "H")): return .thursday
    case (UInt8(ascii: "F"), UInt8(ascii: "R")): return .friday
    case (UInt8(ascii: "S"), UInt8(ascii: "A")): return .saturday
    case (UInt8(ascii: "S"), UInt8(ascii: "U")): return .sunday
    default: return nil
    }
  }

  private func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

  private func error(_ message: String, _ part: Part) -> RuleSyntaxError {
    RuleSyntaxError(message, offset: part.value.lowerBound, length: max(1, part.value.count))
  }

  private func whole(_ message: String, _ part: Part) -> RuleSyntaxError {
    RuleSyntaxError(message, offset: part.place.lowerBound, length: part.place.count)
  }
}

extension Array where Element: Comparable {
  /// Keeps ascending values ascending, each once.
  fileprivate mutating func insertOnce(_ value: Element) {
    guard let last, value <= last else { return append(value) }
    let place = firstIndex { $0 >= value }!
    if self[place] != value { insert(value, at: place) }
  }
}

extension RecurrenceMoment {
  /// Reads `20261231`, `20261231T090000` or `20261231T090000Z`; `nil` for anything else.
  public init?(_ text: some StringProtocol) { self.init(compact: Array(text.utf8)[...]) }

  init?(compact digits: ArraySlice<UInt8>) {
    guard let date = RecurrenceMoment.date(digits.prefix(8)) else { return nil }
    let rest = digits.dropFirst(8)
    if rest.isEmpty {
      self = .date(date)
      return
    }
    guard rest.first == UInt8(ascii: "T"), let time = RecurrenceMoment.time(rest.dropFirst().prefix(6)) else {
      return nil
    }
    let moment = CivilDateTime(date: date, time: time)
    switch (rest.count, rest.last) {
    case (7, _): self = .local(moment)
    case (8, UInt8(ascii: "Z")): self = .instant(Instant(moment, utcOffset: 0))
    default: return nil
    }
  }

  private static func date(_ digits: ArraySlice<UInt8>) -> CivilDate? {
    guard digits.count == 8, let value = decimal(digits) else { return nil }
    return CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
  }

  private static func time(_ digits: ArraySlice<UInt8>) -> CivilTime? {
    guard digits.count == 6, let value = decimal(digits), value % 100 <= 60 else { return nil }
    // A leap second, :60, is read as the second before it: no clock here shows it.
    return CivilTime(hour: value / 10_000, minute: value / 100 % 100, second: min(value % 100, 59))
  }
}
