import Alarms
import Testing
import Workdays

@Suite("When alarms ring")
struct PlannerTests {
  private func plan(_ region: String, _ zone: String, _ lines: String...) throws -> AlarmPlan {
    let text = "region: \(region)\ntimezone: \(zone)\nalarms:\n  - id: a\n    " + lines.joined(separator: "\n    ")
    return try #require(try configuration(text).planner.plan(of: "a"))
  }

  private func next(_ plan: AlarmPlan, _ count: Int, after: String) throws -> [String] {
    try plan.nextFirings(count, after: try #require(Instant(after))).map { firing in
      firing.instant.formatted(utcOffset: plan.zone.utcOffset(at: firing.instant))
    }
  }

  private func ids(_ plan: AlarmPlan, from: String, to: String) throws -> [String] {
    plan.firings(in: try #require(Instant(from))..<(try #require(Instant(to)))).map(\.id)
  }

  static let workweek = ["rrule: FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "holidays: swap", "start: 2026-02-09"]

  /// AL-01: Spring Festival 2026, 15 to 23 February; the workday test belongs to the occurrence, not to the ring.
  @Test("a ring on the evening before belongs to the next day's occurrence")
  func eveningBefore() throws {
    let plan = try plan("CN", "Asia/Shanghai", Self.workweek.joined(separator: "\n    "), "at: 00:05", "remind: -PT10M")
    #expect(
      try next(plan, 2, after: "2026-02-14T12:00:00+08:00") == [
        "2026-02-23T23:55:00+08:00", "2026-02-24T23:55:00+08:00",
      ])
  }

  /// AL-03: the next ring need not belong to the next occurrence.
  @Test("rings of days before are in the order of their own instants")
  func daysBefore() throws {
    let plan = try plan("CN", "Asia/Shanghai", Self.workweek.joined(separator: "\n    "), "at: 08:30", "remind: -P3D")
    #expect(
      try next(plan, 3, after: "2026-02-13T09:00:00+08:00") == [
        "2026-02-21T08:30:00+08:00", "2026-02-22T08:30:00+08:00", "2026-02-23T08:30:00+08:00",
      ])
  }

  /// AL-05: after the start, on the first day only.
  @Test("an all-day event of several days rings after its start once")
  func allDayOfSeveralDays() throws {
    let plan = try plan("FR", "Europe/Paris", "all-day: true", "days: 2020-01-30", "duration: 3d", "remind: PT17H30M")
    #expect(try next(plan, 5, after: "2020-01-01T00:00:00Z") == ["2020-01-30T17:30:00+01:00"])
  }

  /// AL-07: six real hours end at 06:00, a calendar day at 12:00, though the clocks go forward that night.
  @Test(
    "an event's end counts hours exactly and days on the calendar",
    arguments: [("23:00", "6h", "2026-03-29T05:50:00+02:00"), ("12:00", "1d", "2026-03-29T11:50:00+02:00")])
  func end(time: String, duration: String, expected: String) throws {
    let plan = try plan(
      "DE", "Europe/Berlin", "at: \"\(time)\"", "days: 2026-03-28", "duration: \(duration)", "remind: end -PT10M")
    #expect(try next(plan, 5, after: "2026-03-01T00:00:00Z") == [expected])
  }

  /// AL-11: the look-ahead reaches as far as the offset.
  @Test("an all-day event rings on the day before")
  func allDayBefore() throws {
    let plan = try plan("DE", "Europe/Berlin", "all-day: true", "days: 2022-07-01", "remind: -PT6H")
    #expect(try next(plan, 5, after: "2022-06-30T12:00:00+02:00") == ["2022-06-30T18:00:00+02:00"])
  }

  /// AL-13.
  @Test("several offsets ring each at its time, and those past are past")
  func severalOffsets() throws {
    let plan = try plan("CN", "Asia/Shanghai", "at: 15:00", "days: 2026-03-05", "remind: [-P2D, -PT5H, -PT1H]")
    let all = ["2026-03-03T15:00:00+08:00", "2026-03-05T10:00:00+08:00", "2026-03-05T14:00:00+08:00"]
    #expect(try next(plan, 5, after: "2026-03-01T00:00:00+08:00") == all)
    #expect(try next(plan, 5, after: "2026-03-05T11:00:00+08:00") == [all[2]])
    #expect(try next(plan, 5, after: "2026-03-05T10:00:00+08:00") == [all[2]], "after is exclusive")
  }

