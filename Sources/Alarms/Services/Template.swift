import Workdays

/// A text with placeholders such as `{{title}}`, which are checked when it is read.
package struct Template: Hashable, Sendable {
  /// What a placeholder stands for.
  package enum Field: String, CaseIterable, Hashable, Sendable {
    /// The alarm's title.
    case title
    /// All that the program would say itself, in lines.
    case body
    /// How far the occurrence is: `in 10 minutes`.
    case relative
    /// The occurrence's date, ISO 8601.
    case date
    /// The occurrence's time of day, `09:00`; empty for an all-day alarm.
    case time
    /// The occurrence's start, RFC 3339.
    case occurrence
    /// When it rings, RFC 3339.
    case fires
    /// What kind of day it is, in words, with the holiday's name.
    case day
    /// The offset: `-10m`.
    case offset
    case location
    case notes
    case link
    case calendar
    case urgency
    /// The alarm's id.
    case alarm
    /// The ring's id.
    case id
  }

  /// Why a text is no template.
  package struct Fault: Error, Hashable {
    /// What stands between the braces, or from the braces on that are not closed.
    package let found: String
    /// What is wrong with it, and what to do.
    package let description: String
  }

  private enum Piece: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  private let pieces: [Piece]
  /// The text with letters in place of placeholders: what stands in it stands where it stands in the text.
  let shape: String

  /// Whether the placeholder occurs.
  package func has(_ field: Field) -> Bool { pieces.contains(.field(field)) }

  /// Reads a text; `{{` stands only before a placeholder.
  package init(_ text: String) throws(Fault) {
    var pieces: [Piece] = []
    var shape = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      shape += rest[..<open.lowerBound]
      if open.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<open.lowerBound]))) }
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else {
        throw Fault(found: "{{" + rest.prefix(20), description: "is not closed; write }} after the name")
      }
      let name = rest[..<close.lowerBound].trimmed
      guard let field = Field(rawValue: name) else {
        let names = Field.allCases.map(\.rawValue)
        let hint =
          nearest(name, among: names).map { "did you mean {{\($0)}}?" } ?? "expected \(names.joined(separator: ", "))"
        throw Fault(found: name, description: "is no placeholder; \(hint)")
      }
      pieces.append(.field(field))
      shape += String(repeating: "x", count: text[open.lowerBound..<close.upperBound].utf8.count)
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
    self.shape = shape + rest
  }

  /// The text with every placeholder filled in.
  ///
  /// - Parameter value: what stands for a field, encoded for its place.
  package func filled(_ value: (Field) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
