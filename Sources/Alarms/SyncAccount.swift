/// One entry of `sync:`: a calendar server, and who one is there.
package struct SyncAccount: Sendable {
  /// What becomes of an event of ours that a person changed or removed there.
  package enum Edited: String, CaseIterable, Sendable {
    /// It stays as they made it.
    case leave
    /// It becomes what the alarm says again.
    case restore
  }

  /// How the server knows who asks.
  package enum Login: Sendable {
    case password(user: Secret, password: Secret)
    case token(Secret)
  }

  package let name: String
  /// The server's address, of which at least the host is right.
  package let url: Secret
  /// `nil` for a server that asks for nothing.
  package let login: Login?
  /// The calendars whose alarms go there; `nil` for all alarms, those without a calendar too.
  package let calendars: [String]?
  package let edited: Edited
}
