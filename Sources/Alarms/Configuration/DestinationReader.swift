import Workdays

/// Reads one entry of `destinations:`.
struct DestinationReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics

  private static let kinds = ["desktop", "sound", "console"] + ServiceKind.all.map(\.name) + ["email", "command"]

  func destination(_ id: String, _ node: Node) -> Destination? {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error(
        "the destination \"\(id)\" is \(node.localKind); expected a mapping such as { kind: webhook, url: \"https://…\" }",
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
    case "sound": return read(id, node, keys: SoundReader.keys, speaks: false, SoundReader(self).sound)
    case "console": return read(id, node, keys: []) { _ in .console }
    case "email":
      return read(id, node, keys: EmailReader.keys) { fields in
        EmailReader(secrets: secrets, diagnostics: diagnostics).settings(fields).map { .email($0) }
      }
    case "command":
      return read(id, node, keys: CommandReader.keys) { fields in
        CommandReader(home: locations.home, diagnostics: diagnostics).settings(fields).map { .command($0) }
      }
    default: break
    }
    guard let service = ServiceKind.named(kind) else {
      let hint: LocalText =
        nearest(kind, among: Self.kinds).map { "did you mean \"\($0)\"?" }
        ?? "expected \(Self.kinds.joined(separator: ", "))"
      diagnostics.error("unknown kind \"\(kind)\" of destination; \(hint)", at: kindNode)
      return nil
    }
    return read(id, node, keys: service.fields.map(\.name) + TransportReader.keys, pace: service.pace) { fields in
      let settings = ServiceReader(kind: service, secrets: secrets, diagnostics: diagnostics).settings(fields)
      let transport = TransportReader(secrets: secrets).transport(fields)
      guard var settings, let transport else { return nil }
      settings.transport = transport
      return .service(settings)
    }
  }

  /// - Parameter speaks: whether it says something in words.
  private func read(
    _ id: String, _ node: Node, keys: [String], speaks: Bool = true, pace usual: Pace = Pace(),
    _ kind: (Fields) -> Destination.Kind?
  ) -> Destination? {
    let ofWords = speaks ? ["language", "title", "text", "limit", "at-limit"] : []
    guard
      let fields = Fields(
        node, known: ["kind"] + keys + ofWords + ["expires"], of: "the destination \"\(id)\"", quotesStrangers: false,
        diagnostics),
      let kind = kind(fields)
    else { return nil }
    let expires = fields.value("expires", expected: "a span above zero such as 24h") { text -> Duration? in
      guard let seconds = SpanComponents(text)?.exactSeconds, seconds > 0 else { return nil }
      return .seconds(seconds)
    }
    return Destination(id: id, kind: kind, expires: expires, wording: wording(fields), pace: pace(fields, usual))
  }

  /// What the service says of itself, unless the person says otherwise.
  private func pace(_ fields: Fields, _ usual: Pace) -> Pace {
    var pace = usual
    if fields["limit"]?.text == "none" {
      pace.limits = []
    } else if let items = fields.items("limit") {
      pace.limits = items.compactMap { node in
        if let limit = node.text.flatMap({ RateLimit($0) }) { return limit }
        diagnostics.error(
          "limit has \"\(node.wording)\"; expected a number of messages and a span such as 20/1m, or none",
          at: node)
        return nil
      }
    }
    pace.excess = fields.choice("at-limit") ?? pace.excess
    return pace
  }

  private func wording(_ fields: Fields) -> Wording {
    func template(_ name: String) -> Template? {
      guard let node = fields[name], let text = fields.text(name) else { return nil }
      return Alarms.template(text, of: name, at: node, diagnostics)
    }
    return Wording(
      language: fields.choice("language"), title: template("title"), text: template("text"))
  }

  private var secrets: SecretReader { SecretReader(locations: locations, file: file, diagnostics: diagnostics) }
}
