import Workdays

/// What the layers of a calendar say, read where it is written and combined day by day: the reference for searches.
struct WrittenDays {
  let calendar: WorkCalendar
  let pattern: @Sendable (CivilDate) -> Bool

  func override(on date: CivilDate) -> DayOverride? {
    for layer in calendar.own.reversed() {
      if let override = layer.override(on: date) { return override }
    }
    return calendar.national.override(on: date)
  }

  /// Whether the law alone takes a day off, in a year after the first notice whose own notice is not out.
  func isComputedHoliday(_ date: CivilDate) -> Bool {
    let national = calendar.national
    guard let first = national.announcedYears.first, date.year >= first, !national.isAnnounced(year: date.year) else {
      return false
    }
    return national.statutoryHoliday(on: date) != nil
  }

  func isOff(_ date: CivilDate) -> Bool {
    override(on: date).map { $0.kind != .work } ?? isComputedHoliday(date)
  }

  func isWorked(_ date: CivilDate) -> Bool {
    override(on: date).map { $0.kind == .work } ?? (pattern(date) && !isComputedHoliday(date))
  }

  func isMakeUp(_ date: CivilDate) -> Bool { isWorked(date) && !pattern(date) }

  func isWorkday(_ date: CivilDate, _ holidays: Schedule.Holidays) -> Bool {
    switch holidays {
    case .swap: isWorked(date)
    case .skip: pattern(date) && !isOff(date)
    case .ignore: pattern(date)
    }
  }
}

extension WrittenDays {
  private static let patterns: [(week: String, pattern: @Sendable (CivilDate) -> Bool)] = [
    ("mon-fri", { $0.weekday.rawValue <= 5 }),
    ("sun-thu", { $0.weekday.rawValue <= 4 || $0.weekday == .sunday }),
    ("sun", { $0.weekday == .sunday }),
    (
      "mon-sat / mon-fri from 2026-01-05",
      { $0.weekday.rawValue <= 5 || $0.weekday == .saturday && ($0.dayNumber - 20_458 + 70_000) / 7 % 2 == 0 }
    ),
    ("4 on 2 off from 2026-01-01", { ($0.dayNumber - 20_454 + 60_000) % 6 < 4 }),
  ]

  /// A calendar with some of the layers that there are.
  static func random(around date: CivilDate, using random: inout SplitMix64) -> WrittenDays {
    func overrides(_ count: Int, halfDays: Bool) -> [DayOverride] {
      (0..<count).map { _ in
        let kind = [DayOverride.Kind.off, .holiday, .work].randomElement(using: &random)!
        let isHalf = halfDays && kind == .work && Bool.random(using: &random)
        return DayOverride(
          date: date.adding(days: Int.random(in: -300...700, using: &random)), kind: kind, name: "", source: "test",
          worksUntil: isHalf ? CivilTime("12:00") : nil)
      }
    }
    let national: HolidayCalendar
    switch Int.random(in: 0..<4, using: &random) {
    case 0: national = .china
    case 1: national = .unknown(region: "XX")
    default:
      let days = Dictionary(grouping: overrides(60, halfDays: false)) { $0.date.year }
      national = HolidayCalendar(
        region: "XX", statute: Bool.random(using: &random) ? .china : nil,
        noticeYears: days.map {
          NoticeYear(
            year: $0.key, overrides: $0.value,
            basis: NoticeYear.Basis.allCases.randomElement(using: &random)!)
        })
    }
    let own = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      WorkCalendar.OwnLayer(overrides(20, halfDays: true))
    }
    let (week, pattern) = patterns.randomElement(using: &random)!
    return WrittenDays(calendar: WorkCalendar(week: WorkWeek(week)!, national: national, own: own), pattern: pattern)
  }
}
