import Alarms
import Journal
import Testing
import Workdays

@Suite("What is answered to a ring, in the journal")
struct AnswerTests {
  /// A snooze of a firing, due at `minutes` after `Instant.base`.
  static func snooze(_ firing: DueFiring, number: Int = 1, at minutes: Int) -> Ring {
    child(firing.ring, .snooze, number, at: minutes)
  }

  static func child(_ ring: Ring, _ kind: Following.Kind, _ number: Int = 1, at minutes: Int) -> Ring {
    let parent = kind == .snooze ? ring.origin : ring.id
    let follows = Following(kind, origin: ring.origin, parent: parent, number: number, since: ring.fires)
    return ring.child(follows, at: .base + .seconds(minutes * 60), zone: .utc)
  }

  static func asking(_ firing: DueFiring, children: [Ring] = []) -> DueFiring {
    var ring = firing.ring
    ring.asks = true
    return DueFiring(ring: ring, destinations: firing.destinations, verdict: firing.verdict, children: children)
  }

  @Test("a snooze is to come, over a restart, until it comes due, and then is no more")
  func snooze() async throws {
    let fixture = try Fixture()
    let first = dueFiring(0)
    _ = try await fixture.journal.recordDue([first], cursor: .base)
    let child = AnswerTests.snooze(first, at: 10)
    #expect(child.id == "clock-in/2026-09-20T09:00/-10m/snooze-1")
    try await fixture.journal.postpone(to: child)
    await fixture.journal.close()

    let journal = try SQLiteJournal(at: fixture.path)
    #expect(try await journal.children() == [child])
    #expect(try await journal.snoozes(of: first.id) == 0)
    let due = DueFiring(
      ring: child, destinations: [.init(name: "desktop", expires: .base + .seconds(2400))],
      verdict: .rung(lateBy: .zero))
    let owed = try await journal.recordDue([due], cursor: .base + .seconds(600))
    #expect(owed.map(\.id) == [due.delivery(to: "desktop")])
    #expect(try await journal.children().isEmpty)
    #expect(try await journal.snoozes(of: first.id) == 1)
    #expect(try await journal.recordDue([due], cursor: .base + .seconds(601)).isEmpty, "it comes once")
  }

  @Test("a second snooze takes the place of the first, and of all else that was to come")
  func replaced() async throws {
    let fixture = try Fixture()
    let plain = dueFiring(0)
    let first = AnswerTests.asking(
      plain,
      children: [
        AnswerTests.child(plain.ring, .nag, at: 5), AnswerTests.child(plain.ring, .escalation, at: 30),
      ])
    _ = try await fixture.journal.recordDue([first, dueFiring(1)], cursor: .base)
    #expect(try await fixture.journal.children().map(\.id) == ["nag-1", "escalation-1"].map { "\(first.id)/\($0)" })
    try await fixture.journal.postpone(to: AnswerTests.snooze(first, at: 10))
    try await fixture.journal.postpone(to: AnswerTests.snooze(first, at: 20))
    #expect(try await fixture.journal.children().map(\.fires) == [.base + .seconds(1200)])
  }

  @Test("a firing that rang already brings no second set of what follows")
  func once() async throws {
    let fixture = try Fixture()
    let plain = dueFiring(0)
    let first = AnswerTests.asking(plain, children: [AnswerTests.child(plain.ring, .nag, at: 5)])
    _ = try await fixture.journal.recordDue([first], cursor: .base)
    try await fixture.journal.finish(first.id, at: .base + .seconds(60))
    _ = try await fixture.journal.recordDue([first], cursor: .base + .seconds(61))
    #expect(try await fixture.journal.children().isEmpty)
  }

