package import Alarms
package import Workdays

/// What people answer to rings, and what is to come of that.
extension SQLiteJournal {
  package func children() throws(JournalError) -> [Ring] {
    guard let connection = try reader() else { return [] }
    let rows = try Statement("SELECT id, ring FROM child ORDER BY due, id", on: connection)
    var children: [Ring] = []
    while try rows.step() { children.append(try ring(rows.text(1), of: rows.text(0) ?? "")) }
    return children
  }

  package func ring(named name: String?) throws(JournalError) -> Ring? {
    guard let connection = try reader() else { return nil }
    let rows = try Statement(
      """
      SELECT id, ring FROM firing
      WHERE verdict = 'rung' AND ring IS NOT NULL AND alarm IS NOT NULL AND (?1 IS NULL OR id = ?1 OR alarm = ?1)
      ORDER BY id IS NOT ?1, done IS NOT NULL, recorded DESC, fires DESC, id LIMIT 1
      """, on: connection)
    try rows.bind([SQLValue(name)])
    return try rows.step() ? try ring(rows.text(1), of: rows.text(0) ?? "") : nil
  }

  package func snoozes(of origin: String) throws(JournalError) -> Int {
    guard let connection = try reader() else { return 0 }
    let start = "\(origin)/\(Following.Kind.snooze.rawValue)-"
    // A nag after a snooze has that one's id before its own.
    let rows = try Statement(
      """
      SELECT count(*) FROM firing WHERE origin = ?1 AND substr(id, 1, length(?2)) = ?2
        AND instr(substr(id, length(?2) + 1), '/') = 0
      """, on: connection)
    try rows.bind([.text(origin), .text(start)])
    return try rows.step() ? Int(rows.integer(0)) : 0
  }

  package func postpone(to child: Ring) throws(JournalError) {
    let connection = try writer()
    try connection.transaction { () throws(JournalError) in
      try connection.run("DELETE FROM child WHERE origin = ?1", [.text(child.origin)])
      try connection.run("UPDATE firing SET done = NULL WHERE id = ?1 OR origin = ?1", [.text(child.origin)])
      try insertChild(child, on: connection)
    }
  }

  package func finish(_ origin: String, at now: Instant) throws(JournalError) {
    let connection = try writer()
    try connection.transaction { () throws(JournalError) in
      try connection.run("DELETE FROM child WHERE origin = ?1", [.text(origin)])
      try connection.run(
        "UPDATE firing SET done = ?2 WHERE (id = ?1 OR origin = ?1) AND done IS NULL",
        [.text(origin), .integer(now.microseconds)])
    }
  }

  func insertChild(_ child: Ring, on connection: Connection) throws(JournalError) {
    try connection.run(
      // One that is there already: its parent was recorded, and now is recorded anew.
      "INSERT OR REPLACE INTO child (id, origin, due, ring) VALUES (?1, ?2, ?3, ?4)",
      [.text(child.id), .text(child.origin), .integer(child.fires.microseconds), .text(child.json)])
  }

  /// Whether the child was still to come; it is not any more.
  func takeChild(_ id: String, on connection: Connection) throws(JournalError) -> Bool {
    try connection.run("DELETE FROM child WHERE id = ?1", [.text(id)]) > 0
  }
}
