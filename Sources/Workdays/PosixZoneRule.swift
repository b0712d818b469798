/// The rule in a TZif footer: one offset for ever, or two that change on the same rules every year.
///
/// POSIX's `TZ` variable without its implementation-defined parts, with the wider times of RFC 9636, 3.3.
struct PosixZoneRule: Hashable, Sendable {
  let standard: LocalTimeType
  let daylight: Daylight?

  struct Daylight: Hashable, Sendable {
    let type: LocalTimeType
    let start: Change
    let end: Change
  }

  /// A time of year on the wall clock that is valid just before it.
  struct Change: Hashable, Sendable {
    let day: Day
    /// Seconds from 00:00 of the day, within 167 hours either way.
    let time: Int
  }

  enum Day: Hashable, Sendable {
    /// `Jn`: 1 through 365, never 29 February.
    case julian(Int)
    /// `n`: 0 through 365, counting 29 February.
    case dayOfYear(Int)
    /// `Mm.w.d`: the `week`-th of the month's days that fall on the weekday, or the last where `week` is 5.
    case weekday(Weekday, week: Int, month: Int)
  }

  /// The stretch around a Unix time in which the clocks are not touched. Outside the years 1 to 9999 there is no change.
  func span(at seconds: Int) -> ZoneSpan {
    guard let daylight else { return ZoneSpan(start: Int.min, end: Int.max, type: standard) }
    var (start, end) = (Int.min, Int.max)
    var (latest, earliest): (LocalTimeType?, LocalTimeType) = (nil, standard)
    let year = CivilDate(dayNumber: seconds.flooringDivision(by: 86_400)).year
    // A time of up to 167 hours either way carries a change into a neighbouring year; two years each way hold the
    // nearest changes in every case.
    for year in max(year - 2, 1)...min(year + 2, 9999) {
      let endTime = daylight.end.seconds(in: year) - daylight.type.utcOffset
      let startTime = daylight.start.seconds(in: year) - standard.utcOffset
      // The end is looked at first, so that where both fall together daylight saving goes on (RFC 9636, 3.3: all year).
      if endTime <= seconds, endTime >= start { (start, latest) = (endTime, standard) }
      if endTime > seconds, endTime < end { (end, earliest) = (endTime, daylight.type) }
      if startTime <= seconds, startTime >= start { (start, latest) = (startTime, daylight.type) }
      if startTime > seconds, startTime < end { (end, earliest) = (startTime, standard) }
    }
    return ZoneSpan(start: start, end: end, type: latest ?? earliest)
  }
}

extension PosixZoneRule.Change {
  /// The change in a year, 1 through 9999, as seconds on the wall since 1970-01-01T00:00.
  func seconds(in year: Int) -> Int { day.dayNumber(in: year) * 86_400 + time }
}

extension PosixZoneRule.Day {
  /// The day in a year, 1 through 9999, counted from 1970-01-01.
  func dayNumber(in year: Int) -> Int {
    switch self {
    case .julian(let day):
      let leapDay = CivilDate.isLeap(year: year) && day >= 60 ? 1 : 0
      return CivilDate(year: year, month: 1, day: 1)!.dayNumber + day - 1 + leapDay
    case .dayOfYear(let day):
      return CivilDate(year: year, month: 1, day: 1)!.dayNumber + day
    case .weekday(let weekday, let week, let month):
      let first = CivilDate(year: year, month: month, day: 1)!
      let offset = weekday.days(since: first.weekday) + (week - 1) * 7
      let isPastEnd = offset >= CivilDate.daysInMonth(month, year: year)
      return first.dayNumber + (isPastEnd ? offset - 7 : offset)
    }
  }
}
