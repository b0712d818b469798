/// The dates that two holiday calendars make different days of.
public struct HolidayDiff: Hashable, Sendable {
  /// One date that changed its kind, its name or the end of its work.
  public struct Change: Hashable, Sendable {
    /// The date as the old calendar has it.
    public let before: Day
    /// The same date as the new calendar has it.
    public let after: Day

    /// The date that both are about.
    public var date: CivilDate { before.date }

    fileprivate var isReal: Bool {
      before.kind != after.kind || before.name != after.name || before.worksUntil != after.worksUntil
    }
  }

  /// The dates that changed, ascending.
  public let changes: [Change]

  /// Compares two calendars under one work week.
  ///
  /// Only kinds, names and half-days count: a year that becomes certain, or a day that is told by another source, is no change.
  /// Years after the last one that either calendar has a notice for are left out.
  public static func between(
    old: HolidayCalendar, new: HolidayCalendar, week: WorkWeek = .mondayToFriday
  ) -> HolidayDiff {
    between(old: WorkCalendar(week: week, national: old), new: WorkCalendar(week: week, national: new))
  }

  /// Compares two calendars with all their layers.
  public static func between(old before: WorkCalendar, new after: WorkCalendar) -> HolidayDiff {
    let own = (before.own + after.own).flatMap { $0.overrides.map(\.date) }
    let changes = dates(before.national, after.national).union(own).sorted().compactMap { date -> Change? in
      let change = Change(before: before.day(on: date), after: after.day(on: date))
      return change.isReal ? change : nil
    }
    return HolidayDiff(changes: changes)
  }

  /// All dates that may differ: those that a notice sets which the other calendar has not, and every day of a year that
  /// only one of the calendars computes from the law.
  private static func dates(_ old: HolidayCalendar, _ new: HolidayCalendar) -> Set<CivilDate> {
    let years = old.announcedYears + new.announcedYears
    guard let first = years.min(), let last = years.max() else { return [] }
    var dates: Set<CivilDate> = []
    for year in first...last {
      let (before, after) = (old.noticeYear(year), new.noticeYear(year))
      if before != after { dates.formUnion(((before?.overrides ?? []) + (after?.overrides ?? [])).map(\.date)) }
      // A year without a notice of its own is computed from the calendar's first notice on.
      guard let start = CivilDate(year: year, month: 1, day: 1), old.isComputed(start) != new.isComputed(start) else {
        continue
      }
      dates.formUnion(start...start.adding(days: CivilDate.isLeap(year: year) ? 365 : 364))
    }
    return dates
  }
}
