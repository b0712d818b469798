import Alarms
import Testing

@Suite("Reading YAML and JSON with places")
struct YAMLReaderTests {
  private func read(_ text: String) throws -> Node { try YAMLReader.read(Array(text.utf8), file: "a.yaml") }

  private func fault(_ bytes: [UInt8]) throws -> Diagnostic {
    try #require(throws: Diagnostic.self) { _ = try YAMLReader.read(bytes, file: "a.yaml") }
  }

  private func fault(_ text: String) throws -> Diagnostic { try fault(Array(text.utf8)) }

  /// The scalars in the order written, each as `line:column+width text`.
  private func scalars(_ node: Node) -> [String] {
    switch node.value {
    case .scalar(let text, _): ["\(node.place.line):\(node.place.column)+\(node.width) \(text)"]
    case .sequence(let items): items.flatMap(scalars)
    case .mapping(let pairs): pairs.flatMap { scalars($0.key) + scalars($0.value) }
    }
  }

  @Test("every scalar knows its line, its column in characters, and its width")
  func places() throws {
    let root = try read("id: 打卡\n标题: [\"a b\", -10m]\nx:\n  - y: 1e3\n")
    #expect(
      scalars(root) == [
        "1:1+2 id", "1:5+2 打卡", "2:1+2 标题", "2:6+5 a b", "2:13+4 -10m", "3:1+1 x", "4:5+1 y", "4:8+3 1e3",
      ])
  }

  @Test("a scalar is its text, whatever it looks like", arguments: ["NO", "09:30", "1e3", "0x1F", "2026-01-09", "~x"])
  func textOnly(text: String) throws {
    guard case .scalar(let found, let isQuoted) = try read(text).value else {
      Issue.record("no scalar")
      return
    }
    #expect(found == text)
    #expect(!isQuoted)
  }

  @Test("JSON is read with the same places")
  func json() throws {
    let root = try read(#"{"year": 2027, "days": [{"name": "\u6625\u8282", "isOffDay": true}], "none": null}"#)
    #expect(
      scalars(root) == [
        "1:2+6 year", "1:10+4 2027", "1:16+6 days", "1:26+6 name", "1:34+14 春节", "1:50+10 isOffDay", "1:62+4 true",
        "1:70+6 none", "1:78+4 null",
      ])
  }

  @Test("tabs between the tokens of JSON are white space")
  func tabsInJSON() throws {
    #expect(scalars(try read("{\n\t\"year\":\t2027\n}")) == ["2:2+6 year", "2:10+4 2027"])
  }

  @Test("only unquoted nothing, ~ and null are null", arguments: ["", "~", "null", "Null", "NULL", "# only a comment"])
  func null(text: String) throws {
    #expect(try read(text).isNull)
    #expect(try !read("\"\(text.filter { $0 != "#" })\"").isNull)
  }

  @Test("a byte order mark changes neither text nor columns")
  func byteOrderMark() throws {
    #expect(scalars(try read("\u{FEFF}id: a\n")) == ["1:1+2 id", "1:5+1 a"])
  }

  @Test("lines may end as on Windows")
  func carriageReturns() throws {
    #expect(scalars(try read("id: a\r\nat: \"09:00\"\r\n")) == ["1:1+2 id", "1:5+1 a", "2:1+2 at", "2:5+7 09:00"])
  }

  @Test("an alias stands for the value and the place of its anchor")
  func alias() throws {
    #expect(
      scalars(try read("a: &x [1, 2]\nb: *x\n")) == [
        "1:1+1 a", "1:8+1 1", "1:11+1 2", "2:1+1 b", "1:8+1 1", "1:11+1 2",
      ])
  }

  @Test(
    "what is no YAML is told with the place and the remedy",
    arguments: [
      ("a: [1, 2\nb: 3\n", 2, 2, "check the indentation and the quotes"),
      ("a: [1, 2\n\n", 1, 9, "cut off"),
      ("标: {二: 2", 1, 9, "cut off"),
      ("a: \"x\nb: 1\n", 1, 4, "close the quotes"),
      ("a: b: c\n", 1, 5, "mapping values are not allowed"),
      ("a: 1\n\tb: 2\n", 2, 1, "indentation"),
      ("a: 1\nfoo\n", 2, 1, "the line ends without a colon"),
      ("a: 1\nfoo\nb: 2\n", 2, 1, "the line ends without a colon"),
      ("a：1\nb: 2\n", 2, 2, "line 1 has a full-width ：, write : and a space"),
      ("a: *x\n", 1, 4, "write \"&x\" before it"),
      ("? [a]\n: 1\n", 1, 3, "must be a single value"),
      ("a: 1\nb: 2\na: 3\n", 3, 1, "first in line 1; keep one"),
      ("a: 1\n---\nb: 2\n", 2, 1, "one per file"),
    ])
  func broken(text: String, line: Int, column: Int, words: String) throws {
    let fault = try fault(text)
    #expect(fault.place == SourcePlace(file: "a.yaml", line: line, column: column), "\(fault)")
    #expect(fault.message.contains(words), "\(fault)")
  }

  @Test("JSON that was cut off says so", arguments: 1..<50)
  func truncatedJSON(length: Int) throws {
    let whole = #"{"year": 2027, "days": [{"date": "2027-01-01"}]}"#
    try #require(whole.utf8.count >= 48)
    guard length < whole.utf8.count else { return }
    let fault = try fault(Array(whole.utf8.prefix(length)))
    #expect(fault.message.contains("cut off"), "\(whole.prefix(length)): \(fault)")
    #expect(fault.place.line == 1 && fault.place.column <= length + 1, "\(whole.prefix(length)): \(fault)")
  }

  @Test(
    "bytes that are no UTF-8 are told with their place",
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], 1, 4), ([0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0xC0, 0xAF], 2, 2),
      ([0xE6, 0x89, 0x93, 0xE6, 0x89], 1, 2), ([0xFF, 0xFE, 0x61, 0x00], 1, 1), ([0x61, 0xED, 0xA0, 0x80], 1, 2),
    ] as [([UInt8], Int, Int)])
  func notUTF8(bytes: [UInt8], line: Int, column: Int) throws {
    let fault = try fault(bytes)
    #expect(fault.place == SourcePlace(file: "a.yaml", line: line, column: column))
    #expect(fault.message.contains("UTF-8"))
  }

  @Test("a bomb of aliases is refused before it takes the memory")
  func aliasBomb() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...20 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(try fault(text).message.contains("more than 1000000 values"))
  }

  @Test("nesting is refused beyond 64 levels, not followed")
  func depth() throws {
    #expect(throws: Never.self) { try read(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) }
    for opening in ["[", "{a: ", "- "] {
      #expect(try fault(String(repeating: opening, count: 100_000)).message.contains("64 levels"))
    }
  }

  @Test("aliases cannot nest deeper than 64 levels either")
  func depthByAliases() throws {
    let (opening, closing) = (String(repeating: "[", count: 40), String(repeating: "]", count: 40))
    var text = "a0: &a0 \(opening)x\(closing)\n"
    for level in 1...200 { text += "a\(level): &a\(level) \(opening)*a\(level - 1)\(closing)\n" }
    let fault = try fault(text)
    #expect(fault.message.contains("64 levels"))
    #expect(fault.place.line == 2)
  }
}
