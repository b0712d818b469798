package import Alarms
package import Workdays

/// One destination, as something that takes rings.
package protocol Deliverer: Sendable {
  /// How long to wait between tries.
  var backoff: Backoff { get }

  /// How many rings that are due at once are told one by one; more of them are told as one. `nil` for any number.
  ///
  /// A ring that asks to be acknowledged is always told by itself.
  var mostAtOnce: Int? { get }

  /// Whether a ring that a person has answered is not worth delivering any more: where that person alone sees or hears it.
  var heedsAnswers: Bool { get }

  /// What it speaks.
  var language: Language { get }

  /// How fast it takes messages.
  var pace: Pace { get }

  /// Sends what `ring` says, once, and tells what came of it.
  ///
  /// `now` is the time of this try: the message is worded for it and signatures are made with it. Cancelling the task ends
  /// the call soon; the outcome then says whether the message may have arrived.
  func deliver(_ ring: Ring, at now: Instant) async -> Outcome

  /// The same for somebody who wants to see what happens.
  func attempt(_ ring: Ring, at now: Instant) async -> Trial
}

/// One try with what went over the wire; no secret is in it.
package struct Trial: Sendable {
  /// What was sent; empty where there is nothing to see.
  package let request: String
  /// What came back; empty where nothing did.
  package let answer: String
  package let outcome: Outcome

  package init(request: String = "", answer: String = "", outcome: Outcome) {
    self.request = request
    self.answer = answer
    self.outcome = outcome
  }
}

extension Deliverer {
  package func attempt(_ ring: Ring, at now: Instant) async -> Trial {
    Trial(outcome: await deliver(ring, at: now))
  }

  package var mostAtOnce: Int? { nil }
  package var heedsAnswers: Bool { false }
  package var pace: Pace { Pace() }
  package var language: Language { .english }
}

/// Growing waits between tries, with full jitter: a random part of a span that doubles each time up to a cap.
///
/// Many alarms come due at the same full hour; jitter keeps their retries apart.
package struct Backoff: Hashable, Sendable {
  /// The span of the first wait, above zero.
  package let base: Duration
  /// The longest span.
  package let cap: Duration

  package init(base: Duration, cap: Duration) {
    self.base = base
    self.cap = cap
  }

  /// For the desktop: its server comes and goes with the session.
  package static let local = Backoff(base: .seconds(2), cap: .seconds(30))
  /// For services on the network.
  package static let network = Backoff(base: .seconds(10), cap: .seconds(600))

  /// The longest wait after the `attempts`-th try, 1 or more.
  package func span(afterAttempts attempts: Int) -> Duration {
    var (span, left) = (base, attempts - 1)
    while span < cap && left > 0 {
      span *= 2
      left -= 1
    }
    return min(span, cap)
  }

  /// A random wait of zero up to ``span(afterAttempts:)``.
  package func wait(afterAttempts attempts: Int, using random: inout some RandomNumberGenerator) -> Duration {
    span(afterAttempts: attempts) * Double.random(in: 0...1, using: &random)
  }
}
