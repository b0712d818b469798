import Concurrency
import Dispatch
import Glibc

/// Tells a person at a terminal how far something has come that takes longer than a second, on a line that goes away.
final class Progress: Sendable {
  private struct State {
    var told: UInt64
    var isShown = false
  }

  private let state: Guarded<State>
  private let isWanted: Bool

  init(_ output: Output) {
    output.flush()
    isWanted = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    state = Guarded(State(told: DispatchTime.now().uptimeNanoseconds))
  }

  /// Says how far it is; shown once a second at most.
  func tell(_ text: @autoclosure () -> String) {
    guard isWanted else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    state.withLock { state in
      guard now > state.told, now - state.told >= 950_000_000 else { return }
      (state.told, state.isShown) = (now, true)
      // Under the lock, so that none comes after the end.
      write("\r\u{1B}[K\(text())…")
    }
  }

  /// Waits for what `work` does, and says for how long.
  static func waiting<Result>(
    for what: String, _ output: Output, _ work: () throws -> Result
  ) rethrows -> Result {
    let progress = Progress(output)
    let start = DispatchTime.now().uptimeNanoseconds
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "notifierctl.progress"))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler {
      progress.tell("waiting for \(what), \((DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000) s")
    }
    timer.resume()
    defer {
      timer.cancel()
      progress.end()
    }
    return try work()
  }

  /// Takes the line away, and shows none any more.
  func end() {
    let isShown = state.withLock { state in
      defer { state.told = .max }
      return state.isShown
    }
    if isShown { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }
}
