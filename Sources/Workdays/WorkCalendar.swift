/// A work week with the layers of overrides above it: it says of every date what it is, and why.
///
/// Layers, lowest first: weekly pattern, national, company, personal. The highest layer that names a date decides.
public struct WorkCalendar: Sendable {
  /// What it is made of. One object, since every alarm has a copy of its calendar.
  private final class Parts: Sendable {
    let week: WorkWeek
    let national: HolidayCalendar
    let own: [OwnLayer]
    let table: WorkdayTable

    init(week: WorkWeek, national: HolidayCalendar, own: [OwnLayer]) {
      (self.week, self.national, self.own) = (week, national, own)
      table = WorkdayTable(week: week, national: national, own: own)
    }
  }

  private let parts: Parts

  /// The pattern under the overrides.
  public var week: WorkWeek { parts.week }
  /// The region's holidays.
  public var national: HolidayCalendar { parts.national }
  /// Overrides of a company and of a person, later ones above earlier ones.
  public var own: [OwnLayer] { parts.own }
  /// The same as bits, for the years that are asked of.
  var table: WorkdayTable { parts.table }

  /// Days that a company or a person takes off or works, above the region's.
  public struct OwnLayer: Hashable, Sendable {
    private let entries: [CivilDate: DayOverride]

    /// A later entry for a date amends an earlier one.
    public init(_ overrides: some Sequence<DayOverride>) {
      entries = Dictionary(overrides.map { ($0.date, $0) }, uniquingKeysWith: { $1 })
    }

    /// All that the layer says, in no order.
    var overrides: some Sequence<DayOverride> { entries.values }

    /// What the layer says of `date`; `nil` where it leaves it to those below.
    public func override(on date: CivilDate) -> DayOverride? { entries[date] }
  }

  /// A calendar of these layers.
  public init(week: WorkWeek = .mondayToFriday, national: HolidayCalendar, own: [OwnLayer] = []) {
    parts = Parts(week: week, national: national, own: own)
  }

  /// What `date` is, and why.
  public func day(on date: CivilDate) -> Day {
    if WorkdayTable.days.contains(date.dayNumber), let day = table.plainDay(on: date) { return day }
    let below = nationalDay(on: date)
    guard let override = ownOverride(on: date) else { return below }
    let kind: DayKind =
      switch override.kind {
      case .off, .holiday: .personalRestDay
      case .work: below.isWorkday ? below.kind : .personalWorkday
      }
    return Day(
      date: date, kind: kind, name: override.title, certainty: .announced, source: override.source, reason: .override,
      worksUntil: override.worksUntil)
  }

  /// When the work of `date` ends; `nil` where it is worked to its end or not at all.
  public func workEnd(on date: CivilDate) -> CivilTime? {
    (ownOverride(on: date) ?? national.override(on: date))?.worksUntil
  }

  /// Whether people really work on `date`: the weekly pattern, minus holidays, plus make-up workdays.
  public func isWorkday(_ date: CivilDate) -> Bool {
    if WorkdayTable.days.contains(date.dayNumber) { return table.isWorkday(date) }
    if let override = ownOverride(on: date) ?? national.override(on: date) { return override.kind == .work }
    guard week.isWorkday(date) else { return false }
    return !(national.isComputed(date) && national.statutoryHoliday(on: date) != nil)
  }

  /// Whether `date` is a make-up workday: worked by an override though the pattern says rest.
  public func isMakeUpWorkday(_ date: CivilDate) -> Bool { !week.isWorkday(date) && isWorkday(date) }

  /// Whether an override, or the law where no notice is out, takes `date` off: a holiday or a day given for one.
  public func isDayOff(_ date: CivilDate) -> Bool {
    if WorkdayTable.days.contains(date.dayNumber) { return table.isDayOff(date) }
    return ownOverride(on: date).map { $0.kind != .work } ?? isTakenOffByRegion(date)
  }

  /// Whether the region's notice, or its law where none is out, takes `date` off.
  func isTakenOffByRegion(_ date: CivilDate) -> Bool {
    if let override = national.override(on: date) { return override.kind != .work }
    return national.isComputed(date) && national.statutoryHoliday(on: date) != nil
  }

  /// Whether `date` rests and belongs to a holiday: the holiday itself, an in-lieu day, a weekend inside it.
  public func isHoliday(_ date: CivilDate) -> Bool {
    let day = day(on: date)
    return !day.isWorkday && day.reason != .pattern && day.kind != .personalRestDay
  }

  /// The date `count` real workdays after `date` (before it when negative), which itself is not counted; for 0, `date`.
  ///
  /// - Returns: `nil` when the calendar has no such workday within ten years.
  public func date(_ count: Int, workdaysFrom date: CivilDate) -> CivilDate? {
    var current = date
    for _ in 0..<count.magnitude {
      guard let next = closestWorkday(to: current, step: count < 0 ? -1 : 1) else { return nil }
      current = next
    }
    return current
  }

  /// The most days without work over which workdays are counted: ten years.
  private static let longestRest = 3660

  /// The workday after `date` (before it where `step` is −1); `nil` when there is none within ten years.
  private func closestWorkday(to date: CivilDate, step: Int) -> CivilDate? {
    if let day = table.workday(closestTo: date.dayNumber, step: step) {
      return abs(day - date.dayNumber) <= WorkCalendar.longestRest ? CivilDate(dayNumber: day) : nil
    }
    var current = date
    for _ in 0..<WorkCalendar.longestRest {
      let next = current.adding(days: step)
      guard next != current else { return nil }
      if isWorkday(next) { return next }
      current = next
    }
    return nil
  }

  private func ownOverride(on date: CivilDate) -> DayOverride? {
    for layer in own.reversed() {
      if let override = layer.override(on: date) { return override }
    }
    return nil
  }

  private func nationalDay(on date: CivilDate) -> Day {
    let certainty = national.certainty(of: date)
    let worksByPattern = week.isWorkday(date)
    if let override = national.override(on: date) {
      return Day(
        date: date, kind: kind(of: override, worksByPattern: worksByPattern), name: override.title,
        certainty: certainty, source: override.source, reason: .override, worksUntil: override.worksUntil)
    }
    if national.isComputed(date), let name = national.statutoryHoliday(on: date) {
      return Day(
        date: date, kind: .statutoryHoliday, name: name, certainty: certainty, source: ChinaStatute.title,
        reason: .statute)
    }
    return Day(
      date: date, kind: worksByPattern ? .workday : .restDay, name: nil, certainty: certainty, source: nil,
      reason: .pattern)
  }

  /// An override that only confirms the pattern changes nothing; where no law is known, every weekday off is a holiday.
  private func kind(of override: DayOverride, worksByPattern: Bool) -> DayKind {
    switch override.kind {
    case .work: return worksByPattern ? .workday : .makeUpWorkday
    case .holiday: return .statutoryHoliday
    case .off:
      if national.statutoryHoliday(on: override.date) != nil { return .statutoryHoliday }
      guard worksByPattern else { return .restDay }
      let isToldApart = national.noticeYear(override.date.year)?.tellsHolidaysApart ?? false
      return national.statute == nil && !isToldApart ? .statutoryHoliday : .inLieuRestDay
    }
  }
}

extension WorkCalendar: Hashable {
  /// What the calendars are made of decides; the bits follow from it.
  public static func == (left: WorkCalendar, right: WorkCalendar) -> Bool {
    left.parts === right.parts
      || left.week == right.week && left.national == right.national && left.own == right.own
  }

  /// Hashes what the calendar is made of.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(week)
    hasher.combine(national)
    hasher.combine(own)
  }
}
