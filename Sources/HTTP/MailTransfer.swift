import CLibCurl

/// How long a server that has answered the mail may take to say goodbye.
private let farewellSeconds = 2

/// One mail on its way, on the client's thread only.
///
/// libcurl holds its address, as that of ``Transfer``.
final class MailTransfer: Transferring {
  let handle: UnsafeMutableRawPointer
  private let message: [UInt8]
  private let recipients: Lines
  /// Whether the server must take addresses beyond ASCII (RFC 6531); it says so before anything is sent.
  private let needsUTF8: Bool
  private var offersUTF8 = false
  private var sent = 0
  /// The last lines that the server has said.
  private var lines: [String] = []

  init(_ mail: MailSubmission, on handle: UnsafeMutableRawPointer, certificates: String?) throws(CurlError) {
    self.handle = handle
    message = mail.message
    needsUTF8 = ([mail.from] + mail.to).contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    recipients = try Lines(mail.to.map { "<\($0)>" })
    try check(notifier_curl_set_bytes(handle, CURLOPT_URL, mail.url))
    try check(notifier_curl_set_bytes(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"))
    try configureConnection(
      handle, certificates: certificates, connectTimeout: mail.connectTimeout, timeout: mail.timeout)
    let tls = mail.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE
    try check(notifier_curl_set_long(handle, CURLOPT_USE_SSL, Int(tls.rawValue)))
    if let (user, password) = mail.login {
      try check(notifier_curl_set_bytes(handle, CURLOPT_USERNAME, user))
      try check(notifier_curl_set_bytes(handle, CURLOPT_PASSWORD, password))
    }
    try check(notifier_curl_set_bytes(handle, CURLOPT_MAIL_FROM, "<\(mail.from)>"))
    try check(notifier_curl_set_pointer(handle, CURLOPT_MAIL_RCPT, recipients.list))
    try check(notifier_curl_set_long(handle, CURLOPT_UPLOAD, 1))
    try check(notifier_curl_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(message.count)))
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(notifier_curl_set_pointer(handle, CURLOPT_READDATA, context))
    try check(
      notifier_curl_set_receiver(handle, CURLOPT_READFUNCTION) { buffer, size, count, context in
        let transfer = Unmanaged<MailTransfer>.fromOpaque(context!).takeUnretainedValue()
        return transfer.fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
      })
    // Every line that the server says comes as a header. Without a receiver libcurl would print what it takes for a body.
    for (option, data) in [(CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA), (CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA)] {
      try check(notifier_curl_set_pointer(handle, data, context))
      try check(
        notifier_curl_set_receiver(handle, option) { bytes, size, count, context in
          let transfer = Unmanaged<MailTransfer>.fromOpaque(context!).takeUnretainedValue()
          transfer.hear(UnsafeRawBufferPointer(start: bytes, count: size * count))
          return size * count
        })
    }
  }

  func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
    if code == CURLE_OK { return .success(answer(250)) }
    var reply = 0
    let isKnown = notifier_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &reply) == CURLE_OK
    // After a time-out or a broken connection the last code is of an earlier step.
    if isKnown, (400...599).contains(reply), code != CURLE_OPERATION_TIMEDOUT, code != CURLE_USE_SSL_FAILED {
      let answer = answer(reply)
      // What comes before the addresses, the login among it, has other reasons.
      let isOfAddress =
        needsUTF8 && !offersUTF8 && reply >= 500 && ![530, 534, 535, 538].contains(reply)
        && lines.contains { $0.hasPrefix("250") }
      return .success(isOfAddress ? MailTransfer.noUTF8(answer) : answer)
    }
    switch code {
    case CURLE_ABORTED_BY_CALLBACK where needsUTF8 && !offersUTF8: return .success(MailTransfer.noUTF8(nil))
    // No way of logging in that both sides know.
    case CURLE_LOGIN_DENIED:
      return .success(
        HTTPResponse(status: 535, body: Array("535 the server offers no way to log in that is known".utf8)))
    case CURLE_USE_SSL_FAILED:
      return .failure(.notSent(reason: "the server offers no STARTTLS, and nothing is sent without TLS"))
    default: return .failure(failure(CurlError(code).reason))
    }
  }

  /// RFC 6531, 3.5: what a server says that cannot take such an address.
  private static func noUTF8(_ answer: HTTPResponse?) -> HTTPResponse {
    let words = "553 the server does not offer SMTPUTF8, which an address that is not ASCII needs"
    return HTTPResponse(status: 553, body: Array(words.utf8) + (answer.map { Array(": ".utf8) + $0.body } ?? []))
  }

  /// Once all of it was handed over the server may have it; before that it has nothing whole.
  func failure(_ reason: String) -> HTTPError {
    sent < message.count ? .notSent(reason: reason) : .noAnswer(reason: reason)
  }

  /// What the server said with that code: QUIT and its answer come behind it.
  private func answer(_ code: Int) -> HTTPResponse {
    let words = lines.filter { $0.hasPrefix("\(code)") }.suffix(code == 250 ? 1 : 10).joined(separator: " ")
    return HTTPResponse(status: code, body: Array(words.utf8))
  }

  private func hear(_ line: UnsafeRawBufferPointer) {
    if lines.count == 100 { lines.removeFirst() }
    // All that comes after the answer to the mail is the server's farewell, for which libcurl would wait two minutes. Should
    // this be refused, it does.
    if sent == message.count { _ = notifier_curl_set_long(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, farewellSeconds) }
    let line = String(decoding: line.prefix(1000), as: UTF8.self)
    lines.append(line)
    // A line of the answer to EHLO; the one after STARTTLS counts, which comes later.
    if line.hasPrefix("250") {
      let word = line.dropFirst(4).prefix { !$0.isWhitespace }
      if word.uppercased() == "SMTPUTF8" { offersUTF8 = true }
    }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    // libcurl asks for SMTPUTF8 where it is offered, and elsewhere sends such an address as it is.
    guard offersUTF8 || !needsUTF8 else { return Int(CURL_READFUNC_ABORT) }
    let part = message[sent...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    sent += part.count
    return part.count
  }
}

/// A list of libcurl's, which reads it until the transfer has ended and does not copy it.
private final class Lines {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  init(_ lines: [String]) throws(CurlError) {
    for line in lines {
      guard let longer = curl_slist_append(list, line) else { throw CurlError(CURLE_OUT_OF_MEMORY) }
      list = longer
    }
  }

  deinit { curl_slist_free_all(list) }
}
