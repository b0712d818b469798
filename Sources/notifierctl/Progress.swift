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
    let isDue = state.withLock { state in
      guard now - state.told >= 1_000_000_000 else { return false }
      (state.told, state.isShown) = (now, true)
      return true
    }
    if isDue { write("\r\u{1B}[K\(text())…") }
  }

  /// Takes the line away.
  func end() {
    if state.withLock(\.isShown) { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }
}
