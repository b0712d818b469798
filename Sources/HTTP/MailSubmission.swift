/// A mail to hand to a server (RFC 5321).
package struct MailSubmission: Sendable {
  /// An `smtp` or `smtps` address without who logs in.
  package var url: String
  /// Both or neither.
  package var login: (user: String, password: String)?
  /// Plain addresses without blanks and `<>`, for the envelope. Where one is not ASCII, the server has to offer SMTPUTF8.
  package var from: String
  package var to: [String]
  /// Header and text (RFC 5322), lines ended by CR LF. Full stops at the beginning of a line are doubled on the way.
  package var message: [UInt8]
  /// Whether a connection that does not begin with TLS has to change to it (STARTTLS) before anything is said.
  package var requiresTLS: Bool
  /// How long name look-up, connecting and the TLS handshake may take together; at least a millisecond.
  package var connectTimeout: Duration
  /// How long everything may take together; at least a millisecond.
  package var timeout: Duration

  package init(
    url: String, login: (user: String, password: String)? = nil, from: String, to: [String], message: [UInt8],
    requiresTLS: Bool = true, connectTimeout: Duration = .seconds(10), timeout: Duration = .seconds(60)
  ) {
    self.url = url
    self.login = login
    self.from = from
    self.to = to
    self.message = message
    self.requiresTLS = requiresTLS
    self.connectTimeout = connectTimeout
    self.timeout = timeout
  }
}

/// What a mail server said last: 250 where it took the mail for everybody, else 400 to 599.
package struct MailReply: Hashable, Sendable {
  package let code: Int
  /// Its words, the code in front.
  package let text: String
}

extension HTTPClient {
  /// Hands a mail over, for all who are to get it or for none of them. While the server says goodbye, for up to two
  /// seconds, nothing else happens on the client's thread.
  ///
  /// Errors say, as for a request, whether the mail may have been taken; cancelling ends the call soon.
  package func send(_ mail: MailSubmission) async throws(HTTPError) -> MailReply {
    let answer = try await send(.mail(mail))
    return MailReply(code: answer.status, text: String(decoding: answer.body, as: UTF8.self))
  }
}
