/// By which way a service is reached, where a person says so.
package struct Transport: Hashable, Sendable {
  /// What stands between.
  package enum Proxy: Hashable, Sendable {
    /// What `https_proxy`, `no_proxy` and their like say.
    case environment
    /// Nothing, whatever the environment says.
    case direct
    /// This one; a password may sit in its address.
    case through(Secret)
  }

  package var proxy = Proxy.environment
  /// The path of a file in PEM with the authorities to trust in the place of the system's.
  package var authorities: String?
  /// The path of a Unix socket to connect to, whatever host the address names.
  package var socket: String?
  /// How long one try may take; 1 second to 5 minutes.
  package var timeout: Duration?

  /// The usual way.
  package init() {}
}
