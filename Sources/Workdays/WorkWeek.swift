/// The weekly pattern under the overrides: which weekdays people work on.
public struct WorkWeek: Hashable, Sendable {
  /// Bit n is set when the weekday with raw value n is worked.
  private let mask: UInt8

  /// Monday to Friday.
  public static let mondayToFriday = WorkWeek(workdays: [.monday, .tuesday, .wednesday, .thursday, .friday])

  /// The week in which these weekdays are worked and all others are days of rest.
  public init(workdays: some Sequence<Weekday>) { mask = workdays.reduce(0) { $0 | 1 << $1.rawValue } }

  /// Whether the pattern says that people work on `weekday`.
  public func isWorkday(_ weekday: Weekday) -> Bool { mask & 1 << weekday.rawValue != 0 }

  /// Whether the pattern says that people work on `date`.
  public func isWorkday(_ date: CivilDate) -> Bool { isWorkday(date.weekday) }

  /// The weekdays that are worked, Monday first.
  public var workdays: [Weekday] { Weekday.allCases.filter(isWorkday) }
}
