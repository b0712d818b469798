/// A time of day on the wall clock, to the second, without a zone: 00:00:00 through 23:59:59.
public struct CivilTime: Hashable, Comparable, Sendable {
  private let seconds: Int32

  /// Seconds since 00:00, 0 through 86,399, as a clock without changes counts them.
  public var secondOfDay: Int { Int(seconds) }

  /// 00:00.
  public static let midnight = CivilTime(uncheckedSecondOfDay: 0)

  private init(uncheckedSecondOfDay: Int) { seconds = Int32(uncheckedSecondOfDay) }

  /// The time that many seconds after 00:00, or `nil` outside 0 through 86,399.
  public init?(secondOfDay: Int) {
    guard (0..<86_400).contains(secondOfDay) else { return nil }
    self.init(uncheckedSecondOfDay: secondOfDay)
  }

  /// The time of these fields, or `nil` when a clock does not show it (24:00 and :60 included).
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    self.init(uncheckedSecondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// Reads `9:00`, `09:00` or `09:00:30`; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var numbers = (0, 0, 0)
    var (part, digits) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") {
        guard part < 2, digits == 2 || (part == 0 && digits == 1) else { return nil }
        (part, digits) = (part + 1, 0)
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 2 else { return nil }
      let digit = Int(byte - UInt8(ascii: "0"))
      switch part {
      case 0: numbers.0 = 10 * numbers.0 + digit
      case 1: numbers.1 = 10 * numbers.1 + digit
      default: numbers.2 = 10 * numbers.2 + digit
      }
      digits += 1
    }
    guard part > 0, digits == 2 else { return nil }
    self.init(hour: numbers.0, minute: numbers.1, second: numbers.2)
  }

  /// 0 through 23.
  public var hour: Int { secondOfDay / 3600 }
  /// 0 through 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// 0 through 59.
  public var second: Int { secondOfDay % 60 }

  /// The earlier time of day is the smaller.
  public static func < (left: CivilTime, right: CivilTime) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension CivilTime: CustomStringConvertible {
  /// `09:00`, or `09:00:30` when there are seconds.
  public var description: String {
    let minutes = "\(padded(hour, to: 2)):\(padded(minute, to: 2))"
    return second == 0 ? minutes : "\(minutes):\(padded(second, to: 2))"
  }
}
