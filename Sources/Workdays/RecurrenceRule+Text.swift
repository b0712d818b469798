extension RecurrenceRule: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, parts in the RFC's order, defaults left out.
  public var description: String {
    // RFC 7529: without RSCALE there may be no SKIP.
    var parts = scale != .gregorian || skip != .omit ? ["RSCALE=\(scale.rawValue)"] : []
    parts.append("FREQ=\(frequency.rawValue)")
    if let until { parts.append("UNTIL=\(until)") }
    if let count { parts.append("COUNT=\(count)") }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    func append(_ name: String, _ values: [some CustomStringConvertible]) {
      if !values.isEmpty { parts.append("\(name)=\(values.map(\.description).joined(separator: ","))") }
    }
    append("BYSECOND", seconds)
    append("BYMINUTE", minutes)
    append("BYHOUR", hours)
    append("BYDAY", weekdays)
    append("BYMONTHDAY", monthDays)
    append("BYYEARDAY", yearDays)
    append("BYWEEKNO", weekNumbers)
    append("BYMONTH", months)
    append("BYSETPOS", positions)
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    if skip != .omit { parts.append("SKIP=\(skip.rawValue)") }
    return parts.joined(separator: ";")
  }
}

extension RecurrenceRule.WeekdayNumber: CustomStringConvertible {
  /// `FR`, `-1FR`.
  public var description: String { (number.map(String.init) ?? "") + weekday.code }
}

extension RecurrenceRule.Month: CustomStringConvertible {
  /// `5`, `5L`.
  public var description: String { "\(number)\(isLeap ? "L" : "")" }
}

extension RecurrenceMoment: CustomStringConvertible {
  /// As iCalendar writes it: `20261231`, `20261231T090000`, `20261231T010000Z`.
  public var description: String {
    switch self {
    case .date(let date): compact(date)
    case .local(let moment): compact(moment)
    case .instant(let instant): "\(compact(instant.civil(utcOffset: 0)))Z"
    }
  }

  private func compact(_ date: CivilDate) -> String { date.description.filter { $0 != "-" } }

  private func compact(_ moment: CivilDateTime) -> String {
    let time = moment.time
    return
      "\(compact(moment.date))T\(padded(time.hour, to: 2))\(padded(time.minute, to: 2))\(padded(time.second, to: 2))"
  }
}
