/// Why a text is no phrase of the `days:` grammar, with the nearest phrase that is one.
public struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person: what was found and what was expected.
  public let description: String
  /// The phrase that was probably meant; `nil` when none is near.
  public let suggestion: String?
  /// Where in the text the fault lies, in characters from 0.
  public let offset: Int
  /// How many characters it spans; 0 for the rest of the text.
  public let length: Int

  /// A fault, with a way out where one is known.
  public init(_ description: String, suggestion: String? = nil, offset: Int = 0, length: Int = 0) {
    self.description = description
    self.suggestion = suggestion
    self.offset = offset
    self.length = length
  }

  /// The sentence with the phrase that was probably meant.
  public var advice: String { description + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "") }
}
