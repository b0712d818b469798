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
  /// Whether it stays until somebody closes it: what asks for an answer must not go away unseen.
  let stays: Bool

  /// "A calendar appointment is about to start", by the icon naming specification.
  static let defaultIcon = "appointment-soon"
  /// Categories outside the specification's list start with "x-".
  static let category = "x-notifier.alarm"
  /// The sound of the theme for an alarm clock, by the sound naming specification.
  static let sound = "alarm-clock-elapsed"
  /// The name of the program and of its desktop entry.
  static let program = "notifier"

  /// The longest title and text that are shown, in bytes of UTF-8. dunst makes a popup as high as the screen for more, and
  /// other servers cut it themselves.
  private static let longestTitle = 200
  private static let longestBody = 1000

  /// The message for a server that says it can show `capabilities`.
  init(_ message: Message, ring: Ring, capabilities: Set<String>, isSilent: Bool = false) {
    let title = message.title.cut(toUTF8Bytes: Bubble.longestTitle)
    let text = message.body.cut(toUTF8Bytes: Bubble.longestBody)
    if capabilities.contains("body") {
      summary = title
      body =
        capabilities.contains("body-markup")
        ? Bubble.escaped(text) : capabilities.contains("x-dunst-stack-tag") ? Bubble.withoutTags(text) : text
    } else {
      summary = ([title] + message.lines).joined(separator: " · ").cut(toUTF8Bytes: Bubble.longestBody)
      body = ""
    }
    icon = ring.icon ?? Bubble.defaultIcon
    image = ring.icon.flatMap { $0.hasPrefix("/") ? "file://\(percentEncoded($0, isPlain: Bubble.isPlain))" : nil }
    buttons = capabilities.contains("actions") ? BubbleBook.buttons(of: ring) : []
    origin = ring.origin
    self.isSilent = isSilent
    urgency = ring.urgency
    stays = ring.urgency == .critical || ring.asks == true
  }

  /// What stands in an address as it is (RFC 3986, section 2.3), and the slash.
  private static func isPlain(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber || "-._~/".contains(character))
  }

  /// dunst 1.9 reads markup without saying so when its configuration has no word about it, and takes none when that says
  /// `markup = no`. What looks like a tag would be left out in the one case, an entity shown as such in the other.
  private static func withoutTags(_ text: String) -> String {
    text.replacing("<", with: "‹").replacing(">", with: "›")
  }

  /// The ampersand first, or the entities themselves would be escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