  @Test("what is done brings nothing more, also when what follows is being recorded at that moment")
  func done() async throws {
    let fixture = try Fixture()
    let plain = dueFiring(0)
    let nag = AnswerTests.child(plain.ring, .nag, at: 5)
    _ = try await fixture.journal.recordDue([AnswerTests.asking(plain, children: [nag])], cursor: .base)
    try await fixture.journal.finish(plain.id, at: .base + .seconds(299))
    let late = DueFiring(
      ring: nag, destinations: [.init(name: "desktop", expires: .base + .seconds(900))],
      verdict: .rung(lateBy: .zero), children: [AnswerTests.child(nag, .nag, 2, at: 10)])
    #expect(try await fixture.journal.recordDue([late], cursor: .base + .seconds(300)).isEmpty)
    #expect(try await fixture.journal.children().isEmpty)
    #expect(try await fixture.journal.history(limit: 9).map(\.ring.id) == [plain.id])
  }

  @Test("a ring is found by its id, as its alarm's last, or as the last of all; what is not done comes first")
  func named() async throws {
    let fixture = try Fixture()
    let journal = fixture.journal
    #expect(try await journal.ring(named: nil) == nil)
    let (first, second, other) = (dueFiring(0), dueFiring(1), dueFiring(2, alarm: "stretch"))
    for (seconds, firing) in [(0, first), (60, second), (120, other)] {
      _ = try await journal.recordDue([firing], cursor: .base + .seconds(seconds))
    }
    _ = try await journal.recordDue(
      [dueFiring(3, verdict: .missed(reason: "asleep"))], cursor: .base + .seconds(180))
    #expect(try await journal.ring(named: first.id) == first.ring)
    #expect(try await journal.ring(named: "clock-in") == second.ring)
    #expect(try await journal.ring(named: nil) == other.ring)
    #expect(try await journal.ring(named: "ghost") == nil)
    try await journal.finish(other.id, at: .base + .seconds(200))
    #expect(try await journal.ring(named: nil) == second.ring)
    #expect(try await journal.ring(named: "stretch") == other.ring)
    try await journal.postpone(to: AnswerTests.snooze(other, at: 30))
    #expect(try await journal.ring(named: nil) == other.ring, "who puts it off has not done it")
  }

  @Test("what asks and waits on a screen is known: the last ring of each, unless it is done or put off")
  func open() async throws {
    let fixture = try Fixture()
    let journal = fixture.journal
    let plain = dueFiring(0)
    let nag = AnswerTests.child(AnswerTests.asking(plain).ring, .nag, at: 5)
    let asking = [AnswerTests.asking(plain, children: [nag]), AnswerTests.asking(dueFiring(1)), dueFiring(2)]
    _ = try await journal.recordDue(asking, cursor: .base)
    let target = DueFiring.Target(name: "desktop", expires: .base + .seconds(1800))
    let again = DueFiring(ring: nag, destinations: [target], verdict: .rung(lateBy: .zero))
    _ = try await journal.recordDue([again], cursor: .base + .seconds(300))
    func open() async throws -> [String] { try await journal.openRings(deliveredTo: ["desktop"]).map(\.id) }
    #expect(try await open().isEmpty, "nothing is on the screen yet")
    for firing in asking + [again] {
      try await journal.record(
        .delivered, of: firing.delivery(to: "desktop"), reason: nil, nextTry: nil, at: .base + .seconds(301))
    }
    #expect(try await open() == [nag.id, asking[1].id])
    #expect(try await journal.openRings(deliveredTo: ["team"]).isEmpty)
    try await journal.postpone(to: AnswerTests.snooze(plain, at: 60))
    #expect(try await open() == [asking[1].id])
    try await journal.finish(asking[1].id, at: .base + .seconds(400))
    #expect(try await open().isEmpty)
  }

  @Test("the missed ones are listed alone, the latest first")
  func missed() async throws {
    let fixture = try Fixture()
    let reason = RecordedVerdict.missed(reason: "asleep")
    _ = try await fixture.journal.recordDue(
      [
        dueFiring(0, verdict: reason), dueFiring(1), dueFiring(2, verdict: reason),
        dueFiring(3, alarm: "stretch", verdict: reason),
      ], cursor: .base + .seconds(180))
    #expect(
      try await fixture.journal.missed(of: nil, limit: 2).map(\.ring.id)
        == [dueFiring(3, alarm: "stretch").id, dueFiring(2).id])
    #expect(try await fixture.journal.missed(of: "clock-in", limit: 9).map(\.verdict) == [reason, reason])
  }
}
