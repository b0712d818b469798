/// A day that is kept every year of the Chinese lunar calendar: a birthday, a festival.
public struct LunarDay: Hashable, Sendable {
  /// Which month is meant where a year has two of the number.
  public enum Months: Hashable, Sendable {
    /// The regular one.
    case regular
    /// The second, leap one; in years without it the regular one.
    case leap
    /// Both.
    case both
  }

  /// 1 through 12.
  public let month: Int
  /// 1 through 30.
  public let day: Int
  /// Which month is meant where a year has two.
  public let months: Months
  /// Whether a day that a year lacks is left out. Else day 30 of a month of 29 days is its last day, and the leap month
  /// that the year lacks the regular one.
  public let skips: Bool

  /// - Returns: `nil` where month or day is out of range.
  public init?(month: Int, day: Int, in months: Months = .regular, skips: Bool = false) {
    guard (1...12).contains(month), (1...30).contains(day) else { return nil }
    self.month = month
    self.day = day
    self.months = months
    self.skips = skips
  }

  /// The civil dates of one lunar year, ascending; none outside ``LunarDate/years``.
  func dates(inYear year: Int) -> [CivilDate] {
    let isRepeated = LunarDate.leapMonth(ofYear: year) == month
    let leaps: [Bool] =
      switch months {
      case .regular: [false]
      case .leap: [isRepeated || skips]
      case .both: isRepeated ? [false, true] : [false]
      }
    return leaps.compactMap {
      LunarDate.civilDate(year: year, month: month, isLeapMonth: $0, day: day, clamped: !skips)
    }
  }
}

extension LunarDay: CustomStringConvertible {
  /// The canonical text: `lunar 8-15`, `lunar leap 6-1`, `lunar 6-1 in both months`, `lunar 12-30 or skip`.
  public var description: String {
    "lunar \(months == .leap ? "leap " : "")\(month)-\(day)" + (months == .both ? " in both months" : "")
      + (skips ? " or skip" : "")
  }
}
