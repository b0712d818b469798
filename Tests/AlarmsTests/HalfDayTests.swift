import Alarms
import Testing
import TestSupport
import Workdays

@Suite("Half-days in files, and what alarms do on them")
struct HalfDayTests {
  private static let eve = CivilDate("2026-12-24")!

  private func plan(_ lines: String...) throws -> AlarmPlan {
    let text = """
      ownDays: [{ work: 2026-12-24, until: "12:00", name: Christmas Eve }]
      alarms:
        - id: a
          days: workdays
          at: "18:00"

      """
    return try #require(
      try configuration(text + lines.map { "    \($0)\n" }.joined()).planner.plan(of: "a"))
  }

  private func rings(_ plan: AlarmPlan) -> [String] {
    let range = Instant("2026-12-22T16:00:00Z")!..<Instant("2026-12-25T15:00:00Z")!
    return plan.firings(in: range).map { "\(plan.zone.civil(at: $0.instant)) \($0.id)" }
  }

  @Test("every form of file says until when a day is worked, and none of them is a slip")
  func files() throws {
    let directory = TemporaryDirectory()
    directory.write("a.csv", "2026-12-24,work,Christmas Eve,12:00\n2026-12-30..31,work,,15:00\n")
    directory.write(
      "a.json",
      """
      {"year": 2026, "days": [{"name": "Christmas Eve", "date": "2026-12-24", "isOffDay": false, "worksUntil": "12:00"}]}
      """)
    for source in [
      "holidaySources: [a.csv]", "holidaySources: [a.json]", "holidaySources: [{file: a.csv, layer: company}]",
    ] {
      let configuration = try configuration(source, file: directory["a.yaml"])
      #expect(configuration.warnings.isEmpty, "\(configuration.warnings)")
      let day = configuration.calendar.day(on: Self.eve)
      #expect(day.kind == .workday && day.name == "Christmas Eve" && day.worksUntil == CivilTime("12:00"), "\(source)")
      #expect(day.source == directory[source.contains("csv") ? "a.csv" : "a.json"])
    }
    let csv = try configuration("holidaySources: [a.csv]", file: directory["a.yaml"]).calendar
    #expect(csv.workEnd(on: CivilDate("2026-12-31")!) == CivilTime("15:00"))
  }

  @Test(
    "a day of one's own that is faulty is told with its place",
    arguments: [
      ("ownDays: [{ work: 2026-12-24, until: ▸noon }]", ["until is \"noon\"", "such as 12:00"]),
      ("ownDays: [{ off: 2026-12-24, ▸until: 12:00 }]", ["not worked until", "work: in place of off:"]),
      (
        "alarms: [{ id: a, days: workdays, at: \"18:00\", half-days: ▸early }]",
        ["half-days is \"early\"", "keep, drop, or a time"]
      ),
    ] as [(String, [String])])
  func faults(text: String, words: [String]) {
    let text = MarkedText(text)
    text.expect([words], in: problems(text.text))
  }

  @Test(
    "a holiday file whose half-day is faulty is refused",
    arguments: [
      ("a.csv", "2026-12-24,work,a,▸noon", ["\"noon\" is no time", "such as 12:00"]),
      ("a.csv", "2026-12-24,off,a,▸12:00", ["a half-day is work"]),
      (
        "a.json", "{\"year\":2026,\"days\":[{\"date\":\"2026-12-24\",\"isOffDay\":false,\"worksUntil\":▸\"noon\"}]}",
        ["worksUntil is \"noon\""]
      ),
      (
        "a.json", "{\"year\":2026,\"days\":[{\"date\":\"2026-12-24\",\"isOffDay\":true,▸\"worksUntil\":\"12:00\"}]}",
        ["2026-12-24 is a day off", "\"isOffDay\": false"]
      ),
    ] as [(String, String, [String])])
  func fileFaults(file: String, text: String, words: [String]) throws {
    let text = MarkedText(text)
    let list = try #require(throws: DiagnosticList.self) {
      _ = try HolidayFile.read(Array(text.text.utf8), file: file, week: .mondayToFriday)
    }
    text.expect([words], in: list.diagnostics)
  }

  @Test("without a word an alarm rings as always; drop leaves it out; a time takes its place under the same id")
  func alarms() throws {
    let (before, after) = ("2026-12-23T18:00 a/2026-12-23T18:00/0m", "2026-12-25T18:00 a/2026-12-25T18:00/0m")
    #expect(rings(try plan()) == [before, "2026-12-24T18:00 a/2026-12-24T18:00/0m", after])
    #expect(rings(try plan("half-days: drop")) == [before, after])
    #expect(rings(try plan("half-days: \"11:30\"")) == [before, "2026-12-24T11:30 a/2026-12-24T18:00/0m", after])
  }

  @Test("days before are counted from the time that it has on a half-day, and so is its end")
  func offsets() throws {
    let plan = try plan("half-days: \"11:30\"", "duration: 20m", "remind: [-1d, end -5m]")
    #expect(
      rings(plan).filter { $0.contains("a/2026-12-24T18:00") } == [
        "2026-12-23T11:30 a/2026-12-24T18:00/-1d", "2026-12-24T11:45 a/2026-12-24T18:00/end-5m",
      ])
  }

  @Test("a half-day that becomes known moves a ring, which keeps its id")
  func moved() throws {
    let loaded = try configuration("alarms: [{ id: a, days: workdays, at: \"18:00\", half-days: \"11:30\" }]")
    let half = DayOverride(date: Self.eve, kind: .work, name: "", source: "s", worksUntil: CivilTime("12:00"))
    let known = WorkCalendar(national: loaded.calendar.national, own: [WorkCalendar.OwnLayer([half])])
    let diff = RingDiff.between(
      old: loaded.planner, new: Planner(alarms: loaded.alarms, calendar: known, zones: loaded.zones),
      in: Instant("2026-12-20T00:00:00Z")!..<Instant("2026-12-28T00:00:00Z")!)
    #expect(diff.added.isEmpty && diff.removed.isEmpty)
    #expect(diff.moved.map(\.after.instant) == [Instant("2026-12-24T11:30:00+08:00")!])
  }

  @Test(
    "where half-days can have no effect, that is said",
    arguments: [
      ("days: every day, at: \"18:00\"", "does not look at workdays"),
      ("rrule: FREQ=DAILY, at: \"18:00\"", "does not look at workdays"),
      ("days: rest days, at: \"18:00\"", "nothing is worked on these days"),
      ("days: workdays, all-day: true", "has no time of day"),
    ])
  func noEffect(lines: String, words: String) throws {
    let text = MarkedText("alarms: [{ id: a, \(lines), ▸half-days: drop }]")
    text.expect([[words]], in: try configuration(text.text).warnings, severity: .warning)
    #expect(try configuration(text.text.replacing("drop", with: "keep")).warnings.isEmpty, "as without it")
  }

  @Test("what decides when an alarm rings is the same text as before where half-days are not spoken of")
  func timing() throws {
    let plain = try plan().alarm.timing
    #expect(plain == "workdays|18:00||||swap|keep|first|Asia/Shanghai|0d0s|0m|on", "as recorded since 0.1.0")
    #expect(try plan("half-days: keep").alarm.timing == plain)
    #expect(try plan("half-days: drop").alarm.timing != plain)
  }

  @Test("a copy of what was fetched keeps half-days, and one that is damaged there is none")
  func copied() {
    let half = DayOverride(date: Self.eve, kind: .work, name: "Eve", source: "s", worksUntil: CivilTime("12:00"))
    let year = NoticeYear(year: 2026, overrides: [half])
    var copy = HolidayCopy.Year(year, from: "s", dataDate: nil, fetched: Instant(seconds: 0))
    #expect(copy.noticeYear == year)
    copy.days[0].worksUntil = "noon"
    #expect(copy.noticeYear == nil)
    (copy.days[0].worksUntil, copy.days[0].kind) = ("12:00", "off")
    #expect(copy.noticeYear == nil)
  }

  @Test("days of one's own are written as they are read")
  func written() throws {
    var days = OwnDays()
    let half = OwnDays.Entry(kind: .work, name: "Eve", worksUntil: CivilTime("12:00"))
    days.set(half, on: Self.eve)
    days.set(OwnDays.Entry(kind: .work, name: "Eve"), on: Self.eve.adding(days: 1))
    #expect(
      days.yaml == """
        ownDays:
          - { work: 2026-12-24, until: "12:00", name: "Eve" }
          - { work: 2026-12-25, name: "Eve" }

        """)
    #expect(try OwnDays.read(Array(days.yaml.utf8), file: "own-days.yaml") == days)
  }
}