  /// Berlin skips 02:00 to 03:00 on 29 March 2026, and repeats 02:00 to 03:00 on 25 October.
  @Test(
    "days keep the wall time across a change of the clock, hours do not",
    arguments: [
      ("09:00", "2026-03-29", "-1d", "2026-03-28T09:00:00+01:00"),
      ("09:00", "2026-03-29", "-24h", "2026-03-28T08:00:00+01:00"),
      ("09:00", "2026-03-28", "+1d", "2026-03-29T09:00:00+02:00"),
      ("09:00", "2026-03-29", "-1d2h", "2026-03-28T07:00:00+01:00"),
      ("02:30", "2026-03-29", "0m", "2026-03-29T03:30:00+02:00"),
      ("02:30", "2026-03-29", "-1d", "2026-03-28T02:30:00+01:00"),
      ("02:30", "2026-03-29", "+1d", "2026-03-30T02:30:00+02:00"),
      ("02:30", "2026-03-29", "-1h", "2026-03-29T01:30:00+01:00"),
      ("02:30", "2026-03-30", "-1d", "2026-03-29T03:30:00+02:00"),
      ("09:00", "2026-03-30", "02:30 the day before", "2026-03-29T03:30:00+02:00"),
      ("09:00", "2026-10-25", "-1d", "2026-10-24T09:00:00+02:00"),
      ("09:00", "2026-10-25", "-24h", "2026-10-24T10:00:00+02:00"),
      ("02:30", "2026-10-26", "-1d", "2026-10-25T02:30:00+02:00"),
      ("02:30", "2026-10-25", "+1h", "2026-10-25T02:30:00+01:00"),
      ("09:00", "2026-10-26", "20:00 the day before", "2026-10-25T20:00:00+01:00"),
    ])
  func clockChanges(time: String, date: String, offset: String, expected: String) throws {
    let plan = try plan("DE", "Europe/Berlin", "at: \"\(time)\"", "days: \(date)", "remind: \(offset)")
    #expect(try next(plan, 2, after: "2026-01-01T00:00:00Z") == [expected])
  }

  // Off: 25 to 27 September and 1 to 7 October 2026. Worked: Sunday 20 September and Saturday 10 October.
  // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
  @Test(
    "offsets in workdays count make-up workdays and leave holidays out",
    arguments: [
      ("2026-10-08", "-1wd", "2026-09-30"), ("2026-10-08", "-2wd", "2026-09-29"), ("2026-10-08", "-4wd", "2026-09-24"),
      ("2026-10-09", "+1wd", "2026-10-10"), ("2026-10-09", "+2wd", "2026-10-12"), ("2026-10-10", "-1wd", "2026-10-09"),
      ("2026-09-30", "+1wd", "2026-10-08"), ("2026-10-01", "-1wd", "2026-09-30"), ("2026-10-04", "+1wd", "2026-10-08"),
      ("2026-09-21", "-1wd", "2026-09-20"), ("2026-09-18", "+1wd", "2026-09-20"), ("2026-09-28", "-1wd", "2026-09-24"),
      ("2026-09-28", "-6wd", "2026-09-18"), ("2026-10-02", "0wd", "2026-10-02"),
    ])
  func workdays(date: String, offset: String, expected: String) throws {
    let plan = try plan("CN", "Asia/Shanghai", "at: \"09:00\"", "days: \(date)", "remind: \(offset)")
    #expect(try next(plan, 2, after: "2026-01-01T00:00:00Z") == ["\(expected)T09:00:00+08:00"])
  }

  @Test("the evening before a make-up Sunday is a Saturday, and its ring says that the Sunday is worked")
  func eveOfMakeUpDay() throws {
    let plan = try plan(
      "CN", "Asia/Shanghai", "at: 08:00", "days: make-up workdays", "remind: 20:00 the day before")
    let firing = try #require(try plan.nextFiring(after: Instant("2026-09-01T00:00:00+08:00")!))
    #expect(firing.instant == Instant("2026-09-19T20:00:00+08:00"))
    #expect(firing.occurrence.day.kind == .makeUpWorkday)
    let report = FiringReport(firing, plan: plan)
    #expect(report.id == "a/2026-09-20T08:00/20:00@-1d")
    #expect(report.occurrence == "2026-09-20T08:00:00+08:00")
    #expect(report.fires == "2026-09-19T20:00:00+08:00")
    #expect(report.day.date == "2026-09-20" && report.day.kind == "make-up-workday" && report.day.name == "国庆节")
  }

