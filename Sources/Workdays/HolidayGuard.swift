/// Decides what becomes of newly read data for a notice year against what is known of that year.
///
/// Public data has been wrong for minutes and for days: a year emptied a week before a holiday, days that went and came
/// back. A notice that only adds or moves days is believed; one that takes days away is not, unless a person says so.
public struct HolidayGuard: Sendable {
  /// What a source says of a year, with the date from which the source's data is.
  public struct Notice: Hashable, Sendable {
    /// What it says.
    public let noticeYear: NoticeYear
    /// When the source last changed its data; `nil` where it does not tell.
    public let dataDate: CivilDate?

    /// What a source says of a year.
    public init(_ noticeYear: NoticeYear, dataDate: CivilDate? = nil) {
      self.noticeYear = noticeYear
      self.dataDate = dataDate
    }
  }

  /// What becomes of new data.
  public enum Verdict: Hashable, Sendable {
    /// It says what is known already; also where neither says anything.
    case unchanged
    /// It takes the place of what is known. The doubts are to be told.
    case accepted([Doubt])
    /// What is known stays.
    case refused(Refusal)
  }

  /// Why new data is not taken.
  public enum Refusal: Hashable, Sendable {
    /// It is of another year than the one that was asked for.
    case wrongYear(asked: Int, found: Int)
    /// It has no days, and `known` days are known. Nothing forces it.
    case emptied(year: Int, known: Int)
    /// It has fewer days than are known.
    case fewer(year: Int, known: Int, found: Int)
    /// It is older than what is known.
    case older(year: Int, known: CivilDate, found: CivilDate)
  }

  /// What makes an entry look like a slip, though it is used.
  public enum Doubt: Hashable, Sendable {
    /// A make-up day, worked to its end, on a workday: it changes nothing.
    case confirmsPattern(DayOverride)
    /// The date is not one that a notice of this year sets.
    case outsideYear(DayOverride, year: Int)
    /// The law makes this weekday a holiday, and the notice does not take it off.
    case worksOnStatutory(CivilDate, name: String)
    /// The date lies this many days from the nearest other day off of that name; `nil` where it is far from any holiday.
    case isolated(DayOverride, days: Int?)
  }

  private let week: WorkWeek
  private let statute: HolidayCalendar.Statute?

  /// - Parameters:
  ///   - week: the pattern under the overrides.
  ///   - statute: the law from which it is known where a lone day off is to be expected.
  public init(week: WorkWeek, statute: HolidayCalendar.Statute?) {
    self.week = week
    self.statute = statute
  }

  /// Decides about `new`.
  ///
  /// - Parameters:
  ///   - asked: the year that was to be read.
  ///   - known: what is in use for that year; `nil` or empty for nothing.
  ///   - forced: a person says that fewer days, or older data, are right.
  public func verdict(on new: Notice, asked: Int, known: Notice?, forced: Bool = false) -> Verdict {
    let year = new.noticeYear.year
    guard year == asked else { return .refused(.wrongYear(asked: asked, found: year)) }
    let found = HolidayGuard.count(new.noticeYear)
    let before = known.map { HolidayGuard.count($0.noticeYear) } ?? 0
    guard found > 0 else { return before == 0 ? .unchanged : .refused(.emptied(year: year, known: before)) }
    if known?.noticeYear.overrides == new.noticeYear.overrides { return .unchanged }
    if let known, !forced {
      if let found = new.dataDate, let known = known.dataDate, found < known {
        return .refused(.older(year: year, known: known, found: found))
      }
      if found < before { return .refused(.fewer(year: year, known: before, found: found)) }
    }
    return .accepted(doubts(about: new.noticeYear))
  }

  /// How many dates it sets; one that is amended counts once.
  private static func count(_ noticeYear: NoticeYear) -> Int { Set(noticeYear.overrides.map(\.date)).count }

  /// The entries of a notice year that look like slips, in their order, then what it seems to lack.
  public func doubts(about noticeYear: NoticeYear) -> [Doubt] {
    let daysOff = noticeYear.overrides.filter { $0.kind != .work }
    return noticeYear.overrides.compactMap { entry in
      if NoticeYear.window(of: noticeYear.year)?.contains(entry.date) != true {
        return .outsideYear(entry, year: noticeYear.year)
      }
      if entry.kind == .work, entry.worksUntil == nil, week.isAlwaysWorkday(entry.date.weekday) {
        return .confirmsPattern(entry)
      }
      return isolation(of: entry, among: daysOff)
    } + lackingStatutory(noticeYear, daysOff)
  }

