package import Workdays

extension SQLiteJournal {
  package func seen(_ timings: [String: String], at now: Instant) throws(JournalError) -> [String: Instant] {
    let connection = try writer()
    return try connection.transaction { () throws(JournalError) in
      var known = try knownAlarms(on: connection)
      var since: [String: Instant] = [:]
      for (id, timing) in timings {
        if let entry = known.removeValue(forKey: id), entry.timing == timing {
          since[id] = Instant(microseconds: entry.since)
          continue
        }
        since[id] = now
        try connection.run(
          """
          INSERT INTO alarm (id, timing, since) VALUES (?1, ?2, ?3)
          ON CONFLICT (id) DO UPDATE SET timing = excluded.timing, since = excluded.since
          """, [.text(id), .text(timing), .integer(now.microseconds)])
      }
      for id in known.keys { try connection.run("DELETE FROM alarm WHERE id = ?1", [.text(id)]) }
      return since
    }
  }

  private func knownAlarms(on connection: Connection) throws(JournalError) -> [String: (timing: String, since: Int64)] {
    let statement = try Statement("SELECT id, timing, since FROM alarm", on: connection)
    var known: [String: (timing: String, since: Int64)] = [:]
    while try statement.step() {
      known[statement.text(0) ?? ""] = (statement.text(1) ?? "", statement.integer(2))
    }
    return known
  }
}
