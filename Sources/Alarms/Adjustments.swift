package import Workdays

/// What a person has changed of the rings to come without changing an alarm: read from the journal, heeded by the planner.
package struct Adjustments: Hashable, Sendable {
  /// That alarms are silent for a while. Since when does not matter: it was before now, and a clock that is set back
  /// makes nobody want to hear more.
  package struct Pause: Hashable, Sendable {
    /// The alarm's id; `nil` for all of them.
    package let alarm: String?
    /// The first moment that is not in it; `nil` while nobody knows.
    package let until: Instant?

    package init(alarm: String?, until: Instant?) {
      self.alarm = alarm
      self.until = until
    }

    /// Whether a firing at that moment does not ring.
    package func contains(_ instant: Instant) -> Bool { until.map { instant < $0 } ?? true }
  }

  /// The ids of occurrences that do not ring: `clock-in/2026-09-20T09:00`.
  package var skipped: Set<String>
  package var pauses: [Pause]

  package init(skipped: Set<String> = [], pauses: [Pause] = []) {
    self.skipped = skipped
    self.pauses = pauses
  }

  /// Whether all rings.
  package var isEmpty: Bool { skipped.isEmpty && pauses.isEmpty }

  /// What of it concerns one alarm.
  func of(_ alarm: String) -> Adjustments {
    Adjustments(
      skipped: skipped.isEmpty ? [] : skipped.filter { $0.hasPrefix("\(alarm)/") },
      pauses: pauses.filter { ($0.alarm ?? alarm) == alarm })
  }

  /// Why a firing does not ring; `nil` where it does.
  package func reason(for firing: Firing) -> String? {
    if !skipped.isEmpty, skipped.contains(firing.occurrenceID) { return "skipped" }
    return pause(at: firing.instant) == nil ? nil : "paused"
  }

  /// The pause that a moment lies in; of several the one that lasts longest.
  package func pause(at instant: Instant) -> Pause? {
    let lying = pauses.filter { $0.contains(instant) }
    return lying.first { $0.until == nil } ?? lying.max { $0.until! < $1.until! }
  }
}

extension Firing {
  /// The id of its occurrence, whatever the offset: `clock-in/2026-09-20T09:00`.
  package var occurrenceID: String { "\(alarm)/\(occurrence.nominal)\(occurrence.isSecondPass ? "~2" : "")" }
}

extension AlarmPlan {
  /// The pause after which the next firing after `instant` lies; `nil` where none is in the way.
  func pauseAfter(_ instant: Instant) -> Adjustments.Pause? {
    adjustments.pauses.isEmpty ? nil : adjustments.pause(at: instant.advanced(by: .nanoseconds(1)))
  }

  /// Where to begin looking for a firing after `instant`: behind the pauses that lie there. `nil` where one has no end.
  func searchStart(after instant: Instant) -> Instant? {
    var start = instant
    while let pause = pauseAfter(start) {
      guard let until = pause.until else { return nil }
      start = until.advanced(by: .nanoseconds(-1))
    }
    return start
  }
}
