import Alarms
import Testing
import TestSupport
import Workdays

@Suite("Reading holiday files")
struct HolidayFileTests {
  private func read(_ text: String, file: String = "2020.json") throws -> HolidayFile.Contents {
    try HolidayFile.read(Array(text.utf8), file: file, week: .mondayToFriday)
  }

  private func faults(_ text: String, file: String = "2020.json") throws -> [Diagnostic] {
    try #require(throws: DiagnosticList.self) { _ = try read(text, file: file) }.diagnostics
  }

  @Test("days are read with name, kind and the notice's address")
  func good() throws {
    let contents = try read(
      """
      { "$schema": "s", "$id": "i", "year": 2020, "papers": ["http://www.gov.cn/a", "http://www.gov.cn/b"],
        "days": [{ "name": "国庆节、中秋节", "date": "2020-10-01", "isOffDay": true },
                 { "name": "国庆节、中秋节", "date": "2020-10-10", "isOffDay": false }] }
      """)
    let source = "http://www.gov.cn/a http://www.gov.cn/b"
    #expect(contents.warnings.isEmpty)
    #expect(contents.noticeYears[0].year == 2020)
    #expect(
      contents.noticeYears[0].overrides == [
        DayOverride(date: CivilDate("2020-10-01")!, kind: .off, name: "国庆节、中秋节", source: source),
        DayOverride(date: CivilDate("2020-10-10")!, kind: .work, name: "国庆节、中秋节", source: source),
      ])
  }

  /// HY-05.
  @Test("a file of another year than its name says is refused, and both years are named")
  func wrongYear() throws {
    let text: MarkedText = """
      {"year": ▸2023, "days": [{"name": "春节", "date": "2023-01-21", "isOffDay": true}]}
      """
    text.expect([["2022", "2023", "refused", "stays in use"]], in: try faults(text.text, file: "/data/2022.json"))
    #expect(try read(text.text, file: "/data/cn-of-2022.json").noticeYears.map(\.year) == [2023])
  }

  /// HY-05: for a year only December before and the year itself.
  @Test("a date outside the notice's year and the December before is used, with a warning")
  func window() throws {
    let text: MarkedText = """
      {"year": 2020, "days": [
        {"name": "a", "date": "2019-12-01", "isOffDay": true}, {"name": "b", "date": "2020-12-31", "isOffDay": true},
        {"name": "c", "date": ▸"2019-11-30", "isOffDay": true}, {"name": "d", "date": ▸"2021-01-01", "isOffDay": true}]}
      """
    let contents = try read(text.text)
    text.expect(
      [["2019-11-30 lies outside the notice of 2020", "check the date"], ["2021-01-01"]], in: contents.warnings,
      severity: .warning)
    #expect(contents.noticeYears[0].overrides.count == 4)
  }

  @Test("a date that stands twice is told, and refused where the two disagree")
  func twice() throws {
    let agreeing: MarkedText = """
      {"year": 2020, "days": [
        {"name": "元旦", "date": "2020-01-01", "isOffDay": true}, {"name": "元旦", "date": "2020-01-02", "isOffDay": true},
        ▸{"name": "元旦", "date": "2020-01-01", "isOffDay": true}]}
      """
    let sentence = "2020-01-01 stands twice, first in line 2; keep one"
    let contents = try read(agreeing.text)
    agreeing.expect([[sentence]], in: contents.warnings, severity: .warning)
    #expect(contents.noticeYears[0].overrides.map(\.date.day) == [1, 2])
    let disagreeing: MarkedText = """
      {"year": 2020, "days": [
        {"name": "元旦", "date": "2020-01-04", "isOffDay": true},
        ▸{"name": "元旦", "date": "2020-01-04", "isOffDay": false}]}
      """
    disagreeing.expect(
      [["2020-01-04 stands twice, first in line 2; keep one"]], in: try faults(disagreeing.text))
  }

  /// HC-05: 17 September 2020, a Thursday, typed in place of 27.
  @Test("a make-up day on an ordinary workday is a slip: it is used, with a warning")
  func makeUpOnWorkday() throws {
    let text: MarkedText = """
      {"year": 2020, "days": [{"name": "国庆节", "date": ▸"2020-09-17", "isOffDay": false},
        {"name": "国庆节", "date": "2020-09-27", "isOffDay": false}]}
      """
    text.expect(
      [["2020-09-17 is a thursday and a workday anyway", "changes nothing; check the date"]],
      in: try read(text.text).warnings, severity: .warning)
  }

  @Test(
    "what is wrong is told with its place",
    arguments: [
      ("▸[]", ["expected a holiday file", "found a list"]),
      ("▸{\"days\": []}", ["names no year", "\"year\": 2027"]),
      ("{\"year\": ▸20, \"days\": []}", ["year is \"20\"", "a year such as 2027"]),
      ("▸{\"year\": 2020}", ["no list of days", "\"days\": […]"]),
      ("{\"year\": 2020, \"days\": ▸{}}", ["no list of days"]),
      ("{\"year\": 2020, ▸\"dyas\": [], \"days\": []}", ["unknown key \"dyas\"", "did you mean \"days\"?"]),
      ("{\"year\": 2020, \"days\": [▸{\"isOffDay\": true}]}", ["the day has no date", "\"date\": \"2020-01-01\""]),
      ("{\"year\": 2020, \"days\": [▸{\"date\": \"2020-01-01\"}]}", ["does not say isOffDay", "true (rest)"]),
      ("{\"year\": 2020, \"days\": [{\"date\": ▸\"2020-02-30\"}]}", ["a date of the calendar"]),
      ("{\"year\": 2020, \"days\": [{\"date\": \"2020-01-01\", \"isOffDay\": ▸1}]}", ["true or false"]),
      ("{\"year\": 2020, \"days\": [▸\"2020-01-01\"]}", ["expected a day as a mapping"]),
      ("{\"year\": 2020, \"days\": [{\"date\": \"2020-01-01\"▸", ["cut off; fetch or save it again"]),
    ] as [(String, [String])])
  func faulty(text: String, words: [String]) throws {
    let text = MarkedText(text)
    text.expect([words], in: try faults(text.text))
  }

  @Test(
    "a year that is worked out says so, and reads back as such", arguments: [NoticeYear.Basis.computed, .law, .notice])
  func basis(basis: NoticeYear.Basis) throws {
    let day = DayOverride(date: CivilDate("2027-01-01")!, kind: .off, name: "元旦", source: "here")
    let text = try HolidayJSON.text(of: [NoticeYear(year: 2027, overrides: [day], basis: basis)])
    let contents = try HolidayFile.read(Array(text.utf8), file: "x.json", week: .mondayToFriday)
    #expect(contents.noticeYears == [NoticeYear(year: 2027, overrides: [day], basis: basis)])
    #expect(text.contains("basis") == (basis != .notice))
  }

  @Test("an empty list of days says that the year is not announced, never that it has no holidays")
  func emptyList() throws {
    let directory = TemporaryDirectory()
    let text = "region: CN\nholidaySources: [2026.json, 2027.json]\n"
    directory.write("2026.json", "{\"year\": 2026, \"days\": []}")
    directory.write("2027.json", "{\"year\": 2027, \"days\": []}")
    let calendar = try configuration(text, file: directory["a.yaml"]).calendar
    #expect(calendar.day(on: CivilDate("2026-10-02")!).kind == .statutoryHoliday, "what is shipped stays")
    #expect(calendar.day(on: CivilDate("2026-10-10")!).kind == .makeUpWorkday)
    #expect(calendar.day(on: CivilDate("2026-10-10")!).certainty == .announced)
    #expect(calendar.day(on: CivilDate("2027-03-01")!).certainty == .provisional)
    #expect(calendar.day(on: CivilDate("2027-10-01")!).kind == .statutoryHoliday, "computed from the law")
  }

  @Test("a year's file replaces the whole year, and layers stand above it")
  func layers() throws {
    let directory = TemporaryDirectory()
    directory.write(
      "2026.json", "{\"year\": 2026, \"days\": [{\"name\": \"春节\", \"date\": \"2026-02-17\", \"isOffDay\": true}]}")
    directory.write(
      "company.json", "{\"year\": 2026, \"days\": [{\"name\": \"店庆\", \"date\": \"2026-06-01\", \"isOffDay\": true}]}")
    directory.write(
      "own.json", "{\"year\": 2026, \"days\": [{\"name\": \"值班\", \"date\": \"2026-06-06\", \"isOffDay\": false}]}")
    let text = """
      region: CN
      holidaySources:
        - { file: own.json, layer: personal }
        - 2026.json
        - { file: company.json, layer: company }
      """
    let loaded = try configuration(text, file: directory["a.yaml"])
    func kind(_ date: String) -> DayKind { loaded.calendar.day(on: CivilDate(date)!).kind }
    #expect(kind("2026-02-17") == .statutoryHoliday)
    #expect(kind("2026-10-10") == .restDay, "the swap of the notice that was replaced is gone")
    #expect(kind("2026-10-02") == .workday)
    #expect(kind("2026-06-01") == .personalRestDay)
    #expect(kind("2026-06-06") == .personalWorkday)
    #expect(loaded.references == ["own.json", "2026.json", "company.json"].map { directory[$0] })
  }

  @Test("a faulty holiday file is a fault of the configuration, told at its own place")
  func withinConfiguration() {
    let directory = TemporaryDirectory()
    let path = directory.write("2022.json", "{\"year\": 2023, \"days\": []}")
    let found = problems("holidaySources: 2022.json\nregion: CHN\n", file: directory["a.yaml"])
    #expect(
      found.map(\.place) == [
        SourcePlace(file: path, line: 1, column: 10), SourcePlace(file: directory["a.yaml"], line: 2, column: 9),
      ])
  }
}
