import Testing
import Workdays

/// The code of the module's article, compiled here word for word.
@Suite("The article on the four steps")
struct ArticleTests {
  private static func article() throws -> [Substring] {
    String(decoding: try contents(of: packagePath("Sources/Workdays/Workdays.docc/FourSteps.md")), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of its blocks of Swift.
  private static func code() throws -> [Substring] {
    var isInside = false
    return try article().filter { line in
      if line.hasPrefix("```") {
        isInside = line == "```swift"
        return false
      }
      return isInside
    }
  }

  @Test("its code yields the dates that stand beside it")
  func dates() throws {
    let shanghai = try ZoneRules(identifier: "Asia/Shanghai", tzif: contents(of: "/usr/share/zoneinfo/Asia/Shanghai"))
    let calendar = WorkCalendar(national: .china)
    let schedule = Schedule(
      days: .phrase(try DaysPhrase("last workday of the month")), times: [CivilTime(hour: 17, minute: 0)!])
    let lastWorkdays = Occurrences(schedule: schedule, calendar: calendar, zone: shanghai)
    let first = try lastWorkdays.nextOccurrence(after: Instant("2025-01-01T00:00:00Z")!)
    let second = try lastWorkdays.nextOccurrence(after: Instant("2026-02-01T00:00:00Z")!)
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")
    let moved = Schedule(days: .rule(rule), times: [CivilTime(hour: 17, minute: 0)!], move: .previous)
    let lastWeekdays = Occurrences(schedule: moved, calendar: calendar, zone: shanghai)
    let third = try lastWeekdays.nextOccurrence(after: Instant("2025-01-01T00:00:00Z")!)
    let fourth = try lastWeekdays.nextOccurrence(after: Instant("2026-02-01T00:00:00Z")!)
    let why = second!.day
    func shown(_ occurrence: Occurrence?) -> String {
      occurrence.map { $0.instant.formatted(utcOffset: shanghai.utcOffset(at: $0.instant)) } ?? "none"
    }
    let comments = try Self.code().filter { $0.hasPrefix("// ") }.map(String.init)
    #expect(
      comments == [
        "// first: \(shown(first))", "// second: \(shown(second))", "// third: \(shown(third))",
        "// fourth: \(shown(fourth))", "// why: \(why.kind.words), \(why.name ?? ""), \(why.certainty.rawValue)",
      ])
  }

  @Test("its code is the code above, but for the breaks of lines")
  func isCompiled() throws {
    func plain(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    let source = plain(String(decoding: try contents(of: #filePath), as: UTF8.self))
    let statements = try Self.code().filter { !$0.hasPrefix("// ") && !$0.isEmpty }
    #expect(statements.count == 12)
    for statement in statements { #expect(source.contains(plain(statement)), "\(statement)") }
  }

  @Test("what it links to is there")
  func links() throws {
    let folder = packagePath("Sources/Workdays")
    let declared = String(
      decoding: try output(of: "grep -hoE '(struct|enum|case|var|let) [A-Za-z`]+' \(folder)/*.swift"), as: UTF8.self)
    let names = Set(declared.split(separator: "\n").map { $0.split(separator: " ")[1].filter { $0 != "`" } })
    for file in ["FourSteps", "Workdays"] {
      let text = String(decoding: try contents(of: "\(folder)/Workdays.docc/\(file).md"), as: UTF8.self)
      for line in text.split(separator: "\n") where !line.hasPrefix("```") {
        // Between two pairs of backticks stands a name.
        let pieces = line.split(separator: "``", omittingEmptySubsequences: false).map(String.init)
        for name in stride(from: 1, to: pieces.count, by: 2).flatMap({ pieces[$0].split(separator: "/") })
        where name != "Workdays" {
          #expect(names.contains(String(name)), "\(file).md links to \(name)")
        }
      }
    }
    for picture in ["pipeline.svg", "pipeline~dark.svg"] {
      #expect(try !contents(of: "\(folder)/Workdays.docc/Resources/\(picture)").isEmpty)
    }
  }
}
