import Workdays

/// Reads the settings of a destination that is reached over HTTP, as its kind's fields say.
struct ServiceReader {
  let kind: ServiceKind
  let secrets: SecretReader
  let diagnostics: Diagnostics

  /// - Returns: `nil`, with the problems reported, where a field is missing or cannot be read.
  func settings(_ fields: Fields) -> ServiceSettings? {
    var settings = ServiceSettings(kind: kind.name)
    var isWhole = true
    for field in kind.fields {
      if fields[field.name] != nil {
        isWhole = read(field, fields, into: &settings) && isWhole
      } else if field.isRequired {
        diagnostics.error(
          "the destination has no \(field.name); expected \(field.name): \(field.form)", at: fields.node)
        isWhole = false
      }
    }
    guard isWhole, bodyIsSound(settings, fields) else { return nil }
    return settings
  }

  /// Whether a body of one's own is the JSON that it is sent as, whatever its placeholders stand for.
  private func bodyIsSound(_ settings: ServiceSettings, _ fields: Fields) -> Bool {
    guard let node = fields["body"], let text = settings.text("body"), settings.mediaType.hasSuffix("json"),
      let shape = (try? Template(text))?.shape, let fault = JSONSyntax.fault(in: shape)
    else { return true }
    let before = String(decoding: text.utf8.prefix(fault.offset), as: UTF8.self)
    let after = String(decoding: text.utf8.dropFirst(fault.offset), as: UTF8.self)
    let found: String =
      if after.isEmpty {
        "it ends"
      } else if after.hasPrefix("{{"), let close = after.firstRange(of: "}}") {
        "there is \(after[..<close.upperBound])"
      } else {
        "there is \"\(after.prefix { !$0.isNewline }.prefix(20))\""
      }
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    diagnostics.error(
      "body is no JSON: at its line \(lines.count), column \((lines.last?.count ?? 0) + 1) \(found), expected "
        + "\(fault.expected); mend it, or say with content-type what it is", at: node)
    return false
  }

  /// - Returns: whether the value could be read.
  private func read(_ field: ServiceField, _ fields: Fields, into settings: inout ServiceSettings) -> Bool {
    let name = field.name
    guard let node = fields[name] else { return true }
    switch field.value {
    case .address:
      guard let address = secrets.address(node, of: name) else { return false }
      if kind.hidesAddress, field.isRequired {
        secrets.warnOfInline(node, "the address, which is the key to this service,")
      }
      settings.set(name, address)
    case .secret:
      guard let secret = secrets.value(node, of: name) else { return false }
      secrets.warnOfInline(node, name)
      settings.set(name, secret)
    case .signingKey:
      guard let key = secrets.value(node, of: name) else { return false }
      guard key.isUnread || key.isSigningKey else {
        // The key is not repeated.
        diagnostics.error("\(name) is no key of Standard Webhooks; expected whsec_ and base64", at: node)
        return false
      }
      secrets.warnOfInline(node, name)
      settings.set(name, key)
    case .text(let expected, let allows):
      guard let text = fields.value(name, expected: expected, { allows($0) ? $0 : nil }) else { return false }
      settings.set(name, [text])
    case .texts(let expected, let allows):
      guard let texts = texts(field, fields, expected: expected, allows) else { return false }
      settings.set(name, texts)
    case .number(let range):
      let expected: LocalText =
        range.upperBound == .max ? "a number from \(range.lowerBound) on" : "a number of \(range.inWords)"
      let number = fields.value(name, expected: expected) { text in Int(text).flatMap { range.contains($0) ? $0 : nil }
      }
      guard let number else { return false }
      settings.set(name, ["\(number)"])
    case .flag:
      guard let flag = fields.flag(name) else { return false }
      settings.set(name, ["\(flag)"])
    case .choice(let words):
      guard let word = word(node, of: name, among: words) else { return false }
      settings.set(name, [word])
    case .template:
      guard let text = fields.text(name), template(text, of: name, at: node, diagnostics) != nil else { return false }
      settings.set(name, [text])
    case .headers: return readHeaders(node, into: &settings)
    case .levels(let words): return readLevels(node, among: words, into: &settings)
    }
    return true
  }

  private func texts(
    _ field: ServiceField, _ fields: Fields, expected: LocalText, _ allows: (String) -> Bool
  ) -> [String]? {
    guard let items = fields.items(field.name) else { return nil }
    var isWhole = true
    let texts = items.compactMap { node -> String? in
      if let text = node.text, allows(text) { return text }
      diagnostics.error("\(field.name) has \"\(node.wording)\"; expected \(expected)", at: node)
      isWhole = false
      return nil
    }
    return isWhole ? texts : nil
  }

