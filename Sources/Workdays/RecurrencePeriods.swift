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

  /// After how many periods the calendar and the rule's periods begin anew, weekdays and all; `nil` where they do not.
  private var cycle: Int? {
    guard days.scale == .gregorian else { return nil }
    let whole: Int
    switch days.frequency {
    case .secondly, .minutely, .hourly, .daily: whole = 146_097
    case .weekly: whole = 20_871
    case .monthly: whole = 4800
    case .yearly: whole = 400
    }
    return whole / greatestCommonDivisor(whole, days.interval)
  }

  /// The element with that number, 1 for the first, of what is made of each period; `nil` where the calendar ends before.
  ///
  /// What a whole cycle of the calendar holds is counted once and not walked over again.
  ///
  /// - Parameter elements: of a period, ascending; what was in an earlier period is passed over.
  func element(number: Int, _ elements: ((firstDay: Int, days: [Int])) -> [Int]) -> Int? {
    var (period, left, previous) = (0, number, Int.min)
    /// Walks over some periods; returns the element that uses up `left`, or `nil`.
    func walk(_ count: Int) -> Int? {
      for _ in 0..<count {
        guard let found = days(ofPeriod: period) else {
          left = 0
          return nil
        }
        period += 1
        for element in elements(found) where element > previous {
          left -= 1
          if left == 0 { return element }
          previous = element
        }
      }
      return nil
    }
    // The first period holds the start, and may lack what lies before it.
    if let found = walk(1) { return found }
    guard let cycle else { return walk(Int.max) }
    let before = left
    if let found = walk(cycle) { return found }
    let perCycle = before - left
    guard left > 0, perCycle > 0 else { return nil }
    let cycles = (left - 1) / perCycle
    let (skipped, overflow) = cycles.multipliedReportingOverflow(by: cycle)
    guard !overflow, skipped <= CivilDate.latest.dayNumber else { return nil }
    left -= cycles * perCycle
    period += skipped
    // The last period that is stepped over says what is not new in the next one.
    previous = days(ofPeriod: period - 1).flatMap { elements($0).last } ?? previous
    return walk(cycle)
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
