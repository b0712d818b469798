/// A class of days as a calendar tells them apart: what a phrase names, what `only:` keeps, what positions count.
///
/// A *holiday* is a run of days on which nobody works and of which the region's notices or law name at least one; weekends
/// and leave that touch the named days belong to it, so its first day may be a plain Saturday.
public enum DayClass: String, CaseIterable, Hashable, Sendable {
  /// Days that are really worked.
  case workdays
  /// Every other day.
  case restDays = "rest days"
  /// Rest days that a notice or the law names: the day itself, those given for it, the weekend inside it.
  case holidays
  /// Days that the work week leaves free and that are worked.
  case makeUpWorkdays = "make-up workdays"
  /// Rest days that the law itself names.
  case statutoryHolidays = "statutory holidays"
  /// Rest days that a notice gives in exchange, or joins to a holiday.
  case inLieuRestDays = "in-lieu rest days"
  /// The day with which a holiday begins.
  case firstDayOfHoliday = "first day of a holiday"
  /// The day with which a holiday ends.
  case lastDayOfHoliday = "last day of a holiday"
  /// The workday on whose next day a holiday begins.
  case workdayBeforeHoliday = "last workday before a holiday"
  /// The workday on whose day before a holiday ended.
  case workdayAfterHoliday = "first workday after a holiday"

  /// Whether such days are worked; else nobody works on them.
  public var isWorked: Bool {
    switch self {
    case .workdays, .makeUpWorkdays, .workdayBeforeHoliday, .workdayAfterHoliday: true
    case .restDays, .holidays, .statutoryHolidays, .inLieuRestDays, .firstDayOfHoliday, .lastDayOfHoliday: false
    }
  }

  /// One such day: `make-up workday`.
  public var singularName: String { singular ?? rawValue }

  /// Whether such days are known only as far as the notices reach: law does not fix them.
  var needsNotice: Bool { self == .makeUpWorkdays || self == .inLieuRestDays }
}

extension WorkCalendar {
  /// The most days without work that are taken for one holiday.
  private static let longestHoliday = 366

  /// Whether `date` is a day of that class.
  public func isDay(_ date: CivilDate, of dayClass: DayClass) -> Bool {
    switch dayClass {
    case .workdays: isWorkday(date)
    case .restDays: !isWorkday(date)
    case .holidays: isHoliday(date)
    case .makeUpWorkdays: isMakeUpWorkday(date)
    case .statutoryHolidays: day(on: date).kind == .statutoryHoliday
    case .inLieuRestDays: day(on: date).kind == .inLieuRestDay
    case .firstDayOfHoliday: isWorkday(date.adding(days: -1)) && holdsHoliday(from: date, step: 1)
    case .lastDayOfHoliday: isWorkday(date.adding(days: 1)) && holdsHoliday(from: date, step: -1)
    case .workdayBeforeHoliday: isWorkday(date) && holdsHoliday(from: date.adding(days: 1), step: 1)
    case .workdayAfterHoliday: isWorkday(date) && holdsHoliday(from: date.adding(days: -1), step: -1)
    }
  }

  /// Whether the run of rest days that begins with `date`, and goes on in steps of one day, has a named one.
  private func holdsHoliday(from date: CivilDate, step: Int) -> Bool {
    var (date, isNamed) = (date, false)
    for _ in 0..<WorkCalendar.longestHoliday {
      guard !isWorkday(date) else { return isNamed }
      if isTakenOffByRegion(date) { isNamed = true }
      date = date.adding(days: step)
    }
    return false
  }

  /// The last day of a class that needs a notice; `nil` where none is known.
  func lastKnownDay(of dayClass: DayClass) -> CivilDate? {
    // The latest of them is near the end; a calendar has well over a thousand.
    var last = national.overrides.last { isDay($0.date, of: dayClass) }?.date
    for layer in own {
      for override in layer.overrides where override.date > last ?? .earliest && isDay(override.date, of: dayClass) {
        last = override.date
      }
    }
    return last
  }
}
