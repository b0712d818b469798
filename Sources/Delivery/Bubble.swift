import Alarms

/// A message in the form in which a notification server wants it.
struct Bubble: Equatable {
  /// Never markup.
  let summary: String
  /// Markup where the server reads markup, plain text elsewhere.
  let body: String
  /// A name in the theme or a path.
  let icon: String
  let urgency: Urgency

  /// "A calendar appointment is about to start", by the icon naming specification.
  static let defaultIcon = "appointment-soon"
  /// Categories outside the specification's list start with "x-".
  static let category = "x-notifier.alarm"
  /// The name of the program and of its desktop entry.
  static let program = "notifier"

  /// The message for a server that says it can show `capabilities`.
  init(_ message: Message, ring: Ring, capabilities: Set<String>) {
    if capabilities.contains("body") {
      summary = message.title
      body = capabilities.contains("body-markup") ? Bubble.escaped(message.body) : message.body
    } else {
      summary = ([message.title] + message.lines).joined(separator: " · ")
      body = ""
    }
    icon = ring.icon ?? Bubble.defaultIcon
    urgency = ring.urgency
  }

  /// The ampersand first, or the entities themselves would be escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
