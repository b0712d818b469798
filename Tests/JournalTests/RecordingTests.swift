import Alarms
import Journal
import Testing
import Workdays

@Suite("Recording what is due")
struct RecordingTests {
  @Test("a firing, its deliveries and the cursor are there after the file is opened again")
  func recorded() async throws {
    let fixture = try Fixture()
    let firing = dueFiring(note: "Bring the badge")
    let owed = try await fixture.journal.recordDue([firing], cursor: .base)
    let expected = ["desktop", "team"].map {
      OwedDelivery(
        id: DeliveryID(firing: "clock-in/2026-09-20T09:00/-10m", destination: $0), ring: firing.ring, state: .pending,
        attempts: 0, due: .base, expires: .base + .seconds(1800))
    }
    #expect(owed == expected)
    await fixture.journal.close()
    let reopened = try SQLiteJournal(at: fixture.path)
    #expect(try await reopened.owedDeliveries() == expected)
    #expect(try await reopened.cursor() == .base)
  }

  @Test("a new journal has no cursor and owes nothing")
  func empty() async throws {
    let journal = try Fixture().journal
    #expect(try await journal.cursor() == nil)
    #expect(try await journal.owedDeliveries().isEmpty)
    #expect(try await journal.history(limit: 10).isEmpty)
    #expect(try await journal.counts() == JournalCounts())
  }

  @Test("a firing that rang is not recorded again, whatever the clock does")
  func rungOnce() async throws {
    let fixture = try Fixture()
    let (firing, later) = (dueFiring(), dueFiring(30))
    _ = try await fixture.journal.recordDue([firing], cursor: .base)
    // The clock is set back by two seconds, and the same instant passes again.
    try await fixture.journal.moveCursor(to: .base + .seconds(-2))
    let owed = try await fixture.journal.recordDue([firing, later], cursor: .base + .seconds(1800))
    #expect(owed.map(\.id.firing) == [later.id, later.id])
    let missedNow = dueFiring(verdict: .missed(reason: "too late"))
    _ = try await fixture.journal.recordDue([missedNow], cursor: .base)
    #expect(try await fixture.journal.counts().rung == 2)
    #expect(try await fixture.journal.counts().missed == 0)
  }

  @Test("the same firing twice in one call is owed once")
  func twiceInOneCall() async throws {
    let owed = try await Fixture().journal.recordDue([dueFiring(to: ["team"]), dueFiring(to: ["team"])], cursor: .base)
    #expect(owed.count == 1)
  }

  @Test("a missed firing owes nothing and stays missed while time goes on")
  func missed() async throws {
    let journal = try Fixture().journal
    let firing = dueFiring(verdict: .missed(reason: "2 h late, with a grace of 30 min"))
    #expect(try await journal.recordDue([firing], cursor: .base + .seconds(7200)).isEmpty)
    #expect(try await journal.recordDue([dueFiring()], cursor: .base + .seconds(7201)).isEmpty)
    let record = try #require(try await journal.history(limit: 1).first)
    #expect(record.verdict == .missed(reason: "2 h late, with a grace of 30 min"))
    #expect(record.deliveries.isEmpty)
  }

  // CK-10 of the public reports: the clock runs eight hours ahead after boot, and is then corrected.
  @Test("a firing missed under a clock that ran ahead rings when its instant comes", arguments: [true, false])
  func missedUnderAWrongClock(cursorIsMovedBack: Bool) async throws {
    let journal = try Fixture().journal
    let wrong = Instant.base + .seconds(4 * 3600)
    _ = try await journal.recordDue([dueFiring(verdict: .missed(reason: "4 h late"))], cursor: wrong)
    if cursorIsMovedBack { try await journal.moveCursor(to: .base + .seconds(-4 * 3600)) }
    let owed = try await journal.recordDue([dueFiring()], cursor: .base + .milliseconds(200))
    #expect(owed.map(\.id) == [dueFiring().delivery(to: "desktop"), dueFiring().delivery(to: "team")])
    #expect(try await journal.counts().rung == 1)
    #expect(try await journal.counts().missed == 0)
    #expect(try await journal.recordDue([dueFiring()], cursor: .base + .milliseconds(300)).isEmpty)
  }

  @Test("a firing missed under a clock that ran ahead rings even when the right clock is later than that one was")
  func missedThenAsleep() async throws {
    let journal = try Fixture().journal
    let wrong = Instant.base + .seconds(4 * 3600)
    _ = try await journal.recordDue([dueFiring(verdict: .missed(reason: "4 h late"))], cursor: wrong)
    try await journal.moveCursor(to: .base + .seconds(-4 * 3600))
    let late = dueFiring(verdict: .rung(lateBy: .seconds(5 * 3600)))
    #expect(try await journal.recordDue([late], cursor: .base + .seconds(5 * 3600)).count == 2)
  }

  @Test("a test ring leaves the cursor where it was")
  func testRing() async throws {
    let journal = try Fixture().journal
    try await journal.moveCursor(to: .base)
    _ = try await journal.recordDue([dueFiring(5)], cursor: nil, at: .base + .seconds(300))
    #expect(try await journal.cursor() == .base)
  }

  @Test(
    "the cursor of a wrong clock comes back as it was, to the microsecond",
    arguments: ["2098-01-01T09:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
  func farCursor(text: String) async throws {
    let fixture = try Fixture()
    let whole = try #require(Instant(text))
    try await fixture.journal.moveCursor(to: Instant(seconds: whole.seconds, nanoseconds: 123_456_789))
    #expect(try await fixture.journal.cursor() == Instant(seconds: whole.seconds, nanoseconds: 123_456_000))
  }

  @Test("a call that fails half-way changes nothing, the cursor included")
  func atomic() async throws {
    let journal = try Fixture().journal
    try await journal.moveCursor(to: .base)
    // The same destination twice breaks the second firing's deliveries.
    let broken = dueFiring(1, to: ["team", "team"])
    await #expect(throws: JournalError.self) {
      try await journal.recordDue([dueFiring(), broken], cursor: .base + .seconds(60))
    }
    #expect(try await journal.cursor() == .base)
    #expect(try await journal.counts() == JournalCounts())
    #expect(try await journal.recordDue([dueFiring()], cursor: .base + .seconds(60)).count == 2)
  }
}
