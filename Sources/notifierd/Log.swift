import Glibc

/// The daemon's log: lines on standard error, where systemd's journal, or the terminal, takes them.
///
/// Messages are constant text plus fields; no secret ever reaches one.
enum Log {
  /// A severity with its number in syslog, which the journal reads from the start of a line.
  private enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  static func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { write(.error, message, fields) }
  static func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.warning, message, fields)
  }
  static func notice(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.notice, message, fields)
  }
  static func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { write(.info, message, fields) }

  /// Whether systemd reads standard error, which then wants the level in front.
  private static let isJournal = getenv("JOURNAL_STREAM") != nil

  private static func write(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>) {
    let details = fields.map { " \($0.key)=\(quoted($0.value))" }.joined()
    let text = (isJournal ? "<\(level.rawValue)>" : "notifierd: ") + message + details + "\n"
    // A reader that stalls must not hold up the rings: it misses lines instead.
    guard StandardOutput.isWritable(STDERR_FILENO, within: 0) else { return }
    text.withCString { text in
      // One call a line, so that lines of several threads do not mix.
      _ = Glibc.write(STDERR_FILENO, text, strlen(text))
    }
  }

  private static func quoted(_ value: String) -> String {
    // An id or a name: characters, as a person counts them, take far longer to look at than bytes.
    if !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }) {
      return value
    }
    let needsQuotes = value.isEmpty || value.contains { $0 == " " || $0 == "\"" || $0.isNewline }
    guard needsQuotes else { return value }
    return "\"" + value.map { $0 == "\"" ? "'" : $0.isNewline ? " " : String($0) }.joined() + "\""
  }
}
