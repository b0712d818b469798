import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("What the scheduler does about an answer")
struct AnswerTests {
  static let daily = "id: a, at: 07:00, days: every day"
  static let ring = "a/2026-03-02T07:00/0m"

  /// CK-12 of the public reports.
  @Test("a snooze rings when it was put off to, over a restart, and once")
  func snooze() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    try await rig.start(Self.daily)
    await rig.set("2026-03-02T07:00")
    await rig.set("2026-03-02T07:01")
    let report = try await rig.scheduler.snooze(nil, Delay("10m")!)
    #expect(report.id == "\(Self.ring)/snooze-1" && report.report.fires == "2026-03-02T07:11:00+08:00")
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T07:03"))
    try await rig.start(Self.daily)
    #expect(rig.deadlines == ["2026-03-02T07:11:00+08:00"])
    #expect(await rig.scheduler.nextFirings(2).map(\.id) == ["\(Self.ring)/snooze-1", "a/2026-03-03T07:00/0m"])
    await rig.set("2026-03-02T07:11")
    #expect(rig.rung == [Self.ring, "\(Self.ring)/snooze-1"])
    #expect(rig.rings.last?.occurrence == Rig.time("2026-03-02T07:00"))
    #expect(rig.deadlines == ["2026-03-03T07:00:00+08:00"])
    try await rig.stop()
  }

  @Test("a ring is put off by its id, by its alarm's, or as the last; again and again, each with an id of its own")
  func again() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    try await rig.start(Self.daily, "id: b, at: 07:02, days: every day")
    await #expect(throws: AnswerError.noSuchRing(nil)) { try await rig.scheduler.snooze(nil, Delay("5m")!) }
    await rig.set("2026-03-02T07:00")
    await rig.set("2026-03-02T07:02")
    #expect(try await rig.scheduler.snooze("a", Delay("5m")!).id == "\(Self.ring)/snooze-1")
    await rig.set("2026-03-02T07:07")
    #expect(try await rig.scheduler.snooze("\(Self.ring)/snooze-1", Delay("5m")!).id == "\(Self.ring)/snooze-2")
    #expect(try await rig.scheduler.snooze(Self.ring, Delay("1h")!).report.fires == "2026-03-02T08:07:00+08:00")
    await rig.set("2026-03-02T08:07")
    #expect(rig.rung.last == "\(Self.ring)/snooze-2" && rig.rung.count == 4)
    await #expect(throws: AnswerError.noSuchRing("ghost")) { try await rig.scheduler.done("ghost") }
    try await rig.stop()
  }

  // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm: 2026-09-20 is worked, 25 to 27 September rest.
  @Test(
    "until the next workday it waits over holidays and for a make-up Sunday, and rings at the alarm's time",
    arguments: [("2026-09-19", "2026-09-20"), ("2026-09-24", "2026-09-28"), ("2026-09-30", "2026-10-08")])
  func nextWorkday(from date: String, to expected: String) async throws {
    let rig = try Rig(at: "\(date)T06:00")
    try await rig.start(Self.daily)
    await rig.set("\(date)T07:00")
    await rig.set("\(date)T07:20")
    _ = try await rig.scheduler.snooze("a", Delay("5m")!)
    await rig.set("\(date)T07:25")
    let report = try await rig.scheduler.snooze("a", Delay("next workday")!)
    #expect(report.report.fires == "\(expected)T07:00:00+08:00")
    try await rig.stop()
  }

  @Test("what is done does not come again, by its snooze as little as by its nags")
  func done() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    try await rig.start("\(Self.daily), nag: every 5m until done")
    await rig.set("2026-03-02T07:00")
    await rig.set("2026-03-02T07:05")
    _ = try await rig.scheduler.snooze("a", Delay("10m")!)
    #expect(try await rig.scheduler.done("a") == Self.ring)
    #expect(rig.rung == [Self.ring, "\(Self.ring)/nag-1"])
    await rig.clock.waitForSleepers(1)
    #expect(rig.deadlines == ["2026-03-03T07:00:00+08:00"])
    try await rig.stop()
  }

  @Test("an alarm nags until it is done, over restarts, and at most so often")
  func nags() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    let alarm = "\(Self.daily), nag: \"every 5m until done, at most 3\""
    try await rig.start(alarm)
    await rig.set("2026-03-02T07:00")
    await rig.set("2026-03-02T07:05")
    try await rig.stop()
    // Longer than its grace: what must not be overlooked is not missed.
    rig.clock.set(to: Rig.time("2026-03-02T08:00"))
    try await rig.start(alarm)
    #expect(rig.rung == [Self.ring] + [1, 2].map { "\(Self.ring)/nag-\($0)" })
    #expect(rig.deadlines == ["2026-03-02T08:05:00+08:00"])
    await rig.set("2026-03-02T08:05")
    #expect(rig.rung.last == "\(Self.ring)/nag-3" && rig.rung.count == 4)
    #expect(rig.deadlines == ["2026-03-03T07:00:00+08:00"])
    try await rig.stop()
  }

  @Test("after a snooze it nags anew, with ids of its own")
  func nagsAfterSnooze() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    try await rig.start("\(Self.daily), nag: every 5m until done")
    await rig.set("2026-03-02T07:00")
    _ = try await rig.scheduler.snooze(nil, Delay("1h")!)
    await rig.set("2026-03-02T07:05")
    #expect(rig.rung.count == 1)
    await rig.set("2026-03-02T08:00")
    await rig.set("2026-03-02T08:05")
    #expect(rig.rung.suffix(2) == ["\(Self.ring)/snooze-1", "\(Self.ring)/snooze-1/nag-1"])
    #expect(try await rig.journal.snoozes(of: Self.ring) == 1)
    try await rig.stop()
  }

  @Test("without an answer others are told, once, after a span that may count workdays; with one they are not")
  func escalation() async throws {
    // 25 September 2026 is a holiday, as in the notice above; the next workday is Monday.
    let rig = try Rig(at: "2026-09-24T06:00")
    let alarms = [
      "\(Self.daily), escalate: { after: 30m, to: desktop }",
      "id: b, at: 07:00, days: every day, until: 2026-09-24, escalate: { after: 1wd, to: desktop }",
      "id: c, at: 07:00, days: every day, escalate: { after: 30m, to: desktop }",
    ]
    try await rig.start(alarms[0], alarms[1], alarms[2])
    await rig.set("2026-09-24T07:00")
    _ = try await rig.scheduler.done("c")
    await rig.set("2026-09-24T07:30")
    #expect(rig.rung.dropFirst(3) == ["a/2026-09-24T07:00/0m/escalation-1"])
    #expect(rig.destinations.dropFirst(3) == ["desktop"])
    #expect(
      await rig.scheduler.nextFirings(1, of: "b").map(\.fires) == ["2026-09-28T07:00:00+08:00"])
    try await rig.stop()
  }

  @Test("what is to come of an alarm that is gone, or disabled, does not ring")
  func gone() async throws {
    let rig = try Rig(at: "2026-03-02T06:00")
    try await rig.start(Self.daily, "id: b, at: 07:00, days: every day")
    await rig.set("2026-03-02T07:00")
    _ = try await rig.scheduler.snooze("a", Delay("10m")!)
    _ = try await rig.scheduler.snooze("b", Delay("10m")!)
    try await rig.reload("\(Self.daily), enabled: false")
    await rig.set("2026-03-02T07:10")
    #expect(rig.rung.count == 2)
    #expect(
      try await rig.journal.missed(of: nil, limit: 9).map(\.verdict)
        == Array(repeating: .missed(reason: "its alarm is gone or disabled"), count: 2))
    try await rig.stop()
  }

  @Test("a snooze that was slept through rings within its alarm's grace, and else is missed")
  func sleptThrough() async throws {
    for (time, rings) in [("2026-03-02T07:40", 2), ("2026-03-02T07:41", 1)] {
      let rig = try Rig(at: "2026-03-02T06:00")
      try await rig.start(Self.daily)
      await rig.set("2026-03-02T07:00")
      _ = try await rig.scheduler.snooze("a", Delay("10m")!)
      await rig.set(time)
      #expect(rig.rung.count == rings)
      #expect(try await rig.journal.missed(of: "a", limit: 9).count == 2 - rings)
      try await rig.stop()
    }
  }
}
