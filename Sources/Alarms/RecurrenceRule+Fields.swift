package import Workdays

extension RecurrenceRule {
  /// The rule's parts under EventKit's names, in one line of YAML that reads back as the same rule.
  package var fields: String {
    var parts = ["frequency: \(frequency.rawValue.lowercased())"]
    func append(_ name: String, _ values: [some CustomStringConvertible]) {
      if !values.isEmpty { parts.append("\(name): [\(values.map(\.description).joined(separator: ", "))]") }
    }
    if interval != 1 { parts.append("interval: \(interval)") }
    append(
      "daysOfTheWeek",
      weekdays.map { entry in
        entry.number.map { "{day: \(entry.weekday.name), week: \($0)}" } ?? entry.weekday.name
      })
    append("daysOfTheMonth", monthDays)
    append("monthsOfTheYear", months)
    append("weeksOfTheYear", weekNumbers)
    append("daysOfTheYear", yearDays)
    append("setPositions", positions)
    append("hours", hours)
    append("minutes", minutes)
    append("seconds", seconds)
    if let count { parts.append("end: {count: \(count)}") }
    if let until { parts.append("end: {date: \(RecurrenceRule.written(until))}") }
    if weekStart != .monday { parts.append("firstDayOfTheWeek: \(weekStart.name)") }
    if scale != .gregorian { parts.append("calendar: \(scale.rawValue.lowercased())") }
    if skip != .omit { parts.append("skip: \(skip.rawValue.lowercased())") }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func written(_ moment: RecurrenceMoment) -> String {
    switch moment {
    case .date(let date): "\(date)"
    case .local(let moment): "\"\(moment)\""
    case .instant(let instant): "\"\(instant)\""
    }
  }

  /// Reads what `rrule:` may have: a rule as RFC 5545 writes it, or a mapping in braces.
  package init(written text: String) throws(RuleSyntaxError) {
    guard text.drop(while: \.isWhitespace).first == "{" else {
      try self.init(text)
      return
    }
    let diagnostics = Diagnostics()
    do throws(Diagnostic) {
      if let rule = RuleReader(diagnostics: diagnostics).rule(try YAMLReader.read(Array(text.utf8), file: "")) {
        self = rule
        return
      }
    } catch {
      diagnostics.report(error)
    }
    let fault = diagnostics.all[0]
    throw RuleSyntaxError(fault.message, offset: fault.place.column - 1, length: fault.width)
  }
}
