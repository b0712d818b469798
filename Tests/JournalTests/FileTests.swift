import Alarms
import Glibc
@testable import Journal
import TestSupport
import Testing
import Workdays

@Suite("The journal's file")
struct FileTests {
  @Test("the file and its helpers are private, and so are the directories made for it")
  func modes() async throws {
    let directory = TemporaryDirectory()
    let path = directory["state/notifier/journal.db"]
    let journal = try SQLiteJournal(at: path)
    _ = try await journal.recordDue([dueFiring()], cursor: .base)
    #expect(try mode(of: directory["state"]) == 0o700)
    #expect(try mode(of: directory["state/notifier"]) == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: path + suffix) == 0o600) }
  }

  @Test("writes are synchronised in full behind a write-ahead log")
  func durable() async throws {
    let fixture = try Fixture()
    let connection = try #require(try await fixture.journal.settings())
    #expect(connection == ["wal", "2", "1"])
  }

  @Test("a file that others can read is closed to them")
  func tightened() throws {
    let directory = TemporaryDirectory()
    try writeFile(directory["journal.db"], [])
    #expect(chmod(directory["journal.db"], 0o644) == 0)
    _ = try SQLiteJournal(at: directory["journal.db"])
    #expect(try mode(of: directory["journal.db"]) == 0o600)
  }

