import Alarms
import Testing
import TestSupport
import Workdays

@testable import notifier_calendars

@Suite("notifier-calendars convert")
struct ConvertTests {
  private func convert(_ arguments: String...) async throws -> String {
    try await #require(try ConvertCommand(["convert"] + arguments)).run(thisYear: 2026).text
  }

  @Test("what it prints is read as holiday-cn's years, with the calendar as the source")
  func roundTrip() async throws {
    let directory = TemporaryDirectory()
    let path = directory.write(
      "cn.ics",
      HolidayFeedTests.calendar(
        "SUMMARY:元旦（休）\nDTSTART;VALUE=DATE:20261231\nDTEND;VALUE=DATE:20270103",
        "SUMMARY:\"x\\\\\" / 春节（班）\nDTSTART;VALUE=DATE:20270220"))
    let text = try await convert("--kind", "ics", "--region", "cn", path)
    let contents = try HolidayFile.read(Array(text.utf8), file: "cn.json", week: .mondayToFriday)
    func day(_ date: String, _ kind: DayOverride.Kind, _ name: String) -> DayOverride {
      DayOverride(date: CivilDate(date)!, kind: kind, name: name, source: path)
    }
    #expect(
      contents.noticeYears == [
        NoticeYear(
          year: 2027,
          overrides: [
            day("2026-12-31", .off, "元旦"), day("2027-01-01", .off, "元旦"), day("2027-01-02", .off, "元旦"),
            day("2027-02-20", .work, "\"x\\\" / 春节"),
          ])
      ])
    #expect(contents.warnings.isEmpty)
  }

  @Test("other forms are converted too")
  func otherForms() async throws {
    let directory = TemporaryDirectory()
    let text = try await convert(directory.write("own.csv", "2026-12-24..25,off,leave\n"))
    let contents = try HolidayFile.read(Array(text.utf8), file: "x.json", week: .mondayToFriday)
    #expect(contents.noticeYears.map(\.overrides.count) == [2])
  }

  @Test("a half-day is converted with the time at which its work ends")
  func halfDay() async throws {
    let directory = TemporaryDirectory()
    let text = try await convert(directory.write("own.csv", "2026-12-24,work,Eve,12:00\n2026-12-26,work\n"))
    let contents = try HolidayFile.read(Array(text.utf8), file: "x.json", week: .mondayToFriday)
    #expect(contents.noticeYears.flatMap(\.overrides).map(\.worksUntil) == [CivilTime("12:00"), nil])
    #expect(text.contains("worksUntil") && text.split(separator: "worksUntil").count == 2, "left out of whole days")
  }

  @Test(
    "a command line that cannot be obeyed is told why",
    arguments: [
      ([], "expected the command convert"), (["convert"], "expected one file or address, found 0"),
      (["convert", "--kind", "x", "a"], "expected holiday-cn, timor, nager, csv, ics"),
      (["convert", "--of", "x", "a"], "unknown option --of"), (["convert", "a", "--off"], "--off needs a value"),
      (["convert", "--region", "CHN", "a"], "two letters"),
    ] as [([String], String)])
  func usage(arguments: [String], words: String) throws {
    let error = try #require(throws: UsageError.self) { _ = try ConvertCommand(arguments) }
    #expect(error.message.contains(words))
  }

  @Test("a file that is not there is told by its name")
  func missing() async throws {
    let list = try await #require(throws: DiagnosticList.self) { _ = try await convert("/nonexistent/a.ics") }
    #expect(
      list.diagnostics.map(\.description) == [
        "/nonexistent/a.ics:1:1: error: the file cannot be read: there is no such file"
      ])
  }
}
