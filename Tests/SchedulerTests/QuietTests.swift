import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("Quiet hours")
struct QuietTests {
  static let quiet = "quiet: \"22:00-07:00\""

  @Test("a ring in them is held until they are over, over a restart, and says so; at their ends it rings at once")
  func hold() async throws {
    let rig = try Rig(at: "2026-03-02T21:00")
    let alarm = "id: a, at: [21:59, 22:00, 07:00], days: every day"
    try await rig.start(alarm, settings: Self.quiet)
    await rig.set("2026-03-02T21:59")
    await rig.set("2026-03-02T22:00")
    #expect(rig.rung == ["a/2026-03-02T21:59/0m"])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-03T03:00"))
    try await rig.start(alarm, settings: Self.quiet)
    #expect(await rig.scheduler.nextFirings(1).map(\.id) == ["a/2026-03-02T22:00/0m/held-1"])
    await rig.set("2026-03-03T07:00")
    #expect(rig.rung.dropFirst() == ["a/2026-03-02T22:00/0m/held-1", "a/2026-03-03T07:00/0m"])
    #expect(rig.rings[1].follows?.since == Rig.time("2026-03-02T22:00").seconds)
    #expect(
      try await rig.history() == [
        "a/2026-03-02T21:59/0m rung", "a/2026-03-02T22:00/0m held for quiet hours",
        "a/2026-03-03T07:00/0m rung", "a/2026-03-02T22:00/0m/held-1 rung",
      ])
    try await rig.stop()
  }

  @Test("several of one alarm that were held ring as one that says how many")
  func several() async throws {
    let rig = try Rig(at: "2026-03-02T21:00")
    try await rig.start(
      "id: a, at: [22:10, 23:10, 00:10], days: every day", "id: b, at: 23:00, days: every day", settings: Self.quiet)
    for time in ["2026-03-02T22:10", "2026-03-02T23:00", "2026-03-02T23:10", "2026-03-03T00:10", "2026-03-03T07:00"] {
      await rig.set(time)
    }
    #expect(rig.rung == ["a/2026-03-03T00:10/0m/held-1", "b/2026-03-02T23:00/0m/held-1"])
    #expect(rig.rings.map(\.alsoMissed) == [2, 0])
    try await rig.stop()
  }

  @Test("an alarm may drop its rings then, or ring all the same, and a snooze rings when it was put off to")
  func others() async throws {
    let rig = try Rig(at: "2026-03-02T21:00")
    try await rig.start(
      "id: a, at: 23:00, days: every day, during-quiet: drop", "id: b, at: 23:00, days: every day, during-quiet: ring",
      "id: c, at: 21:50, days: every day", settings: Self.quiet)
    await rig.set("2026-03-02T21:50")
    _ = try await rig.scheduler.snooze("c", Delay("1h")!)
    await rig.set("2026-03-02T22:50")
    await rig.set("2026-03-02T23:00")
    await rig.set("2026-03-03T07:00")
    #expect(
      rig.rung == ["c/2026-03-02T21:50/0m", "c/2026-03-02T21:50/0m/snooze-1", "b/2026-03-02T23:00/0m"])
    #expect(try await rig.history().contains("a/2026-03-02T23:00/0m quiet hours"))
    try await rig.stop()
  }

  @Test("what insists keeps quiet until the morning, goes on then, and others are told at night once")
  func nags() async throws {
    let rig = try Rig(at: "2026-03-02T21:00")
    try await rig.start(
      "id: a, at: 21:50, days: every day, nag: every 15m until done, escalate: { after: 30m, to: desktop }",
      settings: Self.quiet)
    for time in ["2026-03-02T21:50", "2026-03-02T22:05", "2026-03-02T22:20", "2026-03-03T07:00", "2026-03-03T07:15"] {
      await rig.set(time)
    }
    let id = "a/2026-03-02T21:50/0m"
    #expect(
      rig.rung == [id, "\(id)/escalation-1", "\(id)/nag-1/held-1", "\(id)/nag-1/held-1/nag-1"])
    _ = try await rig.scheduler.done("a")
    #expect(try await rig.journal.children().isEmpty)
    try await rig.stop()
  }

  @Test("a late ring is held too: what counts is when it would be heard")
  func late() async throws {
    let rig = try Rig(at: "2026-03-02T21:00")
    try await rig.start("id: a, at: 21:50, days: every day", settings: Self.quiet)
    await rig.set("2026-03-02T22:05")
    #expect(rig.rung.isEmpty)
    await rig.set("2026-03-03T07:00")
    #expect(rig.rung == ["a/2026-03-02T21:50/0m/held-1"])
    try await rig.stop()
  }
}
