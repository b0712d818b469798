/// Reads the entries of `imports:`.
struct ImportReader {
  static let keys = ["path", "url", "calendar"]
  static let form = "team: { path: team.ics } or class: { url: \"https://…\" }"

  let locations: Locations
  /// The file that they stand in.
  let file: String
  let diagnostics: Diagnostics

  /// The sources by their names; those that cannot be read are reported and left out.
  func sources(_ node: Node) -> [ImportSource] {
    guard case .mapping(let pairs) = node.value else {
      diagnostics.error("imports is \(node.localKind); expected a mapping from names such as \(Self.form)", at: node)
      return []
    }
    return pairs.compactMap { key, value in
      guard let name = key.text,
        let fields = Fields(
          value, known: Self.keys, of: "the import \"\(name)\"", quotesStrangers: false, diagnostics)
      else { return nil }
      guard Self.isName(name) else {
        diagnostics.error(
          "\"\(name)\" is no name of an import; expected 1 to 24 of a-z, A-Z, 0-9, - and _", at: key)
        return nil
      }
      return source(name, fields)
    }
  }

  /// It is a part of ids and of a file's name.
  private static func isName(_ name: String) -> Bool {
    (1...24).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-" || scalar == "_")
      }
  }

  private func source(_ name: String, _ fields: Fields) -> ImportSource? {
    if let node = fields["calendar"] {
      if node.text == nil {
        diagnostics.error("calendar is \(node.localKind); expected the name of a calendar", at: node)
      } else {
        diagnostics.calendarNames.append(node)
      }
    }
    let origin: ImportSource.Origin
    switch (fields["path"], fields["url"]) {
    case (let node?, nil):
      guard let written = node.text, !written.isEmpty else {
        diagnostics.error("path is \(node.localKind); expected an iCalendar file or a directory of them", at: node)
        return nil
      }
      guard !written.contains("://") else {
        diagnostics.error("this is a web address; write it as url: \"…\"", at: node)
        return nil
      }
      origin = .path(Files.resolve(written, relativeTo: Files.directory(of: file), home: locations.home))
    case (nil, let node?):
      let secrets = SecretReader(locations: locations, file: file, diagnostics: diagnostics)
      guard let address = secrets.address(node, of: "url") else { return nil }
      origin = .web(address)
    case (nil, nil):
      diagnostics.error("the import \"\(name)\" has no path and no url; expected \(Self.form)", at: fields.node)
      return nil
    case (_?, let node?):
      diagnostics.error("the import \"\(name)\" has a path and a url; make two of them", at: node)
      return nil
    }
    return ImportSource(name: name, origin: origin, calendar: fields["calendar"]?.text)
  }
}
