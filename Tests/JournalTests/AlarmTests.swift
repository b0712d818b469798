import Journal
import TestSupport
import Testing
import Workdays

@Suite("When alarms were first seen")
struct AlarmTests {
  @Test("a new or changed alarm is seen from now on, others keep their time, and one that went is forgotten")
  func seen() async throws {
    let directory = TemporaryDirectory()
    let journal = try SQLiteJournal(at: directory.path + "/journal.db")
    let (first, second, third) = (Instant(seconds: 100), Instant(seconds: 200), Instant(seconds: 300))
    #expect(try await journal.seen(["a": "9:00", "b": "10:00"], at: first) == ["a": first, "b": first])
    #expect(try await journal.seen(["a": "9:00", "b": "11:00"], at: second) == ["a": first, "b": second])
    #expect(try await journal.seen(["b": "11:00"], at: second) == ["b": second])
    #expect(try await journal.seen(["a": "9:00", "b": "11:00"], at: third) == ["a": third, "b": second])
    await journal.close()
    let reopened = try SQLiteJournal(at: directory.path + "/journal.db")
    #expect(
      try await reopened.seen(["a": "9:00", "b": "11:00"], at: Instant(seconds: 400)) == ["a": third, "b": second])
  }
}
