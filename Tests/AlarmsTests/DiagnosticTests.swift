import Alarms
import Testing

@Suite("Showing a problem with its line")
struct DiagnosticTests {
  private func rendered(_ source: String, line: Int, column: Int, width: Int) -> String {
    Diagnostic("x", at: SourcePlace(file: "a.yaml", line: line, column: column), width: width).rendered(in: source)
  }

  @Test("the mark stands under the faulty text")
  func mark() {
    #expect(
      rendered("alarms:\n    days: workdyas\n", line: 2, column: 11, width: 8)
        == "a.yaml:2:11: error: x\n    days: workdyas\n          ^~~~~~~~")
  }

  @Test("Chinese characters take two columns, before the mark and under it")
  func wide() {
    #expect(rendered("标题: 打卡", line: 1, column: 5, width: 2) == "a.yaml:1:5: error: x\n标题: 打卡\n      ^~~~")
  }

  @Test("a tab stays a tab in the margin")
  func tab() {
    #expect(rendered("{\t\"a\": 1", line: 1, column: 3, width: 3) == "a.yaml:1:3: error: x\n{\t\"a\": 1\n \t^~~")
  }

  @Test("lines that end as on Windows are counted, and shown without their end")
  func carriageReturns() {
    #expect(rendered("a: 1\r\nb: 2\r\n", line: 2, column: 4, width: 1) == "a.yaml:2:4: error: x\nb: 2\n   ^")
  }

  @Test("columns count code points, as the parser does, also where several make one character")
  func combining() {
    #expect(rendered("e\u{301}: xyz", line: 1, column: 5, width: 3) == "a.yaml:1:5: error: x\ne\u{301}: xyz\n   ^~~")
  }

  @Test("a place outside the text shows no line", arguments: [(9, 1), (2, 1)])
  func outside(line: Int, column: Int) {
    #expect(rendered("a: 1\n", line: line, column: column, width: 1) == "a.yaml:\(line):\(column): error: x")
  }

  @Test("a list is sorted by file, line and column")
  func sorted() {
    let places = [("b", 1, 1), ("a", 2, 1), ("a", 1, 9), ("a", 1, 2)].map {
      SourcePlace(file: $0, line: $1, column: $2)
    }
    let list = DiagnosticList(places.map { Diagnostic("x", at: $0) })
    #expect(list.diagnostics.map(\.place.description) == ["a:1:2", "a:1:9", "a:2:1", "b:1:1"])
  }
}
