import Dispatch
import Glibc

/// The signals that the daemon acts on, as values in the order in which they came.
struct Signals: Sendable {
  enum Signal: Sendable {
    /// SIGTERM or SIGINT: end in order.
    case stop
    /// SIGHUP: read the configuration again.
    case reload
  }

  let stream: AsyncStream<Signal>

  /// Takes the signals over from their default actions, and returns once none can be lost any more.
  ///
  /// Dispatch takes a signal over on a thread of its own, some time after its source was activated.
  init() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Signal.self)
    self.stream = stream
    // A peer that goes away is seen as an error of the write.
    signal(SIGPIPE, SIG_IGN)
    // Until it is taken over: what it would have read again is being read for the first time.
    signal(SIGHUP, SIG_IGN)
    let queue = DispatchQueue(label: "notifierd.signals")
    for (number, meaning) in [(SIGTERM, Signal.stop), (SIGINT, .stop), (SIGHUP, .reload)] {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(meaning) }
      await withCheckedContinuation { registered in
        source.setRegistrationHandler { registered.resume() }
        source.activate()
      }
      // Kept for the life of the process.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
  }
}
