import Alarms
import Glibc

/// Where a command writes: data to standard output, all else to standard error.
final class Output {
  /// When to use colour and line drawing.
  enum ColorChoice: String, CaseIterable {
    case auto
    case always
    case never
  }

  /// Where messages go.
  enum Messages {
    case standardError
    /// Among the data: what is drawn in place has one screen for both.
    case inline
    case nowhere
  }

  private var pending = ""
  var messages = Messages.standardError
  /// Whether something could not be written.
  private(set) var hasFailed = false
  /// Set by `--color`.
  var color = ColorChoice.auto

  /// How many lines and messages there were: an answer that is no must not be silence.
  private(set) var said = 0

  /// A line of data.
  func line(_ text: String = "") {
    pending += text + "\n"
    said += 1
  }

  /// Words for a person that are what was asked for.
  func say(_ text: LocalText) { line(text.description) }

  /// A message.
  func message(_ text: LocalText) { write(note: "notifierctl: \(text.description.singleLine)") }

  /// A line for a person that is no data: a note under a table.
  func note(_ text: LocalText) { write(note: text.description) }

  private func write(note text: String) {
    said += 1
    switch messages {
    case .standardError:
      flush()
      write(text + "\n", to: STDERR_FILENO)
    case .inline: line(text)
    case .nowhere: break
    }
  }

  /// A question, behind which the answer is written.
  func prompt(_ text: LocalText) {
    flush()
    write(text.description, to: STDERR_FILENO)
  }

  /// Writes what is pending.
  func flush() { write(take()) }

  /// What is pending, which is then no more.
  func take() -> String {
    defer { pending = "" }
    return pending
  }

  /// Writes to standard output at once.
  func write(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// How many columns the terminal has, or COLUMNS says; 80 where neither is there.
  var columns: Int {
    if let size { return Int(size.ws_col) }
    return Locations.variable("COLUMNS").flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil } ?? 80
  }

  /// How many rows the terminal has; 24 where there is none.
  var rows: Int { size.map { Int($0.ws_row) } ?? 24 }

  private var size: winsize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return size
  }

  /// Whether a person sees it at once.
  var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether colour is wanted: on a terminal, unless `NO_COLOR` or `--color` say otherwise.
  var usesColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && Locations.variable("NO_COLOR") == nil && Locations.variable("TERM") != "dumb"
    }
  }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A reader that went away wants no more; that a disk is full must be known.
        if errno != EPIPE { hasFailed = true }
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// How text stands out on a terminal.
enum Style: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case underlined = "4"
  case reverse = "7"
}

extension Output {
  /// `text` in a style where colour is wanted, else as it is.
  func styled(_ text: String, _ style: Style?) -> String {
    guard let style, usesColor, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Rows as a table: columns as wide as their widest cell, two spaces apart, the last one not padded.
  func table(_ rows: [[Cell]]) {
    let count = rows.map(\.count).max() ?? 0
    let (most, isTerminal) = (mostTitleColumns, isTerminal)
    let texts = rows.map { row in row.map { $0.shown(most, isTerminal: isTerminal) } }
    let widths = (0..<count).map { column in
      texts.map { $0.count > column ? displayWidth(of: $0[column]) : 0 }.max() ?? 0
    }
    for (row, texts) in zip(rows, texts) {
      var text = ""
      for (column, cell) in row.enumerated() {
        text += styled(texts[column], cell.style)
        guard column < row.count - 1 else { break }
        text += String(repeating: " ", count: widths[column] - displayWidth(of: texts[column]) + 2)
      }
      line(text.trimmingSpaces)
    }
  }

  /// A title among other words, cut where it would flood the screen or a file.
  func title(_ text: String) -> String { Cell(title: text).shown(mostTitleColumns, isTerminal: isTerminal) }

  /// Half of the terminal's columns, so that what stands beside a title has a place; on a narrow one a usual title's.
  /// Elsewhere as many as nobody types: every line of a table is as wide as its widest.
  private var mostTitleColumns: Int { isTerminal ? max(48, columns / 2) : 400 }

  /// One cell of a table.
  struct Cell: ExpressibleByStringLiteral {
    private let text: String
    let style: Style?
    private var isTitle = false

    init(_ text: String, _ style: Style? = nil) {
      // What a person wrote must not steer the terminal.
      self.text = text.singleLine
      self.style = style
    }

    /// A title, which may be of any length.
    init(title: String) {
      self.init(title)
      isTitle = true
    }

    /// What stands there, of a title at most so many columns; on a terminal it turns nothing beside it.
    func shown(_ most: Int, isTerminal: Bool) -> String {
      let text = isTitle ? text.cut(toColumns: most) : text
      return isTerminal ? text.isolated : text
    }

    /// Words that the catalogue has.
    init(said text: LocalText, _ style: Style? = nil) { self.init(text.description, style) }

    init(stringLiteral text: String) { self.init(text) }
  }
}

extension String {
  /// Without spaces at the end.
  var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