  @Test("a file or directory that others can write to is refused", arguments: ["", "/journal.db"])
  func untrusted(item: String) throws {
    let directory = TemporaryDirectory()
    let path = directory["journal.db"]
    try writeFile(path, [])
    #expect(chmod(directory.path + item, 0o777) == 0)
    #expect(throws: JournalError.notTrusted(path: directory.path + item, found: "its mode 777 lets others write")) {
      try SQLiteJournal(at: path)
    }
  }

  @Test("a symbolic link is refused, and what it leads to stays as it is", arguments: [true, false])
  func link(isThere: Bool) throws {
    let directory = TemporaryDirectory()
    let (path, target) = (directory["journal.db"], directory["other"])
    if isThere {
      try writeFile(target, Array("anything".utf8))
      #expect(chmod(target, 0o644) == 0)
    }
    #expect(symlink(target, path) == 0)
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: path) }
    #expect(error == .unusable(path: path, reason: "it is a symbolic link, and the journal is none"))
    if isThere { #expect(try mode(of: target) == 0o644) } else { #expect(access(target, F_OK) != 0) }
  }

  @Test("what is no database keeps its mode, and no pipe is waited for")
  func noDatabase() throws {
    let directory = TemporaryDirectory()
    try writeFile(directory["journal.db"], Array("text".utf8))
    #expect(chmod(directory["journal.db"], 0o644) == 0)
    #expect(throws: JournalError.self) { try SQLiteJournal(at: directory["journal.db"]) }
    #expect(try mode(of: directory["journal.db"]) == 0o644)
    #expect(mkfifo(directory["pipe"], 0o600) == 0)
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: directory["pipe"]) }
    #expect(error == .unusable(path: directory["pipe"], reason: "it is no regular file; move it away"))
  }

  @Test("a place where no file can be made is an error with the system's reason")
  func unusable() {
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: "/dev/null/notifier/journal.db") }
    #expect(error == .unusable(path: "/dev/null/notifier", reason: "Not a directory"))
  }

  @Test("a file that is no database is refused and left as it is")
  func garbage() throws {
    let directory = TemporaryDirectory()
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 8192)
    try writeFile(directory["journal.db"], bytes)
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: directory["journal.db"]) }
    #expect(error?.description.contains("file is not a database") == true)
    #expect(error?.description.contains("move the file away") == true)
    #expect(try readFile(directory["journal.db"]) == bytes)
  }

  @Test("damage inside the file is found when it is opened")
  func damaged() async throws {
    let fixture = try Fixture()
    _ = try await fixture.journal.recordDue((0..<200).map { dueFiring($0) }, cursor: .base)
    await fixture.journal.close()
    var bytes = try readFile(fixture.path)
    for index in 8192..<bytes.count - 4096 { bytes[index] = 0xaa }
    try writeFile(fixture.path, bytes)
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: fixture.path) }
    #expect(error?.description.contains("move the file away") == true)
  }

  @Test("a damaged file is replaced on request: moved away with its log, each under a name of its own")
  func replaced() async throws {
    let directory = TemporaryDirectory()
    let path = directory["journal.db"]
    for number in 1...2 {
      let bytes = Array(repeating: UInt8(ascii: "x"), count: 8192)
      try writeFile(path, bytes)
      try writeFile(path + "-wal", [1, 2, 3])
      let (journal, damage) = try SQLiteJournal.openOrReplace(at: path)
      #expect(damage?.file == "\(path).damaged-\(number)")
      #expect(damage?.error.isDamage == true)
      #expect(try readFile("\(path).damaged-\(number)") == bytes)
      #expect(try await journal.recordDue([dueFiring()], cursor: .base).count == 2)
      await journal.close()
    }
    // One that is whole is left alone.
    let (journal, damage) = try SQLiteJournal.openOrReplace(at: path)
    #expect(damage == nil)
    #expect(try await journal.counts().rung == 1)
  }

  @Test("an open journal starts over with a new file, and all before the cursor is dealt with")
  func startsOver() async throws {
    let fixture = try Fixture()
    _ = try await fixture.journal.recordDue([dueFiring()], cursor: .base)
    let file = try await fixture.journal.startOver(cursor: .base + .seconds(60))
    #expect(file == "\(fixture.path).damaged-1")
    #expect(try await fixture.journal.counts() == JournalCounts())
    #expect(try await fixture.journal.cursor() == .base + .seconds(60))
    #expect(try await SQLiteJournal(readOnlyAt: file).counts().rung == 1)
  }

  @Test("a foreign database, a newer schema and a full disk are no damage")
  func noDamage() {
    #expect(!JournalError.notAJournal(path: "j").isDamage)
    #expect(!JournalError.newerSchema(path: "j", found: 9, known: 4).isDamage)
    // SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_CORRUPT_INDEX, SQLITE_NOTADB (sqlite.org/rescode.html)
    for (code, isDamage) in [(13, false), (778, false), (779, true), (26, true)] {
      #expect(JournalError.sqlite(path: "j", code: Int32(code), message: "", doing: "").isDamage == isDamage)
    }
  }

  @Test("a second writer is refused until the first is gone; readers never are")
  func oneWriter() async throws {
    let fixture = try Fixture()
    let error = #expect(throws: JournalError.self) { try SQLiteJournal(at: fixture.path) }
    #expect(error == .inUse(path: fixture.path))
    #expect(error?.description.contains("stop the other one") == true)
    _ = try await fixture.journal.recordDue([dueFiring()], cursor: .base)
    #expect(try await SQLiteJournal(readOnlyAt: fixture.path).counts().rung == 1)
    await fixture.journal.close()
    #expect(try await SQLiteJournal(at: fixture.path).counts().rung == 1)
  }

  @Test("another program's database is refused and left as it is")
  func foreign() throws {
    let directory = TemporaryDirectory()
    let path = directory["journal.db"]
    do {
      try writeFile(path, [])
      try Connection(path: path, mode: .readWrite).execute("CREATE TABLE bookmark (url TEXT)")
    }
    let bytes = try readFile(path)
    #expect(throws: JournalError.notAJournal(path: path)) { try SQLiteJournal(at: path) }
    #expect(throws: JournalError.notAJournal(path: path)) { try SQLiteJournal(readOnlyAt: path) }
    #expect(try readFile(path) == bytes)
  }

  @Test("a full disk is told as such, changes nothing, and is overcome by making room")
  func full() async throws {
    let journal = try Fixture().journal
    _ = try await journal.recordDue([dueFiring()], cursor: .base)
    try await journal.limit(toPages: 30)
    let many = (1..<1000).map { dueFiring($0) }
    let error = await #expect(throws: JournalError.self) {
      try await journal.recordDue(many, cursor: .base + .seconds(60_000))
    }
    #expect(error?.description.contains("database or disk is full") == true)
    #expect(error?.description.contains("free space on its file system") == true)
    #expect(try await journal.cursor() == .base)
    #expect(try await journal.counts().rung == 1)
    try await journal.limit(toPages: 100_000)
    #expect(try await journal.recordDue(many, cursor: .base + .seconds(60_000)).count == 1998)
  }

  @Test("a closed journal says so")
  func closed() async throws {
    let fixture = try Fixture()
    await fixture.journal.close()
    await #expect(throws: JournalError.closed(path: fixture.path)) { try await fixture.journal.cursor() }
    await #expect(throws: JournalError.closed(path: fixture.path)) {
      try await fixture.journal.recordDue([], cursor: .base)
    }
  }
}

extension SQLiteJournal {
  /// What a full disk looks like to SQLite, for this connection only.
  fileprivate func limit(toPages count: Int) throws {
    _ = try reader()?.integer("PRAGMA max_page_count = \(count)")
  }

  /// journal_mode, synchronous (2 is FULL) and foreign_keys, as SQLite has them.
  fileprivate func settings() throws -> [String]? {
    guard let connection = try reader() else { return nil }
    return try ["journal_mode", "synchronous", "foreign_keys"].map { try connection.text("PRAGMA \($0)") ?? "" }
  }
}
