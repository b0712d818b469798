/// The words of a phrase with their places, taken one by one.
struct PhraseTokens {
  /// A word in lower case, or a comma.
  struct Token: Hashable {
    let text: String
    /// In characters of the text, from 0.
    let offset: Int
    let length: Int
  }

  private let tokens: ArraySlice<Token>
  private var rest: ArraySlice<Token>
  /// Where the text ends.
  private let end: Int

  init(_ text: String) {
    var tokens: [Token] = []
    var (word, start) = ("", 0)
    func close() {
      if !word.isEmpty { tokens.append(Token(text: word.lowercased(), offset: start, length: word.count)) }
      word = ""
    }
    let letters = Array(text)
    for (offset, letter) in letters.enumerated() {
      if letter.isWhitespace || letter == "," {
        close()
        if letter == "," { tokens.append(Token(text: ",", offset: offset, length: 1)) }
      } else {
        if word.isEmpty { start = offset }
        word.append(letter)
      }
    }
    close()
    (self.tokens, rest, end) = (tokens[...], tokens[...], letters.count)
  }

  /// All words with single spaces, commas without one before them.
  var phrase: String {
    tokens.reduce(into: "") { $0 += ($0.isEmpty || $1.text == "," ? "" : " ") + $1.text }
  }

  var isEmpty: Bool { tokens.isEmpty }
  var isAtEnd: Bool { rest.isEmpty }
  var next: String? { rest.first?.text }

  mutating func take() -> Token? { rest.popFirst() }

  /// Steps over these words where they come next.
  mutating func skip(_ words: String...) -> Bool {
    guard rest.prefix(words.count).map(\.text) == words else { return false }
    rest = rest.dropFirst(words.count)
    return true
  }

  /// Takes all words up to one, which stays.
  mutating func take(upTo word: String) -> [Token] {
    let taken = rest.prefix { $0.text != word }
    rest = rest.dropFirst(taken.count)
    return Array(taken)
  }

  /// A fault at the next word, or where one is missing.
  func fault(expected: String, suggestion: String?) -> PhraseError {
    guard let token = rest.first else {
      return PhraseError(
        "\"\(phrase)\" ends too early; expected \(expected)", suggestion: suggestion, offset: max(0, end - 1))
    }
    return PhraseTokens.fault(at: [token], expected: expected, suggestion: suggestion)
  }

  /// A fault at some words, of which there is at least one.
  static func fault(at tokens: [Token], expected: String, suggestion: String?) -> PhraseError {
    let text = tokens.map(\.text).joined(separator: " ")
    let (first, last) = (tokens[0], tokens[tokens.count - 1])
    return PhraseError(
      "unknown \"\(text)\" in days; expected \(expected)", suggestion: suggestion, offset: first.offset,
      length: last.offset + last.length - first.offset)
  }
}
