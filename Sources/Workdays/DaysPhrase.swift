/// What may stand after `days:`: a small closed grammar with a printed form. What is read prints back the same.
public enum DaysPhrase: Hashable, Sendable {
  /// `workdays`
  case workdays
  /// `rest days`
  case restDays
  /// `holidays`: rest days that belong to a holiday, weekends inside it included.
  case holidays
  /// `make-up workdays`
  case makeUpWorkdays
  /// `every day`
  case everyDay
  /// `mon, wed`, `mon-fri`: these weekdays, at least one.
  case weekdays(Set<Weekday>)
  /// `2026-12-24, 2026-12-31`: single dates, at least one, ascending.
  case dates([CivilDate])
  /// `first workday of the month`, `3rd workday of the month`, `last workday of the month`: 1 through 23, or −1 through
  /// −23 from the month's end.
  case workdayOfMonth(Int)
  /// `lunar 8-15`: that day of the Chinese lunar year, of the regular month; the month's last day where it is shorter.
  case lunar(month: Int, day: Int)
}

extension DaysPhrase: CustomStringConvertible {
  /// The canonical text, which reads back as the same phrase.
  public var description: String {
    switch self {
    case .workdays: "workdays"
    case .restDays: "rest days"
    case .holidays: "holidays"
    case .makeUpWorkdays: "make-up workdays"
    case .everyDay: "every day"
    case .weekdays(let weekdays): DaysPhrase.text(of: weekdays)
    case .dates(let dates): dates.map(\.description).joined(separator: ", ")
    case .workdayOfMonth(let number): "\(DaysPhrase.ordinal(number)) workday of the month"
    case .lunar(let month, let day): "lunar \(month)-\(day)"
    }
  }

  /// A run of three or more weekdays prints as a range, as people write it: `mon-fri`.
  private static func text(of weekdays: Set<Weekday>) -> String {
    let sorted = weekdays.sorted()
    if sorted.count >= 3, let first = sorted.first, let last = sorted.last,
      last.rawValue - first.rawValue == sorted.count - 1
    {
      return "\(first.abbreviation)-\(last.abbreviation)"
    }
    return sorted.map(\.abbreviation).joined(separator: ", ")
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 1: return "first"
    case -1: return "last"
    case ..<0: return "\(ordinalDigits(-number)) to last"
    default: return ordinalDigits(number)
    }
  }

  private static func ordinalDigits(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: "\(number)st"
    case (2, let rest) where rest != 12: "\(number)nd"
    case (3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
  }
}
