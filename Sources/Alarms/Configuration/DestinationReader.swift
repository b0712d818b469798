import Workdays

/// Reads one entry of `destinations:`.
struct DestinationReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics

  private static let kinds = ["desktop", "sound", "console", "webhook", "dingtalk"]

  func destination(_ id: String, _ node: Node) -> Destination? {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error(
        "the destination \"\(id)\" is \(node.kindName); expected a mapping such as { kind: webhook, url: \"https://…\" }",
        at: node)
      return nil
    }
    guard let kindNode = pairs.first(where: { $0.key.text == "kind" })?.value, let kind = kindNode.text else {
      diagnostics.error(
        "the destination \"\(id)\" has no kind; expected kind: \(Self.kinds.joined(separator: ", "))", at: node)
      return nil
    }
    switch kind {
    case "desktop": return read(id, node, keys: []) { _ in .desktop }
    case "sound": return read(id, node, keys: SoundReader.keys, SoundReader(self).sound)
    case "console": return read(id, node, keys: []) { _ in .console }
    case "webhook": return read(id, node, keys: ["url", "headers"], webhook)
    case "dingtalk": return read(id, node, keys: ["url", "secret", "mentions"], dingTalk)
    default:
      let hint =
        nearest(kind, among: Self.kinds).map { "did you mean \"\($0)\"?" }
        ?? "expected \(Self.kinds.joined(separator: ", "))"
      diagnostics.error("unknown kind \"\(kind)\" of destination; \(hint)", at: kindNode)
      return nil
    }
  }

  private func read(_ id: String, _ node: Node, keys: [String], _ kind: (Fields) -> Destination.Kind?) -> Destination? {
    guard
      let fields = Fields(
        node, known: ["kind"] + keys + ["expires"], of: "the destination \"\(id)\"", quotesStrangers: false, diagnostics
      ),
      let kind = kind(fields)
    else { return nil }
    let expires = fields.value("expires", expected: "a span above zero such as 24h") { text -> Duration? in
      guard let seconds = SpanComponents(text)?.exactSeconds, seconds > 0 else { return nil }
      return .seconds(seconds)
    }
    return Destination(id: id, kind: kind, expires: expires)
  }

  private func webhook(_ fields: Fields) -> Destination.Kind? {
    guard let url = url(fields) else { return nil }
    var headers: [Destination.Header] = []
    if let node = fields["headers"] {
      guard case .mapping(let pairs) = node.value else {
        diagnostics.error("headers is \(node.kindName); expected a mapping from names to values", at: node)
        return nil
      }
      for (key, value) in pairs {
        guard let name = key.text, isHeaderName(name) else {
          diagnostics.error("this is no name of a header; expected letters, digits and -", at: key)
          continue
        }
        guard let secret = secret(value, of: "the header \(name)") else { continue }
        guard !secret.reveal().contains(where: \.isNewline) else {
          diagnostics.error("the value of the header \(name) has a line break; write it on one line", at: value)
          continue
        }
        headers.append(Destination.Header(name: name, value: secret))
      }
    }
    return .webhook(Destination.Webhook(url: url, headers: headers))
  }

  private func dingTalk(_ fields: Fields) -> Destination.Kind? {
    guard let url = url(fields) else { return nil }
    let secret = fields["secret"].flatMap { self.secret($0, of: "secret") }
    if fields["secret"] != nil, secret == nil { return nil }
    let mentions = (fields.items("mentions") ?? []).compactMap { node -> String? in
      if let text = node.text, !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "+" || $0 == "-" }) {
        return text
      }
      diagnostics.error("mentions has \"\(node.text ?? node.kindName)\"; expected mobile numbers", at: node)
      return nil
    }
    return .dingtalk(Destination.DingTalk(url: url, secret: secret, mentions: mentions))
  }

  private func url(_ fields: Fields) -> Secret? {
    guard let node = fields["url"] else {
      diagnostics.error("the destination has no url; expected url: \"https://…\" or url: { file: … }", at: fields.node)
      return nil
    }
    return secrets.address(node, of: "url")
  }

  private func secret(_ node: Node, of what: String) -> Secret? { secrets.value(node, of: what) }

  private var secrets: SecretReader { SecretReader(locations: locations, file: file, diagnostics: diagnostics) }

  private func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
