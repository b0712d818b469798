import Alarms
@testable import Journal
import TestSupport
import Testing
import Workdays

@Suite("Migrations of the journal")
struct MigrationTests {
  /// A file of an earlier release.
  private func file(version: Int, in directory: TemporaryDirectory, then sql: String = "") throws -> String {
    let folder = #filePath.prefix(upTo: #filePath.lastIndex(of: "/")!)
    let dump = String(decoding: try readFile("\(folder)/Fixtures/version\(version).sql"), as: UTF8.self)
    let path = directory["journal.db"]
    try writeFile(path, [])
    try Connection(path: path, mode: .readWrite).execute(dump + sql)
    return path
  }

  @Test(
    "a file of each earlier version is brought up to date with all that it holds",
    arguments: 1...Schema.migrations.count)
  func upgrades(version: Int) async throws {
    let directory = TemporaryDirectory()
    let path = try file(version: version, in: directory)
    let journal = try SQLiteJournal(at: path)
    #expect(try await journal.schemaVersion() == Schema.migrations.count)
    #expect(try await journal.cursor() == .base + .seconds(420))

    let (first, second) = (
      version >= 3 ? AnswerTests.asking(dueFiring(0)) : dueFiring(0),
      dueFiring(5, alarm: "stretch", to: ["desktop"], note: "Stand up")
    )
    #expect(
      try await journal.owedDeliveries() == [
        OwedDelivery(
          id: second.delivery(to: "desktop"), ring: second.ring, state: .pending, attempts: 0,
          due: .base + .seconds(300), expires: .base + .seconds(2100)),
        OwedDelivery(
          id: first.delivery(to: "team"), ring: first.ring, state: .retrying, attempts: 1,
          due: .base + .seconds(451), expires: .base + .seconds(1800)),
      ])
    let history = try await journal.history(limit: 10)
    #expect(
      history.map(\.verdict) == [
        .missed(reason: "2 h late, with a grace of 30 min"), .rung(lateBy: .milliseconds(3900)), .rung(lateBy: .zero),
      ])
    #expect(history.last?.deliveries.map(\.reason) == [nil, "HTTP 503"])
    #expect(try await journal.recordDue([first, second], cursor: .base + .seconds(480)).isEmpty)
    // Since version 3 what is to come of a ring, and what is done, is there too.
    #expect(try await journal.children().map(\.id) == (version >= 3 ? ["\(first.id)/snooze-1"] : []))
    #expect(try await journal.ring(named: nil)?.id == (version >= 3 ? first.id : second.id))
    // Since version 4 what a person does not want.
    let adjustments = Adjustments(
      skipped: ["stretch/2026-09-21T09:05"],
      pauses: [.init(alarm: "clock-in", until: .base + .seconds(86_820))])
    #expect(try await journal.adjustments() == (version >= 4 ? adjustments : Adjustments()))
  }

  @Test("the tables of a new file are those of an upgraded one", arguments: 1...Schema.migrations.count)
  func sameTables(version: Int) async throws {
    let directory = TemporaryDirectory()
    let upgraded = try SQLiteJournal(at: try file(version: version, in: directory))
    #expect(try await upgraded.tables() == Fixture().journal.tables())
  }

  @Test("a file of a later version is refused, to read or to write, and left as it is")
  func newer() throws {
    let directory = TemporaryDirectory()
    let path = try file(version: 1, in: directory, then: "PRAGMA user_version = 99")
    let bytes = try readFile(path)
    let expected = JournalError.newerSchema(path: path, found: 99, known: Schema.migrations.count)
    #expect(throws: expected) { try SQLiteJournal(at: path) }
    #expect(throws: expected) { try SQLiteJournal(readOnlyAt: path) }
    #expect(try readFile(path) == bytes)
    #expect(expected.description.contains("schema version 99"))
  }

  @Test("a file that lacks a column of its version is damaged, and is moved away with what it holds")
  func lacking() throws {
    let directory = TemporaryDirectory()
    let path = try file(
      version: Schema.migrations.count, in: directory, then: "ALTER TABLE delivery DROP COLUMN repeated")
    let found = "it has no column delivery.repeated, as journals of its version do"
    #expect(throws: JournalError.damaged(path: path, found: found)) { try SQLiteJournal(at: path) }
    let (_, damage) = try SQLiteJournal.openOrReplace(at: path)
    #expect(damage?.file == "\(path).damaged-1")
  }

  @Test("a migration that fails half-way leaves the file at its old version")
  func failing() throws {
    let directory = TemporaryDirectory()
    let connection = try Connection(path: try file(version: 1, in: directory), mode: .readWrite)
    let steps = Schema.migrations + ["CREATE TABLE extra (a)", "CREATE TABLE firing (a)"]
    #expect(throws: JournalError.self) { try Schema.migrate(connection, with: steps) }
    #expect(try Schema.version(of: connection) == 1)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'") == 0)
    try Schema.migrate(connection, with: Array(steps.dropLast()))
    #expect(try connection.integer("PRAGMA user_version") == Int64(steps.count - 1))
    #expect(try connection.integer("SELECT count(*) FROM firing") == 3)
  }
}

extension SQLiteJournal {
  fileprivate func schemaVersion() throws -> Int? { try reader().map { try Schema.version(of: $0) } }

  /// What SQLite says of the tables and indexes, by name.
  fileprivate func tables() throws -> [String] {
    guard let connection = try reader() else { return [] }
    let rows = try Statement("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name", on: connection)
    var tables: [String] = []
    while try rows.step() { tables.append(rows.text(0) ?? "") }
    return tables
  }
}
