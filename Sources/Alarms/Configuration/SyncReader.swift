/// Reads the entries of `sync:`.
struct SyncReader {
  static let keys = ["url", "user", "password", "token", "calendars", "edited"]

  let secrets: SecretReader
  let diagnostics: Diagnostics

  /// The accounts by their names; those that cannot be read are reported and left out.
  func accounts(_ node: Node) -> [SyncAccount] {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("sync is \(node.kindName); expected a mapping from names to calendar servers", at: node)
      return []
    }
    return pairs.compactMap { key, value in
      guard let name = key.text,
        let fields = Fields(
          value, known: Self.keys, of: "the calendar server \"\(name)\"", quotesStrangers: false, diagnostics)
      else { return nil }
      return account(name, fields)
    }
  }

  private func account(_ name: String, _ fields: Fields) -> SyncAccount? {
    guard let node = fields["url"] else {
      diagnostics.error("the calendar server has no url; expected url: https://HOST/", at: fields.node)
      return nil
    }
    guard let url = secrets.address(node, of: "url"), let login = login(fields) else { return nil }
    let afterScheme = url.reveal().firstRange(of: "://").map { url.reveal()[$0.upperBound...] } ?? ""
    guard !afterScheme.prefix(while: { $0 != "/" }).contains("@") else {
      diagnostics.error("url holds who logs in; write that under user and password", at: node)
      return nil
    }
    return SyncAccount(
      name: name, url: url, login: login.value, calendars: calendars(fields), edited: fields.choice("edited") ?? .leave)
  }

  /// The names of calendars, which may be those of another file; `nil` for all alarms.
  private func calendars(_ fields: Fields) -> [String]? {
    guard let items = fields.items("calendars", splitsCommas: true), let node = fields["calendars"] else { return nil }
    if items.isEmpty { diagnostics.error("calendars is empty; leave it out, or name a calendar", at: node) }
    for item in items where item.text == nil {
      diagnostics.error("calendars holds \(item.localKind); expected the name of a calendar", at: item)
    }
    let named = items.filter { $0.text != nil }
    diagnostics.calendarNames += named
    return named.compactMap(\.text)
  }

  /// Who logs in; `nil` where that cannot be read.
  private func login(_ fields: Fields) -> (value: SyncAccount.Login?, Void)? {
    switch (fields["user"], fields["password"], fields["token"]) {
    case (nil, nil, nil): return (nil, ())
    case (nil, nil, let token?):
      secrets.warnOfInline(token, "the token")
      return secrets.value(token, of: "token").map { (.token($0), ()) }
    case (let user?, let password?, nil):
      guard let name = secrets.value(user, of: "user"), let word = secrets.value(password, of: "password") else {
        return nil
      }
      secrets.warnOfInline(password, "the password")
      return (.password(user: name, password: word), ())
    case (let node?, nil, nil):
      diagnostics.error("a user logs in with a password; add password: { file: PATH }", at: node)
    case (nil, let node?, nil):
      diagnostics.error("a password is of a user; add user: NAME", at: node)
    case (_, _, let node?):
      diagnostics.error("a token says who logs in; leave out user and password, or the token", at: node)
    }
    return nil
  }
}
