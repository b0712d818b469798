import Testing

/// What a reader types must work, and print what is shown.
@Suite("the commands that the documents show")
struct CommandTests {
  /// Transcripts made at a moment that is named, which can be made again.
  private static let transcripts = Document.all.flatMap(\.blocks).filter { $0.words(after: "at") != nil }

  /// The configuration that a page's commands ask: its first example.
  private static func shell(for page: String) -> Shell {
    let example = Document.all.first { $0.page == page }?.blocks.first { $0.language == "yaml" && $0.note.isEmpty }
    return Shell(yaml: example?.text)
  }

  @Test("a transcript is what the program prints", arguments: transcripts)
  func transcript(block: Document.Block) throws {
    let shell = CommandTests.shell(for: block.page)
    let moment = try #require(block.words(after: "at")).joined(separator: " ")
    let commands = block.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    try #require(!commands.isEmpty)
    var text = ""
    for command in commands { text += "\(command)\n" + (try shell.run(String(command.dropFirst(2)), at: moment).text) }
    #expect(text == block.text)
  }
}
