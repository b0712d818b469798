import Alarms
import Glibc
import Journal
import TestSupport
import Testing
import Workdays

@Suite("Crashes", .timeLimit(.minutes(2)))
struct CrashTests {
  /// What a reader can tell of a journal.
  struct State: Equatable {
    var cursor: Instant?
    var owed: [OwedDelivery]
    var counts: JournalCounts
    var children: [Ring]
    var adjustments: Adjustments

    init(_ journal: SQLiteJournal) async throws {
      cursor = try await journal.cursor()
      owed = try await journal.owedDeliveries()
      counts = try await journal.counts()
      children = try await journal.children()
      adjustments = try await journal.adjustments()
    }
  }

  /// The steps of two firings on their way, each one call.
  static let steps: [@Sendable (SQLiteJournal) async throws -> Void] = [
    { _ = try await $0.recordDue([dueFiring(0), dueFiring(1)], cursor: .base + .seconds(60)) },
    { try await $0.markSending(dueFiring(0).delivery(to: "team"), at: .base + .seconds(61)) },
    { try await $0.markSending(dueFiring(0).delivery(to: "desktop"), at: .base + .seconds(61)) },
    {
      try await $0.record(
        .delivered, of: dueFiring(0).delivery(to: "desktop"), reason: nil, nextTry: nil, at: .base + .seconds(62))
    },
    {
      try await $0.record(
        .retrying, of: dueFiring(0).delivery(to: "team"), reason: "HTTP 503", nextTry: .base + .seconds(90),
        at: .base + .seconds(62))
    },
    { _ = try await $0.recordDue((2..<40).map { dueFiring($0) }, cursor: .base + .seconds(2400)) },
    { _ = try await $0.recordDue([dueFiring(41, verdict: .missed(reason: "asleep"))], cursor: .base + .seconds(3000)) },
    { try await $0.moveCursor(to: .base + .seconds(3600)) },
    // A life of a ring: it asks, is put off twice, comes again and is done.
    {
      let firing = dueFiring(60)
      let nag = AnswerTests.child(firing.ring, .nag, at: 65)
      _ = try await $0.recordDue([AnswerTests.asking(firing, children: [nag])], cursor: .base + .seconds(3600))
    },
    { try await $0.postpone(to: AnswerTests.snooze(dueFiring(60), at: 70)) },
    { try await $0.postpone(to: AnswerTests.snooze(dueFiring(60), at: 80)) },
    {
      let snooze = AnswerTests.snooze(dueFiring(60), at: 80)
      let due = DueFiring(
        ring: snooze, destinations: [.init(name: "desktop", expires: .base + .seconds(9000))],
        verdict: .rung(lateBy: .zero), children: [AnswerTests.child(snooze, .nag, at: 85)])
      _ = try await $0.recordDue([due], cursor: .base + .seconds(4800))
    },
    { try await $0.finish(dueFiring(60).id, at: .base + .seconds(4900)) },
    {
      try await $0.skip(
        [
          "clock-in/2026-09-21T09:00": .base + .seconds(87_000), "clock-in/2026-09-22T09:00": .base + .seconds(173_400),
        ],
        of: "clock-in")
    },
    { try await $0.pause(.init(alarm: nil, until: nil)) },
    { _ = try await $0.unskip("clock-in", occurrences: nil, after: .base + .seconds(4900)) },
    { _ = try await $0.resume(nil, at: .base + .seconds(4901)) },
    { try await $0.prune(before: .base + .seconds(3600)) },
  ]

  @Test("wherever the log is cut off, the journal stands as it did after some whole call")
  func tornLog() async throws {
    let fixture = try Fixture()
    let log = fixture.path + "-wal"
    var stages = [(length: 0, state: try await State(fixture.journal))]
    for step in CrashTests.steps {
      try await step(fixture.journal)
      stages.append((try readFile(log).count, try await State(fixture.journal)))
    }
    let (database, bytes) = (try readFile(fixture.path), try readFile(log))
    // 32 bytes of header, then frames of 24 + 4096 bytes (sqlite.org/walformat.html): cut at and around each frame.
    let frames = stride(from: 32, through: bytes.count, by: 4120)
    let lengths = Set(frames.flatMap { [$0 - 1, $0, $0 + 24, $0 + 2000] }.filter { $0 <= bytes.count })
    try #require(lengths.count > 50 && stages.last?.length == bytes.count)
    for length in lengths.sorted() {
      let directory = TemporaryDirectory()
      try writeFile(directory["journal.db"], database)
      try writeFile(directory["journal.db-wal"], bytes.prefix(length))
      let found = try await State(try SQLiteJournal(at: directory["journal.db"]))
      let expected = stages.last { $0.length <= length }
      #expect(found == expected?.state, "cut at \(length) of \(bytes.count)")
    }
  }

  @Test("a process killed at any moment has lost nothing that it promised", arguments: [1, 2, 3, 10, 57, 200, 601])
  func killed(afterPromises count: Int) async throws {
    let directory = TemporaryDirectory()
    let path = directory["journal.db"]
    // The second round begins with what the first one left behind.
    for round in 1...2 {
      let lines = try await onThread {
        let writer = try Writer(path)
        return try writer.kill(afterLines: count)
      }
      try #require(lines.count >= count)
      let journal = try SQLiteJournal(at: path)
      let owed = Dictionary(grouping: try await journal.owedDeliveries(), by: \.id.firing)
      var last: [String: String] = [:]
      for line in lines {
        let words = line.split(separator: " ")
        last[String(words[1])] = String(words[0])
      }
      for (id, promise) in last {
        let states = Dictionary(
          uniqueKeysWithValues: (owed[id] ?? []).map { ($0.id.destination, $0.state) })
        #expect(states["team"] == .pending, "round \(round): \(id)")
        // The call after the last promise may or may not have been done.
        switch promise {
        case "recorded": #expect(states["desktop"] == .pending || states["desktop"] == .sending)
        case "sending": #expect(states["desktop"] == .sending || states["desktop"] == nil)
        default: #expect(states["desktop"] == nil, "round \(round): \(id) was delivered")
        }
      }
      let newest = try #require(try await journal.history(limit: 1).first)
      #expect(try await journal.cursor() == newest.ring.fires)
      await journal.close()
    }
  }

  @Test("a reader beside a busy writer always sees whole firings")
  func reader() async throws {
    let directory = TemporaryDirectory()
    let path = directory["journal.db"]
    let writer = try Writer(path)
    defer { writer.kill() }
    try await onThread { try writer.readLines(1) }
    var seen = 0
    while seen < 100 {
      let journal = try SQLiteJournal(readOnlyAt: path)
      let counts = try await journal.counts()
      #expect(counts.deliveries.values.reduce(0, +) == 2 * counts.rung)
      #expect(try await journal.history(limit: 3).allSatisfy { $0.deliveries.count == 2 })
      #expect(counts.rung >= seen)
      seen = counts.rung
      await journal.close()
      // Keeps the writer going: it stops when its pipe is full.
      try await onThread { try writer.readLines(20) }
    }
  }
}
