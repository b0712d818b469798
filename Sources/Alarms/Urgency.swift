/// How much a ring insists, in the words of the desktop notification specification.
package enum Urgency: String, CaseIterable, Codable, Hashable, Sendable {
  /// Shown quietly.
  case low
  /// Shown as usual.
  case normal
  /// Stays until it is dismissed, and may break through do-not-disturb.
  case critical
}
