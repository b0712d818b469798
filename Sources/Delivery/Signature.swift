import CLibNotify

/// Base64 of the HMAC-SHA256 of `message` under `key`, by GLib.
func hmacSHA256Base64(key: [UInt8], message: [UInt8]) -> String {
  // g_hmac_new() only returns NULL for an unknown kind of digest.
  let hmac = key.withUnsafeBufferPointer { g_hmac_new(G_CHECKSUM_SHA256, $0.baseAddress, gsize($0.count))! }
  defer { g_hmac_unref(hmac) }
  message.withUnsafeBufferPointer { g_hmac_update(hmac, $0.baseAddress, gssize($0.count)) }
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
  let base64 = hmacSHA256Base64(key: Array(secret.utf8), message: Array("\(milliseconds)\n\(secret)".utf8))
  return percentEncoded(base64) { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
}

/// Feishu's signature of a time, Unix time in seconds: the other way round than DingTalk's, with nothing as the message.
///
/// The service takes it within an hour of its own clock.
package func feishuSignature(secret: String, seconds: Int) -> String {
  hmacSHA256Base64(key: Array("\(seconds)\n\(secret)".utf8), message: [])
}

/// The signature that Standard Webhooks 1.0.0 asks for: of the id, the time of this try in Unix seconds, and the very
/// bytes that are sent.
///
/// - Parameter key: `whsec_` and the base64 of the key, padded or not; without the prefix the base64 alone. While a key is
///   being replaced, the new and the old one with a blank between them: each signs.
/// - Returns: `nil` where a key is no base64, or where there is none.
package func standardWebhooksSignature(key: String, id: String, seconds: Int, body: [UInt8]) -> String? {
  let message = Array("\(id).\(seconds).".utf8) + body
  var signatures: [String] = []
  for key in key.split(whereSeparator: \.isWhitespace) {
    guard let bytes = standardWebhooksKey(key) else { return nil }
    signatures.append("v1," + hmacSHA256Base64(key: bytes, message: message))
  }
  return signatures.isEmpty ? nil : signatures.joined(separator: " ")
}

/// The bytes of a key of Standard Webhooks; `nil` where its text is no base64.
private func standardWebhooksKey(_ key: Substring) -> [UInt8]? {
  let digits = key.hasPrefix("whsec_") ? key.dropFirst(6) : key
  let text = String(digits) + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
  var length = gsize(0)
  guard let bytes = g_base64_decode(text, &length) else { return nil }
  defer { g_free(bytes) }
  // GLib skips what is no base64: only what encodes back to the same was one.
  guard length > 0, let again = g_base64_encode(bytes, length) else { return nil }
  defer { g_free(again) }
  guard String(cString: again) == text else { return nil }
  return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
}
