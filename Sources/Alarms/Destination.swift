import Workdays

/// Where a firing goes.
package struct Destination: Hashable, Sendable {
  /// The name that an alarm's `to:` uses.
  package let id: String
  /// What it is, with its settings.
  package let kind: Kind
  /// How long a delivery is still worth retrying, in whole seconds above zero; `nil` for the kind's default.
  package let expires: Duration?
  /// How it puts what a ring says.
  package let wording: Wording
  /// How fast it is sent to.
  package let pace: Pace

  /// The kinds of destination, each with its settings.
  package enum Kind: Hashable, Sendable {
    /// A popup by the notification server of the person's session.
    case desktop
    /// A sound by the person's sound server.
    case sound(Sound)
    /// A line on the daemon's own standard output.
    case console
    /// A service that is reached over HTTP.
    case service(ServiceSettings)
    /// People who get e-mail.
    case email(EmailSettings)
    /// A program of this machine.
    case command(CommandSettings)
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

  package init(id: String, kind: Kind, expires: Duration? = nil, wording: Wording = Wording(), pace: Pace = Pace()) {
    self.id = id
    self.kind = kind
    self.expires = expires
    self.wording = wording
    self.pace = pace
  }

  /// The same in that language, where it has none of its own.
  func speaking(_ language: Language) -> Destination {
    var wording = wording
    wording.language = wording.language ?? language
    return Destination(id: id, kind: kind, expires: expires, wording: wording, pace: pace)
  }

  /// The kind's name in the configuration.
  package var kindName: String {
    switch kind {
    case .desktop: "desktop"
    case .sound: "sound"
    case .console: "console"
    case .service(let settings): settings.kind
    case .email: "email"
    case .command: "command"
    }
  }
}
