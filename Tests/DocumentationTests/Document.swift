import Glibc
import Testing

/// A Markdown page of this package with the blocks of code that it shows.
struct Document {
  /// A fenced block of code.
  struct Block: CustomTestStringConvertible, Sendable {
    let page: String
    /// The line of the opening fence, counted from 1.
    let line: Int
    let language: String
    let text: String
    /// The HTML comment on the line before, which tells the tests how to read the block; empty without one.
    let note: String

    var testDescription: String { "\(page):\(line)" }

    /// The words after `name:` in the note; `nil` where the note does not say it.
    func words(after name: String) -> [String]? {
      for clause in note.split(separator: ";") {
        let words = clause.split(separator: " ").map(String.init)
        if words.first == "\(name):" { return Array(words.dropFirst()) }
      }
      return nil
    }
  }

  let page: String
  let lines: [String]
  let blocks: [Block]

  /// Reads a page by its path from the package's top folder.
  init(_ page: String) {
    self.page = page
    lines = Document.text(of: page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blocks: [Block] = []
    var note = ""
    var open: (line: Int, language: String, text: [String])?
    for (index, line) in lines.enumerated() {
      if let block = open {
        if line == "```" {
          let text = block.text.map { $0 + "\n" }.joined()
          blocks.append(Block(page: page, line: block.line, language: block.language, text: text, note: note))
          open = nil
          note = ""
        } else {
          open?.text.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (index + 1, String(line.dropFirst(3)), [])
      } else if line.hasPrefix("<!--"), line.hasSuffix("-->") {
        note = line.dropFirst(4).dropLast(3).split(separator: " ").joined(separator: " ")
      } else if !line.isEmpty {
        note = ""
      }
    }
    precondition(open == nil, "\(page) has a block of code without an end")
    self.blocks = blocks
  }

  /// What stands between backticks in running text.
  var inlineCode: [String] {
    var found: [String] = []
    var isBlock = false
    for line in lines {
      if line.hasPrefix("```") { isBlock.toggle() }
      if isBlock { continue }
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      found += parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return found
  }

  static let readmes = [Document("README.md"), Document("README.zh-CN.md")]
  static let all =
    readmes
    + ["docs/configuration.md", "docs/rules.md", "docs/json.md", "docs/services.md", "docs/cookbook.md"].map {
      Document($0)
    }

  // #filePath is …/Tests/DocumentationTests/Document.swift.
  /// This package's folder.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// The text of a file of this package.
  static func text(of path: String) -> String {
    guard let file = fopen("\(root)/\(path)", "rb") else { preconditionFailure("\(root)/\(path) cannot be opened") }
    defer { fclose(file) }
    return Shell.text(of: file)
  }
}
