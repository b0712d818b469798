import Alarms
import Control
import Delivery
import Journal
import Scheduler
import Workdays

extension Daemon {
  /// What keeps destinations from being sent to.
  var stopped: [String: String] { get async { await outbox.stopped } }

  /// Sends again what has failed, and at once what waits: of one ring, to one destination, or everything.
  func retry(ring: String?, destination: String?) async throws -> RetryReport {
    let all = try await journal.outbox(ring: ring, destination: destination)
    let records = all.filter { configuration.destinations[$0.id.destination] != nil }
    let missing = Set(all.map(\.id.destination)).subtracting(configuration.destinations.keys)
    let now = clock.now
    var anew: [OwedDelivery] = []
    for record in records where [.rejected, .expired, .unknown].contains(record.state) {
      let expires = configuration.destinations[record.id.destination]?.expires ?? .seconds(86_400)
      anew.append(try await journal.renew(record, expires: now.advanced(by: expires), at: now))
    }
    let names = Set(records.map(\.id.destination))
    // Asked first: what goes now may use a limit up.
    let held = await outbox.heldUntil(names)
    await outbox.hurry(names)
    await outbox.accept(anew)
    return RetryReport(
      count: records.count, held: held.mapValues { Loader.time($0, configuration) }, missing: missing.sorted())
  }

  /// Gives up what is owed, and no longer lists what has failed; how many. What is being sent this moment stays.
  func discard(ring: String?, destination: String?) async throws -> Int {
    let now = clock.now
    var count = 0
    for record in try await journal.outbox(ring: ring, destination: destination) {
      if await outbox.discard(record.id, SQLiteJournal.discarded) {
        count += 1
      } else if [.rejected, .expired, .unknown].contains(record.state) {
        try await journal.record(
          record.state, of: record.id, reason: SQLiteJournal.discarded, nextTry: nil, at: now)
        count += 1
      }
    }
    return count
  }

  /// Sends one message that says that it is a test; `nil` where there is no such destination. Nothing is written down.
  func test(_ name: String) async -> TrialReport? {
    guard let destination = configuration.destinations[name] else { return nil }
    let now = clock.now
    let ring = Demonstration.ring(configuration, at: now)
    let trial = await deliverers.deliverer(for: destination).attempt(ring, at: now)
    let (outcome, reason): (String, String?) =
      switch trial.outcome {
      case .delivered: ("delivered", nil)
      case .retry(_, let reason): ("retry", reason)
      case .rejected(let reason): ("rejected", reason)
      case .gone(let reason): ("gone", reason)
      case .unknown(let reason): ("unknown", reason)
      }
    return TrialReport(request: trial.request, answer: trial.answer, outcome: outcome, reason: reason)
  }
}
