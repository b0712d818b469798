import Testing
import Workdays

/// The vectors are made by contrib/oracle/workday_rules.py, which walks over days.
@Suite("Phrases, classes, positions and work weeks")
struct WorkdayRuleTests {
  static let vectors: [String] =
    (try? contents(of: packagePath("Tests/WorkdaysTests/Vectors/workday-rules.txt"))).map(dataLines) ?? []
  static let lines = vectors.filter { !$0.hasPrefix("=") }
  static let made = vectors.filter { $0.hasPrefix("=") }.map(WorkdayQuestion.calendar)

  @Test("all vectors are there")
  func count() { #expect(Self.lines.count >= 10_000) }

  @Test("the dates are those of a walk over every day by another program", arguments: 0..<20)
  func answers(part: Int) async throws {
    for index in stride(from: part, to: Self.lines.count, by: 20) {
      // There are few threads, and other tests wait for answers in time.
      await Task.yield()
      let question = try WorkdayQuestion(Self.lines[index], made: Self.made)
      let other = question.otherDates()
      #expect(other == nil, "\(question.line): \(other?.prefix(5) ?? [])")
    }
  }
}
