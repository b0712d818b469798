/// What may stand after `days:`: a small closed grammar with a printed form. What is read prints back the same.
public enum DaysPhrase: Hashable, Sendable {
  /// `workdays`, `rest days`, `last workday before a holiday`: all days of a class.
  case days(DayClass)
  /// `every day`
  case everyDay
  /// `mon, wed`, `mon-fri`: these weekdays, at least one.
  case weekdays(Set<Weekday>)
  /// `2026-12-24, 2026-12-31`: single dates, at least one, ascending.
  case dates([CivilDate])
  /// `last workday of the month`, `first and 3rd monday of the quarter`: places among the days of a period.
  case position(Position, of: Counted)
  /// `every 10 workdays from 2026-01-05`: that date, or the first workday after it, and then each that is as many workdays
  /// later; 2 through ``longestStep``.
  case everyWorkdays(Int, from: CivilDate)
  /// `lunar 8-15`: a day of the Chinese lunar year.
  case lunar(LunarDay)

  /// What positions count.
  public enum Counted: Hashable, Sendable {
    /// Each day.
    case days
    /// Days of a class whose name can be counted: not first or last days of something.
    case dayClass(DayClass)
    /// One weekday.
    case weekday(Weekday)

    /// All that can be counted.
    static let all: [Counted] =
      [.days] + DayClass.allCases.filter { $0.singular != nil }.map { .dayClass($0) }
      + Weekday.allCases.map { .weekday($0) }

    /// `day`, `workday`, `monday`.
    var name: String {
      switch self {
      case .days: "day"
      case .dayClass(let dayClass): dayClass.singularName
      case .weekday(let weekday): weekday.name
      }
    }
  }

  /// The most workdays that `every N workdays` may step over.
  public static let longestStep = 1000
}

extension DayClass {
  /// One such day, as positions count it: `make-up workday`; `nil` where the name says a place already.
  var singular: String? { rawValue.hasSuffix("s") ? String(rawValue.dropLast()) : nil }
}

extension DaysPhrase: CustomStringConvertible {
  /// The canonical text, which reads back as the same phrase.
  public var description: String {
    switch self {
    case .days(let dayClass): dayClass.rawValue
    case .everyDay: "every day"
    case .weekdays(let weekdays): DaysPhrase.text(of: weekdays)
    case .dates(let dates): dates.map(\.description).joined(separator: ", ")
    case .position(let position, let counted):
      "\(Ordinal.text(of: position.numbers)) \(counted.name) of the \(position.period.rawValue)"
    case .everyWorkdays(let step, let date): "every \(step) workdays from \(date)"
    case .lunar(let day): day.description
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
}
