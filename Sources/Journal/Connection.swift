import CSQLite

/// One connection to an SQLite file, closed exactly once, when the object dies.
///
/// It is opened without SQLite's own mutexes: whoever holds it uses it from one queue.
final class Connection {
  /// How a connection is opened.
  enum Mode { case readWrite, readOnly }

  let path: String
  let pointer: OpaquePointer
  /// Dies after the connection is closed.
  let lock: JournalLock?
  /// Statements that were run, to be run again.
  private var statements: [String: KeptStatement] = [:]

  /// To be said before SQLite is first used; refused later, which does no harm.
  private static let settings = notifier_sqlite_without_statistics()

  init(path: String, mode: Mode, lock: JournalLock? = nil) throws(JournalError) {
    _ = Connection.settings
    self.path = path
    self.lock = lock
    var pointer: OpaquePointer?
    let access = mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(path, &pointer, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let pointer else {
      let message = String(cString: pointer.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      // A failed open may still hand out a handle that has to be closed.
      sqlite3_close_v2(pointer)
      throw .sqlite(path: path, code: code, message: message, doing: "opening")
    }
    self.pointer = pointer
    // Longer than any checkpoint of a file of this size takes.
    sqlite3_busy_timeout(pointer, 5000)
  }

  deinit {
    // SQLite does not close before the last statement is gone.
    statements = [:]
    sqlite3_close_v2(pointer)
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(JournalError) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, doing: sql) }
  }

  /// Runs one statement that gives no rows, with its values; returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws(JournalError) -> Int {
    try kept(sql).statement.run(values)
  }

  /// A statement that is prepared once and kept. Whoever steps it to a row starts it over afterwards.
  func kept(_ sql: String) throws(JournalError) -> KeptStatement {
    if let statement = statements[sql] { return statement }
    let new = KeptStatement(statement: try Statement(sql, on: self))
    statements[sql] = new
    return new
  }

  /// The integer in the first column of the first row, or `nil` where there is no row.
  func integer(_ sql: String) throws(JournalError) -> Int64? {
    let kept = try kept(sql)
    defer { kept.statement.reset() }
    return try kept.statement.step() ? kept.statement.integer(0) : nil
  }

  /// The text in the first column of the first row, or `nil` where there is no row.
  func text(_ sql: String) throws(JournalError) -> String? {
    let statement = try Statement(sql, on: self)
    return try statement.step() ? statement.text(0) : nil
  }

  /// Does all of `body` or nothing of it. Reads inside see one state of the file.
  ///
  /// `begin` is `BEGIN IMMEDIATE` to write, so that a busy file is found before anything is done, and `BEGIN` to read.
  func transaction<Result>(
    _ begin: String = "BEGIN IMMEDIATE", _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try run(begin, [])
    do throws(JournalError) {
      let result = try body()
      try run("COMMIT", [])
      return result
    } catch {
      // Some errors, a full disk among them, have rolled back already; the first error is the one to tell.
      if sqlite3_get_autocommit(pointer) == 0 { sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// SQLite's last message, copied at once: the next call replaces it.
  func error(_ code: Int32, doing: String) -> JournalError {
    let line = doing.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let verb = line.count > 60 ? line.prefix(60) + "…" : line[...]
    return .sqlite(path: path, code: code, message: String(cString: sqlite3_errmsg(pointer)), doing: String(verb))
  }
}

/// A statement in a place where only copies can be.
final class KeptStatement {
  let statement: Statement

  init(statement: consuming Statement) { self.statement = statement }
}

@available(*, unavailable)
extension Connection: Sendable {}
