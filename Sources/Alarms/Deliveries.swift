package import Workdays

/// One firing to one destination.
package struct DeliveryID: Hashable, Sendable, CustomStringConvertible {
  /// The firing's id.
  package let firing: String
  /// The destination's name.
  package let destination: String

  package init(firing: String, destination: String) {
    self.firing = firing
    self.destination = destination
  }

  package var description: String { "\(firing) → \(destination)" }
}

/// How far a delivery has come.
package enum DeliveryState: String, CaseIterable, Sendable {
  /// Recorded, not tried yet.
  case pending
  /// Marked just before the call; found in this state after a crash, its outcome is unknown.
  case sending
  /// The destination took it.
  case delivered
  /// It failed in a way that may pass; to be tried again.
  case retrying
  /// It was sent and no answer came; to be repeated once, with the same id.
  case unknown
  /// The destination refused it for good.
  case rejected
  /// It was not delivered while that was still worth doing.
  case expired

  /// The reason of one that expired since a person had answered the ring.
  package static let answered = "answered before it was delivered"
}

/// What a destination answered.
package enum Outcome: Hashable, Sendable {
  /// It took the message.
  case delivered
  /// It may take it later: not before the span that it asked for, where it named one (zero or more).
  case retry(after: Duration?, reason: String)
  /// It will never take this message, for the reason it gave.
  case rejected(reason: String)
  /// It will never take any message again: it is not there any more, for the reason it gave.
  case gone(reason: String)
  /// The message was sent, and no answer came.
  case unknown(reason: String)
}

/// A delivery that is still owed.
///
/// An object, since a ring is large and each delivery passes through many hands.
package final class OwedDelivery: Equatable, Sendable {
  package let id: DeliveryID
  /// What to say.
  package let ring: Ring
  package let state: DeliveryState
  /// How often it was tried, 0 or more.
  package let attempts: Int
  /// When it may be tried next.
  package let due: Instant
  /// From when on it is no longer worth delivering.
  package let expires: Instant

  package init(id: DeliveryID, ring: Ring, state: DeliveryState, attempts: Int, due: Instant, expires: Instant) {
    self.id = id
    self.ring = ring
    self.state = state
    self.attempts = attempts
    self.due = due
    self.expires = expires
  }

  package static func == (one: OwedDelivery, other: OwedDelivery) -> Bool {
    one.id == other.id && one.ring == other.ring && one.state == other.state && one.attempts == other.attempts
      && one.due == other.due && one.expires == other.expires
  }
}

/// One step of a delivery, to be written down.
package struct DeliveryStep: Sendable {
  package let id: DeliveryID
  /// How it now stands. `sending` counts as an attempt, and comes before the call to the destination.
  package let state: DeliveryState
  /// The destination's words.
  package let reason: String?
  /// When to try next, where it is `retrying` or `unknown`.
  package let nextTry: Instant?
  /// When the step was taken.
  package let at: Instant

  package init(_ id: DeliveryID, _ state: DeliveryState, reason: String? = nil, nextTry: Instant? = nil, at: Instant) {
    self.id = id
    self.state = state
    self.reason = reason
    self.nextTry = nextTry
    self.at = at
  }
}

/// Where the progress of deliveries is written down: the journal, as those who send see it.
package protocol DeliveryLedger: Sendable {
  /// Writes steps down, in this order. They have reached the disk when it returns, but for those with an error: one for
  /// each step, in the order of the steps.
  func write(_ steps: [DeliveryStep]) async -> [(any Error)?]
}

extension DeliveryLedger {
  /// Marks a delivery as being sent and counts the attempt. To be called before the call to the destination.
  package func markSending(_ id: DeliveryID, at now: Instant) async throws {
    if let error = await write([DeliveryStep(id, .sending, at: now)])[0] { throw error }
  }

  /// Records how a delivery now stands, with the destination's words, and when to try next where that is `retrying` or
  /// `unknown`.
  package func record(
    _ state: DeliveryState, of id: DeliveryID, reason: String?, nextTry: Instant?, at now: Instant
  ) async throws {
    let step = DeliveryStep(id, state, reason: reason, nextTry: nextTry, at: now)
    if let error = await write([step])[0] { throw error }
  }
}
