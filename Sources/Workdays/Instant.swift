/// A point on the time line: Unix time, to the nanosecond, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int
  /// 0 through 999,999,999: what is to be added to ``seconds``.
  public var nanoseconds: Int { Int(fraction) }
  private let fraction: Int32

  /// The instant `nanoseconds` after `seconds` of Unix time.
  ///
  /// - Precondition: `nanoseconds` is 0 through 999,999,999.
  public init(seconds: Int, nanoseconds: Int = 0) {
    precondition((0..<1_000_000_000).contains(nanoseconds), "nanoseconds are 0 through 999,999,999")
    self.seconds = seconds
    fraction = Int32(nanoseconds)
  }

  /// Reads RFC 3339, `2026-09-20T09:00:00+08:00` or `…Z`; seconds may be left out, fractions are not read.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    let clock: Substring
    var utcOffset = 0
    if text.hasSuffix("Z") || text.hasSuffix("z") {
      clock = text.dropLast()
    } else {
      guard text.utf8.count > 6, let hours = decimal(Array(text.utf8.suffix(5).prefix(2))),
        let minutes = decimal(Array(text.utf8.suffix(2))), hours < 24, minutes < 60,
        text.utf8.suffix(3).first == UInt8(ascii: ":")
      else { return nil }
      switch text.utf8.suffix(6).first {
      case UInt8(ascii: "+"): utcOffset = hours * 3600 + minutes * 60
      case UInt8(ascii: "-"): utcOffset = -(hours * 3600 + minutes * 60)
      default: return nil
      }
      clock = text.dropLast(6)
    }
    guard let civil = CivilDateTime(clock) else { return nil }
    self.init(civil, utcOffset: utcOffset)
  }

  /// The instant at which a clock that is `utcOffset` seconds east of UTC shows `civil`.
  public init(_ civil: CivilDateTime, utcOffset: Int) { self.init(seconds: civil.secondsSinceEpoch - utcOffset) }

  /// What a clock that is `utcOffset` seconds east of UTC shows at this instant; fractions of a second are dropped.
  public func civil(utcOffset: Int) -> CivilDateTime { CivilDateTime(secondsSinceEpoch: seconds + utcOffset) }

  /// The instant `span` later; earlier when it is negative.
  public func advanced(by span: Duration) -> Instant {
    let (wholeSeconds, attoseconds) = span.components
    let total = nanoseconds + Int(attoseconds / 1_000_000_000)
    let carry = total.flooringDivision(by: 1_000_000_000)
    return Instant(seconds: seconds + Int(wholeSeconds) + carry, nanoseconds: total - carry * 1_000_000_000)
  }

  /// The instant that many whole seconds later; earlier when negative.
  public func adding(seconds: Int) -> Instant { Instant(seconds: self.seconds + seconds, nanoseconds: nanoseconds) }

  /// The exact time from this instant until `other`; negative when `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    .seconds(other.seconds - seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
  }

  /// The earlier instant is the smaller.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// RFC 3339 with seconds on a clock that is `utcOffset` seconds east of UTC: `2026-09-20T09:00:00+08:00`.
  ///
  /// Offsets of whole minutes only exist in RFC 3339; one with seconds (before 1972) is written rounded toward zero.
  public func formatted(utcOffset: Int) -> String {
    let civil = civil(utcOffset: utcOffset)
    let (sign, size) = (utcOffset < 0 ? "-" : "+", abs(utcOffset))
    let time =
      "\(padded(civil.time.hour, to: 2)):\(padded(civil.time.minute, to: 2)):\(padded(civil.time.second, to: 2))"
    return "\(civil.date)T\(time)\(sign)\(padded(size / 3600, to: 2)):\(padded(size / 60 % 60, to: 2))"
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 in UTC.
  public var description: String { String(formatted(utcOffset: 0).dropLast(6)) + "Z" }
}
