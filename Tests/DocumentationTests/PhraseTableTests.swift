import Testing

/// Tables of phrases with the dates that they come to.
@Suite("the phrases that the documents list")
struct PhraseTableTests {
  /// One row: what may be written, each meaning the same, and the next dates.
  struct Row: CustomTestStringConvertible, Sendable {
    let from: String
    let phrases: [String]
    let dates: String

    var testDescription: String { phrases.joined(separator: ", ") }
  }

  /// The rows of the table after `<!-- next: 2026-09-18 -->`: phrases in backticks, then dates.
  private static let rows: [Row] = {
    let lines = Document("docs/rules.md").lines
    guard let start = lines.firstIndex(where: { $0.hasPrefix("<!-- next: ") }) else { return [] }
    let from = String(lines[start].split(separator: " ")[2])
    return lines[(start + 3)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
        .map { String($0) }
      return Row(
        from: from, phrases: cells.dropLast().map { String($0.dropFirst().dropLast()) }, dates: cells[cells.count - 1])
    }
  }()

  @Test("the table is found")
  func count() { #expect(Self.rows.count > 25) }

  @Test(
    "a phrase has the next dates that are shown",
    arguments: rows)
  func next(row: Row) throws {
    let shell = Shell(yaml: nil)
    for phrase in row.phrases {
      let call = "notifierctl next --days \"\(phrase)\" --at 09:00 --region CN --from \(row.from) -n 3"
      let answer = try shell.run(call, at: "2026-09-18 17:30")
      #expect(answer.status == 0, "\(answer.text)")
      // What is provisional is told on a line of its own.
      let dates = answer.text.split(separator: "\n").filter { !$0.hasPrefix("notifierctl: ") }.map { $0.prefix(14) }
        .joined(separator: " · ")
      #expect(dates == row.dates, "\(phrase)")
    }
  }
}
