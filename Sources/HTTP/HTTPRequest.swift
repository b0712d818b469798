/// One header field of a request or an answer.
package struct HTTPHeader: Hashable, Sendable {
  /// Compared without case.
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether that is its name, compared without case.
  package func isNamed(_ other: StaticString) -> Bool {
    let other = UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
    return name.utf8.count == other.count
      && zip(name.utf8, other).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 && (0x61...0x7A).contains($0 | 0x20) }
  }
}

/// What to ask of a server.
package struct HTTPRequest: Sendable {
  /// In capitals: `POST`.
  package var method: String
  /// An `http` or `https` address. It never stands in an error, since tokens often sit in it.
  package var url: String
  /// Sent in this order, after `Host`.
  package var headers: [HTTPHeader]
  /// The bytes to send; none for a request without content.
  package var body: [UInt8]
  /// How long name look-up, connecting and the TLS handshake may take together; at least a millisecond.
  package var connectTimeout: Duration
  /// How long everything may take together; at least a millisecond.
  package var timeout: Duration
  /// The largest answer that is read, in bytes of its body.
  package var maximumResponseBytes: Int
  /// Whether up to five redirects of a GET are followed, never from `https` to plain `http`. Passwords in the address,
  /// `Authorization` and `Cookie` do not go with them to another host.
  package var followsRedirects: Bool
  /// Whether the answer may come compressed; its body is what it is unpacked, also for the largest answer.
  package var acceptsGzip: Bool
  /// Whether a connection that an earlier request left open a few seconds ago may be used, and one be left open; over
  /// HTTP/2 requests at once share one. It is sent once all the same. Not for a request that follows redirects.
  package var reusesConnections = false
  /// An address such as `http://HOST:PORT` or `socks5h://HOST:PORT`; empty for none; `nil` for the environment's. It never
  /// stands in an error.
  package var proxy: String?
  /// The path of a file with the authorities to trust, in PEM; `nil` for the client's.
  package var certificates: String?
  /// Who asks, where the server wants it proved by a digest (RFC 7616): the request goes twice then, the first time for the
  /// server's question. Not for one that may use a connection that is there already.
  package var digest: (user: String, password: String)?
  /// The path of a Unix socket to connect to in the place of the address's host; no proxy is used then.
  package var socket: String?

  package init(
    method: String = "GET", url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(30), maximumResponseBytes: Int = 65_536,
    followsRedirects: Bool = false, acceptsGzip: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
    self.followsRedirects = followsRedirects
    self.acceptsGzip = acceptsGzip
  }
}
