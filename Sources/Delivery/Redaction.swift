import Alarms
import CLibNotify

/// Takes secrets out of text that others wrote: a receiver may repeat our own address or token in its error.
struct Redaction: Sendable {
  private let needles: [Secret]

  /// Hides these values, and of each address also its path, the parts of the path and the values of its query.
  init(urls: [Secret], values: [Secret] = []) {
    // A receiver may repeat the token of "Bearer TOKEN" alone.
    var found = Set(
      values.flatMap { [$0.reveal()] + $0.reveal().split(whereSeparator: { " ,;=".contains($0) }).map(String.init) })
    for url in urls.map({ $0.reveal() }) {
      found.insert(url)
      found.formUnion(Redaction.credentials(of: url))
      let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
      guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { continue }
      let target = rest[slash...]
      found.insert(String(target))
      for part in target.split(whereSeparator: { "/?&=#".contains($0) }) {
        found.formUnion([String(part), Redaction.decoded(part)])
      }
      // Short parts hide together: "T0000/B0000".
      let path = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
      for first in path.indices {
        for last in first..<path.count { found.insert(path[first...last].joined(separator: "/")) }
      }
    }
    // Short parts are words like "send" or "v2". The longest first, so that no rest of a longer one stays.
    needles = found.filter { $0.utf8.count >= 8 }.sorted { $0.utf8.count > $1.utf8.count }.map { Secret($0) }
  }

  /// `text` with every secret as `‹hidden›`.
  func callAsFunction(_ text: String) -> String {
    var result = text
    for needle in needles {
      // In any case of letters: receivers change it.
      let (wanted, lowered) = (needle.reveal().lowercased(), result.lowercased())
      guard lowered.contains(wanted) else { continue }
      // Where changing case changes the length, places no longer match; then the whole text is hidden.
      guard lowered.utf8.count == result.utf8.count else { return needle.description }
      result = Redaction.replacing(wanted, in: result, lowered: lowered, with: needle.description)
    }
    return result
  }

  private static func replacing(_ wanted: String, in text: String, lowered: String, with mark: String) -> String {
    let (bytes, low, needle) = (Array(text.utf8), Array(lowered.utf8), Array(wanted.utf8))
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if low[index...].starts(with: needle) {
        result += Array(mark.utf8)
        index += needle.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The user and password of an address, each alone, together, and as the Basic scheme writes them.
  private static func credentials(of url: String) -> Set<String> {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    guard let at = rest.prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@") else { return [] }
    let pair = decoded(rest[..<at])
    return Set([pair, base64(pair)] + pair.split(separator: ":", maxSplits: 1).map(String.init))
  }

  private static func base64(_ text: String) -> String {
    let encoded = g_base64_encode(Array(text.utf8), gsize(text.utf8.count))!
    defer { g_free(encoded) }
    return String(cString: encoded)
  }

  /// The text with `%2F` and the like read.
  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
