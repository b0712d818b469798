package import Alarms
package import Workdays

/// A delivery as a person looks after it: owed, or ended without having arrived.
package struct OutboxRecord: Hashable, Sendable {
  package let id: DeliveryID
  package let ring: Ring
  package let state: DeliveryState
  /// How often it was tried, 0 or more.
  package let attempts: Int
  /// When it may be tried next.
  package let due: Instant
  /// From when on it is no longer worth delivering.
  package let expires: Instant
  /// When its state last changed.
  package let updated: Instant
  /// The destination's words, where there are any.
  package let reason: String?
}

/// How a destination has fared.
package struct DestinationHealth: Hashable, Sendable {
  /// How many deliveries are owed.
  package var backlog = 0
  /// When the last message arrived; `nil` for never.
  package var lastDelivered: Instant?
  /// When one last failed, for now or for good.
  package var lastFailure: Instant?
  /// What was said then.
  package var failure: String?

  /// Nothing is known yet.
  package init() {}
}
