/// The tables of the journal, and the way from each version of them to the next.
enum Schema {
  /// Marks the file as ours: "ntfr" in ASCII, in SQLite's `application_id`.
  static let applicationID: Int64 = 0x6e74_6672

  /// What brings a file from version n to version n + 1, at place n. A released migration is never edited: files of its
  /// version exist.
  static let migrations = [version1, version2, version3, version4]

  // Instants and spans are in microseconds. `ring` is emptied when a firing's details are pruned; its id stays, so that
  // it never rings again.
  private static let version1 = """
    CREATE TABLE firing (
      id TEXT PRIMARY KEY NOT NULL,
      alarm TEXT,
      fires INTEGER NOT NULL,
      recorded INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('rung', 'missed')),
      late INTEGER CHECK ((late IS NULL) = (verdict = 'missed')),
      reason TEXT,
      ring TEXT
    ) STRICT;
    CREATE INDEX firing_fires ON firing (fires);
    CREATE INDEX firing_alarm ON firing (alarm, fires);

    CREATE TABLE delivery (
      firing TEXT NOT NULL REFERENCES firing (id) ON DELETE CASCADE,
      destination TEXT NOT NULL,
      state TEXT NOT NULL CHECK (
        state IN ('pending', 'sending', 'delivered', 'retrying', 'unknown', 'rejected', 'expired')),
      attempts INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      reason TEXT,
      PRIMARY KEY (firing, destination)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_owed ON delivery (due) WHERE state IN ('pending', 'sending', 'retrying', 'unknown');

    CREATE TABLE progress (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      cursor INTEGER NOT NULL
    ) STRICT;
    """

  // When an alarm was first seen to say what it says, so that a new or changed one does not ring for the past; and whether
  // a delivery without an answer was repeated, which is done once, over restarts and crashes too.
  private static let version2 = """
    CREATE TABLE alarm (
      id TEXT PRIMARY KEY NOT NULL,
      timing TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE delivery ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
    """

  // The life of a ring: whether it asks to be acknowledged, when it was, and what is to come of it. `origin` is the planned
  // firing that a firing goes back to; null for a planned one.
  private static let version3 = """
    ALTER TABLE firing ADD COLUMN origin TEXT;
    ALTER TABLE firing ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE firing ADD COLUMN done INTEGER;
    CREATE INDEX firing_origin ON firing (origin) WHERE origin IS NOT NULL;
    CREATE INDEX firing_recorded ON firing (recorded);
    CREATE TABLE child (
      id TEXT PRIMARY KEY NOT NULL,
      origin TEXT NOT NULL,
      due INTEGER NOT NULL,
      ring TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX child_origin ON child (origin);
    """

  // What a person does not want to hear, and a verdict for it. SQLite changes a CHECK only with the table; nothing may refer
  // to the old one while it goes, hence foreign keys are enforced only after the migrations.
  private static let version4 = """
    CREATE TABLE firing_of_version4 (
      id TEXT PRIMARY KEY NOT NULL,
      alarm TEXT,
      fires INTEGER NOT NULL,
      recorded INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('rung', 'missed', 'skipped')),
      late INTEGER CHECK ((late IS NOT NULL) = (verdict = 'rung')),
      reason TEXT,
      ring TEXT,
      origin TEXT,
      asks INTEGER NOT NULL DEFAULT 0,
      done INTEGER
    ) STRICT;
    INSERT INTO firing_of_version4
      SELECT id, alarm, fires, recorded, verdict, late, reason, ring, origin, asks, done FROM firing;
    DROP TABLE firing;
    ALTER TABLE firing_of_version4 RENAME TO firing;
    CREATE INDEX firing_fires ON firing (fires);
    CREATE INDEX firing_alarm ON firing (alarm, fires);
    CREATE INDEX firing_origin ON firing (origin) WHERE origin IS NOT NULL;
    CREATE INDEX firing_recorded ON firing (recorded);
    CREATE TABLE skip (
      occurrence TEXT PRIMARY KEY NOT NULL,
      alarm TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pause (
      alarm TEXT PRIMARY KEY NOT NULL,
      until INTEGER
    ) STRICT, WITHOUT ROWID;
    """

  /// The file's version; 0 where it holds nothing yet.
  ///
  /// - Throws: `notAJournal` for a database of something else, `newerSchema` for one of a later program.
  static func version(of connection: Connection, known: Int = migrations.count) throws(JournalError) -> Int {
    let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
    let isOurs = try connection.integer("PRAGMA application_id") == applicationID
    let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    guard isOurs || (version == 0 && isEmpty) else { throw .notAJournal(path: connection.path) }
    guard version <= known else { throw .newerSchema(path: connection.path, found: version, known: known) }
    return version
  }

  /// Brings the file to the newest version in one transaction: all steps, or none.
  static func migrate(
    _ connection: Connection, with migrations: [String] = Schema.migrations
  ) throws(JournalError) {
    try connection.transaction { () throws(JournalError) in
      let version = try version(of: connection, known: migrations.count)
      guard version < migrations.count else { return }
      for migration in migrations[version...] { try connection.execute(migration) }
      try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Looks whether the file has every column that its version says it has.
  ///
  /// - Throws: `damaged` with the first one that is missing.
  static func check(_ connection: Connection) throws(JournalError) {
    let model = try Connection(path: ":memory:", mode: .readWrite)
    for migration in migrations { try model.execute(migration) }
    let missing = try columns(of: model).subtracting(columns(of: connection)).min()
    guard let missing else { return }
    throw .damaged(path: connection.path, found: "it has no column \(missing), as journals of its version do")
  }

  /// Each as `table.column`.
  private static func columns(of connection: Connection) throws(JournalError) -> Set<String> {
    var columns: Set<String> = []
    let rows = try Statement(
      "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
      on: connection)
    while try rows.step() { columns.insert(rows.text(0) ?? "") }
    return columns
  }
}
