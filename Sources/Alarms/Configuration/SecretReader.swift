/// How far a program goes to know the secrets that a configuration names.
package enum SecretAccess: Sendable {
  /// They are needed: the program sends with them.
  case needed
  /// Only what stands in files is looked at, for its place and mode: the program sends nothing. What comes from the
  /// environment or from a command is up to the daemon, whose environment is another one.
  case checked
}

/// Reads values that may be secret: nothing that it reports repeats one.
struct SecretReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics

  /// What may stand in place of a value.
  static let forms: LocalText =
    "a value, { file: PATH }, { env: NAME }, { credential: NAME } or { command: [PROGRAM, …] }"

  /// A web address, written out or from elsewhere.
  func address(_ node: Node, of what: String) -> Secret? {
    guard let address = value(node, of: what) else { return nil }
    guard !address.isUnread else { return address }
    // The address is not repeated: a token may sit in it.
    let text = address.reveal().lowercased()
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard !rest.isEmpty, rest.first != "/", !rest.contains(where: { $0.isWhitespace || $0.isNewline }) else {
      diagnostics.error("\(what) is no web address; expected https://HOST/… without spaces", at: node)
      return nil
    }
    return address
  }

  /// A value written out, or where it is to be found.
  func value(_ node: Node, of what: String) -> Secret? {
    if let text = node.text {
      guard !text.isEmpty else {
        diagnostics.error("\(what) is empty; write the value, or { file: PATH }", at: node)
        return nil
      }
      return Secret(text)
    }
    // What stands there instead is not repeated: it may be the secret.
    guard case .mapping(let pairs) = node.value, pairs.count == 1, let form = pairs[0].key.text else {
      diagnostics.error("\(what) is \(node.localKind); expected \(Self.forms)", at: node)
      return nil
    }
    let source = pairs[0].value
    switch (form, source.text) {
    case ("file", let path?) where !path.isEmpty: return inFile(path, at: source)
    case ("env", let name?) where !name.isEmpty: return inEnvironment(name, at: source)
    case ("credential", let name?) where !name.isEmpty && !name.contains("/"): return inCredential(name, at: source)
    case ("command", _): return fromCommand(source, of: what)
    default:
      diagnostics.error("\(what) is \(node.localKind); expected \(Self.forms)", at: node)
      return nil
    }
  }

  /// Warns of a value that stands in the configuration itself, where it is seen by whoever looks over one's shoulder.
  func warnOfInline(_ node: Node, _ what: String) {
    guard node.text != nil else { return }
    diagnostics.warning(
      "\(what) stands here for all to see; better keep it in a file of its own: { file: PATH }", at: node)
  }

  /// The first line of a file that only its owner can read.
  private func inFile(_ written: String, at node: Node) -> Secret? {
    let path = Files.resolve(written, relativeTo: Files.directory(of: file), home: locations.home)
    diagnostics.references.append(path)
    return firstLine(of: path, "the secret file", at: node)
  }

  /// What systemd hands to a unit with LoadCredential= or SetCredential=.
  private func inCredential(_ name: String, at node: Node) -> Secret? {
    guard let directory = Locations.variable("CREDENTIALS_DIRECTORY") else {
      guard locations.secrets == .needed else { return .unread }
      diagnostics.error(
        "systemd hands no credentials to this program; add LoadCredential=\(name):PATH to the unit", at: node)
      return nil
    }
    return firstLine(of: "\(directory)/\(name)", "the credential", at: node)
  }

  private func firstLine(of path: String, _ what: String, at node: Node) -> Secret? {
    do throws(FileError) {
      let (bytes, mode) = try Files.read(path, limit: 65_536)
      guard !mode.othersCanRead, !mode.othersCanWrite else {
        diagnostics.error("other people can read \(what) \(path); run: chmod 600 \(path)", at: node)
        return nil
      }
      let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
      guard !line.isEmpty else {
        diagnostics.error("\(what) \(path) is empty; write the value into its first line", at: node)
        return nil
      }
      return Secret(String(line))
    } catch {
      diagnostics.error("\(what) \(path) cannot be read: \(error); check its path and mode", at: node)
      return nil
    }
  }

  private func inEnvironment(_ name: String, at node: Node) -> Secret? {
    guard locations.secrets == .needed else { return .unread }
    guard let value = Locations.variable(name) else {
      diagnostics.error(
        "the environment of notifierd has no \(name); set it in its unit, or with systemctl --user set-environment",
        at: node)
      return nil
    }
    return Secret(value)
  }

  /// The first line that a program writes, run without a shell.
  private func fromCommand(_ node: Node, of what: String) -> Secret? {
    var words: [String] = []
    switch node.value {
    case .scalar(let text, _): words = [text]
    case .sequence(let items): words = items.allSatisfy { $0.text != nil } ? items.compactMap(\.text) : []
    case .mapping: break
    }
    guard let program = words.first, !program.isEmpty else {
      diagnostics.error("\(what) has no command; expected a list such as [pass, show, team-bot]", at: node)
      return nil
    }
    guard locations.secrets == .needed else { return .unread }
    do throws(SecretCommand.Failure) {
      return Secret(try SecretCommand.firstLine(of: words))
    } catch {
      // Its output is not repeated.
      diagnostics.error("\(what) cannot be had from \(program): \(error)", at: node)
      return nil
    }
  }
}