  private func word(_ node: Node, of name: String, among words: [String]) -> String? {
    if let text = node.text, words.contains(text) { return text }
    let text = node.text ?? node.kindName
    let hint: LocalText =
      nearest(text, among: words).map { "did you mean \"\($0)\"?" } ?? "expected \(words.joined(separator: ", "))"
    diagnostics.error("unknown \(name) \"\(text)\"; \(hint)", at: node)
    return nil
  }

  private func readHeaders(_ node: Node, into settings: inout ServiceSettings) -> Bool {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("headers is \(node.localKind); expected a mapping from names to values", at: node)
      return false
    }
    for (key, value) in pairs {
      guard let name = key.text, isHeaderName(name) else {
        diagnostics.error("this is no name of a header; expected letters, digits and -", at: key)
        return false
      }
      guard !name.isOfTheTransport else {
        diagnostics.error("the header \(name) is written by notifier itself, by what it sends; leave it out", at: key)
        return false
      }
      guard let secret = secrets.value(value, of: "the header \(name)") else { return false }
      guard secret.reveal().singleLine == secret.reveal() else {
        diagnostics.error(
          "the value of the header \(name) has a line break or a control character; write it without", at: value)
        return false
      }
      if name.isSecretHeader { secrets.warnOfInline(value, "the header \(name)") }
      settings.add(Destination.Header(name: name, value: secret))
    }
    return true
  }

  private func readLevels(_ node: Node, among words: [String], into settings: inout ServiceSettings) -> Bool {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error(
        "levels is \(node.localKind); expected a mapping such as { critical: \"\(words.last ?? "")\" }", at: node)
      return false
    }
    for (key, value) in pairs {
      guard let name = word(key, of: "urgency", among: Urgency.allCases.map(\.rawValue)),
        let urgency = Urgency(rawValue: name), let level = word(value, of: "level", among: words)
      else { return false }
      settings.set(urgency, level)
    }
    return true
  }

  private func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}

/// Reads a template; what is wrong with it is reported at its place.
func template(_ text: String, of name: String, at node: Node, _ diagnostics: Diagnostics) -> Template? {
  do throws(Template.Fault) {
    return try Template(text)
  } catch {
    diagnostics.error("\(name) has \"\(error.found)\", which \(error.description)", at: node)
    return nil
  }
}

extension ServiceField {
  /// How a value of this field is written.
  fileprivate var form: LocalText {
    switch value {
    case .address: "\"https://…\" or { file: PATH }"
    case .secret, .signingKey: "{ file: PATH }"
    case .text(let expected, _), .texts(let expected, _): expected
    case .number(let range): range.upperBound == .max ? "a number" : LocalText(verbatim: range.inWords)
    case .flag: "true or false"
    case .choice(let words): LocalText(verbatim: words.joined(separator: ", "))
    case .headers: "{ NAME: VALUE }"
    case .template: "a text with placeholders such as {{title}}"
    case .levels: "{ critical: … }"
    }
  }
}

extension Secret {
  /// Whether it is one key of Standard Webhooks, or several with blanks between them. RFC 4648, 4: no number of base64
  /// digits leaves one over, padded or not; the bits that the last digit has too many are zero, or it signs nothing.
  fileprivate var isSigningKey: Bool {
    let keys = reveal().split(whereSeparator: \.isWhitespace)
    return !keys.isEmpty
      && keys.allSatisfy { key in
        let text = key.hasPrefix("whsec_") ? key.dropFirst(6) : key
        let digits = text.prefix { $0 != "=" }
        let (left, padding) = (digits.utf8.count % 4, text.dropFirst(digits.count))
        return !digits.isEmpty && left != 1 && padding.allSatisfy { $0 == "=" } && padding.count <= (4 - left) % 4
          && (left == 0 || (left == 2 ? "AQgw" : "AEIMQUYcgkosw048").contains(digits.last!))
          && digits.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") }
      }
  }
}

extension String {
  /// Whether a header of this name says how the request is framed: another value than curl's own makes it another request.
  fileprivate var isOfTheTransport: Bool {
    ["content-length", "transfer-encoding", "connection", "te", "trailer", "upgrade", "expect", "idempotency-key"]
      .contains(lowercased())
  }

  /// Whether a header of this name carries something that opens doors.
  fileprivate var isSecretHeader: Bool {
    ["authorization", "cookie", "token", "key", "secret"].contains { lowercased().contains($0) }
  }
}

extension ClosedRange<Int> {
  fileprivate var inWords: String { "\(lowerBound) to \(upperBound)" }
}
