/// The dates that a recurrence rule yields from a start, in order: the *expand* step.
///
/// It goes period by period, and steps over whole periods by arithmetic, so that where nothing is counted the cost does
/// not grow with the distance from the start.
public struct RecurrenceDates: Hashable, Sendable {
  /// The rule.
  public let rule: RecurrenceRule
  /// The first date that may be yielded; it anchors the interval and completes a rule that names no days.
  public let start: CivilDate

  private let completed: RecurrenceRule

  /// The dates of `rule` from `start` on. A start that does not match the rule is not among them.
  public init(rule: RecurrenceRule, start: CivilDate) {
    self.rule = rule
    self.start = start
    completed = RecurrenceDates.complete(rule, from: start)
  }

  /// A rule that names no days takes them from its start (RFC 5545, 3.3.10).
  private static func complete(_ rule: RecurrenceRule, from start: CivilDate) -> RecurrenceRule {
    var rule = rule
    switch rule.frequency {
    case .daily: break
    case .weekly: if rule.weekdays.isEmpty { rule.weekdays = [.init(start.weekday)] }
    case .monthly: if !rule.choosesDays { rule.monthDays = [start.day] }
    case .yearly:
      if !rule.choosesDays {
        if rule.months.isEmpty { rule.months = [start.month] }
        rule.monthDays = [start.day]
      } else if !rule.weekNumbers.isEmpty, rule.weekdays.isEmpty, rule.monthDays.isEmpty, rule.yearDays.isEmpty {
        rule.weekdays = [.init(start.weekday)]
      }
    }
    return rule
  }

  /// Calls `body` with each date from `first` on, in order, until it returns `false` or the rule or the calendar ends.
  ///
  /// COUNT is obeyed; UNTIL is left to the caller, who knows the time of day and the zone.
  ///
  /// - Parameter last: where to stop looking.
  public func forEach(from first: CivilDate, through last: CivilDate, _ body: (CivilDate) -> Bool) {
    var counted = 0
    // With COUNT every date since the start uses it up; without, periods before `first` are stepped over.
    var index = rule.count == nil ? max(0, periodIndex(of: first) - 1) : 0
    while let period = period(index), period.lowerBound <= last {
      for date in dates(in: period) where date >= start {
        if let count = rule.count {
          guard counted < count else { return }
          counted += 1
        }
        if date > last { return }
        if date >= first, !body(date) { return }
      }
      index += 1
    }
  }

  /// The dates of one period that the BY parts name, BYSETPOS applied, ascending.
  private func dates(in period: ClosedRange<CivilDate>) -> [CivilDate] {
    let matching = candidates(in: period).filter(matches)
    guard !rule.positions.isEmpty else { return matching }
    var chosen: Set<CivilDate> = []
    for position in rule.positions {
      let index = position > 0 ? position - 1 : matching.count + position
      if matching.indices.contains(index) { chosen.insert(matching[index]) }
    }
    return chosen.sorted()
  }

  /// The days of a period, without the months that BYMONTH leaves out, which are skipped unseen.
  private func candidates(in period: ClosedRange<CivilDate>) -> [CivilDate] {
    guard rule.frequency == .yearly, !completed.months.isEmpty, completed.weekNumbers.isEmpty else {
      return Array(period)
    }
    let year = period.lowerBound.year
    return completed.months.flatMap { month in
      CivilDate(year: year, month: month, day: 1).map { Array($0...$0.endOfMonth) } ?? []
    }
  }

  private func matches(_ date: CivilDate) -> Bool {
    let (year, month, day) = date.fields
    if !completed.months.isEmpty, !completed.months.contains(month) { return false }
    if !completed.monthDays.isEmpty {
      let fromEnd = day - CivilDate.daysInMonth(month, year: year) - 1
      guard completed.monthDays.contains(day) || completed.monthDays.contains(fromEnd) else { return false }
    }
    if !completed.yearDays.isEmpty {
      let dayOfYear = date.dayOfYear
      let fromEnd = dayOfYear - (CivilDate.isLeap(year: year) ? 366 : 365) - 1
      guard completed.yearDays.contains(dayOfYear) || completed.yearDays.contains(fromEnd) else { return false }
    }
    if !completed.weekNumbers.isEmpty, !matchesWeekNumber(date) { return false }
    return completed.weekdays.isEmpty || completed.weekdays.contains { matches(date, $0) }
  }

