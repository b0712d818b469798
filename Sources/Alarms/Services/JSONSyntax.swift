/// Where a text departs from JSON (RFC 8259), for those who wrote it.
struct JSONSyntax {
  /// The first place that no JSON text has there.
  struct Fault: Error, Hashable {
    /// The number of bytes of UTF-8 before it; the length of the text where that ends too early.
    let offset: Int
    /// What could stand there.
    let expected: String
  }

  /// How deep arrays and objects may lie in one another: as deep as common readers take them.
  private static let mostLevels = 500

  private let bytes: [UInt8]
  private var place = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The first fault of a text; `nil` where it is JSON.
  static func fault(in text: String) -> Fault? {
    var syntax = JSONSyntax(text)
    do throws(Fault) {
      try syntax.value(level: 0)
      syntax.skipBlanks()
      if syntax.next != nil { throw syntax.expected("its end") }
      return nil
    } catch {
      return error
    }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func expected(_ words: String) -> Fault { Fault(offset: place, expected: words) }

  private mutating func skipBlanks() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { place += 1 }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value(level: Int) throws(Fault) {
    skipBlanks()
    guard let next else { throw expected("a value, texts in \" \"") }
    switch Character(Unicode.Scalar(next)) {
    case "{": try members(level: level + 1)
    case "[": try elements(level: level + 1)
    case "\"": try string()
    case "-", "0"..."9": try number()
    case "t": try word("true")
    case "f": try word("false")
    case "n": try word("null")
    default: throw expected("a value, texts in \" \"")
    }
  }

  private mutating func members(level: Int) throws(Fault) {
    try open(level)
    if takes("}") { return }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw expected("a name in \" \"") }
      try string()
      skipBlanks()
      guard takes(":") else { throw expected(":") }
      try value(level: level)
      skipBlanks()
    } while takes(",")
    guard takes("}") else { throw expected(", or }") }
  }

  private mutating func elements(level: Int) throws(Fault) {
    try open(level)
    if takes("]") { return }
    repeat {
      try value(level: level)
      skipBlanks()
    } while takes(",")
    guard takes("]") else { throw expected(", or ]") }
  }

  private mutating func open(_ level: Int) throws(Fault) {
    guard level <= JSONSyntax.mostLevels else { throw expected("at most \(JSONSyntax.mostLevels) levels") }
    place += 1
    skipBlanks()
  }

  private mutating func string() throws(Fault) {
    place += 1
    while !takes("\"") {
      guard let next else { throw expected("a \" that ends the text") }
      guard next >= 0x20 else { throw expected("no line break or control character in a text; write \\n") }
      if takes("\\") { try escape() } else { place += 1 }
    }
  }

  private mutating func escape() throws(Fault) {
    if takes("u") {
      for _ in 0..<4 {
        guard let next, Character(Unicode.Scalar(next)).isHexDigit else { throw expected("four hexadecimal digits") }
        place += 1
      }
    } else {
      guard let next, "\"\\/bfnrt".utf8.contains(next) else { throw expected("one of \" \\ / b f n r t u after \\") }
      place += 1
    }
  }

  private mutating func number() throws(Fault) {
    _ = takes("-")
    if !takes("0") { try digits() }
    if takes(".") { try digits() }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Fault) {
    let start = place
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { place += 1 }
    guard place > start else { throw expected("a digit") }
  }

  private mutating func word(_ word: String) throws(Fault) {
    guard bytes[place...].starts(with: word.utf8) else { throw expected("a value, texts in \" \"") }
    place += word.utf8.count
  }
}
