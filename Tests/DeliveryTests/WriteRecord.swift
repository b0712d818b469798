import Alarms

/// What was written down for each destination, write by write.
actor WriteRecord: DeliveryLedger {
  private(set) var byDestination: [String: [[DeliveryState]]] = [:]
  /// What has ended, by the firing's id.
  private(set) var ended: [String: DeliveryState] = [:]
  private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  private var count = 0

  func write(_ steps: [DeliveryStep]) -> [(any Error)?] {
    for name in Set(steps.map(\.id.destination)) {
      byDestination[name, default: []].append(steps.filter { $0.id.destination == name }.map(\.state))
    }
    for step in steps where step.state == .delivered || step.state == .expired {
      ended[step.id.firing] = step.state
      count += 1
    }
    if let waiter, count >= waiter.count {
      self.waiter = nil
      waiter.continuation.resume()
    }
    return steps.map { _ in nil }
  }

  /// Returns once that many deliveries have arrived or expired.
  func wait(forEnded count: Int) async {
    if self.count < count { await withCheckedContinuation { waiter = (count, $0) } }
  }
}
