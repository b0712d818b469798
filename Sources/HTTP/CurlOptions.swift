import CLibCurl

/// A libcurl call that failed, with libcurl's constant text for the code.
///
/// `CURLOPT_ERRORBUFFER` would say more, but it quotes host names and parts of the address.
struct CurlError: Error {
  let reason: String

  init(_ code: CURLcode) { reason = String(cString: curl_easy_strerror(code)) }
  init(reason: String) { self.reason = reason }
}

/// Throws when a libcurl call failed.
func check(_ code: CURLcode) throws(CurlError) {
  guard code == CURLE_OK else { throw CurlError(code) }
}

/// How long a connection is kept that nothing is sent over, in seconds: for the length of a burst.
let keptSeconds = 5

/// Says what holds for every connection: TLS is verified, and each transfer has time limits of its own.
///
/// - Parameters:
///   - certificates: a file of authorities in the place of the system's.
///   - reuses: whether it may be one that is there already; see ``Transfer`` for what becomes of repeats then.
func configureConnection(
  _ handle: UnsafeMutableRawPointer, certificates: String?, connectTimeout: Duration, timeout: Duration,
  reuses: Bool = false
) throws(CurlError) {
  try check(notifier_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1))
  try check(notifier_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2))
  if let certificates { try check(notifier_curl_set_bytes(handle, CURLOPT_CAINFO, certificates)) }
  try check(notifier_curl_set_long(handle, CURLOPT_NOSIGNAL, 1))
  // Else libcurl, ending a transfer whose name is still looked up, waits for that, and all others with it.
  try check(notifier_curl_set_long(handle, CURLOPT_QUICK_EXIT, 1))
  if reuses {
    // The longer a connection is idle, the likelier the server is about to close it.
    try check(notifier_curl_set_long(handle, CURLOPT_MAXAGE_CONN, keptSeconds))
  } else {
    // On a kept connection that turns out dead libcurl sends a request again by itself, a POST too.
    try check(notifier_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1))
    try check(notifier_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1))
  }
  try check(notifier_curl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1))
  try check(notifier_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.milliseconds))
  try check(notifier_curl_set_long(handle, CURLOPT_TIMEOUT_MS, timeout.milliseconds))
}

extension HTTPRequest {
  /// Says it all to an easy handle, which copies what it needs; only `fields` must live as long as the transfer.
  ///
  /// - Parameter certificates: a file of authorities in the place of the system's.
  func configure(
    _ handle: UnsafeMutableRawPointer, fields: HeaderFields, certificates: String?
  ) throws(CurlError) {
    try check(notifier_curl_set_bytes(handle, CURLOPT_URL, url))
    try check(notifier_curl_set_bytes(handle, CURLOPT_PROTOCOLS_STR, "http,https"))
    try configureRedirects(handle)
    if acceptsGzip { try check(notifier_curl_set_bytes(handle, CURLOPT_ACCEPT_ENCODING, "gzip")) }
    try configureConnection(
      handle, certificates: self.certificates ?? certificates, connectTimeout: connectTimeout, timeout: timeout,
      reuses: isSentOnce)
    // A second request waits for the first one's handshake, to see whether it can share the connection. In the open,
    // where that shows only in the first answer, it would wait for as long as the server likes.
    if isSentOnce, isPrivate { try check(notifier_curl_set_long(handle, CURLOPT_PIPEWAIT, 1)) }
    try configureRoute(handle)
    try check(notifier_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields.list))
    if let digest {
      try check(notifier_curl_set_digest(handle))
      try check(notifier_curl_set_bytes(handle, CURLOPT_USERNAME, digest.user))
      try check(notifier_curl_set_bytes(handle, CURLOPT_PASSWORD, digest.password))
    }
    try configureMethod(handle)
  }

  /// Whether it may go over a connection that is there already, so that libcurl's own repeats have to be stopped.
  var isSentOnce: Bool { reusesConnections && !followsRedirects && digest == nil }

  /// Where it goes first. A proxy that is named holds for every host, whatever `no_proxy` says.
  private func configureRoute(_ handle: UnsafeMutableRawPointer) throws(CurlError) {
    if let socket { try check(notifier_curl_set_bytes(handle, CURLOPT_UNIX_SOCKET_PATH, socket)) }
    // An empty address turns off the environment's proxy too.
    guard let proxy = socket == nil ? proxy : "" else { return }
    try check(notifier_curl_set_bytes(handle, CURLOPT_PROXY, proxy))
    try check(notifier_curl_set_bytes(handle, CURLOPT_NOPROXY, ""))
  }

  /// A redirect would carry a secret address or header to somewhere else, so it is followed only on request, and what was
  /// asked for in private is not asked for in the open. libcurl itself keeps credentials from other hosts.
  private func configureRedirects(_ handle: UnsafeMutableRawPointer) throws(CurlError) {
    guard followsRedirects, method == "GET", body.isEmpty else {
      return try check(notifier_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0))
    }
    try check(notifier_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 1))
    try check(notifier_curl_set_long(handle, CURLOPT_MAXREDIRS, 5))
    try check(notifier_curl_set_bytes(handle, CURLOPT_REDIR_PROTOCOLS_STR, isPrivate ? "https" : "http,https"))
  }

  /// Whether it is asked for over TLS, or may be.
  var isPrivate: Bool { url.prefix(5).lowercased() != "http:" }

  private func configureMethod(_ handle: UnsafeMutableRawPointer) throws(CurlError) {
    guard !method.isEmpty, method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
      throw CurlError(reason: "the method is not one word in capitals")
    }
    switch method {
    case "GET" where body.isEmpty: try check(notifier_curl_set_long(handle, CURLOPT_HTTPGET, 1))
    case "HEAD" where body.isEmpty: try check(notifier_curl_set_long(handle, CURLOPT_NOBODY, 1))
    default:
      try check(notifier_curl_set_long(handle, CURLOPT_POST, 1))
      // The size has to come first: CURLOPT_COPYPOSTFIELDS copies that many bytes.
      try check(notifier_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      let code = body.withUnsafeBytes { bytes in
        // An empty array may have no address, and nil would mean "ask the read callback".
        bytes.isEmpty
          ? notifier_curl_set_bytes(handle, CURLOPT_COPYPOSTFIELDS, "")
          : notifier_curl_set_bytes(
            handle, CURLOPT_COPYPOSTFIELDS, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
      }
      try check(code)
      if method != "POST" { try check(notifier_curl_set_bytes(handle, CURLOPT_CUSTOMREQUEST, method)) }
    }
  }
}

/// The header list of one request. libcurl reads it until the transfer has ended and does not copy it.
final class HeaderFields {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  init(_ headers: [HTTPHeader]) throws(CurlError) {
    // No "Expect: 100-continue": it costs a second wherever a server does not know it.
    try append("Expect:")
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(HeaderFields.isToken) else {
        throw CurlError(reason: "a header's name holds characters that are not allowed there")
      }
      guard header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw CurlError(reason: "the value of header \(header.name) holds a control character")
      }
      // "Name:" alone would tell libcurl to leave the header out.
      try append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
  }

  deinit { curl_slist_free_all(list) }

  private func append(_ line: String) throws(CurlError) {
    guard let longer = curl_slist_append(list, line) else { throw CurlError(CURLE_OUT_OF_MEMORY) }
    list = longer
  }

  /// RFC 9110, 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension Duration {
  /// Whole milliseconds, at least 1: 0 would mean "no limit" or "the default" to libcurl.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let bounded = min(max(seconds, 0), 86_400)
    return max(1, Int(bounded) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
