import CClock
import Concurrency
import Glibc
package import Workdays

/// Has a suspended machine woken at a moment.
package protocol WakeTimer: Sendable {
  /// Has the machine woken at `instant`, in place of the moment that was set before; `nil` for never.
  func set(to instant: Instant?) throws(WakeRefusal)
}

/// Why a machine cannot be had woken.
package enum WakeRefusal: Error, Hashable, Sendable {
  /// This process lacks the capability for it.
  case notPermitted
  /// The kernel refuses, with its reason.
  case unsupported(String)
}

extension WakeRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notPermitted: "notifierd may not wake the machine: it lacks the capability CAP_WAKE_ALARM"
    case .unsupported(let reason): "this machine's kernel gives no timer that wakes it: \(reason)"
    }
  }

  /// What a person can do about it.
  package var remedy: String {
    switch self {
    case .notPermitted:
      "give it to the service with AmbientCapabilities=CAP_WAKE_ALARM; while the machine is awake it rings as ever"
    case .unsupported: "while the machine is awake it rings as ever"
    }
  }
}

/// Whether the machine will wake for what is next.
package enum WakeState: Hashable, Sendable {
  /// No alarm asks for it.
  case unneeded
  /// It wakes then; `nil` where nothing is to come that asks for it.
  case set(Instant?)
  /// It does not wake.
  case refused(WakeRefusal)

  /// The state after `timer` was set. What is set already is left alone.
  static func after(
    setting timer: any WakeTimer, to instant: Instant?, isAsked: Bool, from before: WakeState
  ) -> WakeState {
    let wanted = isAsked ? WakeState.set(instant) : .unneeded
    if wanted == before { return before }
    do throws(WakeRefusal) {
      try timer.set(to: instant)
      return wanted
    } catch {
      return isAsked ? .refused(error) : .unneeded
    }
  }
}

/// The kernel's timer on CLOCK_REALTIME_ALARM, which wakes the machine through its real-time clock (timerfd_create(2)).
///
/// It only wakes the machine; that something is due is told by the clock's own timer, as ever. The kernel keeps it right
/// over steps of the clock. Nothing is asked of the kernel before the first moment is set.
package final class SystemWakeTimer: WakeTimer {
  private let descriptor = Guarded<Int32>(-1)

  package init() {}

  deinit {
    let descriptor = descriptor.withLock(\.self)
    if descriptor >= 0 { close(descriptor) }
  }

  package func set(to instant: Instant?) throws(WakeRefusal) {
    let code = descriptor.withLock { descriptor -> Int32 in
      if descriptor < 0 {
        guard instant != nil else { return 0 }
        descriptor = timerfd_create(CLOCK_REALTIME_ALARM, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { return errno }
      }
      // All zero: never.
      var time = itimerspec()
      if let instant {
        time.it_value = timespec(tv_sec: max(0, instant.seconds), tv_nsec: max(1, instant.nanoseconds))
      }
      return timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &time, nil) == 0 ? 0 : errno
    }
    switch code {
    case 0: return
    case EPERM: throw .notPermitted
    default: throw .unsupported(String(cString: strerror(code)))
    }
  }

  /// Why this process could not have the machine woken; `nil` where it could. Nothing is set.
  package static func refusal() -> WakeRefusal? {
    do throws(WakeRefusal) {
      // Before any clock's time: were it due at once, the machine is awake.
      try SystemWakeTimer().set(to: Instant(seconds: 0))
      return nil
    } catch {
      return error
    }
  }
}
