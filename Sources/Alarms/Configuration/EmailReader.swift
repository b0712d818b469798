import Workdays

/// Reads the settings of a destination that gets e-mail.
struct EmailReader {
  static let keys = ["server", "user", "password", "from", "to"]

  let secrets: SecretReader
  let diagnostics: Diagnostics

  /// - Returns: `nil`, with the problems reported, where something is missing or cannot be read.
  func settings(_ fields: Fields) -> EmailSettings? {
    for name in ["server", "from", "to"] where fields[name] == nil {
      diagnostics.error("the destination has no \(name); expected \(name): \(Self.forms[name] ?? "")", at: fields.node)
    }
    let server = server(fields)
    let from = fields["from"].flatMap { address($0, of: "from") }
    let to = fields.items("to").flatMap { addresses($0, fields) }
    guard let (user, password) = login(fields), let server, let from, let to else { return nil }
    return EmailSettings(server: server, user: user, password: password, from: from, to: to)
  }

  private static let forms = [
    "server": "smtps://HOST or smtp://HOST", "from": "an address such as alarms@example.org",
    "to": "an address, or a list of them",
  ]

  private func server(_ fields: Fields) -> MailServer? {
    guard let node = fields["server"] else { return nil }
    if let server = node.text.flatMap({ MailServer($0) }) { return server }
    // It is not repeated: a password may sit in it.
    diagnostics.error(
      "server is no mail server; expected smtps://HOST or smtp://HOST with a port behind it or not; who logs in stands under user and password",
      at: node)
    return nil
  }

  private func addresses(_ nodes: [Node], _ fields: Fields) -> [MailAddress]? {
    guard !nodes.isEmpty else {
      if let node = fields["to"] { diagnostics.error("to is empty; expected an address, or a list of them", at: node) }
      return nil
    }
    let found = nodes.compactMap { address($0, of: "to") }
    return found.count == nodes.count ? found : nil
  }

  private func address(_ node: Node, of name: String) -> MailAddress? {
    if let address = node.text.flatMap({ MailAddress($0) }) { return address }
    diagnostics.error(
      "\(name) has \"\(node.wording)\"; expected an address such as alarms@example.org, or Name <alarms@example.org>",
      at: node)
    return nil
  }

  /// Who logs in; `nil` where that cannot be read.
  private func login(_ fields: Fields) -> (user: Secret?, password: Secret?)? {
    switch (fields["user"], fields["password"]) {
    case (nil, nil): return (nil, nil)
    case (let user?, let password?):
      guard let name = secrets.value(user, of: "user"), let word = secrets.value(password, of: "password") else {
        return nil
      }
      secrets.warnOfInline(password, "the password")
      return (name, word)
    case (let node?, nil):
      diagnostics.error("a user logs in with a password; add password: { file: PATH }", at: node)
      return nil
    case (nil, let node?):
      diagnostics.error("a password is of a user; add user: NAME", at: node)
      return nil
    }
  }
}
