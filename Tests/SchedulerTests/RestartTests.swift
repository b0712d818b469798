import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("The scheduler over restarts, edits and faults")
struct RestartTests {
  static let daily = "id: a, at: 09:00, days: every day"

  @Test("what rang before a restart does not ring after it")
  func noRepeat() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    await rig.set("2026-03-02T09:00")
    try await rig.stop()
    for time in ["2026-03-02T09:00", "2026-03-02T09:05"] {
      rig.clock.set(to: Rig.time(time))
      try await rig.start(Self.daily)
      try await rig.stop()
    }
    #expect(rig.rung == ["a/2026-03-02T09:00/0m"])
  }

  @Test("what came due while nothing ran rings late, also where nothing had ever rung before")
  func noLoss() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T09:05"))
    try await rig.start(Self.daily)
    #expect(rig.rung == ["a/2026-03-02T09:00/0m"])
    #expect(try await rig.journal.history(limit: 9).map(\.verdict) == [.rung(lateBy: .seconds(300))])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-05T08:00"))
    try await rig.start(Self.daily)
    // The summary of what was missed, and nothing else.
    #expect(rig.rung.dropFirst() == ["missed/2026-03-05T08:00:00+08:00"])
    #expect(
      try await rig.history() == [
        "a/2026-03-02T09:00/0m rung", "a/2026-03-03T09:00/0m missed", "a/2026-03-04T09:00/0m missed",
        "missed/2026-03-05T08:00:00+08:00 rung",
      ])
    try await rig.stop()
  }

  @Test("the first run of all rings for nothing that lies before it")
  func firstRun() async throws {
    let rig = try Rig(at: "2026-03-02T09:05")
    try await rig.start(Self.daily)
    #expect(rig.rung.isEmpty)
    #expect(try await rig.history().isEmpty)
    #expect(try await rig.journal.cursor() == Rig.time("2026-03-02T09:05"))
    try await rig.stop()
  }

  @Test("an edit never rings for the past, nor after a restart that follows")
  func editForThePast() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("id: a, at: 10:00, days: every day")
    await rig.set("2026-03-02T09:20")
    try await rig.reload("id: a, at: 09:10, days: every day", "id: new, at: 09:15, days: every day")
    #expect(rig.deadlines == ["2026-03-03T09:10:00+08:00"])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T09:25"))
    try await rig.start("id: a, at: 09:10, days: every day", "id: new, at: 09:15, days: every day")
    #expect(rig.rung.isEmpty)
    #expect(try await rig.history().isEmpty)
    try await rig.stop()
  }

  @Test("an edit of the title keeps what is owed, and what rings says the new one")
  func editOfTitle() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start("\(Self.daily), title: Old")
    try await rig.reload("\(Self.daily), title: New")
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T09:05"))
    try await rig.start("\(Self.daily), title: Newest")
    #expect(rig.rings.map(\.report.title) == ["Newest"])
    try await rig.stop()
  }

  @Test("a reload arms the timer anew: for an alarm that was added, and not for one that was removed")
  func reloadArms() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    try await rig.reload("id: b, at: 08:30, days: every day")
    #expect(rig.deadlines == ["2026-03-02T08:30:00+08:00"])
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung == ["b/2026-03-02T08:30/0m"])
    try await rig.reload("id: b, at: 08:30, days: every day, enabled: false")
    await rig.set("2026-03-03T08:30")
    #expect(rig.rung.count == 1)
    try await rig.stop()
  }

  @Test("a journal that cannot be written ends it with the journal's error, and nothing is sent")
  func journalFails() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    await rig.journal.close()
    rig.clock.set(to: Rig.time("2026-03-02T09:00"))
    await #expect(throws: JournalError.self) { try await rig.end() }
    #expect(rig.rung.isEmpty)
  }

  @Test("it ends as well when a reload finds that the journal cannot be written")
  func journalFailsInReload() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    let journal = FailingJournal(rig.journal)
    let configuration = try Rig.configuration([Self.daily])
    let scheduler = Scheduler(configuration: configuration, journal: journal, clock: rig.clock, cursor: nil) { _ in
      Issue.record("nothing may be sent")
    }
    let run = Task { try await scheduler.run() }
    await rig.clock.waitForSleepers(1)
    // The reload comes first: the scheduler's sleeper does not see this step.
    rig.clock.setUnseen(to: Rig.time("2026-03-02T09:00"))
    await #expect(throws: FailingJournal.Failure.self) { try await scheduler.reload(configuration, since: [:]) }
    await #expect(throws: FailingJournal.Failure.self) { try await run.value }
  }
}
