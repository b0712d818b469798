import CLibNotify

/// Base64 of the HMAC-SHA256 of `message` under `key`, both taken as UTF-8, by GLib.
func hmacSHA256Base64(key: String, message: String) -> String {
  let keyBytes = Array(key.utf8)
  // g_hmac_new() only returns NULL for an unknown kind of digest.
  let hmac = keyBytes.withUnsafeBufferPointer { g_hmac_new(G_CHECKSUM_SHA256, $0.baseAddress, gsize($0.count))! }
  defer { g_hmac_unref(hmac) }
  let bytes = Array(message.utf8)
  bytes.withUnsafeBufferPointer { g_hmac_update(hmac, $0.baseAddress, gssize($0.count)) }
  var length = gsize(32)
  var digest = [UInt8](repeating: 0, count: Int(length))
  g_hmac_get_digest(hmac, &digest, &length)
  let text = g_base64_encode(digest, length)!
  defer { g_free(text) }
  return String(cString: text)
}

/// DingTalk's signature of a time, Unix time in milliseconds: percent-encoded, ready for the query.
///
/// The service takes it within an hour of its own clock.
package func dingTalkSignature(secret: String, milliseconds: Int) -> String {
  let base64 = hmacSHA256Base64(key: secret, message: "\(milliseconds)\n\(secret)")
  return percentEncoded(base64) { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
}
