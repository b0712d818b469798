package import Alarms
package import Journal
package import Workdays
import Concurrency

/// The scheduler itself on a clock that runs by itself: what it would do, and did not do.
package struct Simulation: Sendable {
  private let configuration: Configuration
  private let clock: SimulatedClock

  /// Nobody answers a ring, and each delivery arrives at once.
  ///
  /// - Parameter clock: where it starts, when it ends, and what befalls the machine.
  package init(_ configuration: Configuration, on clock: SimulatedClock) {
    self.configuration = configuration
    self.clock = clock
  }

  /// More rings than can be of use to anybody: they are all kept in memory.
  package struct TooMany: Error {
    /// How many are too many.
    package let limit: Int
    /// How far it came with them.
    package let reached: Instant
  }

  /// Runs to the end of time; returns all that was recorded, in the order of the recording.
  ///
  /// - Parameters:
  ///   - limit: how many deliveries there may be.
  ///   - progress: is told the time, now and then.
  /// - Throws: ``TooMany``; what the journal throws.
  package func run(
    limit: Int = 100_000, progress: @escaping @Sendable (Instant) -> Void = { _ in }
  ) async throws -> [FiringRecord] {
    let journal = try SQLiteJournal.inMemory()
    // What is due at the very start rings.
    try await journal.moveCursor(to: clock.now.advanced(by: .nanoseconds(-1)))
    let count = Guarded(0)
    while !clock.isAtEnd {
      let scheduler = Scheduler(
        configuration: configuration, journal: journal, clock: clock, cursor: try await journal.cursor(),
        hand: { owed in
          let now = clock.now
          progress(now)
          let steps = owed.flatMap {
            [DeliveryStep($0.id, .sending, at: now), DeliveryStep($0.id, .delivered, at: now)]
          }
          _ = await journal.write(steps)
          let isTooMany = count.withLock { count in
            count += owed.count
            return count > limit
          }
          if isTooMany { clock.endTime() }
        })
      try await clock.run { try await scheduler.run() }
    }
    if count.withLock({ $0 > limit }) { throw TooMany(limit: limit, reached: clock.now) }
    let counts = try await journal.counts()
    let records = try await journal.history(limit: counts.rung + counts.missed + counts.skipped)
    return records.sorted { ($0.recorded, $0.ring.fires, $0.ring.id) < ($1.recorded, $1.ring.fires, $1.ring.id) }
  }
}
