import Alarms
import Glibc
import Journal
import TestSupport
import Testing
import Workdays

@Suite("Reading the journal beside the daemon")
struct ReadingTests {
  @Test("where there is no file, the journal is empty and none is made")
  func absent() async throws {
    let directory = TemporaryDirectory()
    let journal = try SQLiteJournal(readOnlyAt: directory["journal.db"])
    #expect(try await journal.cursor() == nil)
    #expect(try await journal.owedDeliveries().isEmpty)
    #expect(try await journal.history(limit: 5).isEmpty)
    #expect(try await journal.counts() == JournalCounts())
    #expect(access(directory["journal.db"], F_OK) != 0)
  }

  @Test("a file with nothing in it yet is an empty journal")
  func justMade() async throws {
    let directory = TemporaryDirectory()
    try writeFile(directory["journal.db"], [])
    #expect(try await SQLiteJournal(readOnlyAt: directory["journal.db"]).counts() == JournalCounts())
  }

  @Test("a reader sees what was written, with the writer at work and after it has gone")
  func reads() async throws {
    let fixture = try Fixture()
    _ = try await fixture.journal.recordDue([dueFiring()], cursor: .base)
    let reader = try SQLiteJournal(readOnlyAt: fixture.path)
    #expect(try await reader.history(limit: 5).map(\.ring.id) == [dueFiring().id])
    _ = try await fixture.journal.recordDue([dueFiring(1)], cursor: .base + .seconds(60))
    #expect(try await reader.history(limit: 5).map(\.ring.id) == [dueFiring(1).id, dueFiring().id])
    await fixture.journal.close()
    await reader.close()
    #expect(try await SQLiteJournal(readOnlyAt: fixture.path).cursor() == .base + .seconds(60))
  }

  @Test("a reader writes nothing")
  func writesNothing() async throws {
    let fixture = try Fixture()
    _ = try await fixture.journal.recordDue([dueFiring()], cursor: .base)
    let id = dueFiring().delivery(to: "team")
    for reader in [
      try SQLiteJournal(readOnlyAt: fixture.path), try SQLiteJournal(readOnlyAt: fixture.directory["none.db"]),
    ] {
      let expected = JournalError.readOnly(path: reader.path)
      await #expect(throws: expected) { try await reader.recordDue([], cursor: .base) }
      await #expect(throws: expected) { try await reader.moveCursor(to: .base) }
      await #expect(throws: expected) { try await reader.markSending(id, at: .base) }
      await #expect(throws: expected) {
        try await reader.record(.delivered, of: id, reason: nil, nextTry: nil, at: .base)
      }
      await #expect(throws: expected) { try await reader.prune(before: .base) }
    }
  }
}
