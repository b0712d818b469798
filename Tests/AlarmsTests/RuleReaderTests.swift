import Alarms
import Testing
import Workdays

@Suite("Rules in a configuration")
struct RuleReaderTests {
  private func recurrence(_ lines: String...) throws -> Recurrence {
    let text = "alarms:\n  - " + (["id: a"] + lines).joined(separator: "\n    ") + "\n"
    guard case .recurrence(let recurrence) = try configuration(text).alarms[0].schedule.days else {
      throw UnexpectedProblems(description: "no rule: \(text)")
    }
    return recurrence
  }

  /// Each mapping with the rule that it is by EventKit's reference of EKRecurrenceRule.
  static let mappings = [
    ("{frequency: daily}", "FREQ=DAILY"),
    (
      "{frequency: monthly, daysOfTheWeek: [{day: friday, week: -1}], end: {count: 12}}",
      "FREQ=MONTHLY;COUNT=12;BYDAY=-1FR"
    ),
    (
      "{frequency: weekly, interval: 2, daysOfTheWeek: [tuesday, sunday], firstDayOfTheWeek: sunday}",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU"
    ),
    (
      "{frequency: yearly, daysOfTheMonth: [-1, 1], monthsOfTheYear: [1, 7], end: {date: 2030-12-31}}",
      "FREQ=YEARLY;UNTIL=20301231;BYMONTHDAY=-1,1;BYMONTH=1,7"
    ),
    ("{frequency: yearly, daysOfTheWeek: [monday], weeksOfTheYear: [-1, 20]}", "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=-1,20"),
    ("{frequency: yearly, daysOfTheYear: [-1, 100], setPositions: [-1]}", "FREQ=YEARLY;BYYEARDAY=-1,100;BYSETPOS=-1"),
    (
      "{frequency: hourly, interval: 6, minutes: [0, 30], seconds: [5], end: {date: \"2030-12-31T10:00:00Z\"}}",
      "FREQ=HOURLY;UNTIL=20301231T100000Z;INTERVAL=6;BYSECOND=5;BYMINUTE=0,30"
    ),
    (
      "{frequency: daily, hours: [9, 17], end: {date: \"2030-12-31T10:00\"}}",
      "FREQ=DAILY;UNTIL=20301231T100000;BYHOUR=9,17"
    ),
    (
      "{frequency: yearly, daysOfTheMonth: [30], monthsOfTheYear: [6L], calendar: chinese, skip: backward}",
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=6L;SKIP=BACKWARD"
    ),
    (
      "{frequency: monthly, daysOfTheMonth: [31], skip: forward}",
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD"
    ),
  ]

  @Test("a mapping with EventKit's names is the rule, and the rule is written as that mapping", arguments: mappings)
  func mapping(fields: String, rule: String) throws {
    let read = try RecurrenceRule(written: fields)
    #expect(read.description == rule)
    #expect(try RecurrenceRule(rule).fields == fields)
    #expect(try RecurrenceRule(written: read.fields) == read)
  }

  @Test("every rule of the vectors survives being written as a mapping")
  func roundTrip() throws {
    let bytes = try Files.read("\(packageRoot)/Tests/WorkdaysTests/Vectors/rscale.txt").bytes
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    for line in lines.prefix(300) {
      let rule = try RecurrenceRule(String(line.prefix { $0 != "|" }))
      #expect(try RecurrenceRule(written: rule.fields) == rule, "\(line)")
    }
    #expect(lines.count == 1500)
  }

