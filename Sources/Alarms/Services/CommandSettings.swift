/// What a person wrote of a destination that runs a command.
package struct CommandSettings: Hashable, Sendable {
  /// The program, by its path or found by PATH, and what it is given; no shell reads it.
  package let words: [String]
  /// After which it is ended; above zero.
  package let timeout: Duration

  package static let usualTimeout = Duration.seconds(30)

  package init(words: [String], timeout: Duration = usualTimeout) {
    precondition(!words.isEmpty && timeout > .zero, "there is nothing to run")
    self.words = words
    self.timeout = timeout
  }
}
