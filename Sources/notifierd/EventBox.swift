import Concurrency

/// Events that wait for the daemon: each at most once, since reading the configuration again once is enough for any number
/// of signals, and a stop before all others.
final class EventBox: Sendable {
  /// What the daemon acts on.
  enum Event: Hashable, Sendable {
    case stop
    case reload
    /// A notification server has appeared: popups that wait for one may go out.
    case desktopAppeared
    /// What was owed cannot be read, for this reason.
    case failed(String)
  }

  /// A value when there is something to ``take()``. For one reader.
  let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private let waiting = Guarded<[Event]>([])

  init() { (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

  /// Adds an event, unless it waits already.
  func post(_ event: Event) {
    waiting.withLock { if !$0.contains(event) { $0.append(event) } }
    wake.yield()
  }

  /// The next event; `nil` when none waits.
  func take() -> Event? {
    waiting.withLock { waiting in
      if waiting.contains(.stop) { return .stop }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}
