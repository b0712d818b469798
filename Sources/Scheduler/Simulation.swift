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

  /// Runs to the end of time; returns all that was recorded, in the order of the recording.
  ///
  /// - Parameter progress: is told the time, now and then.
  package func run(progress: @escaping @Sendable (Instant) -> Void = { _ in }) async throws -> [FiringRecord] {
    let journal = try SQLiteJournal.inMemory()
    try await journal.moveCursor(to: clock.now)
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
        })
      let run = Task(executorPreference: QuietExecutor.shared) { try await scheduler.run() }
      clock.onInterrupt { run.cancel() }
      do { try await run.value } catch is CancellationError {}
    }
    let counts = try await journal.counts()
    let records = try await journal.history(limit: counts.rung + counts.missed + counts.skipped)
    return records.sorted { ($0.recorded, $0.ring.fires, $0.ring.id) < ($1.recorded, $1.ring.fires, $1.ring.id) }
  }
}
