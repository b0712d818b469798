/// A web address in the parts that decide where a password may go.
struct DAVAddress: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// The host with its port, where one is written, in small letters.
  let host: String
  /// From the first slash on.
  let path: String

  /// - Returns: `nil` for what is no web address.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    let rest = text[mark.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard scheme == "http" || scheme == "https", !host.isEmpty, !host.contains("@") else { return nil }
    let path = rest[host.endIndex...].prefix { $0 != "#" }
    self.init(scheme: scheme, host: DAVAddress.plain(host.lowercased(), scheme), path: String(path))
  }

  private init(scheme: String, host: String, path: String) {
    (self.scheme, self.host, self.path) = (scheme, host, path.first == "/" ? path : "/\(path)")
  }

  /// Without the port that the scheme means anyway.
  private static func plain(_ host: String, _ scheme: String) -> String {
    let usual = scheme == "https" ? ":443" : ":80"
    return host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
  }

  var text: String { "\(scheme)://\(host)\(path)" }

  /// Whether a password for one may go to the other: the same host and port by the same scheme, or by TLS where the first is
  /// in the open and neither names a port.
  func isTrusted(with other: DAVAddress) -> Bool {
    host == other.host && (scheme == other.scheme || scheme == "http" && !host.hasSuffix("]") && !host.contains(":"))
  }

  /// What a reference in an answer from here means; `nil` for what is no web address.
  func resolving(_ reference: String) -> DAVAddress? {
    if reference.contains("://") { return DAVAddress(reference) }
    if reference.hasPrefix("//") { return DAVAddress("\(scheme):\(reference)") }
    if reference.hasPrefix("/") { return DAVAddress(scheme: scheme, host: host, path: reference) }
    return DAVAddress(
      scheme: scheme, host: host, path: path[...(path.lastIndex(of: "/") ?? path.startIndex)] + reference)
  }

  /// The resource of that name below it. The name has to need no escapes.
  func appending(_ name: String) -> DAVAddress {
    DAVAddress(scheme: scheme, host: host, path: path.hasSuffix("/") ? path + name : "\(path)/\(name)")
  }
}
