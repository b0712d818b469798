/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday's order within an ISO week, Monday first.
  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }

  /// The English name in lower case, as the configuration writes it: `monday`.
  public var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// The first three letters of the English name: `mon`.
  public var abbreviation: String { String(name.prefix(3)) }

  /// The two letters of RFC 5545: `MO`.
  public var code: String { String(name.prefix(2)).uppercased() }

  /// Reads an English name or its first three letters, in any case; `nil` for anything else.
  public init?(named text: some StringProtocol) {
    let lowered = text.lowercased()
    guard let match = Weekday.allCases.first(where: { $0.name == lowered || $0.abbreviation == lowered }) else {
      return nil
    }
    self = match
  }

  /// Reads the two letters of RFC 5545, in any case; `nil` for anything else.
  public init?(code text: some StringProtocol) {
    let upper = text.uppercased()
    guard let match = Weekday.allCases.first(where: { $0.code == upper }) else { return nil }
    self = match
  }

  /// How many days after the latest `weekday` this one comes: 0 through 6.
  public func days(since weekday: Weekday) -> Int { (rawValue - weekday.rawValue + 7) % 7 }
}
