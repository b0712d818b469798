/// Numbers of places in English: `first`, `3rd`, `2nd to last`, `last`.
enum Ordinal {
  private static let named = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
  ]

  /// `first, 3rd and last`.
  static func text(of numbers: [Int]) -> String {
    let texts = numbers.map(text)
    guard texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
  }

  /// Takes `first, 3rd and last` or `2nd to last` off a phrase.
  static func take(from tokens: inout PhraseTokens) throws(PhraseError) -> [(number: Int, token: PhraseTokens.Token)] {
    var taken: [(number: Int, token: PhraseTokens.Token)] = []
    repeat {
      guard let text = tokens.next, let number = text == "last" ? -1 : number(text) else {
        throw DaysPhrase.incomplete(tokens, expected: "a place such as first, 3rd, last or 2nd to last")
      }
      let token = tokens.take()!
      let isFromEnd = text != "last" && (tokens.skip("to", "last") || tokens.skip("last"))
      taken.append((isFromEnd ? -number : number, token))
    } while tokens.skip(",", "and") || tokens.skip(",") || tokens.skip("and")
    return taken
  }

  private static func text(of number: Int) -> String {
    switch number {
    case 1: "first"
    case -1: "last"
    case ..<0: "\(digits(-number)) to last"
    default: digits(number)
    }
  }

  private static func digits(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: "\(number)st"
    case (2, let rest) where rest != 12: "\(number)nd"
    case (3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
  }

  /// Reads `first` to `tenth` and `1st` to any other, as a number from 0 on; `nil` for anything else.
  static func number(_ word: some StringProtocol) -> Int? {
    if let number = named[String(word)] { return number }
    guard ["st", "nd", "rd", "th"].contains(String(word.suffix(2))) else { return nil }
    return decimal(word.utf8.dropLast(2))
  }
}
