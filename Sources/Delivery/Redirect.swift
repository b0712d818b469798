import Alarms
import HTTP

/// An answer that sends the request elsewhere. Redirects are not followed: the secret would go with them.
///
/// A login page of the network in between sends to a host of its own, for a while; a service that has moved for good says so
/// on the host that was asked (RFC 9110, 15.4).
struct Redirect {
  private let status: Int
  /// Scheme and host of where it leads to; nothing else of it is shown, since a path or a user may be secret.
  private let origin: String
  private let isSameHost: Bool

  /// What `response` to a request of `url` is; `nil` where it leads nowhere.
  init?(_ response: HTTPResponse, from url: String, redact: Redaction) {
    guard [301, 302, 303, 307, 308].contains(response.status), let target = response.header("Location"),
      !target.isEmpty
    else { return nil }
    status = response.status
    let (from, to) = (Redirect.parts(of: url), Redirect.parts(of: target))
    isSameHost = to.host.isEmpty || to.host == from.host
    let host = to.host.isEmpty ? from.host : to.host
    let place = "\(to.scheme.isEmpty ? from.scheme : to.scheme)://\(host)"
    origin = redact(place.singleLine).cut(toUTF8Bytes: 200)
  }

  /// What it means whatever the service; `nil` where only the service can tell.
  var outcome: Outcome? {
    let isLasting = status == 301 || status == 308
    switch (isSameHost, isLasting) {
    case (true, true):
      return .rejected(
        reason: "HTTP \(status): the address has moved, to \(origin): write the new one into the configuration, since "
          + "redirects are not followed")
    case (false, _):
      return .retry(
        after: nil,
        reason: "HTTP \(status): sent on to \(origin), which is not followed: a login page of the network may have "
          + "answered; if the service has moved, change the address in the configuration")
    case (true, false): return nil
    }
  }

  /// Scheme and host in lower case, without user and port; each empty where it is not there.
  private static func parts(of url: String) -> (scheme: String, host: String) {
    let lowered = url.lowercased()
    let beforeHost = lowered.firstRange(of: "//")
    // Two slashes further on belong to a path.
    guard let beforeHost, lowered[..<beforeHost.lowerBound].allSatisfy({ $0.isLetter || $0 == ":" }) else {
      return ("", "")
    }
    let authority = lowered[beforeHost.upperBound...].prefix { !"/?#\\".contains($0) }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let host = place.hasPrefix("[") ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
    return (String(lowered[..<beforeHost.lowerBound].prefix { $0 != ":" }), String(host))
  }
}
