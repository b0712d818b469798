extension Position {
  /// Reads `last of the month`, `first and 3rd of the week`, or in Chinese 每月最后一个; letters in any case, spaces as many as
  /// you like.
  public init(_ text: String) throws(PhraseError) {
    guard !ChineseScanner.isChinese(text) else {
      self = try ChinesePhrase.position(text)
      return
    }
    var tokens = PhraseTokens(text)
    let forms = ["last of the month", "first of the week", "3rd of the quarter", "2nd to last of the year"]
    do throws(PhraseError) {
      let ordinals = try Ordinal.take(from: &tokens)
      try self.init(ordinals, counting: "", &tokens)
    } catch {
      // What is meant is a position, not a phrase.
      throw PhraseError(
        "\"\(text)\" is no position; expected such as \"last of the month\" or \"first and 3rd of the week\"",
        suggestion: nearest(tokens.phrase, among: forms), offset: error.offset, length: error.length)
    }
  }

  /// Takes the period off a phrase, which ends with it.
  ///
  /// - Parameter name: what is counted, for messages.
  init(
    _ ordinals: [(number: Int, token: PhraseTokens.Token)], counting name: String, _ tokens: inout PhraseTokens
  ) throws(PhraseError) {
    guard tokens.skip("of") else {
      throw DaysPhrase.incomplete(tokens, expected: "of the week, month, quarter or year")
    }
    _ = tokens.skip("the") || tokens.skip("each") || tokens.skip("every")
    guard let period = tokens.next.flatMap(Period.init(rawValue:)) else {
      throw DaysPhrase.incomplete(tokens, expected: "week, month, quarter or year")
    }
    _ = tokens.take()
    guard tokens.isAtEnd else { throw DaysPhrase.incomplete(tokens, expected: "nothing more") }
    for (number, token) in ordinals where Position([number], of: period) == nil {
      throw PhraseError(
        "no \(period.rawValue) has a \"\(token.text)\" \(name); expected first to "
          + "\(Ordinal.text(of: [period.mostDays])), last, or 2nd to last",
        suggestion: "last \(name) of the \(period.rawValue)", offset: token.offset, length: token.length)
    }
    self = Position(ordinals.map(\.number), of: period)!
  }
}
