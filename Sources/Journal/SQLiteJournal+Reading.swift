package import Alarms
import FoundationEssentials
package import Workdays

extension SQLiteJournal {
  package func cursor() throws(JournalError) -> Instant? {
    try reader()?.integer("SELECT cursor FROM progress").map(Instant.init(microseconds:))
  }

  package func owedDeliveries() throws(JournalError) -> [OwedDelivery] {
    guard let connection = try reader() else { return [] }
    let statement = try Statement(
      """
      SELECT firing, destination, state, attempts, due, expires, ring
      FROM delivery JOIN firing ON firing.id = delivery.firing
      WHERE \(SQLiteJournal.isOwed) ORDER BY due, firing, destination
      """, on: connection)
    var owed: [OwedDelivery] = []
    while try statement.step() {
      let id = DeliveryID(firing: statement.text(0) ?? "", destination: statement.text(1) ?? "")
      owed.append(
        OwedDelivery(
          id: id, ring: try ring(statement.text(6), of: id.firing),
          state: try state(statement.text(2), of: id.firing), attempts: Int(statement.integer(3)),
          due: Instant(microseconds: statement.integer(4)), expires: Instant(microseconds: statement.integer(5))))
    }
    return owed
  }

  package func firings(of alarm: String?, limit: Int) throws(JournalError) -> [FiringRecord] {
    try firings(of: alarm, where: "", limit: limit)
  }

  package func missed(of alarm: String?, limit: Int) throws(JournalError) -> [FiringRecord] {
    try firings(of: alarm, where: "AND verdict = 'missed'", limit: limit)
  }

  package func openRings(deliveredTo destinations: Set<String>) throws(JournalError) -> [Ring] {
    let waiting = Set(
      try children().filter { [.snooze, .held].contains($0.follows?.kind) }.map(\.origin))
    var seen: Set<String> = []
    return try firings(of: nil, where: "AND verdict = 'rung' AND asks AND done IS NULL", limit: 1000)
      .filter { record in
        record.deliveries.contains { $0.state == .delivered && destinations.contains($0.destination) }
          && !waiting.contains(record.ring.origin) && seen.insert(record.ring.origin).inserted
      }.map(\.ring)
  }

  private func firings(
    of alarm: String?, where condition: String, limit: Int
  ) throws(JournalError) -> [FiringRecord] {
    precondition(limit >= 0, "a limit is 0 or more")
    guard let connection = try reader() else { return [] }
    return try connection.transaction("BEGIN") { () throws(JournalError) in
      let ofAlarm = alarm == nil ? "" : "AND alarm = ?2"
      let rows = try Statement(
        """
        SELECT id, recorded, late, reason, ring, verdict FROM firing WHERE ring IS NOT NULL \(ofAlarm) \(condition)
        ORDER BY fires DESC, id LIMIT ?1
        """, on: connection)
      try rows.bind([.integer(Int64(limit))] + (alarm.map { [.text($0)] } ?? []))
      let deliveries = try Statement(
        """
        SELECT destination, state, attempts, updated, reason FROM delivery WHERE firing = ?1 ORDER BY destination
        """, on: connection)
      var records: [FiringRecord] = []
      while try rows.step() {
        let id = rows.text(0) ?? ""
        let verdict: RecordedVerdict =
          switch rows.text(5) {
          case "rung": .rung(lateBy: .microseconds(rows.integer(2)))
          case "skipped": .skipped(reason: rows.text(3) ?? "")
          default: .missed(reason: rows.text(3) ?? "")
          }
        records.append(
          FiringRecord(
            ring: try ring(rows.text(4), of: id), verdict: verdict, recorded: Instant(microseconds: rows.integer(1)),
            deliveries: try self.deliveries(of: id, by: deliveries)))
      }
      return records
    }
  }

  private func deliveries(of firing: String, by statement: borrowing Statement) throws(JournalError)
    -> [DeliveryRecord]
  {
    try statement.bind([.text(firing)])
    var records: [DeliveryRecord] = []
    while try statement.step() {
      records.append(
        DeliveryRecord(
          destination: statement.text(0) ?? "", state: try state(statement.text(1), of: firing),
          attempts: Int(statement.integer(2)), updated: Instant(microseconds: statement.integer(3)),
          reason: statement.text(4)))
    }
    return records
  }

  package func counts() throws(JournalError) -> JournalCounts {
    var counts = JournalCounts()
    guard let connection = try reader() else { return counts }
    return try connection.transaction("BEGIN") { () throws(JournalError) in
      counts.rung = Int(try connection.integer("SELECT count(*) FROM firing WHERE verdict = 'rung'") ?? 0)
      counts.missed = Int(try connection.integer("SELECT count(*) FROM firing WHERE verdict = 'missed'") ?? 0)
      counts.skipped = Int(try connection.integer("SELECT count(*) FROM firing WHERE verdict = 'skipped'") ?? 0)
      let rows = try Statement("SELECT state, count(*) FROM delivery GROUP BY state", on: connection)
      while try rows.step() {
        counts.deliveries[try state(rows.text(0), of: "(any)")] = Int(rows.integer(1))
      }
      return counts
    }
  }

  func state(_ text: String?, of firing: String) throws(JournalError) -> DeliveryState {
    guard let state = text.flatMap(DeliveryState.init(rawValue:)) else {
      throw .badRecord(path: path, firing: firing, reason: "unknown delivery state \(text ?? "null")")
    }
    return state
  }

  func ring(_ json: String?, of firing: String) throws(JournalError) -> Ring {
    guard let json else { throw .badRecord(path: path, firing: firing, reason: "its ring is empty") }
    do {
      return try JSONDecoder().decode(Ring.self, from: Data(json.utf8))
    } catch {
      throw .badRecord(path: path, firing: firing, reason: "its ring is no JSON of a ring: \(error)")
    }
  }
}
