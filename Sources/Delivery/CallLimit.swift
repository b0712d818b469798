import CLibNotify
import Dispatch
import Concurrency

/// Ends D-Bus calls that block for too long, from another thread.
///
/// `notify_notification_show()` takes neither a time limit nor a GCancellable and waits for up to 25 seconds; closing the
/// connection under it makes it return.
final class CallLimit: Sendable {
  /// For the calls that take one.
  nonisolated(unsafe) let cancellable = g_cancellable_new()!
  private let connection = Guarded<SendablePointer?>(nil)
  /// Dispatch's objects may be used from any thread; their protocols do not say so.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  /// Starts to count.
  init(_ span: DispatchTimeInterval) {
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { [self] in expire() }
    timer.schedule(deadline: .now() + span, leeway: .milliseconds(100))
    timer.activate()
  }

  deinit { g_object_unref(cancellable) }

  /// Has `connection` closed when the time is up before ``end()``.
  func close(_ connection: OpaquePointer) {
    g_object_ref(UnsafeMutableRawPointer(connection))
    self.connection.withLock { $0 = SendablePointer(connection) }
  }

  /// Stops counting. To be called, since the timer holds on to this until then.
  func end() {
    timer.cancel()
    takeConnection().map { g_object_unref(UnsafeMutableRawPointer($0.pointer)) }
  }

  private func expire() {
    g_cancellable_cancel(cancellable)
    guard let connection = takeConnection() else { return }
    // An error would say that it is closed already.
    g_dbus_connection_close_sync(connection.pointer, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection.pointer))
  }

  private func takeConnection() -> SendablePointer? {
    connection.withLock { connection in
      defer { connection = nil }
      return connection
    }
  }
}
