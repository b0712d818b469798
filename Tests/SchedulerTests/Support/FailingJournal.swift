import Alarms
import Journal
import Workdays

/// A journal that keeps its cursor and fails to record.
struct FailingJournal: Journal {
  struct Failure: Error {}

  private let journal: SQLiteJournal

  init(_ journal: SQLiteJournal) { self.journal = journal }

  func recordDue(_ due: [DueFiring], cursor: Instant?, at now: Instant) async throws -> [OwedDelivery] {
    throw Failure()
  }

  func cursor() async throws -> Instant? { try await journal.cursor() }
  func moveCursor(to cursor: Instant) async throws { try await journal.moveCursor(to: cursor) }
  func owedDeliveries() async throws -> [OwedDelivery] { try await journal.owedDeliveries() }
  func firings(of alarm: String?, limit: Int) async throws -> [FiringRecord] {
    try await journal.firings(of: alarm, limit: limit)
  }
  func missed(of alarm: String?, limit: Int) async throws -> [FiringRecord] {
    try await journal.missed(of: alarm, limit: limit)
  }
  func children() async throws -> [Ring] { try await journal.children() }
  func ring(named name: String?) async throws -> Ring? { try await journal.ring(named: name) }
  func openRings(deliveredTo destinations: Set<String>) async throws -> [Ring] {
    try await journal.openRings(deliveredTo: destinations)
  }
  func snoozes(of origin: String) async throws -> Int { try await journal.snoozes(of: origin) }
  func postpone(to child: Ring) async throws { try await journal.postpone(to: child) }
  func finish(_ origin: String, at now: Instant) async throws { try await journal.finish(origin, at: now) }
  func adjustments() async throws -> Adjustments { try await journal.adjustments() }
  func skip(_ occurrences: [String: Instant], of alarm: String) async throws {
    try await journal.skip(occurrences, of: alarm)
  }
  func unskip(_ alarm: String, occurrences: [String]?, after instant: Instant) async throws -> Int {
    try await journal.unskip(alarm, occurrences: occurrences, after: instant)
  }
  func pause(_ pause: Adjustments.Pause) async throws { try await journal.pause(pause) }
  func resume(_ alarm: String?, at now: Instant) async throws -> Bool { try await journal.resume(alarm, at: now) }
  func seen(_ timings: [String: String], at now: Instant) async throws -> [String: Instant] {
    try await journal.seen(timings, at: now)
  }
  func counts() async throws -> JournalCounts { try await journal.counts() }
  func prune(before limit: Instant) async throws { try await journal.prune(before: limit) }
  func write(_ steps: [DeliveryStep]) async -> [(any Error)?] { await journal.write(steps) }
}
