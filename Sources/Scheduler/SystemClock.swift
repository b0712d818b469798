import Alarms
import CClock
import Dispatch
import Glibc
import Concurrency
package import Workdays

/// The machine's wall clock, with one Dispatch wall-clock timer per sleeper.
///
/// Dispatch arms an absolute timer of the kernel on the wall clock: it is due when the clock shows the deadline, also after
/// the clock was set forward or the machine slept past it. Whenever the clock is set, every sleeper wakes.
package struct SystemClock: WallClock {
  private let queue: DispatchQueue
  private let steps: ClockSteps

  package init() { self.init(stepDescriptor: ClockSteps.kernelTimer()) }

  /// - Parameter stepDescriptor: becomes readable when the clock is set; it is closed at the end.
  package init(stepDescriptor: Int32) {
    queue = DispatchQueue(label: "notifierd.clock")
    steps = ClockSteps(descriptor: stepDescriptor, on: queue)
  }

  package var now: Instant { SystemClock.time() }

  /// The time by the machine's clock, for a program that only asks once.
  package static func time() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }

  /// Whether the kernel says that something keeps its clock right.
  package static var isSynchronised: Bool {
    var state = timex()
    return adjtimex(&state) != TIME_ERROR && state.status & STA_UNSYNC == 0
  }

  package var doubtEnds: Instant? {
    var boot = timespec()
    clock_gettime(CLOCK_BOOTTIME, &boot)
    return SystemClock.doubtEnds(now: now, sinceBoot: .seconds(boot.tv_sec), isSynchronised: SystemClock.isSynchronised)
  }

  /// How long after boot a clock is waited for that nobody has set right. A machine without a clock of its own, or whose
  /// other system keeps it in local time, starts hours or years off.
  package static let patience = Duration.seconds(300)

  /// Until when a clock may be wrong that shows `now`, so long after boot.
  package static func doubtEnds(now: Instant, sinceBoot: Duration, isSynchronised: Bool) -> Instant? {
    isSynchronised || sinceBoot >= patience ? nil : now.advanced(by: patience - sinceBoot)
  }

  package func sleep(until deadline: Instant, seen: Instant) async throws {
    let sleeper = Sleeper(on: queue)
    let id = steps.register { sleeper.end(with: .success(())) }
    defer { steps.forget(id) }
    // A step before this was told to those who slept then.
    if now < seen { sleeper.end(with: .success(())) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper.start($0, deadline: deadline) }
    } onCancel: {
      sleeper.end(with: .failure(CancellationError()))
    }
  }

  /// One sleep: it ends once, by its timer, a step or cancellation, whichever comes first and in whatever order with its start.
  private final class Sleeper: Sendable {
    private enum State {
      case new
      case asleep(CheckedContinuation<Void, any Error>)
      case over(Result<Void, any Error>)
    }

    private let state = Guarded(State.new)
    // Dispatch sources may be used from any thread; the type does not say so.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    init(on queue: DispatchQueue) { timer = DispatchSource.makeTimerSource(queue: queue) }

    func start(_ continuation: CheckedContinuation<Void, any Error>, deadline: Instant) {
      let wallTime = DispatchWallTime(timespec: timespec(tv_sec: deadline.seconds, tv_nsec: deadline.nanoseconds))
      timer.schedule(wallDeadline: wallTime, leeway: .nanoseconds(0))
      timer.setEventHandler { [self] in end(with: .success(())) }
      let result = state.withLock { state -> Result<Void, any Error>? in
        if case .over(let result) = state { return result }
        state = .asleep(continuation)
        return nil
      }
      // A source must be activated before it may be released, cancelled or not.
      timer.activate()
      guard let result else { return }
      timer.cancel()
      continuation.resume(with: result)
    }

    func end(with result: Result<Void, any Error>) {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        if case .over = state { return nil }
        defer { state = .over(result) }
        guard case .asleep(let continuation) = state else { return nil }
        return continuation
      }
      guard let continuation else { return }
      timer.cancel()
      continuation.resume(with: result)
    }
  }
}
