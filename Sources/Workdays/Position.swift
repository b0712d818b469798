/// Which of the days that are left in a period are taken: the first, the 3rd, the last but one.
///
/// It is counted after the days are classified, unlike BYSETPOS inside a recurrence rule.
public struct Position: Hashable, Sendable {
  /// A stretch of the civil calendar in which days are counted.
  public enum Period: String, CaseIterable, Hashable, Sendable {
    /// Seven days from ``WorkWeek/firstWeekday`` on.
    case week
    case month
    /// Three months: from January, April, July or October on.
    case quarter
    case year

    /// How many days the longest such period has.
    public var mostDays: Int {
      switch self {
      case .week: 7
      case .month: 31
      case .quarter: 92
      case .year: 366
      }
    }

    /// The period that holds `date`.
    func days(around date: CivilDate, firstWeekday: Weekday) -> ClosedRange<CivilDate> {
      let (year, month, day) = date.fields
      switch self {
      case .week:
        let first = date.startOfWeek(on: firstWeekday)
        return first...first.adding(days: 6)
      case .month:
        let first = date.adding(days: 1 - day)
        return first...first.adding(days: CivilDate.daysInMonth(month, year: year) - 1)
      case .quarter:
        let first = (month - 1) / 3 * 3 + 1
        return CivilDate(
          year: year, month: first, day: 1)!...CivilDate(year: year, month: first + 2, day: 1)!.endOfMonth
      case .year: return CivilDate(year: year, month: 1, day: 1)!...CivilDate(year: year, month: 12, day: 31)!
      }
    }
  }

  /// 1 for the first, −1 for the last, each once and not 0, in their order within a period: 1, 2, −2, −1.
  public let numbers: [Int]
  /// In what is counted.
  public let period: Period

  /// - Returns: `nil` without a number, and where one is 0 or beyond the days of the longest such period.
  public init?(_ numbers: some Sequence<Int>, of period: Period) {
    let numbers = Set(numbers)
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 != 0 && abs($0) <= period.mostDays }) else { return nil }
    self.numbers = numbers.filter { $0 > 0 }.sorted() + numbers.filter { $0 < 0 }.sorted()
    self.period = period
  }

  /// The dates at these places among those of one period, ascending, each once.
  func choose(from dates: [CivilDate]) -> [CivilDate] {
    let places = Set(numbers.map { $0 > 0 ? $0 - 1 : dates.count + $0 })
    return places.filter(dates.indices.contains).sorted().map { dates[$0] }
  }
}

extension Position: CustomStringConvertible {
  /// The canonical text: `last of the month`, `first, 3rd and last of the week`.
  public var description: String { "\(Ordinal.text(of: numbers)) of the \(period.rawValue)" }
}
