import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("The clock shortly after boot, and long absences")
struct DoubtTests {
  static let noon = "id: a, at: 12:00, days: every day"

  /// A rig whose machine has just booted with a clock that shows `now` and that nothing has set right yet.
  private func booted(at now: String, after then: String, _ alarm: String = noon) async throws -> Rig {
    let rig = try Rig(at: then)
    try await rig.start(alarm)
    try await rig.stop()
    rig.clock.set(to: Rig.time(now))
    rig.clock.setDoubt(until: Rig.time(now).advanced(by: .seconds(300)))
    try await rig.start(alarm)
    return rig
  }

  /// CK-10 of the public reports: the clock is eight hours ahead after boot, then set right.
  @Test(
    "a clock that is ahead and not synchronised declares nothing missed; set right, the alarm rings at its time, once")
  func ahead() async throws {
    let rig = try await booted(at: "2026-03-02T16:30", after: "2026-03-01T18:00")
    #expect(try await rig.history().isEmpty)
    #expect(rig.deadlines == ["2026-03-02T16:35:00+08:00"])
    rig.clock.setDoubt(until: nil)
    await rig.set("2026-03-02T08:31")
    #expect(rig.deadlines == ["2026-03-02T12:00:00+08:00"])
    await rig.set("2026-03-02T12:00")
    #expect(try await rig.history() == ["a/2026-03-02T12:00/0m rung"])
    try await rig.stop()
  }

  @Test("five minutes after boot it is taken at its word, over a crash in between")
  func patience() async throws {
    let rig = try await booted(at: "2026-03-02T16:30", after: "2026-03-01T18:00")
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T16:32"))
    try await rig.start(Self.noon)
    #expect(try await rig.history().isEmpty)
    rig.clock.setDoubt(until: nil)
    await rig.set("2026-03-02T16:35")
    #expect(try await rig.history() == ["a/2026-03-02T12:00/0m missed"])
    #expect(rig.deadlines == ["2026-03-03T12:00:00+08:00"])
    try await rig.stop()
  }

  @Test("what is within its grace rings at once, also in doubt, and does not ring again")
  func rings() async throws {
    let rig = try await booted(
      at: "2026-03-02T16:30", after: "2026-03-01T18:00", "id: a, at: [12:00, 16:20], days: every day")
    #expect(rig.rung == ["a/2026-03-02T16:20/0m"])
    rig.clock.setDoubt(until: nil)
    await rig.set("2026-03-02T16:35")
    #expect(rig.rung.count == 1)
    #expect(try await rig.history().contains("a/2026-03-02T12:00/0m missed"))
    try await rig.stop()
  }

  @Test("a clock that is years behind is waited for, and does not have the years in between gone through")
  func behind() async throws {
    let rig = try await booted(at: "1970-01-01T08:00:10", after: "2026-03-02T11:00")
    #expect(try await rig.journal.cursor() == Rig.time("2026-03-02T11:00"))
    rig.clock.setDoubt(until: nil)
    await rig.set("2026-03-02T12:01")
    #expect(try await rig.history() == ["a/2026-03-02T12:00/0m rung"])
    try await rig.stop()
  }

  @Test("a snooze that was slept through is kept back in doubt as well")
  func snooze() async throws {
    let rig = try Rig(at: "2026-03-02T11:00")
    try await rig.start(Self.noon)
    await rig.set("2026-03-02T12:00")
    _ = try await rig.scheduler.snooze("a", Delay("10m")!)
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T20:00"))
    rig.clock.setDoubt(until: Rig.time("2026-03-02T20:05"))
    try await rig.start(Self.noon)
    #expect(rig.deadlines == ["2026-03-02T20:05:00+08:00"])
    rig.clock.setDoubt(until: nil)
    await rig.set("2026-03-02T12:02")
    #expect(rig.deadlines == ["2026-03-02T12:10:00+08:00"])
    await rig.set("2026-03-02T12:10")
    #expect(rig.rung.last == "a/2026-03-02T12:00/0m/snooze-1")
    try await rig.stop()
  }

  @Test(
    "doubt lasts until five minutes after boot, or until the kernel says that the clock is right",
    arguments: [(0, false, 300), (299, false, 1), (300, false, nil), (10_000, false, nil), (10, true, nil)])
  func doubt(seconds: Int, isSynchronised: Bool, left: Int?) {
    let now = Rig.time("2026-03-02T12:00")
    let end = SystemClock.doubtEnds(now: now, sinceBoot: .seconds(seconds), isSynchronised: isSynchronised)
    #expect(end == left.map { now.advanced(by: .seconds($0)) })
  }

  @Test("a clock that was decades off is caught up with in bounded work, and what is due now rings")
  func decades() async throws {
    let alarms = ["id: a, at: every 10m from 00:00 to 23:50, days: every day", "id: b, at: 09:00, days: workdays"]
    let rig = try Rig(at: "1996-03-01T20:00")
    try await rig.start(alarms[0], alarms[1])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-04T09:05"))
    try await rig.start(alarms[0], alarms[1])
    #expect(rig.rung.contains("b/2026-03-04T09:00/0m") && rig.rung.contains("a/2026-03-04T09:00/0m"))
    // Of 1.6 million rings that nobody heard; of the other alarm more than those of this year.
    let counts = try await rig.journal.counts()
    #expect((2000...4000).contains(counts.missed), "\(counts)")
    try await rig.stop()
  }

  @Test("after a long absence one message tells what was missed, once, and not what is never to ring late")
  func absence() async throws {
    let alarms = [
      "id: a, title: Clock in, at: 09:00, days: every day", "id: b, title: Walk, at: 10:00, days: every day",
      "id: c, at: every 50m from 09:00 to 18:00, days: every day, missed: never",
    ]
    let rig = try Rig(at: "2026-03-01T20:00")
    try await rig.start(alarms[0], alarms[1], alarms[2])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-04T09:10"))
    try await rig.start(alarms[0], alarms[1], alarms[2])
    #expect(rig.rung == ["a/2026-03-04T09:00/0m", "missed/2026-03-04T09:10:00+08:00"])
    let summary = try #require(rig.rings.last)
    #expect(summary.report.title == "4 rings missed")
    #expect(
      summary.notes?.split(separator: "\n") == [
        "Walk: 2, the last 2026-03-03 10:00", "Clock in: 2, the last 2026-03-03 09:00", "notifierctl missed lists them",
      ])
    #expect(rig.destinations.last == "desktop")
    try await rig.stop()
    try await rig.start(alarms[0], alarms[1], alarms[2])
    #expect(rig.rung.count == 2)
    try await rig.stop()
  }
}
