package import Workdays

/// The wall clock as everything below the programs sees it.
package protocol WallClock: Sendable {
  /// The time now. It may jump either way: NTP, a person and resume from suspend step the wall clock.
  var now: Instant { get }

  /// Until when it may be wrong: shortly after boot, while nothing has set it right. `nil` where it can be trusted.
  var doubtEnds: Instant? { get }

  /// Returns at `deadline`, or earlier when the clock was stepped: the caller reads ``now`` and decides again.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Instant) async throws
}
