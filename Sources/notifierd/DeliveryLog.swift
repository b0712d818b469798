import Alarms
import Delivery
import Concurrency

/// Writes a line of the log for each step of a delivery that says something new.
final class DeliveryLog: Sendable {
  /// Why each waiting delivery failed last: the same reason is not told at every try.
  private let told = Guarded<[DeliveryID: String]>([:])
  /// Destinations that are told not to be there: once, however much waits for them.
  private let missing = Guarded<Set<String>>([])

  func write(_ progress: DeliveryProgress) {
    let (firing, destination, reason) = (progress.id.firing, progress.id.destination, progress.reason ?? "")
    if let error = progress.ledgerError {
      Log.error("a delivery could not be recorded", ["firing": firing, "to": destination, "reason": "\(error)"])
    }
    if progress.isStranded {
      guard missing.withLock({ $0.insert(destination).inserted }) else { return }
      Log.warning("messages wait for a destination that is not there", ["to": destination, "reason": reason])
      return
    }
    _ = missing.withLock { $0.remove(destination) }
    switch progress.state {
    case .pending, .sending: return
    case .retrying:
      if isNew(reason, of: progress.id) {
        Log.warning("not delivered yet", ["firing": firing, "to": destination, "reason": reason])
      }
      return
    case .delivered: Log.info("delivered", ["firing": firing, "to": destination])
    case .unknown: Log.warning("no answer came", ["firing": firing, "to": destination, "reason": reason])
    case .rejected: Log.error("rejected for good", ["firing": firing, "to": destination, "reason": reason])
    case .expired where progress.isAnswered:
      Log.info("no longer delivered", ["firing": firing, "to": destination, "reason": reason])
    case .expired: Log.error("not delivered in time", ["firing": firing, "to": destination, "reason": reason])
    }
    told.withLock { $0[progress.id] = nil }
  }

  private func isNew(_ reason: String, of id: DeliveryID) -> Bool {
    told.withLock { told in
      defer { told[id] = reason }
      return told[id] != reason
    }
  }
}
