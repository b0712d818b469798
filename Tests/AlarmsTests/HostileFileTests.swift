import Alarms
import Glibc
import Testing
import TestSupport
import Workdays

/// Files that are made to hang a reader or to fill the memory, and files that are something else than their name says.
@Suite("Hostile files", .timeLimit(.minutes(10)))
struct HostileFileTests {
  private func faults(_ bytes: [UInt8], file: String) throws -> [Diagnostic] {
    try #require(throws: DiagnosticList.self) {
      _ = try HolidayFile.read(bytes, file: file, week: .mondayToFriday)
    }.diagnostics
  }

  private func faults(_ text: String, file: String = "2026.json") throws -> [Diagnostic] {
    try faults(Array(text.utf8), file: file)
  }

  @Test(
    "a file of another encoding is refused by its name",
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8"),
      ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "UTF-16"), ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0, 0x5B, 0, 0x5D], "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"), ([0x7B, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
    ] as [([UInt8], String)])
  func wideEncodings(bytes: [UInt8], words: String) throws {
    for file in ["2026.json", "own.csv"] {
      let fault = try faults(bytes, file: file)[0]
      #expect(fault.description.hasPrefix("\(file):1:1: error: the file is \(words)"), "\(fault)")
    }
  }

  /// Encoded with Python: "国庆节、中秋节".encode("gb18030"), "Jour de l'été à Noël".encode("latin-1").
  @Test("Chinese text in GBK is told from other bytes that are no UTF-8")
  func chineseEncoding() throws {
    let chinese: [UInt8] = [0xB9, 0xFA, 0xC7, 0xEC, 0xBD, 0xDA, 0xA1, 0xA2, 0xD6, 0xD0, 0xC7, 0xEF, 0xBD, 0xDA]
    let json = Array(#"{"year": 2026, "days": [{"name": ""#.utf8) + chinese + Array("\"}]}".utf8)
    let fault = try faults(json, file: "2026.json")[0]
    #expect(fault.place == SourcePlace(file: "2026.json", line: 1, column: 35))
    #expect(fault.message.contains("seems to be GBK (GB 18030); convert it: iconv -f GB18030 -t UTF-8"))
    let french = Array("Jour de l'".utf8) + [0xE9, 0x74, 0xE9, 0x20, 0xE0] + Array(" No".utf8) + [0xEB, 0x6C]
    #expect(try faults(french, file: "own.csv")[0].message == "the file is not UTF-8; save it as UTF-8")
  }

  @Test(
    "damage is refused with the place",
    arguments: [
      ("{\"year\": 2026, \"year\": 2027, \"days\": []}", "1:16: error: \"year\" stands twice"),
      ("{\"year\": 99999999999999999999, \"days\": []}", "1:10: error: year is \"99999999999999999999\""),
      ("{\"year\": 2e3, \"days\": []}", "1:10: error: year is \"2e3\""),
      ("{\"year\": 2026, \"days\": [{\"date\": \"2026-01-01\", \"isOffDay\": 1}]}", "1:60: error: isOffDay is \"1\""),
    ])
  func damage(text: String, words: String) throws {
    let fault = try faults(text)[0]
    #expect(fault.description.hasPrefix("2026.json:" + words), "\(fault)")
  }

  @Test("a hundred thousand brackets are refused at the first that is too deep")
  func depth() throws {
    let lists = try faults(String(repeating: "[", count: 100_000))[0]
    #expect(lists.description.hasPrefix("2026.json:1:65: error: nested deeper than 64 levels"))
    let mappings = try faults(String(repeating: "{\"a\":", count: 100_000))[0]
    #expect(mappings.description.hasPrefix("2026.json:1:321: error: nested deeper than 64 levels"))
  }

  @Test("a file of 100 MB is refused unread, and larger data than a file may hold as well")
  func largeFile() throws {
    let directory = TemporaryDirectory()
    let path = directory.write("2026.json", "")
    // Without content: the file takes no room.
    try #require(truncate(path, 100 << 20) == 0)
    let error = try #require(throws: FileError.self) { _ = try Files.read(path) }
    #expect(error.description == "it is larger than 16777216 bytes")
    let fault = try faults([UInt8](repeating: UInt8(ascii: " "), count: (16 << 20) + 1), file: "2026.json")[0]
    #expect(fault.description.hasPrefix("2026.json:1:1: error: the file is larger than 16777216 bytes"))
  }

  /// A thousand aliases of a megabyte are a gigabyte once they are joined.
  @Test("text that aliases multiply is refused before it takes the memory")
  func aliasedText() throws {
    let text =
      "{\"year\": &x \"\(String(repeating: "1", count: 1 << 20))\", \"papers\": [*x\(String(repeating: ", *x", count: 999))]}"
    let fault = try faults(text)[0]
    #expect(
      fault.message == "the file has more than 33554432 bytes of text once its aliases are followed; use fewer of them")
  }

  @Test("of a very long message the fault and the remedy stay")
  func longMessage() throws {
    let text = "{\"year\": \"\(String(repeating: "1", count: 1 << 20))\", \"days\": []}"
    let message = try faults(text)[0].message
    #expect(message.hasPrefix("year is \"111") && message.hasSuffix("11\"; expected a year such as 2027"))
    #expect(message.utf8.count < 2000)
  }

  @Test("a file that is wrong throughout ends after a thousand errors")
  func manyErrors() throws {
    let text = "{\"year\": 2026, \"days\": [\(String(repeating: "{\"dote\": 1},", count: 20_000))1]}"
    let faults = try faults(text)
    #expect(faults.count == 1001)
    #expect(faults[1000].message == "there are more than 1000 errors; mend those above first")
  }

  @Test("keys that are unknown by the thousands, and one of a megabyte, end soon")
  func unknownKeys() throws {
    let keys = (0..<20_000).map { "\"dayz\($0)\": 1" }.joined(separator: ", ")
    #expect(try faults("{\(keys)}").count == 1001)
    let long = String(repeating: "k", count: 1 << 20)
    #expect(problems("\(long.prefix(100)): 1\n? \"\(long)\"\n: 2\n").count == 2)
  }

  @Test("holidays that share one date by the thousands end soon")
  func sharedDate() throws {
    let items = (0..<10_000).map { "{\"date\":\"2026-01-01\",\"name\":\"name \($0)\",\"types\":[\"Public\"]}" }
    let contents = try HolidayFile.read(
      Array("[\(items.joined(separator: ","))]".utf8), file: "2026.json", kind: .nager, week: .mondayToFriday)
    #expect(contents.noticeYears[0].overrides.count == 1)
    #expect(contents.noticeYears[0].overrides[0].name.utf8.count < 220)
  }

  @Test("a line of a million fields is refused, and a fault after many empty lines keeps its place")
  func manyFields() throws {
    let fault = try faults(String(repeating: ",", count: 1 << 20), file: "own.csv")[0]
    #expect(fault.description == "own.csv:1:1: error: the line has more than 100 fields; this is no list of days")
    let lines = String(repeating: "\n", count: 1 << 18)
    #expect(try faults("\(lines)2026-01-01", file: "own.csv")[0].place.line == (1 << 18) + 1)
    #expect(try faults("\(lines)\u{1}", file: "2026.json")[0].place.line == (1 << 18) + 1)
  }

  @Test("a list of thousands in one text ends soon, each word at its place")
  func longList() {
    let words = String(repeating: "soon,", count: 20_000)
    let found = problems("alarms:\n  - { id: a, days: workdays, at: \"09:00\", remind: \"\(words)later\" }\n")
    #expect(found.count == 1001)
    #expect(found[1].place.column == found[0].place.column + 5)
  }
}
