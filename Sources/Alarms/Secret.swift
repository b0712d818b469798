/// A value that must reach no log, no error and no listing: it prints as `‹hidden›`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// Hides `value`.
  package init(_ value: String) { self.value = value }

  /// One that nobody has looked up, since nothing is sent with it.
  static let unread = Secret("")

  /// Whether it was not looked up.
  var isUnread: Bool { value.isEmpty }

  /// The value itself, for the one place that sends it.
  package func reveal() -> String { value }

  package var description: String { "‹hidden›" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
