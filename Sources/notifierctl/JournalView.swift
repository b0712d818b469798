import Alarms
import Concurrency
import Dispatch
import Journal
import Workdays

/// The daemon's journal, read by the command. It may be read while the daemon writes.
struct JournalView {
  let path: String

  /// The last firings, latest first; empty where there is no journal, or none that can be read.
  func firings(limit: Int) -> [FiringRecord] { (try? read { try await $0.history(limit: limit) }) ?? [] }

  /// The same of one alarm.
  func firings(of alarm: String, limit: Int) -> [FiringRecord] {
    (try? read { try await $0.firings(of: alarm, limit: limit) }) ?? []
  }

  /// The last firings of an alarm, or of all, latest first.
  ///
  /// - Throws: why the journal cannot be read.
  func history(of alarm: String?, limit: Int) throws -> [FiringRecord] {
    try read { try await $0.firings(of: alarm, limit: limit) }
  }

  /// What is to ring because of rings before; empty where there is no journal, or none that can be read.
  func children() -> [Ring] { (try? read { try await $0.children() }) ?? [] }

  /// What does not ring, by a person's word; nothing where there is no journal, or none that can be read.
  func adjustments() -> Adjustments { (try? read { try await $0.adjustments() }) ?? Adjustments() }

  /// The firings of an alarm, or of all, that were missed, latest first.
  ///
  /// - Throws: why the journal cannot be read.
  func missed(of alarm: String?, limit: Int) throws -> [FiringRecord] {
    try read { try await $0.missed(of: alarm, limit: limit) }
  }

  /// What is owed, and what has ended without having arrived.
  ///
  /// - Throws: why the journal cannot be read.
  func outbox(destination: String?) throws -> [OutboxRecord] {
    try read { try await $0.outbox(destination: destination) }
  }

  /// How each destination has fared, by its name.
  ///
  /// - Throws: why the journal cannot be read.
  func health() throws -> [String: DestinationHealth] { try read { try await $0.health() } }

  private func read<Value: Sendable>(
    _ question: @escaping @Sendable (SQLiteJournal) async throws -> Value
  ) throws -> Value {
    let path = path
    return try JournalView.wait {
      let journal = try SQLiteJournal(readOnlyAt: path)
      let answer = try await question(journal)
      await journal.close()
      return answer
    }
  }

  /// Waits for what a task does.
  static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let answer = Answer<Value>()
    Task.detached(executorPreference: QuietExecutor.shared) {
      do {
        answer.result = .success(try await work())
      } catch {
        answer.result = .failure(error)
      }
      answer.isThere.signal()
    }
    answer.isThere.wait()
    return try answer.result!.get()
  }

  /// Carries the answer from the task to the one who waits for it, who looks at it after the signal only.
  private final class Answer<Value>: @unchecked Sendable {
    let isThere = DispatchSemaphore(value: 0)
    var result: Result<Value, any Error>?
  }
}

extension DeliveryRecord {
  /// Whether something is still under way.
  var isOpen: Bool { state == .pending || state == .sending }

  /// What became of it, in words: `desktop: delivered`.
  var words: String {
    let outcome: LocalText =
      switch state {
      case .pending, .sending: "under way"
      case .delivered: "delivered"
      case .retrying: "not yet, to be tried again"
      case .unknown: "no answer came"
      case .rejected: "rejected"
      case .expired: "not in time"
      }
    return "\(destination): \(outcome)\(reason.map { ": \($0)" } ?? "")"
  }
}
