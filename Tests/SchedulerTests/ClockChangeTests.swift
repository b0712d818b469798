import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("The scheduler when the clock is wrong")
struct ClockChangeTests {
  /// CK-08: the clock is set back by seconds, just after a ring.
  @Test("a firing that rang does not ring again when the clock shows its time again")
  func backBySeconds() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: 09:00, days: every day")
    await rig.set("2026-03-02T09:00", milliseconds: 200)
    await rig.set("2026-03-02T08:59:58")
    #expect(rig.deadlines == ["2026-03-02T09:00:00+08:00"])
    await rig.set("2026-03-02T09:00")
    await rig.set("2026-03-02T09:00:01")
    #expect(rig.rung == ["a/2026-03-02T09:00/0m"])
    #expect(rig.deadlines == ["2026-03-03T09:00:00+08:00"])
    try await rig.stop()
  }

  /// CK-02: the clock stood in 2098 when the journal was last written.
  @Test("a cursor far in the future is taken back to now, and keeps nothing silent")
  func cursorInTheFuture() async throws {
    let rig = try Rig(at: "2098-01-01T09:00")
    try await rig.start("id: a, at: 09:00, days: every day")
    await rig.set("2098-01-02T09:00")
    try await rig.stop()
    #expect(rig.rung == ["a/2098-01-02T09:00/0m"])
    rig.clock.set(to: Rig.time("2026-03-02T08:00"))
    try await rig.start("id: a, at: 09:00, days: every day", "id: b, at: 09:00, days: every day")
    #expect(try await rig.journal.cursor() == Rig.time("2026-03-02T08:00"))
    #expect(rig.rung.count == 1, "nothing is caught up on")
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung.dropFirst() == ["a/2026-03-02T09:00/0m", "b/2026-03-02T09:00/0m"])
    try await rig.stop()
  }

  /// CK-10 in part: the clock is eight hours ahead after boot, then set right.
  @Test("a firing recorded as missed while the clock was ahead rings when its time really comes, once")
  func aheadAfterBoot() async throws {
    let rig = try Rig(at: "2026-03-01T18:00")
    try await rig.start("id: a, at: 12:00, days: every day")
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T16:30"))
    try await rig.start("id: a, at: 12:00, days: every day")
    #expect(try await rig.history() == ["a/2026-03-02T12:00/0m missed"])
    await rig.set("2026-03-02T08:31")
    #expect(rig.deadlines == ["2026-03-02T12:00:00+08:00"])
    await rig.set("2026-03-02T12:00")
    await rig.set("2026-03-02T16:30")
    #expect(rig.rung == ["a/2026-03-02T12:00/0m"])
    #expect(try await rig.history() == ["a/2026-03-02T12:00/0m rung"])
    try await rig.stop()
  }

  /// CK-04 of the public reports: the clock jumps an hour ahead under an alarm of every minute.
  @Test("sixty that were jumped over ring as one that says how many, and the next minute rings as ever")
  func jumpedOver() async throws {
    let rig = try Rig(at: "2026-03-02T10:00:30")
    try await rig.start("id: a, at: every 1m from 09:00 to 18:00, days: every day, missed: always")
    await rig.set("2026-03-02T11:00:30")
    #expect(rig.rings.map(\.id) == ["a/2026-03-02T11:00/0m"])
    #expect(rig.rings.map(\.alsoMissed) == [59])
    #expect(rig.deadlines == ["2026-03-02T11:01:00+08:00"])
    try await rig.stop()
  }

  /// CK-14: a machine resumes some seconds after an alarm's time.
  @Test("some seconds late is in time, and recorded as that late", arguments: ["within 30m", "never"])
  func someSeconds(missed: String) async throws {
    let rig = try Rig(at: "2026-03-02T02:00")
    try await rig.start("id: a, at: 03:00, days: every day, missed: \(missed)")
    await rig.set("2026-03-02T03:00:03", milliseconds: 900)
    #expect(try await rig.journal.history(limit: 9).map(\.verdict) == [.rung(lateBy: .milliseconds(3900))])
    try await rig.stop()
  }

  /// CK-16: Berlin's clock goes back over 02:30 on 27 October 2024.
  @Test("a time that the clock repeats rings once, and nothing wakes in the second pass")
  func repeatedHour() async throws {
    let rig = try Rig(at: "2024-10-27T08:00")
    try await rig.start("id: a, at: 02:30, days: every day, timezone: Europe/Berlin")
    // 02:30 in Berlin's summer time.
    #expect(rig.deadlines == ["2024-10-27T08:30:00+08:00"])
    await rig.set("2024-10-27T08:30")
    #expect(rig.deadlines == ["2024-10-28T09:30:00+08:00"], "02:30 in winter time, a day and an hour later")
    for time in ["2024-10-27T08:59:59", "2024-10-27T09:30", "2024-10-27T10:00"] { await rig.set(time) }
    #expect(rig.rung == ["a/2024-10-27T02:30/0m"])
    try await rig.stop()
  }

  @Test("an alarm that was added while the clock was ahead rings at its next time by the right clock")
  func addedWhileAhead() async throws {
    let rig = try Rig(at: "2026-03-02T16:30")
    try await rig.start("id: a, at: 12:00, days: every day")
    try await rig.reload("id: a, at: 12:00, days: every day", "id: b, at: 11:00, days: every day")
    await rig.set("2026-03-02T08:31")
    await rig.set("2026-03-02T11:00")
    await rig.set("2026-03-02T12:00")
    #expect(rig.rung == ["b/2026-03-02T11:00/0m", "a/2026-03-02T12:00/0m"])
    try await rig.stop()
  }

  @Test("a clock set back by hours and forward again loses nothing and repeats nothing")
  func backAndForward() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: [09:00, 10:00, 11:00], days: every day")
    await rig.set("2026-03-02T09:00")
    await rig.set("2026-03-02T10:00")
    await rig.set("2026-03-02T07:00")
    await rig.set("2026-03-02T10:30")
    await rig.set("2026-03-02T11:00")
    #expect(rig.rung == ["a/2026-03-02T09:00/0m", "a/2026-03-02T10:00/0m", "a/2026-03-02T11:00/0m"])
    #expect(try await rig.history().allSatisfy { $0.hasSuffix("rung") })
    try await rig.stop()
  }

  @Test("both passes of a repeated hour ring, by instants and not by the wall")
  func bothPasses() async throws {
    let rig = try Rig(at: "2026-10-25T06:00")
    try await rig.start("id: a, at: 02:30, days: 2026-10-25, timezone: Europe/Berlin, dst: both")
    #expect(rig.clock.deadlines == [Instant("2026-10-25T02:30:00+02:00")!])
    rig.clock.set(to: Instant("2026-10-25T02:30:00+02:00")!)
    await rig.clock.waitForSleepers(1)
    #expect(rig.clock.deadlines == [Instant("2026-10-25T02:30:00+01:00")!])
    rig.clock.set(to: Instant("2026-10-25T02:30:00+01:00")!)
    await rig.clock.waitForSleepers(1)
    #expect(rig.rung == ["a/2026-10-25T02:30/0m", "a/2026-10-25T02:30~2/0m"])
    try await rig.stop()
  }

  /// Berlin's clock goes from 02:00 to 03:00 on 29 March 2026.
  @Test("a time in a gap rings once, an hour later on the wall, and not at all where it is to be left out")
  func gap() async throws {
    let rig = try Rig(at: "2026-03-29T06:00")
    try await rig.start(
      "id: a, at: 02:30, days: 2026-03-29, timezone: Europe/Berlin",
      "id: b, at: 02:30, days: 2026-03-29, timezone: Europe/Berlin, dst: skip")
    #expect(rig.clock.deadlines == [Instant("2026-03-29T03:30:00+02:00")!])
    rig.clock.set(to: Instant("2026-03-29T03:30:00+02:00")!)
    await rig.clock.waitForSleepers(1)
    #expect(rig.rung == ["a/2026-03-29T02:30/0m"])
    try await rig.stop()
  }

  @Test("an alarm whose zone is changed rings next at its time there, and not for what that time was already today")
  func zoneOfAnAlarm() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: 09:00, days: every day")
    // In Tokyo it is 09:30 already.
    await rig.set("2026-03-02T08:30")
    try await rig.reload("id: a, at: 09:00, days: every day, timezone: Asia/Tokyo")
    #expect(rig.clock.deadlines == [Instant("2026-03-03T09:00:00+09:00")!])
    try await rig.reload("id: a, at: 09:00, days: every day, timezone: Asia/Kolkata")
    #expect(rig.clock.deadlines == [Instant("2026-03-02T09:00:00+05:30")!])
    #expect(rig.rung.isEmpty)
    try await rig.stop()
  }

  /// As after a suspend: the clock goes on, and nobody is woken before its end.
  @Test("a resume after a night rings what is within its grace, late, and records the rest as missed")
  func resume() async throws {
    let rig = try Rig(at: "2026-03-01T22:00")
    try await rig.start("id: a, at: [02:00, 06:50], days: every day", "id: b, at: 07:30, days: every day")
    await rig.set("2026-03-02T07:05")
    #expect(
      try await rig.history() == ["a/2026-03-02T02:00/0m missed", "a/2026-03-02T06:50/0m rung"])
    #expect(try await rig.journal.history(limit: 1).map(\.verdict) == [.rung(lateBy: .seconds(900))])
    #expect(rig.deadlines == ["2026-03-02T07:30:00+08:00"])
    try await rig.stop()
  }

  @Test("a clock that is set back after the scheduler has looked at it and before it sleeps is seen all the same")
  func setBackBeforeSleep() async throws {
    let clock = TestClock(Rig.time("2026-03-04T08:59"))
    let directory = TemporaryDirectory()
    let journal = try SQLiteJournal(at: directory["journal.db"])
    let scheduler = Scheduler(
      configuration: try Rig.configuration(["id: a, at: 09:00, days: every day"]), journal: journal, clock: clock,
      cursor: clock.now, hand: { owed in if !owed.isEmpty { clock.setUnseen(to: Rig.time("2026-03-02T08:00")) } })
    let run = Task { try await scheduler.run() }
    await clock.waitForSleepers(1)
    clock.set(to: Rig.time("2026-03-04T09:00"))
    await clock.waitForSleepers(1)
    #expect(clock.deadlines == [Rig.time("2026-03-02T09:00")])
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }
}
