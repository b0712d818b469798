import Alarms

/// Takes secrets out of text that others wrote: a receiver may repeat our own address or token in its error.
struct Redaction: Sendable {
  private let needles: [Secret]

  /// Hides these values, and of each address also its path, the parts of the path and the values of its query.
  init(urls: [Secret], values: [Secret] = []) {
    var found = Set(values.map { $0.reveal() })
    for url in urls.map({ $0.reveal() }) {
      found.insert(url)
      let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
      guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { continue }
      let target = rest[slash...]
      found.insert(String(target))
      for part in target.split(whereSeparator: { "/?&=#".contains($0) }) { found.insert(String(part)) }
    }
    // Short parts are words like "send" or "v2". The longest first, so that no rest of a longer one stays.
    needles = found.filter { $0.utf8.count >= 8 }.sorted { $0.utf8.count > $1.utf8.count }.map { Secret($0) }
  }

  /// `text` with every secret as `‹hidden›`.
  func callAsFunction(_ text: String) -> String {
    var result = text
    for needle in needles { result = result.replacing(needle.reveal(), with: needle.description) }
    return result
  }
}
