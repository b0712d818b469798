import Alarms
import Glibc
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

/// `make torture` has a hundred thousand, with the built daemon.
@Suite("The scheduler when very much is due at once", .timeLimit(.minutes(5)))
struct BurstTests {
  @Test("10,000 alarms of one second are recorded in one transaction, and none is lost")
  func burst() async throws {
    let count = 10_000
    let rig = try Rig(at: "2026-03-02T08:00")
    try await rig.start((0..<count).map { "id: a\($0), at: 09:00, days: 2026-03-02" })
    let before = try rig.commits()
    await rig.set("2026-03-02T09:00")
    #expect(try rig.commits() - before == 1)
    let rung = rig.rung
    #expect(rung.count == count && Set(rung).count == count)
    let counts = try await rig.journal.counts()
    #expect(counts.rung == count && counts.deliveries == [.pending: count])
    #expect(try await rig.journal.cursor() == Rig.time("2026-03-02T09:00"))
    try await rig.stop()
  }
}
