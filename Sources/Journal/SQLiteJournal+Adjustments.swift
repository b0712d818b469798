package import Alarms
package import Workdays

/// What a person does not want to hear.
extension SQLiteJournal {
  package func adjustments() throws(JournalError) -> Adjustments {
    guard let connection = try reader() else { return Adjustments() }
    return try connection.transaction("BEGIN") { () throws(JournalError) in
      var adjustments = Adjustments()
      let skipped = try Statement("SELECT occurrence FROM skip", on: connection)
      while try skipped.step() { adjustments.skipped.insert(skipped.text(0) ?? "") }
      let pauses = try Statement("SELECT alarm, until, until IS NULL FROM pause ORDER BY alarm", on: connection)
      while try pauses.step() {
        let alarm = pauses.text(0) ?? ""
        adjustments.pauses.append(
          Adjustments.Pause(
            alarm: alarm.isEmpty ? nil : alarm,
            until: pauses.integer(2) == 1 ? nil : Instant(microseconds: pauses.integer(1))))
      }
      return adjustments
    }
  }

  package func skip(_ occurrences: [String: Instant], of alarm: String) throws(JournalError) {
    let connection = try writer()
    try connection.transaction { () throws(JournalError) in
      for (occurrence, instant) in occurrences {
        try connection.run(
          "INSERT OR REPLACE INTO skip (occurrence, alarm, at) VALUES (?1, ?2, ?3)",
          [.text(occurrence), .text(alarm), .integer(instant.microseconds)])
      }
    }
  }

  package func unskip(
    _ alarm: String, occurrences: [String]?, after instant: Instant
  ) throws(JournalError) -> Int {
    let connection = try writer()
    let meant = "alarm = ?1 AND at > ?2"
    let values = [SQLValue.text(alarm), .integer(instant.microseconds)]
    guard let occurrences else { return try connection.run("DELETE FROM skip WHERE \(meant)", values) }
    return try connection.transaction { () throws(JournalError) in
      var count = 0
      for occurrence in occurrences {
        count += try connection.run("DELETE FROM skip WHERE \(meant) AND occurrence = ?3", values + [.text(occurrence)])
      }
      return count
    }
  }

  package func pause(_ pause: Adjustments.Pause) throws(JournalError) {
    try writer().run(
      "INSERT OR REPLACE INTO pause (alarm, until) VALUES (?1, ?2)",
      // No alarm has an empty id.
      [.text(pause.alarm ?? ""), SQLValue(pause.until?.microseconds)])
  }

  package func resume(_ alarm: String?, at now: Instant) throws(JournalError) -> Bool {
    let connection = try writer()
    return try connection.transaction { () throws(JournalError) in
      let meant = "(?1 IS NULL OR alarm = ?1)"
      let active = try Statement(
        "SELECT count(*) FROM pause WHERE \(meant) AND (until IS NULL OR until > ?2)", on: connection)
      try active.bind([SQLValue(alarm), .integer(now.microseconds)])
      let isActive = try active.step() && active.integer(0) > 0
      try connection.run("DELETE FROM pause WHERE \(meant)", [SQLValue(alarm)])
      return isActive
    }
  }
}
