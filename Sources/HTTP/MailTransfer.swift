import CLibCurl

/// One mail on its way, on the client's thread only.
///
/// libcurl holds its address, as that of ``Transfer``.
final class MailTransfer: Transferring {
  let handle: UnsafeMutableRawPointer
  private let message: [UInt8]
  private let recipients: Lines
  private var sent = 0
  /// The last lines that the server has said.
  private var lines: [String] = []

  init(_ mail: MailSubmission, on handle: UnsafeMutableRawPointer, certificates: String?) throws(CurlError) {
    self.handle = handle
    message = mail.message
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
      return .success(answer(reply))
    }
    switch code {
    // No way of logging in that both sides know.
    case CURLE_LOGIN_DENIED:
      return .success(
        HTTPResponse(status: 535, body: Array("535 the server offers no way to log in that is known".utf8)))
    case CURLE_USE_SSL_FAILED:
      return .failure(.notSent(reason: "the server offers no STARTTLS, and nothing is sent without TLS"))
    default: return .failure(failure(CurlError(code).reason))
    }
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
    lines.append(String(decoding: line.prefix(1000), as: UTF8.self))
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
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
