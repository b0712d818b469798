/// One problem of a file: where, what was found, what was expected, what to do.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  package let severity: Severity
  package let place: SourcePlace
  /// How many characters the faulty text takes; 1 or more.
  package let width: Int
  /// One sentence, or two joined by a semicolon: the fault and the remedy.
  package var message: String { Diagnostic.cut(text.text(in: .english)) }
  /// The same for a person.
  package let text: LocalText

  package init(_ message: LocalText, at place: SourcePlace, width: Int = 1, severity: Severity = .error) {
    self.severity = severity
    self.place = place
    self.width = max(1, width)
    text = message
  }

  /// What a file says may be repeated in a message, however long it is. The fault stands in front and the remedy at the
  /// end, so the middle goes.
  private static func cut(_ message: String) -> String {
    message.utf8.count <= 2000 ? message : "\(message.prefix(800))…\(message.suffix(400))"
  }

  package init(_ message: LocalText, at node: Node, severity: Severity = .error) {
    self.init(message, at: node.place, width: node.width, severity: severity)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line, in the language in force: `file:line:column: error: message`.
  package var description: String {
    let words = LocalText(verbatim: Diagnostic.cut(text.description))
    let line: LocalText = severity == .error ? "\(place): error: \(words)" : "\(place): warning: \(words)"
    return line.description.singleLine
  }

  /// The line above, with the source line and a mark under it.
  ///
  /// A line below `destinations:` is left out, and any with a web address: secrets stand there.
  ///
  /// - Parameter source: the file's text, from which the line is taken.
  package func rendered(in source: String) -> String {
    // By code points, as the parser counts: a line break on Windows would else be one character with its line feed.
    let text = source.unicodeScalars.drop { $0 == "\u{FEFF}" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(place.line - 1) else { return description }
    let line = lines[place.line - 1].prefix { $0 != "\r" }
    guard line.count <= Diagnostic.longestExcerpt, String(line).firstRange(of: "://") == nil,
      !line.allSatisfy(\.properties.isWhitespace),
      !Diagnostic.mayHoldSecrets(lines.prefix(place.line))
    else {
      return description
    }
    // A tab stays a tab in the margin, so that the mark stands under the text at any tab width.
    let before = String(line.prefix(place.column - 1))
    let margin = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: displayWidth(of: String($0))) }.joined()
    let length = max(1, displayWidth(of: String(line.dropFirst(place.column - 1).prefix(width))))
    let shown = String(line.map { $0 == "\t" ? "\t" : String($0).singleLine }.joined())
    return "\(description)\n\(shown)\n\(margin)^\(String(repeating: "~", count: length - 1))"
  }

  /// A longer line is not shown: nobody reads it.
  private static let longestExcerpt = 400

  /// Whether the last of these lines stands below `destinations:`. It looks at lines and not at nodes, so that it holds
  /// for text that is no YAML as well.
  private static func mayHoldSecrets(_ lines: ArraySlice<Substring.UnicodeScalarView>) -> Bool {
    for line in lines.reversed() {
      guard let first = line.first(where: { !$0.properties.isWhitespace }), first != "#" else { continue }
      if String(line).contains("destinations") { return true }
      // Any other key at the margin is outside; items and brackets may stand there within.
      if first == line.first, !"-{}[],".unicodeScalars.contains(first) { return false }
    }
    return false
  }
}
