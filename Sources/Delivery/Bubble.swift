import Alarms

/// A message in the form in which a notification server wants it.
struct Bubble {
  /// Never markup.
  let summary: String
  /// Markup where the server reads markup, plain text elsewhere.
  let body: String
  /// A name in the theme or a path.
  let icon: String
  let urgency: Urgency
  /// The address of a picture, where the alarm names one.
  let image: String?
  /// What a person can press; empty where the server shows no buttons.
  let buttons: [(key: String, label: String)]
  /// The planned firing that the ring goes back to: whatever follows it takes its place.
  let origin: String
  /// Whether it makes no sound: it was heard before.
  let isSilent: Bool

  /// "A calendar appointment is about to start", by the icon naming specification.
  static let defaultIcon = "appointment-soon"
  /// Categories outside the specification's list start with "x-".
  static let category = "x-notifier.alarm"
  /// The sound of the theme for an alarm clock, by the sound naming specification.
  static let sound = "alarm-clock-elapsed"
  /// The name of the program and of its desktop entry.
  static let program = "notifier"

  /// The message for a server that says it can show `capabilities`.
  init(_ message: Message, ring: Ring, capabilities: Set<String>, isSilent: Bool = false) {
    if capabilities.contains("body") {
      summary = message.title
      body = capabilities.contains("body-markup") ? Bubble.escaped(message.body) : message.body
    } else {
      summary = ([message.title] + message.lines).joined(separator: " · ")
      body = ""
    }
    icon = ring.icon ?? Bubble.defaultIcon
    image = ring.icon.flatMap { $0.hasPrefix("/") ? "file://\(percentEncoded($0, isPlain: Bubble.isPlain))" : nil }
    buttons = capabilities.contains("actions") ? BubbleBook.buttons(of: ring) : []
    origin = ring.origin
    self.isSilent = isSilent
    urgency = ring.urgency
  }

  /// What stands in an address as it is (RFC 3986, section 2.3), and the slash.
  private static func isPlain(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber || "-._~/".contains(character))
  }

  /// The ampersand first, or the entities themselves would be escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
