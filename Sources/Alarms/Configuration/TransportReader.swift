import Workdays

/// Reads by which way a service is to be reached: keys that every service has.
struct TransportReader {
  static let keys = ["proxy", "ca-file", "socket", "timeout"]

  private static let proxySchemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
  /// `sun_path` has 108 bytes, the last of them zero: unix(7).
  private static let longestSocketPath = 107
  /// Larger than any system's bundle.
  private static let largestBundle = 4_000_000

  let secrets: SecretReader
  private var diagnostics: Diagnostics { secrets.diagnostics }

  init(secrets: SecretReader) { self.secrets = secrets }

  /// - Returns: `nil`, with the problems reported, where something cannot be read.
  func transport(_ fields: Fields) -> Transport? {
    var transport = Transport()
    var isWhole = true
    /// Keeps a value that was read; one that is written and could not be makes the whole unusable.
    func keep<Value>(_ name: String, _ value: Value?, at path: WritableKeyPath<Transport, Value?>) {
      transport[keyPath: path] = value
      if fields[name] != nil, value == nil { isWhole = false }
    }
    if let node = fields["proxy"] {
      if let proxy = proxy(node) { transport.proxy = proxy } else { isWhole = false }
    }
    keep("ca-file", fields["ca-file"].flatMap(authorities), at: \.authorities)
    keep("socket", fields.value("socket", expected: "the path of a Unix socket from / or ~/", socket), at: \.socket)
    keep("timeout", fields.value("timeout", expected: "a span of 1s to 5m such as 30s", timeout), at: \.timeout)
    if let node = fields["socket"], fields["proxy"] != nil, transport.proxy != .direct {
      diagnostics.error("no proxy leads to a Unix socket; leave out proxy or socket", at: node)
      isWhole = false
    }
    return isWhole ? transport : nil
  }

  private func proxy(_ node: Node) -> Transport.Proxy? {
    if node.text == "none" { return .direct }
    guard let address = secrets.value(node, of: "proxy") else { return nil }
    guard !address.isUnread else { return .through(address) }
    // The address is not repeated: a password may sit in it.
    let text = address.reveal()
    let parts = text.firstRange(of: "://").map { (text[..<$0.lowerBound].lowercased(), text[$0.upperBound...]) }
    guard let (scheme, rest) = parts, Self.proxySchemes.contains(scheme), let first = rest.first, first != "/",
      !rest.contains(where: \.isWhitespace)
    else {
      diagnostics.error(
        "proxy is no address of one; expected http://HOST:PORT, https://, socks5h:// or socks5://, or none", at: node)
      return nil
    }
    if rest.contains("@") { secrets.warnOfInline(node, "the proxy's address, with a password in it,") }
    return .through(address)
  }

  private func authorities(_ node: Node) -> String? {
    guard let written = node.text, !written.isEmpty else {
      diagnostics.error("ca-file is \(node.localKind); expected the path of a file in PEM", at: node)
      return nil
    }
    let path = Files.resolve(
      written, relativeTo: Files.directory(of: secrets.file), home: secrets.locations.home)
    diagnostics.references.append(path)
    do throws(FileError) {
      let text = String(decoding: try Files.read(path, limit: Self.largestBundle).bytes, as: UTF8.self)
      guard text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----") else {
        diagnostics.error(
          "\(path) holds no certificate; expected one or more in PEM (-----BEGIN CERTIFICATE-----)", at: node)
        return nil
      }
      return path
    } catch {
      diagnostics.error("the file of authorities \(path) cannot be read: \(error); check its path and mode", at: node)
      return nil
    }
  }

  private func socket(_ text: String) -> String? {
    guard text.hasPrefix("/") || text.hasPrefix("~/") else { return nil }
    let path = Files.resolve(text, relativeTo: "/", home: secrets.locations.home)
    return path.utf8.count <= Self.longestSocketPath && !path.contains("\0") ? path : nil
  }

  private func timeout(_ text: String) -> Duration? {
    guard let span = SpanComponents(text), span.workdays == nil, span.days == 0 else { return nil }
    return (1...300).contains(span.seconds) ? .seconds(span.seconds) : nil
  }
}
