/// The periods of a rule one by one, for what is chosen among a whole period's days.
struct RecurrencePeriods {
  private let days: DayRule

  init(_ days: DayRule) { self.days = days }

  /// The number of the last period that can hold `day` or a day before it; 0 for the start's own.
  func number(atOrBefore day: Int) -> Int {
    let elapsed: Int
    switch days.frequency {
    case .weekly: elapsed = (day - days.anchorDay).flooringDivision(by: 7)
    case .monthly: elapsed = (days.scale.month(containing: day)?.index ?? days.anchorMonth) - days.anchorMonth
    case .yearly: elapsed = (days.scale.month(containing: day)?.year.number ?? days.anchorYear) - days.anchorYear
    case .secondly, .minutely, .hourly, .daily: elapsed = day - days.anchorDay
    }
    // SKIP may carry a day over a period's end.
    return max(0, elapsed.flooringDivision(by: days.interval) - (days.carries ? 1 : 0))
  }

  /// The days that the rule names in a period, ascending and each once, with the period's first day; `nil` at the end of
  /// the calendar.
  func days(ofPeriod number: Int) -> (firstDay: Int, days: [Int])? {
    let (elapsed, overflow) = number.multipliedReportingOverflow(by: days.interval)
    guard !overflow, elapsed <= CivilDate.latest.dayNumber else { return nil }
    switch days.frequency {
    case .secondly, .minutely, .hourly, .daily:
      return days(from: days.anchorDay + elapsed, through: days.anchorDay + elapsed)
    case .weekly:
      let first = days.anchorDay + 7 * elapsed
      return days(from: first, through: first + 6)
    case .monthly:
      guard let month = days.scale.month(at: days.anchorMonth + elapsed) else { return nil }
      return (month.firstDay, list(days.days(in: month), month))
    case .yearly:
      guard var month = days.scale.month(ofYear: days.anchorYear + elapsed, place: 0) else { return nil }
      let (year, firstDay) = (month.year.number, month.firstDay)
      var found: [Int] = []
      while month.year.number == year {
        found += list(days.days(in: month), month)
        guard let next = days.scale.month(after: month) else { break }
        month = next
      }
      return (firstDay, days.carries ? Array(Set(found)).sorted() : found)
    }
  }

  private func days(from first: Int, through last: Int) -> (firstDay: Int, days: [Int])? {
    guard var month = days.scale.month(containing: max(first, CivilDate.earliest.dayNumber)) else { return nil }
    var found = list(days.days(in: month), month)
    while month.lastDay < last {
      guard let next = days.scale.month(after: month) else { break }
      month = next
      found += list(days.days(in: month), month)
    }
    return (first, found.filter { (first...last).contains($0) })
  }

  private func list(_ bits: UInt64, _ month: CalendarMonth) -> [Int] {
    var (rest, found) = (bits, [Int]())
    while rest != 0 {
      found.append(month.firstDay + rest.trailingZeroBitCount - 1)
      rest &= rest - 1
    }
    return found
  }
}
