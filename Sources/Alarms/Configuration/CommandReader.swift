import Workdays

/// Reads the settings of a destination that runs a command.
struct CommandReader {
  static let keys = ["run", "timeout"]

  let home: String?
  let diagnostics: Diagnostics

  /// - Returns: `nil`, with the problems reported, where something is missing or cannot be read.
  func settings(_ fields: Fields) -> CommandSettings? {
    guard let node = fields["run"] else {
      diagnostics.error("the destination has no run; expected run: [PROGRAM, ARGUMENT, …]", at: fields.node)
      return nil
    }
    guard let items = fields.items("run"), let words = words(items, node) else { return nil }
    guard fields["timeout"] != nil else { return CommandSettings(words: words) }
    let timeout = fields.value("timeout", expected: "a span of 1s to 1h such as 30s") { text -> Duration? in
      guard let span = SpanComponents(text), span.workdays == nil, span.days == 0 else { return nil }
      return (1...3600).contains(span.seconds) ? .seconds(span.seconds) : nil
    }
    return timeout.map { CommandSettings(words: words, timeout: $0) }
  }

  private func words(_ items: [Node], _ node: Node) -> [String]? {
    guard let first = items.first else {
      diagnostics.error("run is empty; expected [PROGRAM, ARGUMENT, …]", at: node)
      return nil
    }
    var words: [String] = []
    for item in items {
      guard let word = item.text, !word.contains("\0") else {
        diagnostics.error("run has \(item.localKind); expected the program and its arguments as texts", at: item)
        return nil
      }
      words.append(word)
    }
    let program = words[0]
    guard !program.isEmpty, program.hasPrefix("/") || program.hasPrefix("~/") || !program.contains("/") else {
      diagnostics.error(
        "the program \"\(program)\" is no path from / or ~/ and no name of a program; write the whole path", at: first)
      return nil
    }
    guard items.count > 1 || !program.contains(where: \.isWhitespace) else {
      diagnostics.error(
        "run is one text with blanks, and no shell takes it apart; write a list: [PROGRAM, ARGUMENT, …]", at: first)
      return nil
    }
    if program.contains("/") { words[0] = Files.resolve(program, relativeTo: "/", home: home) }
    return words
  }
}
