package import Workdays

/// The wall clock as everything below the programs sees it.
package protocol WallClock: Sendable {
  /// The time now. It may jump either way: NTP, a person and resume from suspend step the wall clock.
  var now: Instant { get }

  /// Until when it may be wrong: shortly after boot, while nothing has set it right. `nil` where it can be trusted.
  var doubtEnds: Instant? { get }

  /// Returns at `deadline`, or earlier when the clock was stepped: the caller reads ``now`` and decides again.
  ///
  /// - Parameter seen: the time by which the caller has decided to sleep. Where the clock shows an earlier one it was set back
  ///   in between, and nobody sleeps.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Instant, seen: Instant) async throws
}

extension WallClock {
  /// The same for a caller who has decided by no time.
  package func sleep(until deadline: Instant) async throws { try await sleep(until: deadline, seen: now) }
}
