import CLibNotify
import Glibc
import Concurrency

/// A thread that runs GLib's main loop in a context of its own, and runs closures there.
///
/// Calls that block in D-Bus are made on it, never on the cooperative pool. It lives as long as the process, as GLib's own
/// D-Bus thread does.
final class GLibThread: Sendable {
  /// libnotify keeps its state in globals, so there is one thread for all that use it; it starts with the first.
  static let shared = GLibThread()

  private let context: SendablePointer
  private let inbox = Guarded<[@Sendable () -> Void]>([])

  private init() {
    context = SendablePointer(g_main_context_new())
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // Signals are for the main thread.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        // What GDBus calls back for subscriptions made on this thread goes through this context.
        let context = OpaquePointer(context)
        g_main_context_push_thread_default(context)
        g_main_loop_run(g_main_loop_new(context, gboolean(0)))
        return nil
      }, UnsafeMutableRawPointer(context.pointer))
    precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
    pthread_detach(thread)
  }

  /// Runs `body` on the thread, after what was posted before.
  func post(_ body: @escaping @Sendable () -> Void) {
    inbox.withLock { $0.append(body) }
    g_main_context_invoke_full(
      context.pointer, G_PRIORITY_DEFAULT,
      { thread in
        Unmanaged<GLibThread>.fromOpaque(thread!).takeUnretainedValue().runNext()
        return gboolean(0)  // G_SOURCE_REMOVE
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  /// Runs `body` on the thread and returns what it returns.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      post { continuation.resume(returning: body()) }
    }
  }

  private func runNext() {
    let next = inbox.withLock { $0.removeFirst() }
    next()
  }
}

/// A pointer to one of GLib's objects that any thread may use.
///
/// GMainContext, GCancellable and GDBusConnection are documented as such; nothing else is put in here.
struct SendablePointer: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}
