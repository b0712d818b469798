import Alarms
import Glibc

/// A terminal that is drawn on as a whole and whose keys come one by one; it is given back as it was, whatever ends the program.
final class RawTerminal {
  private let output: Output
  private var lines: [String] = []
  private var reader = KeyReader()

  init(_ output: Output) { self.output = output }

  /// Another screen, no cursor, no turning of lines; the mouse tells where it is pressed.
  private static let enterText = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J"
  fileprivate static let leaveText =
    "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// How long the rest of a key may be under way.
  private static let patience: Int32 = 50

  func enter() {
    Restoration.prepare()
    var settings = Restoration.settings
    // Signals stay: Ctrl-C and Ctrl-Z mean what they always do. Ctrl-\, which cannot be put off, means nothing.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    withUnsafeMutableBytes(of: &settings.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
      keys[Int(VQUIT)] = 0
    }
    _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    output.write(RawTerminal.enterText)
    lines = []
  }

  func leave() {
    output.write(RawTerminal.leaveText)
    Restoration.restore()
  }

  /// Draws a frame in one go: only the lines that are others than before.
  func draw(_ frame: [String]) {
    var text = ""
    for (row, line) in frame.enumerated() where !lines.indices.contains(row) || lines[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[0m\u{1B}[K"
    }
    if frame.count < lines.count { text += "\u{1B}[\(frame.count + 1);1H\u{1B}[J" }
    lines = frame
    // The terminal shows it once it is whole (synchronized output, mode 2026); one that does not know that ignores it.
    if !text.isEmpty { output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l") }
  }

  /// Has the next frame drawn whole, on a screen of another size.
  func clear() {
    output.write("\u{1B}[2J")
    lines = []
  }

  /// The keys that were pressed; `nil` once the terminal is gone.
  func keys() -> [Key]? {
    var keys: [Key] = []
    repeat {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return nil }
      keys += reader.take(buffer[..<count])
      var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if reader.isWaiting, poll(&entry, 1, RawTerminal.patience) <= 0 { keys += reader.end() }
    } while reader.isWaiting
    return keys
  }
}

/// What gives a terminal back when the program dies of a fault: only what may be called in a signal's handler.
private enum Restoration {
  /// Written before the handlers are set, and only read by them.
  nonisolated(unsafe) private(set) static var settings = termios()
  nonisolated(unsafe) private static var text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP]

  static func prepare() {
    _ = tcgetattr(STDIN_FILENO, &settings)
    guard text.isEmpty else { return }
    let bytes = Array(RawTerminal.leaveText.utf8)
    text = .allocate(capacity: bytes.count)
    _ = text.initialize(from: bytes)
    for number in faults {
      signal(number) { number in
        _ = write(STDOUT_FILENO, Restoration.text.baseAddress, Restoration.text.count)
        Restoration.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func restore() { _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) }
}
