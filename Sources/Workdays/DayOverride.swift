/// One date that departs from the weekly pattern.
public struct DayOverride: Hashable, Sendable {
  /// What an override makes of its date.
  public enum Kind: String, Hashable, Sendable {
    /// A rest day: part of a holiday, or given in exchange for a make-up workday.
    case off
    /// A rest day that the notice itself orders as a holiday, whatever the law of the year names.
    case holiday
    /// A make-up workday.
    case work
  }

  /// The date that departs.
  public let date: CivilDate
  /// What it becomes.
  public let kind: Kind
  /// The holiday that it belongs to or pays for; empty where the source names none.
  public let name: String
  /// The address of the notice or the path of the file that says so.
  public let source: String
  /// When the work of a half-day ends; `nil` for a whole day, and for every day that is not `work`.
  public let worksUntil: CivilTime?

  /// Makes `date` a day of `kind`.
  ///
  /// - Precondition: only a day of `work` has an end of its work.
  public init(date: CivilDate, kind: Kind, name: String, source: String, worksUntil: CivilTime? = nil) {
    precondition(kind == .work || worksUntil == nil, "a day of rest is not worked until some time")
    self.date = date
    self.kind = kind
    self.name = name
    self.source = source
    self.worksUntil = worksUntil
  }

  /// The name, where there is one.
  var title: String? { name.isEmpty ? nil : name }
}

/// What one notice year sets: the unit that newer data replaces as a whole, so that a withdrawn swap dies.
///
/// The year is the one in the notice's title. A notice may set days in the December before it.
public struct NoticeYear: Hashable, Sendable {
  /// What the days of a year rest on.
  public enum Basis: String, CaseIterable, Hashable, Sendable {
    /// A notice of this year. The next year's may still claim its last three days.
    case notice
    /// Law that fixes every day: nothing else is due.
    case law
    /// Law and calendar, worked out before the notice that may move or add days.
    case computed
  }

  /// The year in the notice's title.
  public let year: Int
  /// The days that depart from the weekly pattern. A later entry for a date amends an earlier one.
  public let overrides: [DayOverride]
  /// What the days rest on.
  public let basis: Basis
  /// Whether the entries tell holidays (`holiday`) from days given in exchange for another (`off`).
  public let tellsHolidaysApart: Bool

  /// Gathers what the notices, or the law, set for `year`.
  public init(
    year: Int, overrides: [DayOverride], basis: Basis = .notice, tellsHolidaysApart: Bool = false
  ) {
    self.year = year
    self.overrides = overrides
    self.basis = basis
    self.tellsHolidaysApart = tellsHolidaysApart
  }

  /// The dates that a notice of `year` can set: from 1 December of the year before to 31 December.
  public static func window(of year: Int) -> ClosedRange<CivilDate>? {
    guard let first = CivilDate(year: year - 1, month: 12, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
    else { return nil }
    return first...last
  }
}
