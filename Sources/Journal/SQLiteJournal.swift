package import Alarms
package import Workdays
import Concurrency

/// The journal in one SQLite file: write-ahead log, full synchronisation, so that what was recorded survives a crash and
/// a power cut.
///
/// SQLite blocks; the actor therefore runs on a queue of its own.
package actor SQLiteJournal: Journal {
  private let executor = QueueExecutor(label: "notifierd.journal")
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The file.
  package nonisolated let path: String
  private let isReadOnly: Bool
  private var state: State
  /// Steps of deliveries that wait to be written, all in one transaction.
  private let inbox = Guarded<[StepsInWaiting]>([])

  private enum State {
    case open(Connection)
    /// Opened for reading where there is no file, or one with nothing in it yet.
    case empty
    case closed
  }

  /// Opens the journal to read and write, makes it where it is missing, and brings it to the newest schema.
  /// A damaged file is found here and not when a ring is due.
  ///
  /// The file gets mode 0600 and its directory, where missing, 0700. The call blocks, for a long time only where another
  /// program holds the file.
  package init(at path: String) throws(JournalError) {
    self.path = path
    isReadOnly = false
    state = try SQLiteJournal.open(path)
  }

  private static func open(_ path: String) throws(JournalError) -> State {
    let lock = try JournalFile.prepare(path)
    let connection = try Connection(path: path, mode: .readWrite, lock: lock)
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL")
    // A file of another program is to be left as it is: look before the switch to a write-ahead log.
    _ = try Schema.version(of: connection)
    let mode = try connection.text("PRAGMA journal_mode = WAL") ?? "none"
    guard mode == "wal" else {
      throw .unusable(path: path, reason: "its file system allows no write-ahead log (journal mode \(mode))")
    }
    let check = try connection.text("PRAGMA quick_check(1)") ?? "no answer"
    guard check == "ok" else { throw .damaged(path: path, found: check) }
    try Schema.migrate(connection)
    try Schema.check(connection)
    try connection.execute("PRAGMA foreign_keys = ON")
    return .open(connection)
  }

  /// Opens the journal as ``init(at:)`` does; a damaged one is moved away, and a new one begun.
  ///
  /// - Returns: the journal, and where the damaged file now lies with what was wrong; `nil` where it was whole.
  package static func openOrReplace(
    at path: String
  ) throws(JournalError) -> (journal: SQLiteJournal, damage: (file: String, error: JournalError)?) {
    do throws(JournalError) {
      return (try SQLiteJournal(at: path), nil)
    } catch  where error.isDamage {
      let file = try JournalFile.moveAside(path)
      return (try SQLiteJournal(at: path), (file, error))
    }
  }

  /// A journal that no file keeps, for what is only tried out.
  package static func inMemory() throws(JournalError) -> SQLiteJournal {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try Schema.migrate(connection)
    try connection.execute("PRAGMA foreign_keys = ON")
    return SQLiteJournal(connection)
  }

  private init(_ connection: Connection) {
    path = connection.path
    isReadOnly = false
    state = .open(connection)
  }

  /// Moves the file away, as damaged, and begins a new one in which all before `cursor` is dealt with.
  ///
  /// - Returns: where the damaged file now lies.
  package func startOver(cursor: Instant) throws(JournalError) -> String {
    state = .closed
    let file = try JournalFile.moveAside(path)
    state = try SQLiteJournal.open(path)
    try moveCursor(to: cursor)
    return file
  }

  /// Writes the journal down again where its file was removed: what is open still has all of it.
  ///
  /// - Returns: whether that was so.
  /// - Throws: `replaced` where another file lies in its place, which is left as it is.
  package func restoreIfRemoved() throws(JournalError) -> Bool {
    guard case .open(let connection) = state, let lock = connection.lock else { return false }
    switch lock.isFile(at: path) {
    case true?: return false
    case false?: throw .replaced(path: path)
    case nil: break
    }
    // Empty, private and in a directory that is as it should be; the lock is let go before the copy is opened.
    do { _ = try JournalFile.prepare(path) }
    try connection.run("VACUUM INTO ?1", [.text(path)])
    state = .closed
    state = try SQLiteJournal.open(path)
    return true
  }

  /// Opens the journal for reading, beside a running daemon or without one. Where there is no file, it is an empty one.
  package init(readOnlyAt path: String) throws(JournalError) {
    self.path = path
    isReadOnly = true
    state = .empty
    guard try JournalFile.exists(path) else { return }
    let connection = try Connection(path: path, mode: .readOnly)
    try connection.execute("PRAGMA trusted_schema = OFF")
    let version = try Schema.version(of: connection)
    // The daemon has just made the file, and is about to fill it.
    guard version > 0 else { return }
    let needed = Schema.migrations.count
    guard version == needed else { throw .olderSchema(path: path, found: version, needed: needed) }
    state = .open(connection)
  }

  /// Closes the file. Every later call throws `closed`.
  package func close() { state = .closed }

  /// The connection, or `nil` for an empty journal.
  func reader() throws(JournalError) -> Connection? {
    switch state {
    case .open(let connection): return connection
    case .empty: return nil
    case .closed: throw .closed(path: path)
    }
  }

  package nonisolated func write(_ steps: [DeliveryStep]) async -> [(any Error)?] {
    await withCheckedContinuation { continuation in
      let isFirst = inbox.withLock { inbox in
        inbox.append(StepsInWaiting(steps: steps, continuation: continuation))
        return inbox.count == 1
      }
      // What comes until the queue gets there goes along.
      if isFirst { executor.run { self.assumeIsolated { $0.writeWaiting() } } }
    }
  }

  private func writeWaiting() {
    let waiting = inbox.withLock { inbox in
      defer { inbox = [] }
      return inbox
    }
    let results = write(waiting.flatMap(\.steps))
    var next = 0
    for (steps, continuation) in waiting.map({ ($0.steps, $0.continuation) }) {
      continuation.resume(returning: Array(results[next..<next + steps.count]))
      next += steps.count
    }
  }

  func writer() throws(JournalError) -> Connection {
    guard let connection = try reader(), !isReadOnly else { throw .readOnly(path: path) }
    return connection
  }

  package func moveCursor(to cursor: Instant) throws(JournalError) { try setCursor(cursor, on: writer()) }

  private func setCursor(_ cursor: Instant, on connection: Connection) throws(JournalError) {
    try connection.run(
      "INSERT INTO progress (only, cursor) VALUES (1, ?1) ON CONFLICT (only) DO UPDATE SET cursor = excluded.cursor",
      [.integer(cursor.microseconds)])
  }

  package func recordDue(
    _ due: [DueFiring], cursor: Instant?, at now: Instant
  ) throws(JournalError) -> [OwedDelivery] {
    let connection = try writer()
    return try connection.transaction { () throws(JournalError) in
      let before = try connection.integer("SELECT cursor FROM progress")
      // Looked up once, since there may be very many.
      let firings = try connection.kept(SQLiteJournal.insertFiring)
      let deliveries = try connection.kept(SQLiteJournal.insertDelivery)
      var owed: [OwedDelivery] = []
      for firing in due {
        // One that was answered in the meantime is to come no more.
        if firing.ring.follows != nil, try !takeChild(firing.ring.id, on: connection) { continue }
        guard try insert(firing, cursorBefore: before, at: now, by: firings.statement) else { continue }
        for child in firing.children { try insertChild(child, on: connection) }
        owed += try insertDeliveries(of: firing, at: now, by: deliveries.statement)
      }
      if let cursor { try setCursor(cursor, on: connection) }
      return owed
    }
  }

  /// A firing that rang is left as it is, and so is another one unless the clock was set back since.
  private static let insertFiring = """
    INSERT INTO firing (id, alarm, fires, recorded, verdict, late, reason, ring, origin, asks)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, ?11)
    ON CONFLICT (id) DO UPDATE SET alarm = excluded.alarm, fires = excluded.fires, recorded = excluded.recorded,
      verdict = excluded.verdict, late = excluded.late, reason = excluded.reason, ring = excluded.ring
    WHERE verdict <> 'rung' AND (?9 IS NULL OR excluded.fires >= ?9 OR excluded.recorded < recorded)
    """

  private static let insertDelivery = """
    INSERT INTO delivery (firing, destination, state, due, expires, updated) VALUES (?1, ?2, 'pending', ?3, ?4, ?5)
    """

  /// Whether the firing is new, or anew.
  private func insert(
    _ firing: DueFiring, cursorBefore: Int64?, at now: Instant, by statement: borrowing Statement
  ) throws(JournalError) -> Bool {
    let ring = firing.ring
    let (verdict, late, reason): (String, Int64?, String?) =
      switch firing.verdict {
      case .rung(let late): ("rung", late.microseconds, nil)
      case .missed(let reason): ("missed", nil, reason)
      case .skipped(let reason): ("skipped", nil, reason)
      }
    let changed = try statement.run([
      .text(ring.id), SQLValue(ring.report.alarm), .integer(ring.fires.microseconds), .integer(now.microseconds),
      .text(verdict), SQLValue(late), SQLValue(reason), .text(ring.json), SQLValue(cursorBefore),
      SQLValue(ring.follows?.origin), .integer(ring.asks == true ? 1 : 0),
    ])
    return changed > 0
  }

  private func insertDeliveries(
    of firing: DueFiring, at now: Instant, by statement: borrowing Statement
  ) throws(JournalError) -> [OwedDelivery] {
    guard case .rung = firing.verdict else { return [] }
    var owed: [OwedDelivery] = []
    for target in firing.destinations {
      let id = DeliveryID(firing: firing.ring.id, destination: target.name)
      try statement.run([
        .text(id.firing), .text(id.destination), .integer(firing.ring.fires.microseconds),
        .integer(target.expires.microseconds), .integer(now.microseconds),
      ])
      owed.append(
        OwedDelivery(
          id: id, ring: firing.ring, state: .pending, attempts: 0, due: firing.ring.fires, expires: target.expires))
    }
    return owed
  }

  package func prune(before limit: Instant) throws(JournalError) {
    let connection = try writer()
    let idsBefore = limit.advanced(by: .seconds(-366 * 86_400))
    let owing = """
      EXISTS (SELECT 1 FROM delivery WHERE delivery.firing = firing.id AND \(SQLiteJournal.isOwed))
      """
    try connection.transaction { () throws(JournalError) in
      try connection.run("DELETE FROM skip WHERE at < ?1", [.integer(limit.microseconds)])
      try connection.run("DELETE FROM pause WHERE until < ?1", [.integer(limit.microseconds)])
      // The deliveries of a deleted firing go with it.
      try connection.run(
        "DELETE FROM firing WHERE fires < CASE verdict WHEN 'rung' THEN ?2 ELSE ?1 END AND NOT \(owing)",
        [.integer(limit.microseconds), .integer(idsBefore.microseconds)])
      try connection.run(
        """
        DELETE FROM delivery WHERE firing IN (
          SELECT id FROM firing WHERE fires < ?1 AND ring IS NOT NULL AND NOT \(owing))
        """, [.integer(limit.microseconds)])
      try connection.run(
        "UPDATE firing SET ring = NULL WHERE fires < ?1 AND ring IS NOT NULL AND NOT \(owing)",
        [.integer(limit.microseconds)])
    }
  }

  /// Whether a delivery has not ended, as SQL.
  ///
  /// One without an answer has when it was repeated once. One that a crash cut off has not: whoever crashed may not have
  /// got as far as sending. Yet what crashes whoever sends it must end some time.
  static let isOwed = """
    (state IN ('pending', 'retrying') OR (state = 'sending' AND repeated < 20) OR (state = 'unknown' AND NOT repeated))
    """
}

/// Steps that somebody waits for.
private struct StepsInWaiting: Sendable {
  let steps: [DeliveryStep]
  let continuation: CheckedContinuation<[(any Error)?], Never>
}
