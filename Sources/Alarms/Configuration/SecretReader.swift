/// Reads values that may be secret: nothing that it reports repeats one.
struct SecretReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics

  /// A web address, written out or in a file.
  func address(_ node: Node, of what: String) -> Secret? {
    guard let address = value(node, of: what) else { return nil }
    // The address is not repeated: a token may sit in it.
    let text = address.reveal().lowercased()
    let rest = text.hasPrefix("https://") ? text.dropFirst(8) : text.hasPrefix("http://") ? text.dropFirst(7) : ""
    guard !rest.isEmpty, rest.first != "/", !rest.contains(where: { $0.isWhitespace || $0.isNewline }) else {
      diagnostics.error("\(what) is no web address; expected https://HOST/… without spaces", at: node)
      return nil
    }
    return address
  }

  /// A value written out, or `{ file: PATH }`: the first line of a file that only its owner can read.
  func value(_ node: Node, of what: String) -> Secret? {
    if let text = node.text {
      guard !text.isEmpty else {
        diagnostics.error("\(what) is empty; write the value, or { file: PATH }", at: node)
        return nil
      }
      return Secret(text)
    }
    // What stands there instead is not repeated: it may be the secret.
    guard case .mapping(let pairs) = node.value, pairs.count == 1, pairs[0].key.text == "file",
      let written = pairs[0].value.text, !written.isEmpty
    else {
      diagnostics.error("\(what) is \(node.kindName); expected a value, or { file: PATH }", at: node)
      return nil
    }
    let pathNode = pairs[0].value
    let path = Files.resolve(written, relativeTo: Files.directory(of: file), home: locations.home)
    diagnostics.references.append(path)
    do throws(FileError) {
      let (bytes, mode) = try Files.read(path, limit: 65_536)
      guard !mode.othersCanRead, !mode.othersCanWrite else {
        diagnostics.error("other people can read the secret file \(path); run: chmod 600 \(path)", at: pathNode)
        return nil
      }
      let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
      guard !line.isEmpty else {
        diagnostics.error("the secret file \(path) is empty; write the value into its first line", at: pathNode)
        return nil
      }
      return Secret(String(line))
    } catch {
      diagnostics.error("the secret file \(path) cannot be read: \(error); check its path and mode", at: pathNode)
      return nil
    }
  }
}
