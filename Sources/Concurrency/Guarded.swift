import Glibc

/// A value that is only touched under its lock.
///
/// What Synchronization's `Mutex` is, on a POSIX mutex: the thread sanitizer knows nothing of the futex under `Mutex` on
/// Linux and reports each access through one as a race.
///
/// Unchecked, since `value` is reached through ``withLock(_:)`` alone, with `mutex` held.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: consuming Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a mutex could not be made")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value while nobody else has it. `body` must not come back here.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
