import Alarms
package import Workdays
import Concurrency

/// A clock that nobody waits for: whoever sleeps on it finds it at the deadline at once. On its way it suffers what it is
/// told to.
package final class SimulatedClock: WallClock {
  /// What happens to the machine.
  package struct Event: Hashable, Sendable {
    /// When it happens, by the clock.
    package let at: Instant
    /// What the clock shows right after it, before or after `at`.
    package let resumes: Instant
    /// Whether what runs ends with it and is started again after it: the machine was off, and not asleep or set.
    package let restarts: Bool

    package init(at: Instant, resumes: Instant, restarts: Bool) {
      self.at = at
      self.resumes = resumes
      self.restarts = restarts
    }
  }

  private struct State {
    var now: Instant
    /// The events to come, the earliest first.
    var events: [Event]
    var isAtEnd = false
    var interrupt: @Sendable () -> Void = {}
  }

  private let state: Guarded<State>
  private let end: Instant

  /// - Parameters:
  ///   - end: where time ends: whoever sleeps past it is interrupted.
  ///   - events: each at a time of its own.
  package init(from start: Instant, to end: Instant, events: [Event] = []) {
    self.end = end
    state = Guarded(State(now: start, events: events.sorted { $0.at < $1.at }))
  }

  package var now: Instant { state.withLock(\.now) }

  package var doubtEnds: Instant? { nil }

  /// Whether time has ended.
  package var isAtEnd: Bool { state.withLock(\.isAtEnd) }

  /// Runs `work` until it ends, or until the end of time or of the machine ends it.
  package func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    // Under the lock, so that it cannot come to an end of the machine before the clock knows whom to tell.
    let task = state.withLock { state in
      let task = Task(executorPreference: QuietExecutor.shared, operation: work)
      state.interrupt = { task.cancel() }
      return task
    }
    do { try await task.value } catch is CancellationError {}
  }

  /// Ends time before its end.
  package func endTime() {
    let interrupt = state.withLock { state in
      state.isAtEnd = true
      return state.interrupt
    }
    interrupt()
  }

  package func sleep(until deadline: Instant, seen: Instant) async throws {
    let interrupt = state.withLock { state -> (@Sendable () -> Void)? in
      if state.isAtEnd { return state.interrupt }
      // What the clock was set past in the meantime does not happen any more.
      while let event = state.events.first, event.at < state.now { state.events.removeFirst() }
      if let event = state.events.first, event.at <= min(deadline, end) {
        state.events.removeFirst()
        state.now = event.resumes
        return event.restarts ? state.interrupt : nil
      }
      guard deadline >= end else {
        state.now = max(state.now, deadline)
        return nil
      }
      state.now = max(state.now, end)
      state.isAtEnd = true
      return state.interrupt
    }
    guard let interrupt else { return try Task.checkCancellation() }
    interrupt()
    throw CancellationError()
  }
}
