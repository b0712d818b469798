package import Workdays

/// How long to wait: `10m`, `1h30m`, `2d`, `1wd`, `next workday`.
package struct Delay: Hashable, Sendable {
  private enum Span: Hashable, Sendable {
    /// Days keep the time of day; seconds are exact. Neither is negative, and one is above zero.
    case plain(days: Int, seconds: Int)
    /// So many real workdays, above zero.
    case workdays(Int)
  }

  private let span: Span

  /// What is understood, for messages.
  package static let forms: LocalText = "a span such as 10m, 1h30m, 1d or 2wd, or next workday"

  /// Reads a delay; `nil` for anything else, and for none at all.
  package init?(_ text: some StringProtocol) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    if words == "next workday" {
      span = .workdays(1)
      return
    }
    guard let parts = SpanComponents(words), !parts.isZero else { return nil }
    span = parts.workdays.map { .workdays($0) } ?? .plain(days: parts.days, seconds: parts.seconds)
  }

  /// When the wait that begins at `now` is over; `nil` where the calendar knows too few workdays.
  ///
  /// - Parameter time: the time of day of a delay that counts workdays; one that counts days keeps that of `now`.
  package func end(from now: Instant, at time: CivilTime, in plan: AlarmPlan) -> Instant? {
    let civil = plan.zone.civil(at: now)
    switch span {
    case .plain(0, let seconds): return now.advanced(by: .seconds(seconds))
    case .plain(let days, let seconds):
      let wall = CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
      return plan.zone.instant(of: wall)?.advanced(by: .seconds(seconds))
    case .workdays(let count):
      guard let date = plan.occurrences.calendar.date(count, workdaysFrom: civil.date) else { return nil }
      return plan.zone.instant(of: CivilDateTime(date: date, time: time))
    }
  }
}

extension Delay: CustomStringConvertible {
  /// The canonical text, which reads back as the same delay.
  package var description: String {
    switch span {
    case .workdays(1): "next workday"
    case .workdays(let count): "\(count)wd"
    // An offset of the same length, without its sign.
    case .plain(let days, let seconds): String(Offset(.span(days: days, seconds: seconds)).description.dropFirst())
    }
  }
}
