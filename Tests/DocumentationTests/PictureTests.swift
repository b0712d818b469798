import Testing

/// The pictures that the documents show.
@Suite("the pictures that the documents show")
struct PictureTests {
  /// By the page that shows it, the picture's file and the command that makes it.
  private static let pictures = [
    ("README.md", "docs/calendar-2026-09.svg", "notifierctl cal --format svg"),
    ("README.zh-CN.md", "docs/calendar-2026.zh.svg", "LANG=zh_CN.UTF-8 notifierctl cal 2026 --format svg"),
  ]

  @Test("a picture is what the program draws", arguments: pictures)
  func picture(page: String, file: String, command: String) throws {
    let readme = try #require(Document.readmes.first { $0.page == page })
    #expect(readme.lines.contains { $0.hasPrefix("![") && $0.hasSuffix("](\(file))") })
    let example = try #require(readme.blocks.first { $0.language == "yaml" && $0.note.isEmpty })
    let (text, status) = try Shell(yaml: example.text).run("\(command) 2>/dev/null", at: "2026-09-18 17:30")
    #expect(status == 0)
    #expect(text == Document.text(of: file))
  }
}
