import Workdays

/// Reads `rrule:`: a rule as RFC 5545 writes it, or its parts under EventKit's names.
struct RuleReader {
  static let keys = [
    "frequency", "interval", "daysOfTheWeek", "daysOfTheMonth", "monthsOfTheYear", "weeksOfTheYear", "daysOfTheYear",
    "setPositions", "end", "firstDayOfTheWeek", "hours", "minutes", "seconds", "calendar", "skip",
  ]

  let diagnostics: Diagnostics

  /// The rule, or `nil` with its problems reported.
  func rule(_ node: Node) -> RecurrenceRule? {
    if case .mapping = node.value { return structured(node) }
    guard let text = node.text else {
      diagnostics.error("rrule has \(node.localKind); expected a rule such as FREQ=WEEKLY;BYDAY=MO,WE", at: node)
      return nil
    }
    do throws(RuleSyntaxError) {
      return try RecurrenceRule(text)
    } catch {
      var place = node.place
      if case .scalar(_, let isQuoted) = node.value { place.column += error.offset + (isQuoted ? 1 : 0) }
      diagnostics.report(Diagnostic("\(error)", at: place, width: error.length))
      return nil
    }
  }

  private func structured(_ node: Node) -> RecurrenceRule? {
    let before = diagnostics.all.count
    guard let fields = Fields(node, known: Self.keys, of: "rrule", diagnostics) else { return nil }
    guard let frequency = word(fields, "frequency", RecurrenceRule.Frequency.self) else {
      if fields["frequency"] == nil {
        diagnostics.error("rrule has no frequency; add frequency: daily, weekly, monthly or yearly", at: node)
      }
      return nil
    }
    var rule = RecurrenceRule(frequency: frequency)
    rule.scale = word(fields, "calendar", RecurrenceRule.Scale.self) ?? .gregorian
    rule.skip = word(fields, "skip", RecurrenceRule.Skip.self) ?? .omit
    rule.interval = fields.value("interval", expected: "a whole number from 1 on", positive) ?? 1
    rule.weekStart = fields.value("firstDayOfTheWeek", expected: "a weekday such as monday", weekday) ?? .monday
    rule.weekdays = list(fields, "daysOfTheWeek", expected: "monday, or {day: friday, week: -1}", weekdayNumber)
    rule.monthDays = numbers(fields, "daysOfTheMonth", 31)
    rule.months = list(fields, "monthsOfTheYear", expected: "1 to 12, or with calendar: chinese 1L to 12L", month)
      .sorted()
    rule.weekNumbers = numbers(fields, "weeksOfTheYear", 53)
    rule.yearDays = numbers(fields, "daysOfTheYear", 366)
    rule.positions = numbers(fields, "setPositions", 366)
    rule.hours = numbers(fields, "hours", from: 0, 23)
    rule.minutes = numbers(fields, "minutes", from: 0, 59)
    rule.seconds = numbers(fields, "seconds", from: 0, 60)
    end(fields, of: &rule)
    if let fault = rule.fault {
      diagnostics.error(
        LocalText(verbatim: fault.description), at: Self.key(of: fault.part).flatMap { fields.key($0) } ?? node)
    }
    return diagnostics.all.count == before ? rule : nil
  }

  /// The key under which a part of a rule stands here.
  private static func key(of part: RecurrenceRule.PartName) -> String? {
    switch part {
    case .frequency: "frequency"
    case .interval: "interval"
    case .count, .until: "end"
    case .weekStart: "firstDayOfTheWeek"
    case .months: "monthsOfTheYear"
    case .weekNumbers: "weeksOfTheYear"
    case .yearDays: "daysOfTheYear"
    case .monthDays: "daysOfTheMonth"
    case .weekdays: "daysOfTheWeek"
    case .hours: "hours"
    case .minutes: "minutes"
    case .seconds: "seconds"
    case .positions: "setPositions"
    case .scale: "calendar"
    case .skip: "skip"
    }
  }
}

extension RuleReader {
  private func positive(_ text: String) -> Int? { Int(text).flatMap { $0 >= 1 ? $0 : nil } }

  /// A case by its name in lower case.
  private func word<Value: RawRepresentable & CaseIterable>(_ fields: Fields, _ name: String, _: Value.Type) -> Value?
  where Value.RawValue == String {
    let names = Value.allCases.map { $0.rawValue.lowercased() }
    return fields.value(name, expected: LocalText(verbatim: names.joined(separator: ", "))) {
      Value(rawValue: $0.uppercased())
    }
  }

  private func weekday(_ text: String) -> Weekday? { Weekday(named: text) ?? Weekday(code: text) }

  private func list<Value: Equatable>(
    _ fields: Fields, _ name: String, expected: LocalText, _ read: (Node) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    guard let node = fields[name] else { return [] }
    // A single mapping is a list of one.
    let items = { if case .mapping = node.value { [node] } else { fields.items(name, splitsCommas: true) ?? [] } }()
    for item in items {
      guard let value = read(item) else {
        diagnostics.error(
          "\(name) has \(item.text.map { "\"\($0)\"" } ?? item.kindName); expected \(expected)", at: item)
        continue
      }
      if !values.contains(value) { values.append(value) }
    }
    if items.isEmpty { diagnostics.error("\(name) is empty; leave it out, or name \(expected)", at: node) }
    return values
  }

  private func numbers(_ fields: Fields, _ name: String, from least: Int = 1, _ most: Int) -> [Int] {
    let fromEnd = least == 1
    let expected: LocalText =
      fromEnd ? "\(least) to \(most), or -1 to -\(most) from the end" : "\(least) to \(most)"
    return list(fields, name, expected: expected) { node in
      node.text.flatMap { Int($0) }.flatMap { number in
        (least...most).contains(number) || (fromEnd && (-most...(-1)).contains(number)) ? number : nil
      }
    }.sorted()
  }

  private func month(_ node: Node) -> RecurrenceRule.Month? {
    guard let text = node.text else { return nil }
    let isLeap = text.hasSuffix("L") || text.hasSuffix("l")
    return Int(isLeap ? text.dropLast() : text[...]).flatMap { number in
      (1...12).contains(number) ? RecurrenceRule.Month(number, isLeap: isLeap) : nil
    }
  }

  private func weekdayNumber(_ node: Node) -> RecurrenceRule.WeekdayNumber? {
    if let text = node.text { return weekday(text).map { RecurrenceRule.WeekdayNumber($0) } }
    guard case .mapping = node.value,
      let fields = Fields(node, known: ["day", "week"], of: "daysOfTheWeek", diagnostics),
      let day = fields.value("day", expected: "a weekday such as monday", weekday)
    else { return nil }
    let week = fields.value("week", expected: "1 to 53, or -1 to -53 from the end") { text in
      Int(text).flatMap { $0 != 0 && (-53...53).contains($0) ? $0 : nil }
    }
    return RecurrenceRule.WeekdayNumber(day, number: week)
  }

  private func end(_ fields: Fields, of rule: inout RecurrenceRule) {
    guard let node = fields["end"] else { return }
    guard case .mapping = node.value, let end = Fields(node, known: ["date", "count"], of: "end", diagnostics) else {
      diagnostics.error("end is \(node.localKind); expected {date: 2026-12-31} or {count: 10}", at: node)
      return
    }
    rule.count = end.value("count", expected: "a whole number from 1 on", positive)
    rule.until = end.value("date", expected: "a date, a local time or a point in time") { text in
      RecurrenceMoment(written: text, zone: { _ in nil })
    }
  }
}
