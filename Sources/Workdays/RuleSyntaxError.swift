/// Why a text is no recurrence rule: what was found, what was expected, and where.
public struct RuleSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person.
  public let description: String
  /// Where the fault starts, in UTF-8 bytes from the start of the text.
  public let offset: Int
  /// How long the faulty part is, in UTF-8 bytes.
  public let length: Int

  /// A fault in `length` bytes at `offset`.
  public init(_ description: String, offset: Int, length: Int) {
    self.description = description
    self.offset = offset
    self.length = length
  }
}
