package import Alarms
import Journal
package import Workdays

/// What a person does not want to hear for now. All of it is written down before these return.
extension Scheduler {
  /// Has the next occurrences of an alarm not ring, with all their offsets that are still to come.
  ///
  /// - Parameters:
  ///   - count: how many, 1 or more, beyond those that are skipped already.
  ///   - from: since when they are to ring; since now where that is later, or `nil`.
  /// - Returns: the first firing of each that does not ring; `nil` where there is no such alarm.
  package func skip(_ count: Int, of alarm: String, from: Instant? = nil) async throws -> [FiringReport]? {
    try await adjust { journal in
      guard let plan = configuration.planner.plan(of: alarm) else { return nil }
      var found: [String: Instant] = [:]
      var firsts: [Firing] = []
      let now = clock.now
      // From a moment on, which is one that counts.
      var after = from.map { max(now, $0.advanced(by: .nanoseconds(-1))) } ?? now
      while found.count < count, let firing = try? plan.nextFiring(after: after) {
        if found[firing.occurrenceID] == nil {
          found[firing.occurrenceID] = firing.occurrence.instant
          firsts.append(firing)
        }
        after = firing.instant
      }
      try await journal.skip(found, of: alarm)
      return firsts.map { FiringReport($0, plan: plan) }
    }
  }

  /// Takes back all skips of an alarm that are still to come, or those of some occurrences, by their ids; how many there were,
  /// `nil` where there is no such alarm.
  package func unskip(_ alarm: String, occurrences: [String]? = nil) async throws -> Int? {
    try await adjust { journal in
      guard configuration.planner.plan(of: alarm) != nil else { return nil }
      return try await journal.unskip(alarm, occurrences: occurrences, after: clock.now)
    }
  }

  /// Has an alarm, or with `nil` all of them, be silent until a moment, or until ``resume(_:)``.
  ///
  /// - Returns: whether there is such an alarm.
  package func pause(_ alarm: String?, until: Instant?) async throws -> Bool {
    try await adjust { journal in
      if let alarm, configuration.planner.plan(of: alarm) == nil { return false }
      try await journal.pause(Adjustments.Pause(alarm: alarm, until: until))
      return true
    }
  }

  /// Ends the pause of an alarm, or with `nil` every pause; whether there was one. What it kept silent does not ring late.
  package func resume(_ alarm: String?) async throws -> Bool {
    try await adjust { journal in try await journal.resume(alarm, at: clock.now) }
  }
}
