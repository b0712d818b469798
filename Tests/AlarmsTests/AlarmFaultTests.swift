import Alarms
import Testing

@Suite("What is wrong with an alarm, and where")
struct AlarmFaultTests {
  private func check(_ text: MarkedText, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    text.expect([words], in: problems(text.text), sourceLocation: sourceLocation)
  }

  @Test(
    "a value that is not understood",
    arguments: [
      ("days: ▸workdyas", ["unknown days \"workdyas\"", "did you mean \"workdays\"?"]),
      ("days: ▸whenever it suits", ["unknown days \"whenever", "expected workdays, rest days"]),
      ("days: monday, ▸tusday", ["\"tusday\"", "expected"]),
      ("days: ▸2026-02-30", ["\"2026-02-30\" is no date of the calendar", "YYYY-MM-DD"]),
      ("days: ▸lunar 13-1", ["\"lunar 13-1\" is no lunar date", "month 1 to 12"]),
      ("days: ▸32nd workday of the month", ["\"32nd\"", "first to 31st"]),
      ("days: first and ▸8th workday of the week", ["\"8th\"", "first to 7th"]),
      ("days: last workday of the ▸moth", ["unknown \"moth\"", "week, month, quarter or year"]),
      ("days: every 10 workdays ▸since 2026-01-05", ["\"since\"", "from a date"]),
      ("days: ▸{ only: workdays }", ["days is a mapping", "expected a phrase"]),
      ("at: ▸\"25:00\"", ["at has \"25:00\"", "expected a time such as \"09:00\""]),
      ("at: ▸24:00", ["at has \"24:00\""]),
      ("at: [\"09:00\", ▸9.30]", ["at has \"9.30\"", "expected a time"]),
      ("at: ▸every 0m from 09:00 to 18:00", ["every 50m from 09:00 to 18:00"]),
      ("at: ▸every 50m from 18:00 to 09:00", ["expected"]),
      ("▸at: []", ["at is empty", "expected a time"]),
      ("timezone: ▸Asia/Shangai", ["unknown zone \"Asia/Shangai\"", "did you mean \"Asia/Shanghai\"?"]),
      ("timezone: ▸shanghai", ["unknown zone \"shanghai\"", "did you mean \"Asia/Shanghai\"?"]),
      ("timezone: ▸Moon/Tranquility", ["unknown zone", "an IANA name such as Asia/Shanghai"]),
      ("timezone: ▸../../../etc/passwd", ["unknown zone"]),
      ("timezone: ▸/etc/localtime", ["unknown zone"]),
      ("timezone: ▸tzdata.zi", ["\"tzdata.zi\" is not a zone file"]),
      ("start: ▸2026-13-01", ["start is \"2026-13-01\"", "YYYY-MM-DD"]),
      ("start: ▸2026-01-01T25:00", ["start is \"2026-01-01T25:00\"", "YYYY-MM-DDTHH:MM"]),
      ("until: ▸2026-02-29", ["until is \"2026-02-29\"", "expected a date as YYYY-MM-DD"]),
      ("remind: ▸-10", ["remind has \"-10\"", "expected -10m", "20:00 the day before"]),
      ("remind: [-10m, ▸soon, 0m]", ["remind has \"soon\""]),
      ("remind: ▸-3661d", ["remind has \"-3661d\""]),
      ("remind: [▸[-10m]]", ["remind has \"a list\"", "expected -10m"]),
      ("▸remind: []", ["remind is empty", "nothing would ring"]),
      ("to: ▸desktpo", ["there is no destination \"desktpo\"", "did you mean \"desktop\"?"]),
      ("to: [desktop, ▸team-robot]", ["\"team-robot\"", "console, desktop", "add it under destinations:"]),
      ("▸to: []", ["to is empty", "enabled: false"]),
      ("calendar: ▸work", ["there is no calendar \"work\"", "add it under calendars:"]),
      ("missed: ▸sometimes", ["missed is \"sometimes\"", "always, never", "within 30m"]),
      ("missed: ▸within 2wd", ["within 30m"]),
      ("missed: ▸within 99999d", ["within 30m"]),
      ("ack: ▸yes", ["ack is \"yes\"", "true or false"]),
      ("nag: ▸every 5m", ["nag is \"every 5m\"", "expected every 5m until done"]),
      ("nag: ▸every 30s until done", ["nag is", "expected every 5m until done"]),
      ("nag: ▸\"every 5m until done, at most 0\"", ["at most 12"]),
      ("nag: ▸\"every 5m until done, at most 12 times\"", ["at most 12"]),
      ("escalate: ▸{ to: desktop }", ["escalate does not say when", "10m, 1h30m"]),
      ("escalate: ▸{ after: 30m }", ["escalate tells nobody", "to:"]),
      ("escalate: { after: ▸0m, to: desktop }", ["after is \"0m\"", "2wd"]),
      ("escalate: { after: 30m, to: ▸desktpo }", ["\"desktpo\"", "did you mean \"desktop\"?"]),
      ("escalate: { ▸afer: 30m, to: desktop, after: 1h }", ["unknown key \"afer\" in escalate", "\"after\""]),
      ("escalate: ▸30m", ["expected escalate as a mapping"]),
      ("snooze: [5m, ▸later]", ["snooze has \"later\"", "next workday"]),
      ("during-quiet: ▸holt", ["unknown during-quiet \"holt\"", "did you mean \"hold\"?"]),
      ("wake: ▸yes", ["wake is \"yes\"", "true or false"]),
      ("urgency: ▸critcal", ["unknown urgency \"critcal\"", "did you mean \"critical\"?"]),
      ("urgency: ▸9", ["unknown urgency \"9\"", "expected low, normal, critical"]),
      ("duration: ▸1x", ["duration is \"1x\"", "1h30m"]),
      ("duration: ▸9999999w", ["duration is \"9999999w\""]),
      ("all-day: ▸yes", ["all-day is \"yes\"", "true or false"]),
      ("enabled: ▸no", ["enabled is \"no\"", "true or false"]),
      ("only: ▸workdyas", ["\"workdyas\" is no class of days", "did you mean \"workdays\"?"]),
      ("position: last ▸in month", ["no position"]), ("except: 2026-01-01, ▸2026-02-30", ["except has \"2026-02-30\""]),
      ("holidays: ▸swop", ["unknown holidays \"swop\"", "did you mean \"swap\"?"]),
      ("move: ▸sideways", ["unknown move \"sideways\"", "keep, drop, next, previous, nearest"]),
      ("dst: ▸fisrt", ["unknown dst \"fisrt\"", "did you mean \"first\"?"]),
      ("title: ▸[a, b]", ["title is a list", "a single value"]),
      ("▸tittle: Clock in", ["unknown key \"tittle\" in the alarm", "did you mean \"title\"?"]),
      ("▸frobnicate: 1", ["unknown key \"frobnicate\" in the alarm", "expected id, title, at, days"]),
    ] as [(String, [String])])
  func value(line: String, words: [String]) throws {
    var lines = ["id: a"]
    let key = line.drop { $0 == "▸" }.prefix { $0 != ":" }
    if key != "at" { lines.append("at: \"09:00\"") }
    if key != "days" { lines.append("days: workdays") }
    check(MarkedText("alarms:\n  - " + (lines + [line]).joined(separator: "\n    ")), words)
  }

