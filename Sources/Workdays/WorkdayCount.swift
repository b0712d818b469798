/// How many workdays lie between a fixed date and any later one, without a walk over the days between.
///
/// The work week is counted in whole turns; then each date that departs from it is put right.
public struct WorkdayCount: Sendable {
  private let start: CivilDate
  private let holidays: Schedule.Holidays
  private let calendar: WorkCalendar
  /// The dates from the start on of which a notice, a company or a person says something, ascending.
  private let departures: [CivilDate]
  /// For each of them how many workdays more than by the work week lie before it; at the end the sum of all.
  private let corrections: [Int]

  /// Counts by the overrides that `holidays` sees.
  public init(from start: CivilDate, by calendar: WorkCalendar, seeing holidays: Schedule.Holidays) {
    (self.start, self.holidays, self.calendar) = (start, holidays, calendar)
    departures = calendar.overriddenDates.filter { $0 >= start }.sorted()
    var sum = 0
    corrections =
      departures.map { date in
        defer { sum += calendar.departure(on: date, seeing: holidays) }
        return sum
      } + [sum]
  }

  /// The workdays from the start on that lie before `date`; 0 for a date before the start.
  public func workdays(before date: CivilDate) -> Int {
    guard start < date else { return 0 }
    return calendar.week.workdays(in: start..<date) + corrections[place(of: date)] + computedCorrection(before: date)
  }

  /// How many departures lie before `date`.
  private func place(of date: CivilDate) -> Int {
    var (low, high) = (0, departures.count)
    while low < high {
      let middle = (low + high) / 2
      if departures[middle] < date { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What the days change that only the law sets: those of years whose notice is not out.
  private func computedCorrection(before date: CivilDate) -> Int {
    guard calendar.national.statute != nil, holidays != .ignore else { return 0 }
    var sum = 0
    for year in start.year...date.year {
      let (first, last) = (CivilDate(year: year, month: 1, day: 1)!, CivilDate(year: year, month: 12, day: 31)!)
      guard calendar.national.isComputed(first) else { continue }
      for day in max(first, start)..<min(last.adding(days: 1), date)
      where calendar.national.statutoryHoliday(on: day) != nil {
        let place = place(of: day)
        // One that somebody says something of is counted there.
        guard place == departures.count || departures[place] != day else { continue }
        sum += calendar.departure(on: day, seeing: holidays)
      }
    }
    return sum
  }
}

extension WorkCalendar {
  /// A workday as `holidays:` wants it.
  func isWorkday(_ date: CivilDate, seeing holidays: Schedule.Holidays) -> Bool {
    switch holidays {
    case .swap: isWorkday(date)
    case .skip: week.isWorkday(date) && !isDayOff(date)
    case .ignore: week.isWorkday(date)
    }
  }

  /// 1 for a date that is worked though the work week has it free, −1 the other way round, 0 where both agree.
  fileprivate func departure(on date: CivilDate, seeing holidays: Schedule.Holidays) -> Int {
    (isWorkday(date, seeing: holidays) ? 1 : 0) - (week.isWorkday(date) ? 1 : 0)
  }

  /// The dates of which a notice, a company or a person says something, each once.
  fileprivate var overriddenDates: Set<CivilDate> {
    own.reduce(into: Set(national.overrides.map(\.date))) { dates, layer in dates.formUnion(layer.overrides.map(\.date))
    }
  }
}

extension WorkWeek {
  /// How many days of a range the pattern has people work.
  func workdays(in range: Range<CivilDate>) -> Int {
    let days = range.lowerBound.days(until: range.upperBound)
    let turn = cycle?.works.count ?? 7
    let (whole, rest) = days.quotientAndRemainder(dividingBy: turn)
    let perTurn = cycle?.works.count { $0 } ?? workdays.count
    return whole * perTurn + (0..<rest).count { isWorkday(range.lowerBound.adding(days: $0)) }
  }
}
