import Alarms
import Testing

/// A file's text with a mark `▸` before each spot where a problem is expected.
struct MarkedText: ExpressibleByStringLiteral {
  let marked: String
  /// The text without marks.
  let text: String
  /// Line and column of each mark, from 1 on, in the order of the text.
  let places: [(line: Int, column: Int)]

  init(_ marked: String) {
    self.marked = marked
    var (text, line, column): (String, Int, Int) = ("", 1, 1)
    var places: [(line: Int, column: Int)] = []
    for character in marked.unicodeScalars {
      if character == "▸" {
        places.append((line, column))
        continue
      }
      text.unicodeScalars.append(character)
      (line, column) = character == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    self.text = text
    self.places = places
  }

  init(stringLiteral value: String) { self.init(value) }

  /// A file with one alarm of these lines.
  static func alarm(_ lines: String...) -> MarkedText {
    MarkedText("alarms:\n  - " + lines.joined(separator: "\n    ") + "\n")
  }

  /// Expects one diagnostic at each mark, in order, each with its words, and no other.
  func expect(
    _ words: [[String]], in found: [Diagnostic], severity: Diagnostic.Severity = .error,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let list = found.map(\.description).joined(separator: "\n")
    #expect(
      found.map { "\($0.place.line):\($0.place.column)" } == places.map { "\($0.line):\($0.column)" },
      "\(marked)\n\(list)", sourceLocation: sourceLocation)
    for (diagnostic, words) in zip(found, words) {
      #expect(diagnostic.severity == severity, sourceLocation: sourceLocation)
      for word in words { #expect(diagnostic.message.contains(word), "\(diagnostic)", sourceLocation: sourceLocation) }
    }
    #expect(words.count == places.count, "as many words as marks", sourceLocation: sourceLocation)
  }
}
