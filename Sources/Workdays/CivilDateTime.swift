/// A date and a time of day on the wall, without a zone.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The calendar date.
  public let date: CivilDate
  /// The time of day.
  public let time: CivilTime

  /// Joins a date and a time of day.
  public init(date: CivilDate, time: CivilTime) {
    self.date = date
    self.time = time
  }

  /// Reads `2026-09-20T09:00` or `2026-09-20 09:00:30`; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard let separator = text.firstIndex(where: { $0 == "T" || $0 == " " }),
      let date = CivilDate(text[..<separator]), let time = CivilTime(text[text.index(after: separator)...])
    else { return nil }
    self.init(date: date, time: time)
  }

  /// Seconds since 1970-01-01T00:00 on a wall clock that never changes: what Unix time would be were the zone UTC.
  public var secondsSinceEpoch: Int { date.dayNumber * 86_400 + time.secondOfDay }

  /// The wall-clock moment that many seconds after 1970-01-01T00:00.
  public init(secondsSinceEpoch seconds: Int) {
    let day = seconds.flooringDivision(by: 86_400)
    date = CivilDate(dayNumber: day)
    time = CivilTime(secondOfDay: seconds - day * 86_400)!
  }

  /// The wall-clock moment `seconds` later, on a clock that never changes.
  public func adding(seconds: Int) -> CivilDateTime { CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + seconds) }

  /// The earlier moment is the smaller.
  public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// ISO 8601: `2026-09-20T09:00`, with seconds when there are any.
  public var description: String { "\(date)T\(time)" }
}
