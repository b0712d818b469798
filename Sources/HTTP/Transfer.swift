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

  /// libcurl bounds one header line, not their sum.
  private static let maximumHeaderBytes = 65_536

  init(_ request: HTTPRequest, certificates: String?) throws(CurlError) {
    guard let handle = curl_easy_init() else { throw CurlError(CURLE_OUT_OF_MEMORY) }
    self.handle = handle
    limit = request.maximumResponseBytes
    isPrivate = request.isPrivate
    do {
      fields = try HeaderFields(request.headers)
    } catch {
      curl_easy_cleanup(handle)
      throw error
    }
    // From here on `deinit` frees the handle, when a call throws too.
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
  }

  deinit { curl_easy_cleanup(handle) }

  func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
    if code == CURLE_OK { return .success(HTTPResponse(status: status, headers: headers, body: body)) }
    if isTooLarge { return .failure(.answerTooLarge(status: status, limit: limit)) }
    return .failure(failure(reason(code)))
  }

  /// Why it ended with `code`: libcurl has no words of its own for a redirect that is not allowed.
  private func reason(_ code: CURLcode) -> String {
    guard (300...399).contains(status), code == CURLE_UNSUPPORTED_PROTOCOL else { return CurlError(code).reason }
    let target = headers.last { $0.name.lowercased() == "location" }?.value.lowercased() ?? ""
    return isPrivate && target.hasPrefix("http:")
      ? "the server redirects from https to plain http, which is not followed"
      : "the server redirects to an address that is neither http nor https"
  }

  func failure(_ reason: String) -> HTTPError {
    var sentBytes = 0
    // Where libcurl cannot say, the cautious answer is that something may have arrived.
    guard notifier_curl_get_long(handle, CURLINFO_REQUEST_SIZE, &sentBytes) == CURLE_OK, sentBytes == 0 else {
      return .noAnswer(reason: reason)
    }
    return .notSent(reason: reason)
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
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // A new status line: an interim answer (1xx) came before.
      headers = []
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(HTTPHeader(line[..<colon].trimmed, line[line.index(after: colon)...].trimmed))
    }
    return bytes.count
  }
}

extension Substring {
  /// Without white space at the ends; a header line ends in CR LF.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