  private func matches(_ date: CivilDate, _ wanted: RecurrenceRule.WeekdayNumber) -> Bool {
    guard date.weekday == wanted.weekday else { return false }
    guard let number = wanted.number else { return true }
    // The number counts within the month, or within the year for a yearly rule without BYMONTH.
    let (year, month, day) = date.fields
    let withinYear = rule.frequency == .yearly && completed.months.isEmpty
    let position = withinYear ? date.dayOfYear : day
    let length =
      withinYear ? (CivilDate.isLeap(year: year) ? 366 : 365) : CivilDate.daysInMonth(month, year: year)
    return number > 0 ? (position - 1) / 7 + 1 == number : (length - position) / 7 + 1 == -number
  }

  /// Week 1 is the first that has at least four days in the year (ISO 8601, with WKST as the first day).
  private func matchesWeekNumber(_ date: CivilDate) -> Bool {
    let year = date.year
    // The first and last days of a civil year may lie in a week of the year before or after, and then bear its number.
    for weekYear in [year - 1, year, year + 1] {
      guard let first = firstWeek(of: weekYear), let next = firstWeek(of: weekYear + 1) else { continue }
      guard date >= first, date < next else { continue }
      let number = first.days(until: date) / 7 + 1
      let weeks = first.days(until: next) / 7
      return completed.weekNumbers.contains(number) || completed.weekNumbers.contains(number - weeks - 1)
    }
    return false
  }

  private func firstWeek(of year: Int) -> CivilDate? {
    CivilDate(year: year, month: 1, day: 4)?.startOfWeek(on: rule.weekStart)
  }
}

extension RecurrenceDates {
  /// The number of the period at or before `date`, counted in intervals from the start's own period; 0 before it.
  private func periodIndex(of date: CivilDate) -> Int {
    guard date > start else { return 0 }
    let elapsed: Int
    switch rule.frequency {
    case .daily: elapsed = start.days(until: date)
    case .weekly:
      elapsed = start.startOfWeek(on: rule.weekStart).days(until: date.startOfWeek(on: rule.weekStart)) / 7
    case .monthly: elapsed = (date.year - start.year) * 12 + date.month - start.month
    case .yearly: elapsed = date.year - start.year
    }
    return elapsed / rule.interval
  }

  /// The days of the period with that number; `nil` past the end of the calendar.
  private func period(_ index: Int) -> ClosedRange<CivilDate>? {
    let (elapsed, overflow) = index.multipliedReportingOverflow(by: rule.interval)
    guard !overflow, elapsed <= CivilDate.latest.dayNumber else { return nil }
    switch rule.frequency {
    case .daily:
      guard start.dayNumber + elapsed <= CivilDate.latest.dayNumber else { return nil }
      let date = start.adding(days: elapsed)
      return date...date
    case .weekly:
      let first = start.startOfWeek(on: rule.weekStart).dayNumber + 7 * elapsed
      guard first <= CivilDate.latest.dayNumber else { return nil }
      return CivilDate(dayNumber: first)...CivilDate(dayNumber: first + 6)
    case .monthly:
      let month = start.year * 12 + start.month - 1 + elapsed
      guard let first = CivilDate(year: month / 12, month: month % 12 + 1, day: 1) else { return nil }
      return first...first.endOfMonth
    case .yearly:
      guard let first = CivilDate(year: start.year + elapsed, month: 1, day: 1),
        let last = CivilDate(year: start.year + elapsed, month: 12, day: 31)
      else { return nil }
      return first...last
    }
  }
}
