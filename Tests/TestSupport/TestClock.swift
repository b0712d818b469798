import Alarms
import Concurrency
package import Workdays

/// A wall clock that stands still until it is set.
package final class TestClock: WallClock {
  private struct State {
    var now: Instant
    var doubtEnds: Instant?
    var lastID = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var cancelled: Set<Int> = []

    /// Those who waited for as many sleepers as there are now.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers.count
      let ready = waiters.filter { $0.count <= count }.map(\.continuation)
      waiters.removeAll { $0.count <= count }
      return ready
    }
  }

  private let state: Guarded<State>

  package init(_ now: Instant) { state = Guarded(State(now: now)) }

  package var now: Instant { state.withLock(\.now) }

  package var doubtEnds: Instant? { state.withLock(\.doubtEnds) }

  /// Says until when it may be wrong; wakes nobody.
  package func setDoubt(until end: Instant?) { state.withLock { $0.doubtEnds = end } }

  /// When the sleepers want to wake, the earliest first.
  package var deadlines: [Instant] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

  package func sleep(until deadline: Instant, seen: Instant) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, ready) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if deadline <= state.now || state.now < seen { return (.success(()), []) }
          state.sleepers[id] = (deadline, continuation)
          return (nil, state.takeWaiters())
        }
        if let result { continuation.resume(with: result) }
        for waiter in ready { waiter.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Sets the clock. A step forward wakes those whose time has come; a step back wakes all, as a real one does.
  package func set(to now: Instant) {
    let woken = state.withLock { state in
      let isStepBack = now < state.now
      state.now = now
      let woken = state.sleepers.filter { isStepBack || $0.value.deadline <= now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Sets the clock without waking anyone: as between a step and the moment at which a sleeper hears of it.
  package func setUnseen(to now: Instant) { state.withLock { $0.now = now } }

  /// Sets the clock forward.
  package func advance(by span: Duration) { set(to: now.advanced(by: span)) }

  /// Returns once at least `count` tasks sleep.
  package func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
