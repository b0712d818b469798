/// Writes values as YAML of one line.
package enum YAMLText {
  /// A scalar in double quotes, in which every character that is escaped here can be written.
  package static func quoted(_ text: String) -> String {
    // Most texts hold nothing to escape.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // What YAML calls not printable, and its two other line breaks.
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": quoted += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  /// A scalar as a person would write it: bare where no reader can mistake it, else in double quotes.
  package static func scalar(_ text: String) -> String {
    let isBare =
      text.first?.isLetter == true && text.last != " "
      && text.allSatisfy { $0.isLetter || $0.isASCII && ($0.isNumber || " -=;_./".contains($0)) }
      && !["null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    return isBare ? text : quoted(text)
  }

  /// A list of scalars, in brackets.
  package static func list(_ texts: [String]) -> String { "[\(texts.map(scalar).joined(separator: ", "))]" }
}
