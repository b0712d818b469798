import Alarms
import Glibc
import Scheduler
import Workdays

/// `notifierctl next --watch`: tells what is next again whenever it changes.
///
/// On a terminal a table is drawn in place; all else comes after what was told before.
struct NextWatch {
  private let context: Context
  private let watch: Watch
  /// The screen to draw on; `nil` where there is none.
  private let screen: Screen?

  init(_ context: Context, configuration: String?, isDrawn: Bool) throws {
    self.context = context
    watch = try Watch(context.locations, configuration: configuration)
    screen = isDrawn && context.output.isTerminal ? Screen(output: context.output) : nil
  }

  /// - Parameter answer: prints what is next at the context's time.
  func run(_ answer: (Context) throws -> NextCommand.Answer) throws -> ExitStatus {
    let output = context.output
    if screen != nil { output.messages = .inline }
    screen?.enter()
    defer {
      screen?.leave()
      if screen != nil { output.messages = .standardError }
    }
    var shown: String?
    while true {
      let now = SystemClock.time()
      var rings: [BarFormat.Ring] = []
      do {
        rings = try answer(Context(output: output, now: now, locations: context.locations)).rings
      } catch let failure as Failure {
        // What was wrong from the start ends it; what is wrong for a while, a file that is being edited, may be mended.
        guard shown != nil, failure.status == .badConfiguration else { throw failure }
        output.message(failure.message)
      }
      show(output.take(), &shown)
      loop: while true {
        switch watch.wait(until: rings.map { $0.changes(after: now) }.min()) {
        case .changed: break loop
        case .resized: if let shown { screen?.draw(shown) }
        case .stopped: stop(showing: shown)
        // Keys are not asked for.
        case .pressed, .ended: return .success
        }
      }
    }
  }

  private func show(_ text: String, _ shown: inout String?) {
    // While the configuration is wrong a bar goes on with what it had.
    guard text != shown, !text.isEmpty || screen != nil || shown == nil else { return }
    if let screen {
      screen.draw(text)
    } else {
      context.output.write(text)
    }
    shown = text
  }

  /// Gives the terminal back until the shell has the program go on.
  private func stop(showing text: String?) {
    screen?.leave()
    kill(getpid(), SIGSTOP)
    screen?.enter()
    if let text { screen?.draw(text) }
  }
}
