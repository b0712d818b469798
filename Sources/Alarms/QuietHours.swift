package import Workdays

/// Times of day at which alarms are to keep quiet.
package struct QuietHours: Hashable, Sendable {
  /// From one time of day until before another, over midnight where that comes first. Never empty, never the whole day.
  package struct Span: Hashable, Sendable {
    package let from: CivilTime
    package let to: CivilTime

    /// Reads `22:00-07:00`; `nil` for anything else, and for a span without an extent.
    package init?(_ text: String) {
      let parts = text.split { "-–".contains($0) }.map { CivilTime(String($0.filter { !$0.isWhitespace })) }
      guard parts.count == 2, let from = parts[0], let to = parts[1], from != to else { return nil }
      (self.from, self.to) = (from, to)
    }
  }

  package let spans: [Span]

  package init(_ spans: [Span]) { self.spans = spans }

  /// When quiet is over, by the clocks of a zone; `nil` where `instant` does not lie in it.
  package func end(at instant: Instant, zone: ZoneRules) -> Instant? {
    let civil = zone.civil(at: instant)
    let ends = spans.compactMap { span -> Instant? in
      let time = civil.time
      let isInside = span.from < span.to ? span.from <= time && time < span.to : span.from <= time || time < span.to
      guard isInside else { return nil }
      let date = time < span.to ? civil.date : civil.date.adding(days: 1)
      return zone.instant(of: CivilDateTime(date: date, time: span.to))
    }
    return ends.max()
  }
}

/// What becomes of an alarm's ring in quiet hours.
package enum DuringQuiet: String, CaseIterable, Hashable, Sendable {
  /// It rings when they are over.
  case hold
  /// It does not ring.
  case drop
  /// It rings all the same.
  case ring
}
