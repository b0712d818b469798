import CClock
import Concurrency
import Dispatch
import Glibc

/// Tells those who sleep on the wall clock that it was set.
///
/// Dispatch asks the kernel for the moment at which the clock shows a deadline, and nothing more: after a step back that
/// moment is merely later, though something else may now be due before it. Linux says of every step, either way and after
/// a resume, that it was: it makes a timer with TFD_TIMER_CANCEL_ON_SET readable (timerfd_create(2)).
package final class ClockSteps: Sendable {
  private struct State {
    var lastID = 0
    var sleepers: [Int: @Sendable () -> Void] = [:]
    /// Whether the clock was set while nobody slept; the next sleeper is told at once.
    var isUntold = false
  }

  private let state = Guarded(State())
  // Dispatch sources may be used from any thread; the type does not say so. `nil` where the kernel gives no timer.
  private nonisolated(unsafe) let source: (any DispatchSourceRead)?

  /// - Parameters:
  ///   - descriptor: becomes readable, eight bytes or an error, when the clock is set. It is closed at the end.
  ///   - queue: where sleepers are told.
  init(descriptor: Int32, on queue: DispatchQueue) {
    guard descriptor >= 0 else {
      source = nil
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    self.source = source
    source.setEventHandler { [weak self] in
      var count: UInt64 = 0
      // A step is told by ECANCELED, and by that only once.
      _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
      self?.tell()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source?.cancel() }

  /// A timer of the kernel that is never due and becomes readable when the clock is set; -1 where there is none.
  package static func kernelTimer() -> Int32 {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard descriptor >= 0 else { return -1 }
    var never = itimerspec()
    never.it_value.tv_sec = Int.max
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    guard timerfd_settime(descriptor, flags, &never, nil) == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  /// Has `wake` called, on the queue, when the clock is set; the answer is for ``forget(_:)``.
  func register(_ wake: @escaping @Sendable () -> Void) -> Int {
    let (id, isUntold) = state.withLock { state in
      defer { state.isUntold = false }
      state.lastID += 1
      state.sleepers[state.lastID] = wake
      return (state.lastID, state.isUntold)
    }
    if isUntold { wake() }
    return id
  }

  func forget(_ id: Int) { state.withLock { _ = $0.sleepers.removeValue(forKey: id) } }

  private func tell() {
    let sleepers = state.withLock { state in
      state.isUntold = state.sleepers.isEmpty
      return Array(state.sleepers.values)
    }
    for wake in sleepers { wake() }
  }
}
