/// A value that must reach no log, no error and no listing: it prints as `‹hidden›`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let value: String

  /// Hides `value`.
  package init(_ value: String) { self.value = value }

  /// The value itself, for the one place that sends it.
  package func reveal() -> String { value }

  package var description: String { "‹hidden›" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
