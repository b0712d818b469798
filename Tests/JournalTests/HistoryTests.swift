import Alarms
import Journal
import Testing
import Workdays

@Suite("The journal's history")
struct HistoryTests {
  @Test("firings come latest first, by alarm or all, with what each destination answered")
  func history() async throws {
    let journal = try Fixture().journal
    let (first, other) = (dueFiring(0, to: ["team"]), dueFiring(1, alarm: "stretch", to: ["desktop"]))
    let last = dueFiring(2, verdict: .missed(reason: "asleep"))
    _ = try await journal.recordDue([first, other, last], cursor: .base + .seconds(120))
    try await journal.markSending(first.delivery(to: "team"), at: .base + .seconds(121))
    try await journal.record(
      .rejected, of: first.delivery(to: "team"), reason: "errcode 310000: sign not match", nextTry: nil,
      at: .base + .seconds(122))

    #expect(try await journal.history(limit: 10).map(\.ring) == [last.ring, other.ring, first.ring])
    #expect(try await journal.history(limit: 2).map(\.ring) == [last.ring, other.ring])
    let own = try await journal.firings(of: "clock-in", limit: 10)
    #expect(own.map(\.verdict) == [.missed(reason: "asleep"), .rung(lateBy: .zero)])
    let delivery = try #require(own.last?.deliveries.first)
    #expect(delivery.destination == "team")
    #expect(delivery.state == .rejected)
    #expect(delivery.attempts == 1)
    #expect(delivery.updated == .base + .seconds(122))
    #expect(delivery.reason == "errcode 310000: sign not match")
  }

  @Test("how late a firing rang is kept")
  func late() async throws {
    let journal = try Fixture().journal
    _ = try await journal.recordDue([dueFiring(verdict: .rung(lateBy: .milliseconds(3900)))], cursor: .base)
    #expect(try await journal.history(limit: 1).map(\.verdict) == [.rung(lateBy: .milliseconds(3900))])
  }

  @Test("counts tell firings and deliveries apart by what came of them")
  func counts() async throws {
    let journal = try Fixture().journal
    let firings = [dueFiring(0), dueFiring(1), dueFiring(2, verdict: .missed(reason: "asleep"))]
    _ = try await journal.recordDue(firings, cursor: .base + .seconds(120))
    try await journal.record(
      .delivered, of: firings[0].delivery(to: "team"), reason: nil, nextTry: nil, at: .base + .seconds(120))
    let counts = try await journal.counts()
    #expect(counts.rung == 2)
    #expect(counts.missed == 1)
    #expect(counts.deliveries == [.pending: 3, .delivered: 1])
  }

  @Test("pruning forgets what has ended and keeps what is owed")
  func prune() async throws {
    let journal = try Fixture().journal
    let firings = [dueFiring(0, to: ["team"]), dueFiring(1, to: ["team"]), dueFiring(9, to: ["team"])]
    let missed = dueFiring(2, verdict: .missed(reason: "asleep"))
    _ = try await journal.recordDue(firings + [missed], cursor: .base + .seconds(540))
    try await journal.record(.delivered, of: firings[0].delivery(to: "team"), reason: nil, nextTry: nil, at: .base)
    try await journal.prune(before: .base + .seconds(300))
    #expect(try await journal.history(limit: 10).map(\.ring.id) == [firings[2].id, firings[1].id])
    #expect(try await journal.owedDeliveries().map(\.id.firing) == [firings[1].id, firings[2].id])
    #expect(try await journal.counts().missed == 0)
  }

  @Test("a pruned firing that rang does not ring again for a year, and its id is forgotten after that")
  func prunedStaysRung() async throws {
    let journal = try Fixture().journal
    _ = try await journal.recordDue([dueFiring(to: ["team"])], cursor: .base)
    try await journal.record(.delivered, of: dueFiring().delivery(to: "team"), reason: nil, nextTry: nil, at: .base)
    try await journal.prune(before: .base + .seconds(366 * 86_400))
    try await journal.moveCursor(to: .base + .seconds(-60))
    #expect(try await journal.recordDue([dueFiring()], cursor: .base).isEmpty)
    try await journal.prune(before: .base + .seconds(366 * 86_400 + 1))
    #expect(try await journal.counts() == JournalCounts())
  }
}
