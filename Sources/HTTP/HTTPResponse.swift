/// What a server answered, whatever the status: redirects are answers too, unless the request has them followed.
package struct HTTPResponse: Hashable, Sendable {
  /// 200 through 599 for a final answer: the last one, where redirects were followed, as the headers are.
  package let status: Int
  /// In the order received.
  package let headers: [HTTPHeader]
  package let body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of that name, compared without case.
  package func header(_ name: StaticString) -> String? { headers.first { $0.isNamed(name) }?.value }
}

/// Why there is no answer. The reasons are libcurl's constant texts and our own: no address, no header, nothing secret.
package enum HTTPError: Error, Hashable {
  /// Nothing of the request has left: the name was not found, nobody listened, TLS was refused, the request is wrong.
  case notSent(reason: String)
  /// The request was at least begun and no whole answer came: whether the server acted on it is not known.
  case noAnswer(reason: String)
  /// The server answered with this status, and with more bytes than were asked for at most. Where it says when to come again,
  /// `wait` has that header, and its Date.
  case answerTooLarge(status: Int, limit: Int, wait: [HTTPHeader] = [])
}
