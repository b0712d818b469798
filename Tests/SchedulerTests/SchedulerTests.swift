import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("The scheduler rings")
struct SchedulerTests {
  /// CK-06: woken a little early, it neither rings before its time nor twice.
  @Test("at the instant, once, and not early")
  func notEarly() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: 08:45, days: every day")
    #expect(rig.deadlines == ["2026-03-02T08:45:00+08:00"])
    await rig.set("2026-03-02T08:44:59", milliseconds: 998)
    await rig.set("2026-03-02T08:44:59", milliseconds: 996)  // a step back wakes every sleeper
    #expect(rig.rung.isEmpty)
    #expect(rig.deadlines == ["2026-03-02T08:45:00+08:00"])
    await rig.set("2026-03-02T08:45")
    #expect(rig.rung == ["a/2026-03-02T08:45/0m"])
    #expect(rig.deadlines == ["2026-03-03T08:45:00+08:00"])
    #expect(try await rig.journal.history(limit: 9).map(\.verdict) == [.rung(lateBy: .zero)])
    try await rig.stop()
  }

  @Test("on a make-up Sunday and after the holidays, and not on the days off between")
  func workdays() async throws {
    let rig = try Rig(at: "2026-09-19T00:00")
    try await rig.start("id: a, at: 09:00, days: workdays, remind: -10m")
    var deadlines: [String] = []
    for _ in 0..<12 {
      let next = try #require(rig.clock.deadlines.first)
      deadlines.append(next.civil(utcOffset: 28_800).date.description)
      rig.clock.set(to: next)
      await rig.clock.waitForSleepers(1)
    }
    // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
    #expect(
      deadlines == [
        "2026-09-20", "2026-09-21", "2026-09-22", "2026-09-23", "2026-09-24", "2026-09-28", "2026-09-29",
        "2026-09-30", "2026-10-08", "2026-10-09", "2026-10-10", "2026-10-12",
      ])
    #expect(rig.rung == deadlines.map { "a/\($0)T09:00/-10m" })
    try await rig.stop()
  }

  @Test("all alarms of one instant together, in the order of their ids")
  func together() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(
      "id: b, at: 09:00, days: every day", "id: c, at: 08:59, days: every day", "id: a, at: 09:00, days: every day")
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung == ["c/2026-03-02T08:59/0m", "a/2026-03-02T09:00/0m", "b/2026-03-02T09:00/0m"])
    try await rig.stop()
  }

  @Test("once after a step over three firings of one alarm, and says how many it stands for")
  func severalMissed() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: [09:00, 09:10, 09:20], days: every day", "id: b, at: 09:15, days: every day")
    await rig.set("2026-03-02T09:25")
    #expect(rig.rings.map(\.id) == ["b/2026-03-02T09:15/0m", "a/2026-03-02T09:20/0m"])
    #expect(rig.rings.map(\.alsoMissed) == [0, 2])
    #expect(
      try await rig.history() == [
        "a/2026-03-02T09:00/0m missed", "a/2026-03-02T09:10/0m missed", "b/2026-03-02T09:15/0m rung",
        "a/2026-03-02T09:20/0m rung",
      ])
    #expect(rig.deadlines == ["2026-03-03T09:00:00+08:00"])
    try await rig.stop()
  }

  @Test("not beyond its grace: then it is recorded as missed, with the reason")
  func beyondGrace() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(
      "id: a, at: [09:00, 11:45], days: every day", "id: b, at: 09:00, days: every day, missed: never",
      "id: c, at: 09:00, days: every day, missed: always")
    await rig.set("2026-03-02T12:10")
    #expect(rig.rings.map(\.id) == ["c/2026-03-02T09:00/0m", "a/2026-03-02T11:45/0m"])
    #expect(rig.rings.map(\.alsoMissed) == [0, 0])
    let missed = try await rig.journal.history(limit: 9).compactMap { record -> String? in
      guard case .missed(let reason) = record.verdict else { return nil }
      return "\(record.ring.report.alarm ?? ""): \(reason)"
    }
    #expect(
      missed.sorted() == [
        "a: it was due 3 hours before it could ring", "b: it was due 3 hours before it could ring",
      ])
    try await rig.stop()
  }

  @Test("nothing for a disabled alarm, nor for one whose rule can never match, and the others as ever")
  func silentAlarms() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(
      "id: never, at: 09:00, rrule: FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "id: over, at: 09:00, days: 2020-01-01",
      "id: off, at: 09:00, days: every day, enabled: false", "id: a, at: 09:00, days: every day")
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung == ["a/2026-03-02T09:00/0m"])
    #expect(rig.deadlines == ["2026-03-03T09:00:00+08:00"])
    try await rig.stop()
  }

  @Test("nothing at all without alarms, and sleeps")
  func noAlarms() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start()
    await rig.set("2200-03-02T08:00")
    #expect(rig.rung.isEmpty)
    #expect(rig.clock.deadlines.count == 1)
    try await rig.stop()
  }

  @Test("a test when it is told to, marked as one, and the alarm's own time is still to come")
  func fire() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(
      "id: a, title: Clock in, at: 09:00, days: every day", "id: off, at: 09:00, days: every day, enabled: false")
    let cursor = try await rig.journal.cursor()
    let id = try #require(try await rig.scheduler.fire(alarm: "a"))
    #expect(rig.rung == [id])
    let ring = try #require(rig.rings.first)
    #expect(ring.isTest)
    #expect(ring.report.title == "Clock in")
    #expect(ring.report.occurrence == "2026-03-02T09:00:00+08:00", "it says what the next firing would")
    #expect(ring.report.fires == "2026-03-02T08:00:00+08:00")
    #expect(try await rig.journal.cursor() == cursor)
    #expect(try await rig.scheduler.fire(alarm: "off") != nil)
    #expect(try await rig.scheduler.fire(alarm: "none") == nil)
    await rig.set("2026-03-02T09:00")
    #expect(rig.rings.map(\.isTest) == [true, true, false])
    #expect(rig.rung.last == "a/2026-03-02T09:00/0m")
    try await rig.stop()
  }

  @Test("and answers what it will ring next")
  func nextFirings() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(
      "id: a, at: 09:00, days: every day", "id: b, at: 08:30, days: every day",
      "id: off, at: 08:30, days: every day, enabled: false")
    let next = await rig.scheduler.nextFirings(3)
    #expect(next.map(\.id) == ["b/2026-03-02T08:30/0m", "a/2026-03-02T09:00/0m", "b/2026-03-03T08:30/0m"])
    #expect(await rig.scheduler.nextFirings(1, of: "a").map(\.fires) == ["2026-03-02T09:00:00+08:00"])
    #expect(await rig.scheduler.nextFirings(1, of: "none").isEmpty)
    try await rig.stop()
  }
}
