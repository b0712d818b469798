import Testing

/// What a reader types must work, and print what is shown.
@Suite("the commands that the documents show")
struct CommandTests {
  /// Transcripts made at a moment that is named, which can be made again.
  private static let transcripts = Document.all.flatMap(\.blocks).filter { $0.words(after: "at") != nil }

  /// The configuration that a page's commands ask: its first example.
  private static func shell(for page: String) -> Shell {
    let example = Document.all.first { $0.page == page }?.blocks.first { $0.language == "yaml" && $0.note.isEmpty }
    return Shell(yaml: example?.text, files: ["team.url", "team.ics"])
  }

  @Test(
    "a transcript is what the program prints",
    arguments: transcripts)
  func transcript(block: Document.Block) throws {
    let shell = CommandTests.shell(for: block.page)
    let moment = try #require(block.words(after: "at")).joined(separator: " ")
    let commands = block.text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    try #require(!commands.isEmpty)
    var text = ""
    for command in commands { text += "\(command)\n" + (try shell.run(String(command.dropFirst(2)), at: moment).text) }
    #expect(text == block.text)
  }

  @Test(
    "every notifierctl command of a README is one that the program takes", arguments: ["README.md", "README.zh-CN.md"])
  func commands(page: String) throws {
    let document = try #require(Document.readmes.first { $0.page == page })
    let shown = Set(
      document.blocks.filter { $0.language != "yaml" }.flatMap { $0.text.split(separator: "\n").map(String.init) }
        + document.inlineCode
    ).compactMap(CommandTests.command)
    #expect(shown.count > 10)
    let shell = CommandTests.shell(for: page)
    for command in shown.sorted() {
      let (text, status) = try shell.run(command)
      // Done, no, no daemon, not announced, here no terminal: the answers to a command line that is right.
      #expect(
        (command.contains("--interactive") ? [69] : [0, 1, 3, 75]).contains(status),
        "`\(command)` ends with \(status): \(text)")
    }
  }

  @Test(
    "each line of the table of what is wanted is one command that works from nothing",
    arguments: ["README.md", "README.zh-CN.md"])
  func fromNothing(page: String) throws {
    let document = try #require(Document.readmes.first { $0.page == page })
    let rows = document.lines.filter {
      $0.hasPrefix("| ") && ($0.contains("`notifierctl add ") || $0.contains("`notifierctl off "))
    }
    #expect(rows.count == 8)
    for row in rows {
      let command = try #require(row.split(separator: "`").map(String.init).last { $0.hasPrefix("notifierctl ") })
      let shell = Shell(yaml: nil, files: ["team.url"])
      let (text, status) = try shell.run(command)
      #expect(status == 0, "`\(command)` ends with \(status): \(text)")
      let (check, checked) = try shell.run("notifierctl check")
      #expect(checked == 0 && !check.contains("warning:"), "\(command): \(check)")
      guard command.contains("add ") else { continue }
      let (list, _) = try shell.run("notifierctl list")
      #expect(list.split(separator: "\n").count == 1 && text.contains("\nadded: "), "\(command): \(list)")
    }
  }

  /// The call of notifierctl in a line of shell, without what follows it; `nil` where there is none.
  static func command(in line: String) -> String? {
    guard !line.hasPrefix("#"), let start = line.firstRange(of: "notifierctl ")?.lowerBound else { return nil }
    let call = line[start...]
    let end =
      [" && ", " || ", " | ", " #", "; "].compactMap { call.firstRange(of: $0)?.lowerBound }.min() ?? call.endIndex
    return String(call[..<end])
  }
}
