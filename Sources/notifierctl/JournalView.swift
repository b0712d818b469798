import Alarms
import Dispatch
import Journal
import Workdays

/// The daemon's journal, read by the command. It may be read while the daemon writes.
struct JournalView {
  let path: String

  /// The last firings, latest first; empty where there is no journal, or none that can be read.
  func firings(limit: Int) -> [FiringRecord] {
    let answer = Answer()
    let path = path
    Task.detached {
      let journal = try? SQLiteJournal(readOnlyAt: path)
      answer.records = (try? await journal?.history(limit: limit)) ?? []
      await journal?.close()
      answer.isThere.signal()
    }
    answer.isThere.wait()
    return answer.records
  }

  /// Carries the answer from the task to the one who waits for it, who looks at it after the signal only.
  private final class Answer: @unchecked Sendable {
    let isThere = DispatchSemaphore(value: 0)
    var records: [FiringRecord] = []
  }
}

extension DeliveryRecord {
  /// Whether something is still under way.
  var isOpen: Bool { state == .pending || state == .sending }

  /// What became of it, in words: `desktop: delivered`.
  var words: String {
    let outcome =
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
