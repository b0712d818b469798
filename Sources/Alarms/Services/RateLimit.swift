/// How many messages a destination takes in a span of time.
package struct RateLimit: Hashable, Sendable, CustomStringConvertible {
  /// At least 1.
  package let count: Int
  /// Whole seconds, above zero.
  package let span: Duration

  /// - Precondition: `count` and `span` are above zero.
  package init(_ count: Int, per span: Duration) {
    precondition(count > 0 && span > .zero, "nothing could ever be sent")
    self.count = count
    self.span = span
  }

  /// Reads `20/1m`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), (1...100_000).contains(count),
      let span = SpanComponents(String(parts[1])), span.workdays == nil
    else { return nil }
    let seconds = span.days * 86_400 + span.seconds
    guard seconds > 0 else { return nil }
    self.init(count, per: .seconds(seconds))
  }

  package var description: String { "\(count)/\(span.components.seconds)s" }
}

/// How fast a destination is sent to.
package struct Pace: Hashable, Sendable {
  /// What becomes of messages beyond the limits.
  package enum Excess: String, CaseIterable, Hashable, Sendable {
    /// They wait until there is room.
    case spread
    /// Those that wait become one that names them.
    case digest
  }

  /// All of them hold; none for no limit.
  package var limits: [RateLimit]
  package var excess: Excess
  /// The longest random wait before the first of a burst: many programs send at the full hour.
  package var jitter: Duration

  package init(limits: [RateLimit] = [], excess: Excess = .spread, jitter: Duration = .zero) {
    self.limits = limits
    self.excess = excess
    self.jitter = jitter
  }
}
