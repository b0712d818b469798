package import Alarms
package import Workdays

/// A firing that has come due, with what was decided about it.
package struct DueFiring: Hashable, Sendable {
  /// What it says; its `id` is the firing's.
  package let ring: Ring
  /// Where it goes, when it rings; each destination once.
  package let destinations: [Target]
  /// Whether it rings.
  package let verdict: RecordedVerdict
  /// What is to ring later because of it; each follows it, or what it follows itself.
  package let children: [Ring]

  /// A destination and how long a delivery to it is worth trying.
  package struct Target: Hashable, Sendable {
    /// The destination's name.
    package let name: String
    /// From when on it is no longer worth delivering.
    package let expires: Instant

    package init(name: String, expires: Instant) {
      self.name = name
      self.expires = expires
    }
  }

  package init(ring: Ring, destinations: [Target], verdict: RecordedVerdict, children: [Ring] = []) {
    self.ring = ring
    self.destinations = destinations
    self.verdict = verdict
    self.children = children
  }
}

/// What was decided about a firing when it came due.
package enum RecordedVerdict: Hashable, Sendable {
  /// It rings, that long after its instant; zero or more, kept to the microsecond.
  case rung(lateBy: Duration)
  /// It does not ring since it is too late, and why.
  case missed(reason: String)
  /// It does not ring since nobody wants it to, and why.
  case skipped(reason: String)
}

/// A firing as the history shows it.
package struct FiringRecord: Hashable, Sendable {
  package let ring: Ring
  package let verdict: RecordedVerdict
  /// When it was recorded.
  package let recorded: Instant
  /// By destination name; empty for a missed firing.
  package let deliveries: [DeliveryRecord]
}

/// A delivery as the history shows it.
package struct DeliveryRecord: Hashable, Sendable {
  /// The destination's name.
  package let destination: String
  package let state: DeliveryState
  /// How often it was tried, 0 or more.
  package let attempts: Int
  /// When its state last changed.
  package let updated: Instant
  /// The destination's words, where there are any.
  package let reason: String?
}

/// How many records the journal holds, by what came of them.
package struct JournalCounts: Hashable, Sendable {
  /// Firings that rang, those included of which only the id is left.
  package var rung = 0
  /// Firings that were missed.
  package var missed = 0
  /// Firings that were not wanted.
  package var skipped = 0
  /// Deliveries by state; a state without any is absent.
  package var deliveries: [DeliveryState: Int] = [:]

  /// Nothing recorded.
  package init() {}
}
