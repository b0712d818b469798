/// Ways to keep what a person typed from being taken for markup, each by the rules of those who read it.
enum Escaping {
  /// For HTML: `& < > "` as entities.
  static func html(_ text: String) -> String {
    replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"], in: text)
  }

  /// For Slack's mrkdwn: `& < >` as entities, and no others.
  static func slack(_ text: String) -> String { replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"], in: text) }

  /// For CommonMark and its kin: a backslash before every sign of ASCII that may begin markup, and no blanks before a
  /// line, which would make it code.
  static func markdown(_ text: String) -> String {
    withBackslashes(withoutIndentation(text), before: "\\`*_{}[]()<>#+-.!|~:@&=")
  }

  /// For the messages of Discord.
  static func discord(_ text: String) -> String { withBackslashes(text, before: "\\`|*_~>#-[]():@<") }

  /// For an adaptive card, whose text blocks know emphasis, lists and links.
  static func adaptiveCard(_ text: String) -> String {
    withBackslashes(withoutIndentation(text), before: "\\*_[]()#-+~`.<>&")
  }

  /// Names of people are not to be called by text: a word joiner keeps `@` and `<!` from being read as such.
  ///
  /// For services that look for mentions in the raw text, whatever is escaped there.
  static func withoutMentions(_ text: String) -> String {
    text.replacingOccurrences(of: "@", with: "@\u{2060}").replacingOccurrences(of: "<!", with: "<\u{2060}!")
  }

  private static func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  private static func withBackslashes(_ text: String, before signs: String) -> String {
    let signs = Set(signs.unicodeScalars)
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if signs.contains(scalar) { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
  }

  private static func replacing(_ entities: [Unicode.Scalar: String], in text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let entity = entities[scalar] { result += entity } else { result.unicodeScalars.append(scalar) }
    }
  }
}

extension String {
  /// A text with backslashes, cut as ``cut(to:_:)`` does, but never after half an escape: that would take the mark for a
  /// part of it.
  func cutEscaped(to limit: Int, _ unit: LengthUnit) -> String {
    let short = cut(to: limit, unit)
    guard short != self, short.hasSuffix("\\…") else { return short }
    let backslashes = short.dropLast().reversed().prefix { $0 == "\\" }.count
    return backslashes % 2 == 1 ? short.dropLast(2) + "…" : short
  }

  /// The text with every `wanted`, taken as a row of scalars, replaced.
  fileprivate func replacingOccurrences(of wanted: String, with other: String) -> String {
    let (scalars, wanted) = (Array(unicodeScalars), Array(wanted.unicodeScalars))
    var (result, index) = (String.UnicodeScalarView(), 0)
    while index < scalars.count {
      if scalars[index...].starts(with: wanted) {
        result.append(contentsOf: other.unicodeScalars)
        index += wanted.count
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }
}
