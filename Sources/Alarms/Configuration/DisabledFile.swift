/// The alarms that a person has switched off, wherever they are written: `notifier.d/own-disabled.yaml`.
package struct DisabledFile: Sendable {
  /// Its name in `notifier.d`.
  package static let name = "own-disabled.yaml"

  private static let header = """
    # Alarms that do not ring, written by `notifierctl disable`; `notifierctl enable` takes them out.

    """

  private let directory: String

  /// The file in the person's directory.
  package init(_ locations: Locations) { directory = "\(locations.personal)/notifier.d" }

  package var path: String { "\(directory)/\(DisabledFile.name)" }

  /// The ids that it holds; none where there is no file.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`.
  package func read() throws -> Set<String> {
    guard Files.exists(path) else { return [] }
    let diagnostics = Diagnostics()
    let root: Node
    do { root = try YAMLReader.read(try Files.read(path).bytes, file: path) } catch let error as Diagnostic {
      throw DiagnosticList([error])
    }
    let fields = Fields(root, known: ["disabled"], of: "a file of disabled alarms", diagnostics)
    guard !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    return Set((fields?.items("disabled") ?? []).compactMap(\.text))
  }

  /// Changes the ids, whole or not at all; two who do so at once wait for each other.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`; the file is then as it was.
  package func update(_ change: (inout Set<String>) -> Void) throws {
    try Files.makeDirectory(directory)
    try Files.locked("\(directory)/.own-disabled.lock") {
      var ids = try read()
      let before = ids
      change(&ids)
      guard ids != before else { return }
      let list = ids.sorted().map { "  - \(YAMLText.quoted($0))\n" }.joined()
      let text = "\(DisabledFile.header)disabled:\(list.isEmpty ? " []\n" : "\n\(list)")"
      try Files.rewrite(path, with: Array(text.utf8))
    }
  }
}
