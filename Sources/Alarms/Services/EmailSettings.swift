/// What a person wrote of a destination that gets e-mail.
package struct EmailSettings: Hashable, Sendable {
  package let server: MailServer
  /// Who logs in, with ``password``; `nil` where the server takes mail from anybody who reaches it.
  package let user: Secret?
  package let password: Secret?
  package let from: MailAddress
  /// At least one.
  package let to: [MailAddress]

  package init(
    server: MailServer, user: Secret? = nil, password: Secret? = nil, from: MailAddress, to: [MailAddress]
  ) {
    precondition(!to.isEmpty, "nobody would get it")
    self.server = server
    self.user = user
    self.password = password
    self.from = from
    self.to = to
  }
}

/// A server that takes mail (RFC 5321), without who logs in.
package struct MailServer: Hashable, Sendable {
  /// A name, or an address; one of IPv6 stands in brackets.
  package let host: String
  /// `nil` for the usual one, which libcurl knows.
  package let port: Int?
  /// Whether TLS is there from the first byte (RFC 8314); else it has to begin with STARTTLS, see ``isLoopback``.
  package let isTLS: Bool

  /// Reads `smtps://HOST[:PORT]` or `smtp://HOST[:PORT]`; `nil` for anything else.
  package init?(_ text: String) {
    let lowered = text.lowercased()
    guard let scheme = ["smtps://", "smtp://"].first(where: { lowered.hasPrefix($0) }) else { return nil }
    isTLS = scheme == "smtps://"
    var rest = lowered.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let end = rest.lastIndex(of: "]").map { rest.index(after: $0) } ?? rest.firstIndex(of: ":") ?? rest.endIndex
    host = String(rest[..<end])
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let name = isBracketed ? host.dropFirst().dropLast() : host[...]
    let signs = isBracketed ? ":." : "-."
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || signs.contains($0) }) else {
      return nil
    }
    guard end < rest.endIndex else {
      port = nil
      return
    }
    guard rest[end] == ":", let number = Int(rest[rest.index(after: end)...]), (1...65_535).contains(number) else {
      return nil
    }
    port = number
  }

  /// Whether what goes there stays on this machine, where nobody listens in.
  package var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

  package var url: String { "\(isTLS ? "smtps" : "smtp")://\(host)\(port.map { ":\($0)" } ?? "")" }
}

extension Unicode.Scalar {
  fileprivate var mayStandInAddress: Bool {
    isASCII ? (0x21...0x7E).contains(value) && !"<>\"(),:;[]\\".unicodeScalars.contains(self) : !properties.isWhitespace
  }
}

/// Who sends or gets a mail: an address and, where it is written as `Name <address>`, a name.
package struct MailAddress: Hashable, Sendable {
  package let name: String?
  /// One `@` inside, no blank, and of ASCII what RFC 5321 lets stand without quotes; else any letters (RFC 6531).
  package let address: String

  /// `nil` for what is no address.
  package init?(_ text: String) {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      self.init(name: nil, address: text)
      return
    }
    var name = text[..<open].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
    self.init(name: name.isEmpty ? nil : name, address: String(text[text.index(after: open)...].dropLast()))
  }

  private init?(name: String?, address: String) {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, name?.singleLine == name,
      address.singleLine == address, address.unicodeScalars.allSatisfy(\.mayStandInAddress)
    else { return nil }
    self.name = name
    self.address = address
  }
}
