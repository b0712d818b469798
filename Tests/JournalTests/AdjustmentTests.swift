import Alarms
import Journal
import Testing
import Workdays

@Suite("What does not ring, in the journal")
struct AdjustmentTests {
  @Test("skips and pauses are there after a restart, and are taken back")
  func kept() async throws {
    let fixture = try Fixture()
    try await fixture.journal.skip(["a/1": .base, "a/2": .base + .seconds(60)], of: "a")
    try await fixture.journal.skip(["b/1": .base], of: "b")
    let (all, one) = (
      Adjustments.Pause(alarm: nil, until: nil),
      Adjustments.Pause(alarm: "a", until: .base + .seconds(3600))
    )
    try await fixture.journal.pause(all)
    try await fixture.journal.pause(one)
    await fixture.journal.close()

    let journal = try SQLiteJournal(at: fixture.path)
    #expect(try await journal.adjustments() == Adjustments(skipped: ["a/1", "a/2", "b/1"], pauses: [all, one]))
    #expect(try await journal.unskip("a", occurrences: nil, after: .base) == 1, "what is past is past")
    #expect(try await journal.resume("a", at: .base + .seconds(60)))
    #expect(try await journal.adjustments() == Adjustments(skipped: ["a/1", "b/1"], pauses: [all]))
    #expect(try await !journal.resume("a", at: .base + .seconds(60)))
    #expect(try await journal.resume(nil, at: .base + .seconds(60)))
    #expect(try await journal.adjustments().pauses.isEmpty)
  }

  @Test("a pause takes the place of the one before, and one that has ended is none")
  func replaced() async throws {
    let fixture = try Fixture()
    try await fixture.journal.pause(.init(alarm: "a", until: nil))
    let second = Adjustments.Pause(alarm: "a", until: .base + .seconds(60))
    try await fixture.journal.pause(second)
    #expect(try await fixture.journal.adjustments().pauses == [second])
    #expect(try await !fixture.journal.resume("a", at: .base + .seconds(60)))
  }

  @Test("a skipped firing is recorded as that, owes nothing, and is recorded anew where the clock was set back")
  func skipped() async throws {
    let fixture = try Fixture()
    let firing = dueFiring(0, verdict: .skipped(reason: "paused"))
    #expect(try await fixture.journal.recordDue([firing], cursor: .base).isEmpty)
    #expect(try await fixture.journal.history(limit: 9).map(\.verdict) == [.skipped(reason: "paused")])
    #expect(try await fixture.journal.counts().skipped == 1)
    #expect(try await fixture.journal.missed(of: nil, limit: 9).isEmpty)
    try await fixture.journal.moveCursor(to: .base + .seconds(-60))
    #expect(try await fixture.journal.recordDue([dueFiring(0)], cursor: .base).count == 2)
  }
}