  @Test("an offset may ring years before the first occurrence and after the last")
  func farOffsets() throws {
    let after = try plan("DE", "UTC", "at: \"09:00\"", "days: 2026-03-01", "remind: [+60d, +1000d]")
    #expect(
      try next(after, 3, after: "2026-03-02T00:00:00Z") == ["2026-04-30T09:00:00+00:00", "2028-11-25T09:00:00+00:00"])
    #expect(try next(after, 1, after: "2028-11-25T09:00:00Z").isEmpty)
    let before = try plan("DE", "UTC", "at: \"09:00\"", "days: every day", "start: 2030-01-01", "remind: -1000d")
    #expect(try next(before, 1, after: "2026-01-01T00:00:00Z") == ["2027-04-07T09:00:00+00:00"])
    let end = try plan("DE", "UTC", "at: \"09:00\"", "days: 2026-03-01", "duration: 60d", "remind: end")
    #expect(try next(end, 2, after: "2026-03-02T00:00:00Z") == ["2026-04-30T09:00:00+00:00"])
    let until = try plan(
      "CN", "Asia/Shanghai", "at: \"09:00\"", "days: workdays", "start: 2026-02-10", "until: 2026-02-14",
      "remind: +20wd")
    // 14 February is worked; the twentieth workday after it, 15 to 23 off and the 28th worked, is 20 March.
    #expect(try next(until, 9, after: "2026-03-19T10:00:00+08:00") == ["2026-03-20T09:00:00+08:00"])
  }

  @Test("offsets that fall on one instant ring as one, the earlier occurrence's")
  func oneInstant() throws {
    let plain = try plan("CN", "Asia/Shanghai", "at: \"09:00\"", "days: every day", "remind: [-1d, -24h, 0m]")
    #expect(
      try ids(plain, from: "2026-03-05T00:00:00+08:00", to: "2026-03-06T00:00:00+08:00") == ["a/2026-03-05T09:00/0m"])
    let close = try plan("CN", "Asia/Shanghai", "at: [\"09:00\", \"09:10\"]", "days: 2026-03-05", "remind: [-10m, 0m]")
    #expect(
      try ids(close, from: "2026-03-05T00:00:00+08:00", to: "2026-03-06T00:00:00+08:00") == [
        "a/2026-03-05T09:00/-10m", "a/2026-03-05T09:00/0m", "a/2026-03-05T09:10/0m",
      ])
  }

  @Test("both passes of a repeated hour have ids of their own")
  func bothPasses() throws {
    let plan = try plan("DE", "Europe/Berlin", "at: 02:30", "days: every day", "dst: both")
    #expect(
      try ids(plan, from: "2026-10-24T00:00:00Z", to: "2026-10-26T00:00:00Z") == [
        "a/2026-10-24T02:30/0m", "a/2026-10-25T02:30/0m", "a/2026-10-25T02:30~2/0m",
      ])
  }

  @Test("an id keeps the nominal time: neither a gap nor holiday data that moves the date changes it")
  func idsAreStable() throws {
    let gap = try plan("DE", "Europe/Berlin", "at: 02:30", "days: 2026-03-29")
    #expect(try ids(gap, from: "2026-03-28T00:00:00Z", to: "2026-03-30T00:00:00Z") == ["a/2026-03-29T02:30/0m"])
    // 2 October 2026 is a Friday, and off in China: the event moves to 30 September.
    let lines =
      "at: 16:00\n    rrule: FREQ=WEEKLY;BYDAY=FR\n    start: 2026-01-09\n    move: previous\n    remind: -15m"
    let (known, unknown) = (try plan("CN", "Asia/Shanghai", lines), try plan("ZZ", "Asia/Shanghai", lines))
    let (from, to) = (Instant("2026-09-27T00:00:00Z")!, Instant("2026-10-04T00:00:00Z")!)
    let (moved, kept) = (known.firings(in: from..<to), unknown.firings(in: from..<to))
    #expect(moved.map(\.instant) == [Instant("2026-09-30T15:45:00+08:00")!])
    #expect(kept.map(\.instant) == [Instant("2026-10-02T15:45:00+08:00")!])
    #expect(moved.map(\.id) == ["a/2026-10-02T16:00/-15m"])
    #expect(moved.map(\.id) == kept.map(\.id))
  }

  @Test("over all alarms the soonest comes first, and disabled ones do not ring")
  func severalAlarms() throws {
    let planner = try configuration(
      """
      alarms:
        - { id: late, at: 18:00, days: every day }
        - { id: off, at: 08:00, days: every day, enabled: false }
        - { id: early, at: 09:00, days: every day, remind: [0m, +10h] }
        - { id: never, at: 09:00, rrule: FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 }
        - { id: over, at: 09:00, days: 2020-01-01 }
      """
    ).planner
    let after = try #require(Instant("2026-03-05T00:00:00+08:00"))
    let expected = ["early/2026-03-05T09:00/0m", "late/2026-03-05T18:00/0m", "early/2026-03-05T09:00/+10h"]
    #expect(planner.nextFirings(3, after: after).map(\.id) == expected)
    #expect(planner.firings(in: after..<after.advanced(by: .seconds(86_400))).map(\.id) == expected)
    #expect(planner.plan(of: "off") != nil)
    #expect(planner.plan(of: "none") == nil)
    #expect(planner.enabledPlans.map(\.alarm.id) == ["late", "early", "never", "over"])
    #expect(throws: SearchError.self) { try planner.plan(of: "never")!.nextFiring(after: after) }
    #expect(try planner.plan(of: "over")!.nextFiring(after: after) == nil)
  }
}
