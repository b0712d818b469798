package import Alarms

/// How the daemon stands: the reply to `GetStatus`.
package struct StatusReport: Codable, Hashable, Sendable {
  package var version: String
  /// The daemon's process.
  package var pid: Int
  /// When it started, RFC 3339.
  package var started: String
  /// The time by its clock, RFC 3339.
  package var now: String
  /// The configuration files in force.
  package var configuration: [String]
  /// The file in which it writes down what happens.
  package var journal: String
  /// How many alarms they hold.
  package var alarms: Int
  /// The next firing of all; `nil` when nothing rings again.
  package var next: FiringReport?
  /// Firings recorded as rung.
  package var rung: Int
  /// Firings recorded as missed.
  package var missed: Int
  package var deliveries: DeliveryCounts
  /// How far the holiday data reaches, in words.
  package var holidays: String
  package var lastLoad: LoadReport
  /// Whether a suspended machine wakes for the next ring; `nil` where no alarm asks for it.
  package var wake: WakeReport?

  package init(
    version: String, pid: Int, started: String, now: String, configuration: [String], journal: String, alarms: Int,
    next: FiringReport?, rung: Int, missed: Int, deliveries: DeliveryCounts, holidays: String, lastLoad: LoadReport
  ) {
    self.version = version
    self.pid = pid
    self.started = started
    self.now = now
    self.configuration = configuration
    self.journal = journal
    self.alarms = alarms
    self.next = next
    self.rung = rung
    self.missed = missed
    self.deliveries = deliveries
    self.holidays = holidays
    self.lastLoad = lastLoad
  }
}

/// Whether a suspended machine wakes for the next ring of the alarms that ask for it.
package struct WakeReport: Codable, Hashable, Sendable {
  /// When it wakes, RFC 3339; `nil` when nothing that asks for it is to come, or it cannot wake.
  package var at: String?
  /// Why it does not wake, with what to do about it; `nil` where it does.
  package var problem: String?

  package init(at: String?, problem: String?) {
    self.at = at
    self.problem = problem
  }
}

/// How many deliveries are recorded, by state.
package struct DeliveryCounts: Codable, Hashable, Sendable {
  package var pending: Int
  package var sending: Int
  package var delivered: Int
  package var retrying: Int
  package var unknown: Int
  package var rejected: Int
  package var expired: Int

  /// Asks for the count of each state.
  package init(_ count: (DeliveryState) -> Int) {
    pending = count(.pending)
    sending = count(.sending)
    delivered = count(.delivered)
    retrying = count(.retrying)
    unknown = count(.unknown)
    rejected = count(.rejected)
    expired = count(.expired)
  }
}

/// What is sent again: the reply to `Retry`.
package struct RetryReport: Codable, Hashable, Sendable {
  /// How many messages.
  package var count: Int
  /// Until when destinations take nothing by their limits, or since they have asked for a wait; RFC 3339, by name.
  package var held: [String: String]
  /// Destinations for which something waits, and which the configuration does not have.
  package var missing: [String]

  package init(count: Int, held: [String: String] = [:], missing: [String] = []) {
    self.count = count
    self.held = held
    self.missing = missing
  }
}

/// One message sent to try a destination: the reply to `Test`. Nothing in it is secret.
package struct TrialReport: Codable, Hashable, Sendable {
  /// What was sent, as text.
  package var request: String
  /// What came back, as text; empty where nothing did.
  package var answer: String
  /// `delivered`, `retry`, `rejected`, `gone` or `unknown`.
  package var outcome: String
  /// Why, where it was not delivered.
  package var reason: String?

  package init(request: String, answer: String, outcome: String, reason: String?) {
    self.request = request
    self.answer = answer
    self.outcome = outcome
    self.reason = reason
  }
}

/// When the configuration was last read, and what was wrong with it.
package struct LoadReport: Codable, Hashable, Sendable {
  /// RFC 3339.
  package var at: String
  package var ok: Bool
  /// One line each; what was in force before stays so.
  package var errors: [String]

  package init(at: String, ok: Bool, errors: [String]) {
    self.at = at
    self.ok = ok
    self.errors = errors
  }
}

/// The reply to `Reload`.
package struct ReloadReport: Codable, Hashable, Sendable {
  package var ok: Bool
  /// One line each; what was in force before stays so.
  package var errors: [String]

  package init(ok: Bool, errors: [String]) {
    self.ok = ok
    self.errors = errors
  }
}