  /// The weekdays of the year that the law names and the notice leaves worked: it was cut short, perhaps.
  private func lackingStatutory(_ noticeYear: NoticeYear, _ daysOff: [DayOverride]) -> [Doubt] {
    guard !noticeYear.overrides.isEmpty, let statute, let first = CivilDate(year: noticeYear.year, month: 1, day: 1),
      let last = CivilDate(year: noticeYear.year, month: 12, day: 31)
    else { return [] }
    let known = Set(daysOff.map(\.date))
    return (first...last).compactMap { date in
      guard week.isWorkday(date), !known.contains(date) else { return nil }
      switch statute {
      case .china: return ChinaStatute.holiday(on: date).map { .worksOnStatutory(date, name: $0) }
      }
    }
  }

  /// Days off of one name lie together, and make-up days near them.
  ///
  /// In the notices of 2007 through 2026 no two neighbours among days off of one name are more than a day apart, and no
  /// make-up day is more than 16 days from the holiday that it pays for.
  private func isolation(of entry: DayOverride, among daysOff: [DayOverride]) -> Doubt? {
    let others = daysOff.filter { $0.date != entry.date && HolidayGuard.shareName($0, entry) }
    let nearest = others.map { abs($0.date.days(until: entry.date)) }.min()
    if let nearest { return nearest > (entry.kind == .work ? 21 : 3) ? .isolated(entry, days: nearest) : nil }
    guard entry.kind == .off, let statute, !HolidayGuard.isNearStatutory(entry.date, statute) else { return nil }
    return .isolated(entry, days: nil)
  }

  /// Joined holidays have joined names: 国庆节、中秋节.
  private static func shareName(_ left: DayOverride, _ right: DayOverride) -> Bool {
    guard left.name != right.name else { return true }
    let parts = Set(left.name.split(separator: "、"))
    return right.name.split(separator: "、").contains { parts.contains($0) }
  }

  private static func isNearStatutory(_ date: CivilDate, _ statute: HolidayCalendar.Statute) -> Bool {
    (-7...7).contains { shift in
      switch statute {
      case .china: ChinaStatute.holiday(on: date.adding(days: shift)) != nil
      }
    }
  }
}

extension HolidayGuard.Refusal: CustomStringConvertible {
  /// What was found, what stays in use, what to do.
  public var description: String {
    switch self {
    case .wrongYear(let asked, let found):
      "the data is of \(found), expected \(asked); what was known of \(asked) stays in use, check the source's address"
    case .emptied(let year, let known):
      "the data for \(year) is empty, and what is known of it stays in use: \(known) day\(known == 1 ? "" : "s")"
    case .fewer(let year, let known, let found):
      "the data for \(year) has \(found) day\(found == 1 ? "" : "s"), fewer than the \(known) that are known; they stay in use unless you say "
        + "that the new ones are right"
    case .older(let year, let known, let found):
      "the data for \(year) is of \(found), older than what is known, of \(known), which stays in use"
    }
  }
}

extension HolidayGuard.Doubt: CustomStringConvertible {
  /// What looks wrong, and what to do.
  public var description: String {
    switch self {
    case .confirmsPattern(let entry):
      "\(entry.date) is a \(entry.date.weekday.name) and a workday anyway: this make-up day changes nothing; check the date"
    case .outsideYear(let entry, let year):
      "\(entry.date) lies outside the notice of \(year), which sets days from December \(year - 1) to December \(year); "
        + "check the date"
    case .worksOnStatutory(let date, let name):
      "\(date) is \(name) by law, and the data does not take it off; check whether it is whole"
    case .isolated(let entry, let days?):
      "\(entry.date) lies \(days) days from the nearest day off of \(HolidayGuard.quoted(entry.name)); check the date"
    case .isolated(let entry, nil):
      "\(entry.date), \(HolidayGuard.quoted(entry.name)), is a day off far from any statutory holiday; check the date"
    }
  }
}

extension HolidayGuard {
  fileprivate static func quoted(_ name: String) -> String { name.isEmpty ? "no name" : "\"\(name)\"" }
}
