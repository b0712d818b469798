/// Splits comma-separated values into records of fields with their places, as RFC 4180 writes them.
///
/// Beyond the RFC: lines may end in LF alone, a line that starts with `#` is a comment, empty lines do not count, and
/// spaces around a field without quotes do not belong to it.
struct CSVRecords {
  private static let mostFields = 100

  private let text: [Unicode.Scalar]
  private let file: String
  private var position = 0
  private var (line, column) = (1, 1)

  /// - Parameter text: without a byte order mark.
  init(_ text: String, file: String) {
    self.text = Array(text.unicodeScalars)
    self.file = file
  }

  /// The next record; `nil` at the end.
  mutating func next() throws(Diagnostic) -> [Node]? {
    while let scalar = peek {
      if scalar == "#" {
        while let scalar = peek, scalar != "\n" { advance(over: scalar) }
      } else if scalar == "\n" || isBlank(scalar) {
        advance(over: scalar)
      } else {
        return try record()
      }
    }
    return nil
  }

  private mutating func record() throws(Diagnostic) -> [Node] {
    var fields: [Node] = []
    while true {
      guard fields.count < Self.mostFields else {
        throw Diagnostic(
          "the line has more than \(Self.mostFields) fields; this is no list of days", at: fields[0])
      }
      fields.append(try field())
      guard peek == "," else { break }
      advance(over: ",")
    }
    return fields
  }

  private mutating func field() throws(Diagnostic) -> Node {
    skipBlanks()
    let start = SourcePlace(file: file, line: line, column: column)
    if peek == "\"" { return try quotedField(start) }
    var content = String.UnicodeScalarView()
    while let scalar = peek, scalar != ",", scalar != "\n" {
      if scalar == "\"" {
        throw Diagnostic(
          "a quote stands inside a field; put the whole field in quotes and write each quote in it twice",
          at: SourcePlace(file: file, line: line, column: column))
      }
      content.append(scalar)
      advance(over: scalar)
    }
    while let last = content.last, isBlank(last) { content.removeLast() }
    return Node(.scalar(String(content), isQuoted: false), place: start, width: content.count)
  }

  private mutating func quotedField(_ start: SourcePlace) throws(Diagnostic) -> Node {
    var content = String.UnicodeScalarView()
    advance(over: "\"")
    while true {
      guard let scalar = peek else {
        throw Diagnostic(
          "the quote that opens here is never closed; close it, or fetch the file again if it was cut off", at: start)
      }
      advance(over: scalar)
      if scalar == "\"" {
        guard peek == "\"" else { break }
        advance(over: "\"")
      }
      content.append(scalar)
    }
    let width = start.line == line ? column - start.column : 1
    skipBlanks()
    if let scalar = peek, scalar != ",", scalar != "\n" {
      throw Diagnostic(
        "text stands after a closing quote; expected a comma or the end of the line",
        at: SourcePlace(file: file, line: line, column: column))
    }
    return Node(.scalar(String(content), isQuoted: true), place: start, width: width)
  }

  private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

  private mutating func skipBlanks() {
    while let scalar = peek, isBlank(scalar) { advance(over: scalar) }
  }

  private mutating func advance(over scalar: Unicode.Scalar) {
    position += 1
    (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
  }
}
