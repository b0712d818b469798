/// Why a calendar could not be brought up to date. No address and nothing secret stands in it.
package struct SyncError: Error, CustomStringConvertible {
  /// What to make of it.
  package enum Kind: Sendable {
    /// The server cannot be reached, or says that it is busy: another time it may do.
    case later
    /// The server refuses, or what it says makes no sense: the same will be so again.
    case refused
    /// The server does not know who asks.
    case login
  }

  package let kind: Kind
  package let description: String

  init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

  /// What an answer with a status that is none of success means.
  init(status: Int, doing what: String) {
    switch status {
    case 401:
      self.init(.login, "\(what): the server does not accept who asks (401); look at user and password, or the token")
    case 403: self.init(.refused, "\(what): the server does not permit it (403)")
    case 423: self.init(.later, "\(what): somebody else has locked it (423)")
    case 507: self.init(.refused, "\(what): the server has no room left (507)")
    case 429, 500...599: self.init(.later, "\(what): the server cannot do it now (\(status))")
    default: self.init(.refused, "\(what): the server answered \(status)")
    }
  }
}
