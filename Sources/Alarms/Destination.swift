import Workdays

/// Where a firing goes.
package struct Destination: Hashable, Sendable {
  /// The name that an alarm's `to:` uses.
  package let id: String
  /// What it is, with its settings.
  package let kind: Kind
  /// How long a delivery is still worth retrying, in whole seconds above zero; `nil` for the kind's default.
  package let expires: Duration?

  /// The kinds of destination, each with its settings.
  package enum Kind: Hashable, Sendable {
    /// A popup by the notification server of the person's session.
    case desktop
    /// A sound by the person's sound server.
    case sound(Sound)
    /// A line on the daemon's own standard output.
    case console
    /// A POST of generic JSON.
    case webhook(Webhook)
    /// A DingTalk (钉钉) custom robot.
    case dingtalk(DingTalk)
  }

  /// A generic JSON receiver.
  package struct Webhook: Hashable, Sendable {
    /// The receiver's address. Hidden, since tokens often sit in it.
    package let url: Secret
    /// Further request headers, in the order written. Values are hidden.
    package let headers: [Header]

    package init(url: Secret, headers: [Header] = []) {
      self.url = url
      self.headers = headers
    }
  }

  /// One request header.
  package struct Header: Hashable, Sendable {
    package let name: String
    package let value: Secret

    package init(name: String, value: Secret) {
      self.name = name
      self.value = value
    }
  }

  /// A DingTalk custom robot.
  package struct DingTalk: Hashable, Sendable {
    /// The robot's address with its access token.
    package let url: Secret
    /// The signing secret (`SEC…`), where the robot asks for signatures.
    package let secret: Secret?
    /// Mobile numbers of the people to mention.
    package let mentions: [String]

    package init(url: Secret, secret: Secret? = nil, mentions: [String] = []) {
      self.url = url
      self.secret = secret
      self.mentions = mentions
    }
  }

  package init(id: String, kind: Kind, expires: Duration? = nil) {
    self.id = id
    self.kind = kind
    self.expires = expires
  }

  /// The kind's name in the configuration.
  package var kindName: String {
    switch kind {
    case .desktop: "desktop"
    case .sound: "sound"
    case .console: "console"
    case .webhook: "webhook"
    case .dingtalk: "dingtalk"
    }
  }
}