  @Test(
    "an id that is none",
    arguments: ["▸\"\"", "▸a/b", "▸\"a b\"", "▸\(String(repeating: "x", count: 65))", "▸a~2", "▸\"a\\nb\""])
  func id(value: String) {
    check(.alarm("id: \(value)", "at: \"09:00\"", "days: workdays"), ["expected 1 to 64 letters"])
  }

  @Test(
    "what an alarm cannot do without",
    arguments: [
      (["▸title: Clock in", "at: \"09:00\"", "days: workdays"], ["has no id", "such as clock-in"]),
      (["▸id: a", "days: workdays"], ["no time of day", "at: \"09:00\"", "all-day: true"]),
      (["▸id: a", "at: \"09:00\""], ["does not say on which days", "days: workdays, or rrule: FREQ="]),
      (["▸workdays"], ["an alarm is a single value", "expected a mapping"]),
    ] as [([String], [String])])
  func required(lines: [String], words: [String]) {
    check(MarkedText("alarms:\n  - " + lines.joined(separator: "\n    ")), words)
  }

  @Test(
    "what contradicts itself",
    arguments: [
      (["at: \"09:00\"", "days: workdays", "▸rrule: FREQ=DAILY"], ["days and rrule exclude each other", "keep one"]),
      (
        ["at: \"09:00\"", "days: workdays", "ack: false", "▸nag: every 5m until done"],
        ["ack: false and nag exclude each other"]
      ),
      (["at: \"09:00\"", "days: workdays", "▸count: 3"], ["count needs a start", "add start:"]),
      (["at: \"09:00\"", "days: workdays", "holidays: skip", "▸count: 3"], ["count needs a start"]),
      (["at: \"09:00\"", "days: mon, wed", "▸holidays: swap"], ["a list of some weekdays", "holidays: skip"]),
      (
        ["at: \"09:00\"", "rrule: FREQ=WEEKLY;BYDAY=MO", "▸holidays: swap"],
        ["FREQ=WEEKLY or DAILY, INTERVAL=1 and the whole work week"]
      ),
      (
        [
          "at: \"09:00\"", "start: 2026-01-05", "rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "▸holidays: swap",
        ],
        ["INTERVAL=1"]
      ),
      (["at: \"09:00\"", "days: holidays", "▸holidays: ignore"], ["leave holidays: out"]),
      (["at: \"09:00\"", "▸rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "holidays: skip"], ["add start:"]),
      (["at: \"09:00\"", "days: workdays", "▸ring-at: \"08:00\""], ["ring-at goes with all-day: true", "at:"]),
      (["all-day: true", "days: workdays", "▸at: \"09:00\""], ["all-day: true and at exclude", "ring-at:"]),
      (
        ["all-day: true", "days: workdays", "▸ring-at: \"08:00\"", "remind: -1d"],
        ["ring-at and remind exclude each other", "08:00 on the day"]
      ),
      (
        ["at: \"09:00\"", "days: workdays", "start: 2026-03-01", "until: ▸2026-02-28"],
        ["until lies before start", "2026-03-01 or later"]
      ),
      (["at: \"09:00\"", "days: workdays", "start: 2026-01-01", "count: ▸0"], ["count is \"0\"", "from 1 to 100000"]),
    ] as [([String], [String])])
  func contradiction(lines: [String], words: [String]) {
    check(MarkedText("alarms:\n  - " + (["id: a"] + lines).joined(separator: "\n    ")), words)
  }

  @Test(
    "a fault within a rule is told at its own column",
    arguments: [
      ("rrule: FREQ=▸FORTNIGHTLY", ["unknown frequency \"FORTNIGHTLY\"", "DAILY, WEEKLY, MONTHLY or YEARLY"]),
      ("rrule: \"FREQ=▸FORTNIGHTLY\"", ["unknown frequency"]),
      ("rrule: RRULE:FREQ=▸HOURLI", ["unknown frequency \"HOURLI\"", "HOURLY"]),
      ("rrule: FREQ=DAILY;▸EVERY=2", ["unknown part \"EVERY\""]),
      ("rrule: FREQ=DAILY;INTERVAL=▸0", ["INTERVAL is \"0\"", "from 1 on"]),
      ("rrule: ▸BYDAY=MO", ["has no FREQ"]),
      ("rrule: ▸[]", ["rrule is empty", "FREQ=DAILY"]),
    ])
  func rule(line: String, words: [String]) { check(.alarm("id: a", "at: \"09:00\"", line), words) }

  @Test("every fault of an alarm is told in one run")
  func allOfOneAlarm() {
    let text: MarkedText = """
      alarms:
        - id: ▸a/b
          ▸tittle: x
          at: ["09:00", ▸25:00, ▸26:00]
          days: ▸workdyas
          timezone: ▸Asia/Shangai
          remind: [▸soon, -10m, ▸later]
          to: [▸desktpo, ▸nobody]
          urgency: ▸9
      """
    text.expect(
      [
        ["a/b"], ["tittle"], ["25:00"], ["26:00"], ["workdyas"], ["Shangai"], ["soon"], ["later"], ["desktpo"],
        ["nobody"], ["urgency"],
      ], in: problems(text.text))
  }

  @Test("an id that is used twice is told with both places")
  func duplicate() {
    let text: MarkedText = """
      alarms:
        - id: a
          at: "09:00"
          days: workdays
        - id: ▸a
          at: "10:00"
          days: workdays
      """
    text.expect([["\"a\" is already used at a.yaml:2:9", "another id"]], in: problems(text.text))
    let one = "alarms: [{ id: a, at: \"09:00\", days: workdays }]"
    let found = problems([
      .init(path: "b.yaml", givesAlarms: true, text: one), .init(path: "c.yaml", givesAlarms: true, text: one),
    ])
    #expect(
      found.map(\.description) == [
        "c.yaml:1:16: error: the id \"a\" is already used at b.yaml:1:16; give one of them another id"
      ])
  }

  @Test("what may be meant otherwise is warned of, and used")
  func warnings() throws {
    let text: MarkedText = """
      alarms:
        - id: a
          at: "09:00"
          rrule: ▸FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
        - id: b
          at: "09:00"
          days: ▸mon-fri
          remind: [-90m, ▸-1h30m]
        - id: c
          at: "09:00"
          days: mon-fri
          holidays: ignore
      """
    text.expect(
      [
        ["rings on holidays", "holidays: swap"], ["ring on holidays", "days: workdays"], ["stands twice"],
      ], in: try configuration(text.text).warnings, severity: .warning)
  }
}
