import Alarms
import Testing
import Workdays

@Suite("How long a ring is put off, and what it asks for")
struct AnswerTests {
  @Test(
    "a delay is read as a person writes it, and prints back the same",
    arguments: [
      ("10m", "10m"), ("1h30m", "1h30m"), ("90m", "1h30m"), ("1d", "1d"), ("1w1h", "1w1h"), ("2wd", "2wd"),
      ("next workday", "next workday"), ("Next  Workday", "next workday"), ("1wd", "next workday"), ("45s", "45s"),
    ])
  func delays(text: String, printed: String) throws {
    let delay = try #require(Delay(text))
    #expect("\(delay)" == printed)
    #expect(Delay(printed) == delay)
  }

  @Test("what is no delay is refused", arguments: ["", "0m", "0wd", "-5m", "+5m", "soon", "10", "1wd2h", "99999d"])
  func noDelay(text: String) { #expect(Delay(text) == nil) }

  // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm; Berlin's clock goes back on 25 October 2026.
  @Test(
    "days keep the time of day, hours are exact, and workdays know holidays",
    arguments: [
      ("Asia/Shanghai", "2026-09-24T09:20+08:00", "1wd", "2026-09-28T09:00+08:00"),
      ("Asia/Shanghai", "2026-09-19T09:20+08:00", "next workday", "2026-09-20T09:00+08:00"),
      ("Asia/Shanghai", "2026-09-24T09:20+08:00", "1d", "2026-09-25T09:20+08:00"),
      ("Europe/Berlin", "2026-10-24T12:00+02:00", "1d", "2026-10-25T12:00+01:00"),
      ("Europe/Berlin", "2026-10-24T12:00+02:00", "24h", "2026-10-25T11:00+01:00"),
    ])
  func ends(zone: String, now: String, delay: String, expected: String) throws {
    let configuration = try loaded(
      "region: CN\nalarms: [{ id: a, at: \"09:00\", days: every day, timezone: \(zone) }]")
    let plan = try #require(configuration.planner.plan(of: "a"))
    let (from, to) = try (#require(Instant(seconded(now))), #require(Instant(seconded(expected))))
    let end = try #require(Delay(delay)).end(from: from, at: CivilTime("09:00")!, in: plan)
    #expect(end == to)
  }

  private func loaded(_ text: String) throws -> Configuration { try configuration(text) }

  private func seconded(_ text: String) -> String { text.prefix(16) + ":00" + text.dropFirst(16) }

  @Test("ack, nag and escalate are read, and each of the last two asks by itself")
  func read() throws {
    let configuration = try loaded(
      """
      destinations:
        hook: { kind: webhook, url: "https://example.org/" }
      alarms:
        - { id: plain, at: "09:00", days: every day }
        - { id: ack, at: "09:00", days: every day, ack: true }
        - { id: nag, at: "09:00", days: every day, nag: every 5m until done }
        - { id: most, at: "09:00", days: every day, nag: "every 1h until done, at most 3" }
        - { id: tell, at: "09:00", days: every day, escalate: { after: 1wd, to: [hook, desktop] } }
      """)
    let asked = configuration.alarms.map(\.acknowledgement)
    #expect(asked[0] == nil)
    #expect(asked[1] == Acknowledgement())
    #expect(asked[2]?.nag?.interval == .seconds(300) && asked[2]?.nag?.most == 12)
    #expect(asked[3]?.nag?.interval == .seconds(3600) && asked[3]?.nag?.most == 3)
    #expect(
      asked[4] == Acknowledgement(escalation: .init(after: Delay("1wd")!, destinations: ["hook", "desktop"])))
    let plan = try #require(configuration.planner.plan(of: "ack"))
    let firing = try #require(try plan.nextFiring(after: Instant(seconds: 0)))
    #expect(configuration.ring(for: firing, of: plan).asks == true)
    #expect(configuration.ring(for: firing, of: plan, isTest: true).asks == nil)
  }
}

@Suite("Adjustments and quiet hours, as values")
struct QuietHourTests {
  // Berlin's clock goes forward over 02:30 on 29 March 2026.
  @Test(
    "quiet hours end on the wall clock, over midnight, at noon, and in a gap",
    arguments: [
      ("Asia/Shanghai", "2026-03-02T21:59:59+08:00", nil), ("Asia/Shanghai", "2026-03-02T07:00:00+08:00", nil),
      ("Asia/Shanghai", "2026-03-02T22:00:00+08:00", "2026-03-03T07:00:00+08:00"),
      ("Asia/Shanghai", "2026-03-03T00:00:00+08:00", "2026-03-03T07:00:00+08:00"),
      ("Asia/Shanghai", "2026-03-03T06:59:59+08:00", "2026-03-03T07:00:00+08:00"),
      ("Asia/Shanghai", "2026-03-03T12:30:00+08:00", "2026-03-03T13:30:00+08:00"),
      ("Europe/Berlin", "2026-03-29T01:00:00+01:00", "2026-03-29T07:00:00+02:00"),
    ])
  func ends(zone: String, now: String, expected: String?) throws {
    let configuration = try configuration(
      "timezone: \(zone)\nquiet: [\"22:00-07:00\", \"12:30 - 13:30\"]\nalarms: [{ id: a, at: \"09:00\", days: every day }]"
    )
    let end = configuration.quietEnd(of: configuration.alarms[0], at: try #require(Instant(now)))
    #expect(end == expected.map { Instant($0)! })
  }

  @Test("a setting that is no span is refused with its place", arguments: ["22:00", "22-07", "22:00-22:00", "late"])
  func refused(value: String) throws {
    MarkedText("quiet: ▸\"\(value)\"\nalarms: []").expect(
      [["quiet has \"\(value)\"", "22:00-07:00"]], in: problems("quiet: \"\(value)\"\nalarms: []"))
  }

  @Test("the planner leaves out what is skipped and paused, in every answer")
  func planner() throws {
    var configuration = try configuration(
      "region: CN\nalarms: [{ id: a, at: \"09:00\", days: every day }, { id: ab, at: \"09:00\", days: every day }]")
    let now = Instant("2026-03-02T08:00:00+08:00")!
    configuration.adjustments = Adjustments(
      skipped: ["a/2026-03-02T09:00"],
      pauses: [
        .init(alarm: "a", until: Instant("2026-03-04T09:00:00+08:00")!),
        .init(alarm: "ab", until: nil),
      ])
    let planner = configuration.planner
    #expect(planner.nextFirings(2, after: now).map(\.id) == ["a/2026-03-04T09:00/0m", "a/2026-03-05T09:00/0m"])
    let week = now..<now.advanced(by: .seconds(4 * 86_400))
    #expect(planner.firings(in: week).map(\.id) == ["a/2026-03-04T09:00/0m", "a/2026-03-05T09:00/0m"])
    #expect(try planner.plan(of: "ab")?.nextFiring(after: now) == nil)
    #expect(try planner.plan(of: "ab")?.unadjusted.nextFiring(after: now)?.id == "ab/2026-03-02T09:00/0m")
  }
}
