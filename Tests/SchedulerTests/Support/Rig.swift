import Alarms
import Glibc
import Journal
import Scheduler
import Concurrency
import Testing
import TestSupport
import Workdays

/// A scheduler on a clock that stands still, with a real journal in a directory of its own, wired as the daemon does.
final class Rig: Sendable {
  let clock: TestClock
  let journal: SQLiteJournal
  private let directory = TemporaryDirectory()
  private let handed = Guarded<[OwedDelivery]>([])
  private let wakeTimer: (any WakeTimer)?
  private let running = Guarded<(scheduler: Scheduler, task: Task<Void, any Error>)?>(nil)

  /// - Parameter now: a civil time in Shanghai, as in ``time(_:)``.
  init(at now: String, wakeTimer: (any WakeTimer)? = nil) throws {
    self.wakeTimer = wakeTimer
    clock = TestClock(Rig.time(now))
    journal = try SQLiteJournal(at: directory["journal.db"])
  }

  /// An instant by a clock in Shanghai: `2026-03-02T09:00`.
  static func time(_ text: String) -> Instant { Instant(CivilDateTime(text)!, utcOffset: 28_800) }

  /// A configuration with these alarms, one a line, each to the console.
  static func configuration(_ alarms: [String], settings: String = "") throws -> Configuration {
    let lines = alarms.map { "  - { to: console, \($0) }\n" }.joined()
    let loader = ConfigurationLoader(locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "Asia/Shanghai")
    do throws(DiagnosticList) {
      return try loader.load([
        .init(path: "a.yaml", givesAlarms: true, text: "region: CN\n\(settings)\nalarms:\n\(lines)")
      ])
    } catch {
      throw Fault(description: error.diagnostics.map(\.description).joined(separator: "\n"))
    }
  }

  struct Fault: Error, CustomStringConvertible { let description: String }

  /// The ids of what was handed on for delivery, in order.
  var rung: [String] { handed.withLock { $0.map(\.id.firing) } }
  /// Where it goes, in the same order.
  var destinations: [String] { handed.withLock { $0.map(\.id.destination) } }
  /// What was handed on for delivery, in order.
  var rings: [Ring] { handed.withLock { $0.map(\.ring) } }
  /// When the scheduler wants to wake, as a clock in Shanghai shows it.
  var deadlines: [String] { clock.deadlines.map { $0.formatted(utcOffset: 28_800) } }
  /// The scheduler that runs.
  var scheduler: Scheduler { running.withLock { $0!.scheduler } }

  /// Starts a scheduler on what the journal knows, and returns once it sleeps.
  func start(_ alarms: String..., settings: String = "") async throws { try await start(alarms, settings: settings) }

  /// The same.
  func start(_ alarms: [String], settings: String = "") async throws {
    let configuration = try Rig.configuration(alarms, settings: settings)
    let now = clock.now
    let since = try await journal.seen(timings(configuration), at: now)
    let cursor = try await journal.cursor() ?? now
    // Written down at once, as the daemon does: else a run that ends before its first ring leaves none.
    try await journal.moveCursor(to: clock.doubtEnds == nil ? min(cursor, now) : cursor)
    let scheduler = Scheduler(
      configuration: configuration, journal: journal, clock: clock, cursor: cursor, since: since, wakeTimer: wakeTimer
    ) { [weak self] owed in self?.handed.withLock { $0 += owed } }
    running.withLock { $0 = (scheduler, Task { try await scheduler.run() }) }
    await clock.waitForSleepers(1)
  }

  /// Takes other alarms over, and returns once the scheduler sleeps again.
  func reload(_ alarms: String...) async throws {
    let configuration = try Rig.configuration(alarms)
    let since = try await journal.seen(timings(configuration), at: clock.now)
    try await scheduler.reload(configuration, since: since)
    await clock.waitForSleepers(1)
  }

  /// Sets the clock, and returns once the scheduler has dealt with that and sleeps again.
  func set(_ time: String, milliseconds: Int = 0) async {
    clock.set(to: Rig.time(time).advanced(by: .milliseconds(milliseconds)))
    await clock.waitForSleepers(1)
  }

  /// Ends the scheduler as the daemon does at its end.
  func stop() async throws {
    running.withLock { $0!.task.cancel() }
    try await #require(throws: CancellationError.self) { try await self.end() }
  }

  /// Returns what `run()` ends with.
  func end() async throws { try await running.withLock { $0!.task }.value }

  /// The history, soonest first: `id rung` or `id missed`.
  func history() async throws -> [String] {
    try await journal.history(limit: 100).reversed().map { record in
      switch record.verdict {
      case .rung: "\(record.ring.id) rung"
      case .missed: "\(record.ring.id) missed"
      case .skipped(let reason): "\(record.ring.id) \(reason)"
      }
    }
  }

  /// How many transactions the write-ahead log holds since it was begun anew: frames of its own salt that say how long
  /// the database then is (sqlite.org/walformat.html).
  func commits() throws -> Int {
    let file = try #require(fopen("\(directory.path)/journal.db-wal", "r"))
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 32)
    var frame = [UInt8](repeating: 0, count: 24 + 4096)
    try #require(fread(&head, 1, head.count, file) == head.count)
    var count = 0
    while fread(&frame, 1, frame.count, file) == frame.count, frame[8..<16].elementsEqual(head[16..<24]) {
      if frame[4..<8].contains(where: { $0 != 0 }) { count += 1 }
    }
    return count
  }

  private func timings(_ configuration: Configuration) -> [String: String] {
    Dictionary(uniqueKeysWithValues: configuration.alarms.map { ($0.id, $0.timing) })
  }
}