  @Test("a rule, a list of rules and dates stand beside each other")
  func together() throws {
    let recurrence = try recurrence(
      "at: \"09:00\"", "start: 2026-01-05", "rrule: [FREQ=WEEKLY;BYDAY=MO, {frequency: monthly, daysOfTheMonth: [1]}]",
      "rdate: [2026-03-03, 2026-03-04T10:00, 20260305]",
      "exdate: [2026-02-02T09:00:00Z, \"TZID=Europe/Paris:20260209T090000\"]")
    #expect(
      recurrence.description
        == "FREQ=WEEKLY;BYDAY=MO FREQ=MONTHLY;BYMONTHDAY=1 RDATE=20260303,20260304T100000,20260305 "
        + "EXDATE=20260202T090000Z,20260209T080000Z")
  }

  @Test("the times of several rules, added and excluded dates come out of the planner")
  func planned() throws {
    let text = """
      timezone: Europe/Paris
      alarms:
        - id: a
          at: ["09:00", "18:00"]
          start: 2026-01-05
          rrule: [FREQ=WEEKLY;BYDAY=MO;COUNT=2, FREQ=MONTHLY;BYMONTHDAY=5]
          rdate: [2026-01-20, 2026-01-21T10:00]
          exdate: [2026-01-12T18:00, 2026-02-05]
        - id: b
          start: 2026-01-05T09:00
          rrule: FREQ=MINUTELY;INTERVAL=90;BYHOUR=9,10,11;COUNT=3
      """
    let planner = try configuration(text).planner
    let from = try #require(Instant("2026-01-01T00:00:00Z"))
    let first = try #require(planner.plan(of: "a")).nextFirings(8, after: from)
    #expect(
      first.map { $0.occurrence.nominal.description } == [
        "2026-01-05T09:00", "2026-01-05T18:00", "2026-01-12T09:00", "2026-01-20T09:00", "2026-01-20T18:00",
        "2026-01-21T10:00", "2026-03-05T09:00", "2026-03-05T18:00",
      ])
    let second = try #require(planner.plan(of: "b")).nextFirings(8, after: from)
    #expect(
      second.map { $0.occurrence.nominal.description } == ["2026-01-05T09:00", "2026-01-05T10:30", "2026-01-06T09:00"])
    #expect(second.map(\.id) == ["b/2026-01-05T09:00/0m", "b/2026-01-05T10:30/0m", "b/2026-01-06T09:00/0m"])
  }

  @Test(
    "what is wrong with a rule is said at its place",
    arguments: [
      ("at: \"09:00\"\n    rrule: { frequency: ▸fortnightly }", ["frequency is \"fortnightly\"", "weekly"]),
      ("at: \"09:00\"\n    rrule: ▸{ interval: 2 }", ["rrule has no frequency"]),
      ("at: \"09:00\"\n    rrule: { frequency: daily, ▸dayOfTheWeek: monday }", ["did you mean \"daysOfTheWeek\""]),
      (
        "at: \"09:00\"\n    rrule: { frequency: weekly, daysOfTheWeek: [▸funday] }",
        ["\"funday\"", "{day: friday, week: -1}"]
      ),
      ("at: \"09:00\"\n    rrule: { frequency: weekly, ▸daysOfTheMonth: [1] }", ["BYMONTHDAY does not go with"]),
      ("at: \"09:00\"\n    rrule: { frequency: monthly, daysOfTheMonth: [▸32] }", ["\"32\"", "1 to 31"]),
      ("at: \"09:00\"\n    rrule: { frequency: daily, end: ▸2026-12-31 }", ["{date: 2026-12-31} or {count: 10}"]),
      ("at: \"09:00\"\n    rrule: [FREQ=DAILY, FREQ=DAILY;BYDAY=▸XX]", ["BYDAY has \"XX\""]),
      ("at: \"09:00\"\n    rrule: FREQ=DAILY\n    rdate: ▸tomorrow", ["rdate has \"tomorrow\"", "2026-12-24T10:00"]),
      ("at: \"09:00\"\n    days: workdays\n    ▸exdate: 2026-01-01", ["exdate goes with rrule"]),
      ("▸at: \"09:00\"\n    start: 2026-01-05T09:00\n    rrule: FREQ=HOURLY", ["says itself at which times it rings"]),
      ("▸start: 2026-01-05\n    rrule: FREQ=HOURLY", ["needs a start with a time"]),
      ("start: 2026-01-05T09:00\n    rrule: ▸FREQ=SECONDLY;INTERVAL=30", ["2880 times a day", "1440"]),
      ("start: 2026-01-05T09:00\n    rrule: FREQ=DAILY;BYHOUR=9\n    ▸holidays: swap", ["holidays: swap would add"]),
    ])
  func faults(lines: String, words: [String]) {
    let text = MarkedText("alarms:\n  - id: a\n    \(lines)\n")
    text.expect([words], in: problems(text.text))
  }
}

private let packageRoot = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
