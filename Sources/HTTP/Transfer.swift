import CLibCurl

/// One HTTP transfer, on the client's thread only.
///
/// libcurl holds its address, which ARC cannot see: the client keeps it until its handle has left the multi handle.
final class Transfer: Transferring {
  let handle: UnsafeMutableRawPointer
  private let limit: Int
  private let isPrivate: Bool
  private let fields: HeaderFields
  private var status = 0
  private var headers: [HTTPHeader] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false
  private let isSentOnce: Bool
  /// Whether there has been a connection to send it over.
  private var isBegun = false

  /// libcurl bounds one header line, not their sum.
  private static let maximumHeaderBytes = 65_536

  init(_ request: HTTPRequest, on handle: UnsafeMutableRawPointer, certificates: String?) throws(CurlError) {
    self.handle = handle
    limit = request.maximumResponseBytes
    isPrivate = request.isPrivate
    isSentOnce = request.isSentOnce
    fields = try HeaderFields(request.headers)
    try request.configure(handle, fields: fields, certificates: certificates)
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(notifier_curl_set_pointer(handle, CURLOPT_WRITEDATA, context))
    try check(
      notifier_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
        return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      })
    try check(notifier_curl_set_pointer(handle, CURLOPT_HEADERDATA, context))
    try check(
      notifier_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
        return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      })
    try check(notifier_curl_set_pointer(handle, CURLOPT_PREREQDATA, context))
    try check(
      notifier_curl_set_prerequest(handle) { context, _, _, _, _ in
        let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
        return transfer.begin() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      })
  }

  func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
    // Where a server answers with no content before it has read the request's, libcurl 7.88 takes the end of the HTTP/2
    // stream for an error when it goes on sending.
    if code == CURLE_OK || code == CURLE_HTTP2_STREAM && isWhole {
      return .success(HTTPResponse(status: status, headers: headers, body: body))
    }
    if isTooLarge {
      let wait = headers.filter { $0.isNamed("retry-after") }
      let date = wait.isEmpty ? [] : headers.filter { $0.isNamed("date") }
      return .failure(.answerTooLarge(status: status, limit: limit, wait: wait + date))
    }
    return .failure(failure(reason(code)))
  }

  /// Whether all of an answer has come, by what the answer itself says.
  private var isWhole: Bool {
    if status == 204 || status == 304 { return true }
    let length = headers.last { $0.isNamed("content-length") }?.value
    return status >= 200 && length == "\(body.count)"
  }

  /// Why it ended with `code`: libcurl has no words of its own for a redirect that is not allowed.
  private func reason(_ code: CURLcode) -> String {
    if code == CURLE_ABORTED_BY_CALLBACK { return "the server closed the connection in place of an answer" }
    if code == CURLE_PEER_FAILED_VERIFICATION { return certificateReason }
    guard (300...399).contains(status), code == CURLE_UNSUPPORTED_PROTOCOL else { return CurlError(code).reason }
    let target = headers.last { $0.isNamed("location") }?.value.lowercased() ?? ""
    return isPrivate && target.hasPrefix("http:")
      ? "the server redirects from https to plain http, which is not followed"
      : "the server redirects to an address that is neither http nor https"
  }

  /// What OpenSSL holds against the server's certificate (openssl-verification-options(1)), for libcurl says the same of
  /// everything.
  private var certificateReason: String {
    var fault = 0
    let isKnown = notifier_curl_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &fault) == CURLE_OK
    switch isKnown ? fault : -1 {
    // The chain is fine, so it was libcurl that objected, to the name; 1 is its own value for "not looked up yet".
    case 0, 1: return "the server's certificate is for another name"
    case 9: return "the server's certificate is not valid yet"
    case 10: return "the server's certificate has expired"
    case 18...21: return "the server's certificate comes from an authority that is not trusted here"
    default: return "the server's certificate is not valid"
    }
  }

  func failure(_ reason: String) -> HTTPError {
    // What a proxy was asked does not count.
    isBegun && mayHaveLeft ? .noAnswer(reason: reason) : .notSent(reason: reason)
  }

  /// Whether any of it was sent. Where libcurl cannot say, the cautious answer is that something was.
  private var mayHaveLeft: Bool {
    var sentBytes = 0
    return notifier_curl_get_long(handle, CURLINFO_REQUEST_SIZE, &sentBytes) != CURLE_OK || sentBytes > 0
  }

  /// Whether libcurl may send the request over the connection that it has.
  ///
  /// It sends one again by itself when a kept connection ends before the first byte of an answer. The server may have
  /// acted all the same, and whoever asked decides about repeats.
  private func begin() -> Bool {
    defer { isBegun = true }
    return !(isBegun && isSentOnce && mayHaveLeft)
  }

  /// Fewer bytes than were given abort the transfer.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= limit else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= Transfer.maximumHeaderBytes else { return 0 }
    if bytes.starts(with: "HTTP/".utf8) {
      // A new status line: an interim answer (1xx) came before.
      headers = []
      let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
      status = words.dropFirst().first.flatMap { Int($0.text) } ?? 0
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(HTTPHeader(bytes[..<colon].text, bytes[(colon + 1)...].text))
    }
    return bytes.count
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Without white space at the ends (RFC 9110, 5.6.3); a header line ends in CR LF.
  fileprivate var text: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(decoding: self[first...last], as: UTF8.self)
  }
}
