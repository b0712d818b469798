import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("What a person does not want to hear")
struct AdjustmentTests {
  static let daily = "id: a, at: 09:00, days: every day, remind: [-10m, 0m]"

  @Test("the next occurrences are skipped with all their rings, over a restart, and those after them ring")
  func skip() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    let skipped = try #require(try await rig.scheduler.skip(2, of: "a"))
    #expect(skipped.map(\.id) == ["a/2026-03-02T09:00/-10m", "a/2026-03-03T09:00/-10m"])
    #expect(await rig.scheduler.nextFirings(1).map(\.id) == ["a/2026-03-04T09:00/-10m"])
    try await rig.stop()
    try await rig.start(Self.daily)
    for time in ["2026-03-02T08:50", "2026-03-02T09:00", "2026-03-03T08:50", "2026-03-03T09:00", "2026-03-04T08:50"] {
      await rig.set(time)
    }
    #expect(rig.rung == ["a/2026-03-04T09:00/-10m"])
    #expect(
      try await rig.history() == [
        "a/2026-03-02T09:00/-10m skipped", "a/2026-03-02T09:00/0m skipped", "a/2026-03-03T09:00/-10m skipped",
        "a/2026-03-03T09:00/0m skipped", "a/2026-03-04T09:00/-10m rung",
      ])
    try await rig.stop()
  }

  @Test("occurrences from a moment on are skipped, never what is over, and are taken back by their ids")
  func skipFrom() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    let noon = try #require(Instant("2026-03-03T08:50:00+08:00"))
    #expect(
      try await rig.scheduler.skip(2, of: "a", from: noon)?.map(\.id) == [
        "a/2026-03-03T09:00/-10m", "a/2026-03-04T09:00/-10m",
      ])
    #expect(await rig.scheduler.nextFirings(1).map(\.id) == ["a/2026-03-02T09:00/-10m"])
    // What lies before now is not gone back to.
    let past = noon.advanced(by: .seconds(-86_400 * 30))
    #expect(try await rig.scheduler.skip(1, of: "a", from: past)?.map(\.id) == ["a/2026-03-02T09:00/-10m"])
    #expect(try await rig.scheduler.unskip("a", occurrences: ["a/2026-03-03T09:00", "a/2026-03-05T09:00"]) == 1)
    #expect(await rig.scheduler.nextFirings(1).map(\.id) == ["a/2026-03-03T09:00/-10m"])
    #expect(try await rig.scheduler.unskip("a") == 2)
    try await rig.stop()
  }

  @Test("an occurrence that has rung already loses its other rings, and skipping goes on from what is skipped")
  func rest() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    await rig.set("2026-03-02T08:50")
    #expect(try await rig.scheduler.skip(1, of: "a")?.map(\.id) == ["a/2026-03-02T09:00/0m"])
    #expect(try await rig.scheduler.skip(1, of: "a")?.map(\.id) == ["a/2026-03-03T09:00/-10m"])
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung == ["a/2026-03-02T09:00/-10m"])
    #expect(try await rig.scheduler.unskip("a") == 1)
    await rig.set("2026-03-03T08:50")
    #expect(rig.rung.last == "a/2026-03-03T09:00/-10m")
    #expect(try await rig.scheduler.skip(1, of: "ghost") == nil)
    #expect(try await rig.scheduler.unskip("ghost") == nil)
    try await rig.stop()
  }

  @Test("a paused alarm is silent until its moment, and rings at that")
  func pause() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily, "id: b, at: 09:00, days: every day")
    #expect(try await rig.scheduler.pause("a", until: Rig.time("2026-03-03T08:50")))
    #expect(await rig.scheduler.nextFirings(1, of: "a").map(\.id) == ["a/2026-03-03T09:00/-10m"])
    await rig.set("2026-03-02T09:00")
    await rig.set("2026-03-03T08:50")
    #expect(rig.rung == ["b/2026-03-02T09:00/0m", "a/2026-03-03T09:00/-10m"])
    #expect(try await !rig.scheduler.pause("ghost", until: nil))
    try await rig.stop()
  }

  @Test("with all of them paused nothing rings, over a restart, and what passed does not ring late after the end")
  func pauseAll() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    let alarms = ["id: a, at: 09:00, days: every day, missed: always", "id: b, at: 08:59, days: every day"]
    try await rig.start(alarms[0], alarms[1])
    await rig.set("2026-03-02T08:59")
    _ = try await rig.scheduler.snooze("b", Delay("2m")!)
    #expect(try await rig.scheduler.pause(nil, until: nil))
    #expect(await rig.scheduler.nextFirings(5).map(\.id) == ["b/2026-03-02T08:59/0m/snooze-1"])
    try await rig.stop()
    rig.clock.set(to: Rig.time("2026-03-02T09:05"))
    try await rig.start(alarms[0], alarms[1])
    #expect(try await rig.scheduler.resume(nil))
    await rig.set("2026-03-02T09:06")
    #expect(rig.rung == ["b/2026-03-02T08:59/0m"])
    #expect(
      try await rig.history() == [
        "b/2026-03-02T08:59/0m rung", "a/2026-03-02T09:00/0m paused", "b/2026-03-02T08:59/0m/snooze-1 paused",
      ])
    #expect(await rig.scheduler.nextFirings(1).map(\.id) == ["b/2026-03-03T08:59/0m"])
    #expect(try await !rig.scheduler.resume(nil))
    try await rig.stop()
  }

  @Test("a reload leaves skips and pauses in force")
  func reload() async throws {
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start(Self.daily)
    _ = try await rig.scheduler.skip(1, of: "a")
    try await rig.reload("\(Self.daily), title: Other")
    await rig.set("2026-03-02T09:00")
    #expect(rig.rung.isEmpty)
    try await rig.stop()
  }
}
