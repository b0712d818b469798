import Alarms
import Journal
import Testing
import Workdays

@Suite("Deliveries in the journal")
struct DeliveryTests {
  @Test("what came of one and the mark of the next are written together; one that does not fit leaves the others")
  func steps() async throws {
    let fixture = try Fixture()
    let (first, second) = (dueFiring(1, to: ["team"]), dueFiring(2, to: ["team"]))
    _ = try await fixture.journal.recordDue([first, second], cursor: .base)
    let ids = [first, second].map { $0.delivery(to: "team") }
    let nobody = dueFiring(3).delivery(to: "nobody")
    try await fixture.journal.markSending(ids[0], at: .base)
    let errors = await fixture.journal.write([
      DeliveryStep(ids[0], .delivered, at: .base), DeliveryStep(nobody, .sending, at: .base),
      DeliveryStep(ids[0], .sending, at: .base), DeliveryStep(ids[1], .sending, at: .base),
    ])
    let path = fixture.path
    #expect(
      errors.map { $0 as? JournalError } == [
        nil, .unknownDelivery(path: path, nobody), .notOwed(path: path, ids[0], .delivered), nil,
      ])
    #expect(try await fixture.journal.owedDeliveries().map(\.id) == [ids[1]])
    #expect(try await fixture.journal.counts().deliveries == [.delivered: 1, .sending: 1])
  }

  @Test("any number of steps at once are all written, each once")
  func crowd() async throws {
    let fixture = try Fixture()
    let firings = (0..<500).map { dueFiring($0, to: ["team"]) }
    _ = try await fixture.journal.recordDue(firings, cursor: .base)
    await withTaskGroup(of: Void.self) { group in
      for firing in firings {
        group.addTask {
          let id = firing.delivery(to: "team")
          let errors = await fixture.journal.write([DeliveryStep(id, .sending, at: .base)])
          let more = await fixture.journal.write([DeliveryStep(id, .delivered, at: .base)])
          #expect((errors + more).allSatisfy { $0 == nil })
        }
      }
    }
    #expect(try await fixture.journal.counts().deliveries == [.delivered: 500])
  }

  @Test("a delivery is owed until it has ended", arguments: DeliveryState.allCases)
  func owedStates(state: DeliveryState) async throws {
    let journal = try Fixture().journal
    let firing = dueFiring(to: ["team"])
    _ = try await journal.recordDue([firing], cursor: .base)
    try await journal.markSending(firing.delivery(to: "team"), at: .base)
    let next = Instant.base + .seconds(30)
    if state != .sending {
      try await journal.record(
        state, of: firing.delivery(to: "team"), reason: "HTTP 503", nextTry: next, at: .base + .seconds(2))
    }
    let owed = try await journal.owedDeliveries()
    switch state {
    case .pending, .sending, .retrying, .unknown:
      #expect(owed.map(\.state) == [state])
      #expect(owed.map(\.attempts) == [1])
      #expect(owed.map(\.due) == [state == .sending ? firing.ring.fires : next])
    case .delivered, .rejected, .expired:
      #expect(owed.isEmpty)
    }
    #expect(try await journal.counts().deliveries == [state: 1])
  }

  @Test("a delivery is marked as being sent, and counted, before anything is known of it")
  func sending() async throws {
    let fixture = try Fixture()
    let firing = dueFiring(to: ["team"])
    _ = try await fixture.journal.recordDue([firing], cursor: .base)
    try await fixture.journal.markSending(firing.delivery(to: "team"), at: .base)
    await fixture.journal.close()
    let owed = try await SQLiteJournal(at: fixture.path).owedDeliveries()
    #expect(owed.map(\.state) == [.sending])
    #expect(owed.map(\.attempts) == [1])
  }

  @Test("what a crash cuts off is owed again after each crash, up to twenty times: it may never have been sent")
  func cutOff() async throws {
    let fixture = try Fixture()
    let id = dueFiring(to: ["team"]).delivery(to: "team")
    _ = try await fixture.journal.recordDue([dueFiring(to: ["team"])], cursor: .base)
    await fixture.journal.close()
    for _ in 0...20 {
      let journal = try SQLiteJournal(at: fixture.path)
      #expect(try await journal.owedDeliveries().count == 1)
      try await journal.markSending(id, at: .base)
      await journal.close()
    }
    #expect(try await SQLiteJournal(at: fixture.path).owedDeliveries().isEmpty)
  }

  @Test("what got no answer is repeated once, and a crash while that is under way takes nothing from it")
  func repeatedOnce() async throws {
    let fixture = try Fixture()
    let id = dueFiring(to: ["team"]).delivery(to: "team")
    _ = try await fixture.journal.recordDue([dueFiring(to: ["team"])], cursor: .base)
    try await fixture.journal.markSending(id, at: .base)
    try await fixture.journal.record(.unknown, of: id, reason: "time-out", nextTry: .base, at: .base)
    try await fixture.journal.markSending(id, at: .base)
    await fixture.journal.close()
    let second = try SQLiteJournal(at: fixture.path)
    #expect(try await second.owedDeliveries().map(\.state) == [.sending])
    try await second.markSending(id, at: .base)
    try await second.record(.unknown, of: id, reason: "time-out", nextTry: nil, at: .base)
    #expect(try await second.owedDeliveries().isEmpty)
  }

  @Test("a clear no after a repetition makes it an ordinary retry again")
  func answerAfterRepetition() async throws {
    let fixture = try Fixture()
    let id = dueFiring(to: ["team"]).delivery(to: "team")
    _ = try await fixture.journal.recordDue([dueFiring(to: ["team"])], cursor: .base)
    try await fixture.journal.markSending(id, at: .base)
    try await fixture.journal.record(.unknown, of: id, reason: "time-out", nextTry: .base, at: .base)
    try await fixture.journal.markSending(id, at: .base)
    try await fixture.journal.record(.retrying, of: id, reason: "HTTP 503", nextTry: .base, at: .base)
    try await fixture.journal.markSending(id, at: .base)
    #expect(try await fixture.journal.owedDeliveries().map(\.state) == [.sending])
    try await fixture.journal.record(.unknown, of: id, reason: "time-out", nextTry: nil, at: .base)
    #expect(try await fixture.journal.owedDeliveries().isEmpty)
  }

  @Test("what has not arrived is listed until it is sent again, or is put away")
  func outbox() async throws {
    let journal = try Fixture().journal
    let firing = dueFiring(to: ["desktop", "team"])
    _ = try await journal.recordDue([firing], cursor: .base)
    #expect(try await journal.outbox().map(\.state) == [.pending, .pending])
    let team = firing.delivery(to: "team")
    try await journal.record(.delivered, of: firing.delivery(to: "desktop"), reason: nil, nextTry: nil, at: .base)
    try await journal.record(.rejected, of: team, reason: "HTTP 404", nextTry: nil, at: .base)
    let rejected = try #require(try await journal.outbox(destination: "team").first)
    #expect(rejected.id == team && rejected.reason == "HTTP 404")
    #expect(try await journal.outbox(destination: "desktop").isEmpty)
    #expect(try await journal.outbox(ring: "other").isEmpty)

    let later = Instant.base + .seconds(60)
    let owed = try await journal.renew(rejected, expires: later + .seconds(600), at: later)
    #expect(owed.due == later && owed.expires == rejected.expires, "a life that is left is not cut")
    #expect(try await journal.owedDeliveries().map(\.id) == [team])
    try await journal.record(.expired, of: team, reason: SQLiteJournal.discarded, nextTry: nil, at: later)
    #expect(try await journal.outbox().isEmpty)
  }

  @Test("what has expired is listed, and has a new life when it is sent again")
  func expired() async throws {
    let journal = try Fixture().journal
    let firing = dueFiring(to: ["team"])
    _ = try await journal.recordDue([firing], cursor: .base)
    let team = firing.delivery(to: "team")
    try await journal.record(.expired, of: team, reason: "not delivered in time", nextTry: nil, at: .base)
    let record = try #require(try await journal.outbox().first)
    #expect(record.id == team && record.state == .expired && record.reason == "not delivered in time")
    let later = record.expires + .seconds(1)
    let owed = try await journal.renew(record, expires: later + .seconds(600), at: later)
    #expect(owed.due == later && owed.expires == later + .seconds(600))
    #expect(try await journal.owedDeliveries().map(\.id) == [team])
  }

  @Test("of each destination it is known what arrived, what failed and what waits")
  func health() async throws {
    let journal = try Fixture().journal
    let firing = dueFiring(to: ["desktop", "team"])
    _ = try await journal.recordDue([firing], cursor: .base)
    let later = Instant.base + .seconds(9)
    try await journal.record(.delivered, of: firing.delivery(to: "desktop"), reason: nil, nextTry: nil, at: later)
    try await journal.record(
      .retrying, of: firing.delivery(to: "team"), reason: "HTTP 503", nextTry: later, at: later)
    let health = try await journal.health()
    #expect(health["desktop"]?.backlog == 0 && health["desktop"]?.lastDelivered == later)
    #expect(health["desktop"]?.lastFailure == nil && health["desktop"]?.failure == nil)
    #expect(health["team"]?.backlog == 1 && health["team"]?.lastDelivered == nil)
    #expect(health["team"]?.lastFailure == later && health["team"]?.failure == "HTTP 503")
  }

  @Test("what has ended is not sent again", arguments: [DeliveryState.delivered, .rejected, .expired])
  func ended(state: DeliveryState) async throws {
    let fixture = try Fixture()
    let id = dueFiring().delivery(to: "team")
    _ = try await fixture.journal.recordDue([dueFiring()], cursor: .base)
    try await fixture.journal.record(state, of: id, reason: nil, nextTry: nil, at: .base)
    await #expect(throws: JournalError.notOwed(path: fixture.path, id, state)) {
      try await fixture.journal.markSending(id, at: .base)
    }
  }

  @Test("a delivery that was never recorded is an error that names it")
  func unknown() async throws {
    let fixture = try Fixture()
    let id = DeliveryID(firing: "ghost/2026-09-20T09:00/0m", destination: "team")
    await #expect(throws: JournalError.unknownDelivery(path: fixture.path, id)) {
      try await fixture.journal.markSending(id, at: .base)
    }
    let error = await #expect(throws: JournalError.self) {
      try await fixture.journal.record(.delivered, of: id, reason: nil, nextTry: nil, at: .base)
    }
    #expect(error?.description.contains("ghost/2026-09-20T09:00/0m → team") == true)
  }

  @Test("owed deliveries come soonest due first")
  func order() async throws {
    let journal = try Fixture().journal
    let firings = [dueFiring(0, to: ["team"]), dueFiring(1, to: ["team"])]
    _ = try await journal.recordDue(firings, cursor: .base + .seconds(60))
    try await journal.record(
      .retrying, of: firings[0].delivery(to: "team"), reason: "busy", nextTry: .base + .seconds(600), at: .base)
    #expect(try await journal.owedDeliveries().map(\.id.firing) == [firings[1].id, firings[0].id])
  }
}
