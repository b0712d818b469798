import CSQLite

/// A value that goes into a statement.
enum SQLValue {
  case integer(Int64)
  case text(String)
  case null

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .null }
}

/// One prepared statement, finalized exactly once, when the value dies.
struct Statement: ~Copyable {
  private let pointer: OpaquePointer
  /// It outlives its statements: one that it keeps would else keep it.
  private unowned let connection: Connection
  private let sql: String

  init(_ sql: String, on connection: Connection) throws(JournalError) {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.pointer, sql, -1, &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw connection.error(code, doing: sql) }
    self.pointer = pointer
    self.connection = connection
    self.sql = sql
  }

  deinit { sqlite3_finalize(pointer) }

  /// Gives the parameters ?1, ?2, … their values and starts the statement over.
  func bind(_ values: [SQLValue]) throws(JournalError) {
    sqlite3_reset(pointer)  // It repeats the error of the last step, which has been thrown.
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code =
        switch value {
        case .integer(let integer): sqlite3_bind_int64(pointer, position, integer)
        case .text(let text): notifier_sqlite_bind_text(pointer, position, text, Int32(text.utf8.count))
        case .null: sqlite3_bind_null(pointer, position)
        }
      guard code == SQLITE_OK else { throw connection.error(code, doing: sql) }
    }
  }

  /// Runs it once more with other values, to the end where it gives no rows; returns how many rows it changed.
  @discardableResult
  func run(_ values: [SQLValue]) throws(JournalError) -> Int {
    try bind(values)
    // One that is kept must not hold a lock.
    defer { reset() }
    _ = try step()
    return Int(sqlite3_changes(connection.pointer))
  }

  /// Starts it over, so that it holds no lock.
  func reset() { sqlite3_reset(pointer) }

  /// Goes to the next row; `false` when there is none.
  func step() throws(JournalError) -> Bool {
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.error(code, doing: sql)
    }
  }

  /// The integer in a column, numbered from 0; 0 where it is null.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// Whether there is nothing in a column, numbered from 0.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// The text in a column, numbered from 0; `nil` where it is null.
  func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
    // The length has to be asked for after the text: asking for the text may convert it.
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
