package import Alarms
package import Workdays

extension SQLiteJournal {
  /// What a delivery's reason is once a person has given it up; such ones are not listed.
  package static let discarded = "discarded"

  /// Whether a delivery has ended without having arrived, and nobody has put it away, as SQL.
  private static let hasFailed = """
    (state IN ('rejected', 'expired') OR (state IN ('sending', 'unknown') AND repeated)) \
    AND coalesce(delivery.reason, '') NOT IN ('\(discarded)', '\(DeliveryState.answered)')
    """

  /// What is owed, and what has ended without having arrived: the longest due first.
  ///
  /// - Parameters:
  ///   - ring: the id of a ring; `nil` for all.
  ///   - destination: a destination's name; `nil` for all.
  package func outbox(ring: String? = nil, destination: String? = nil) throws(JournalError) -> [OutboxRecord] {
    guard let connection = try reader() else { return [] }
    let statement = try Statement(
      """
      SELECT delivery.firing, destination, state, attempts, due, expires, updated, delivery.reason, ring
      FROM delivery JOIN firing ON firing.id = delivery.firing
      WHERE ring IS NOT NULL AND (\(SQLiteJournal.isOwed) OR \(SQLiteJournal.hasFailed))
        AND (?1 IS NULL OR delivery.firing = ?1) AND (?2 IS NULL OR destination = ?2)
      ORDER BY due, delivery.firing, destination
      """, on: connection)
    try statement.bind([SQLValue(ring), SQLValue(destination)])
    var records: [OutboxRecord] = []
    while try statement.step() {
      let id = DeliveryID(firing: statement.text(0) ?? "", destination: statement.text(1) ?? "")
      records.append(
        OutboxRecord(
          id: id, ring: try self.ring(statement.text(8), of: id.firing),
          state: try state(statement.text(2), of: id.firing), attempts: Int(statement.integer(3)),
          due: Instant(microseconds: statement.integer(4)), expires: Instant(microseconds: statement.integer(5)),
          updated: Instant(microseconds: statement.integer(6)), reason: statement.text(7)))
    }
    return records
  }

  /// Makes a delivery owed again, from `now` until `expires`.
  package func renew(_ record: OutboxRecord, expires: Instant, at now: Instant) throws(JournalError) -> OwedDelivery {
    let changed = try writer().run(
      """
      UPDATE delivery SET state = 'pending', repeated = 0, due = ?3, expires = max(expires, ?4), updated = ?3
      WHERE firing = ?1 AND destination = ?2
      """,
      [
        .text(record.id.firing), .text(record.id.destination), .integer(now.microseconds),
        .integer(expires.microseconds),
      ])
    guard changed > 0 else { throw .unknownDelivery(path: path, record.id) }
    return OwedDelivery(
      id: record.id, ring: record.ring, state: .pending, attempts: record.attempts, due: now,
      expires: max(record.expires, expires))
  }

  /// How each destination has fared, by its name.
  package func health() throws(JournalError) -> [String: DestinationHealth] {
    guard let connection = try reader() else { return [:] }
    let statement = try Statement(
      """
      SELECT destination, count(*) FILTER (WHERE \(SQLiteJournal.isOwed)),
        max(updated) FILTER (WHERE state = 'delivered'),
        max(updated) FILTER (WHERE state IN ('retrying', 'unknown', 'rejected', 'expired')
          AND coalesce(reason, '') <> '\(SQLiteJournal.discarded)')
      FROM delivery GROUP BY destination
      """, on: connection)
    let words = try Statement(
      """
      SELECT reason FROM delivery WHERE destination = ?1 AND updated = ?2
        AND state IN ('retrying', 'unknown', 'rejected', 'expired') LIMIT 1
      """, on: connection)
    var found: [String: DestinationHealth] = [:]
    while try statement.step() {
      let name = statement.text(0) ?? ""
      var health = DestinationHealth()
      health.backlog = Int(statement.integer(1))
      health.lastDelivered = statement.instant(2)
      health.lastFailure = statement.instant(3)
      if let failure = health.lastFailure {
        try words.bind([.text(name), .integer(failure.microseconds)])
        health.failure = try words.step() ? words.text(0) : nil
      }
      found[name] = health
    }
    return found
  }
}

extension Statement {
  /// An instant; `nil` for NULL.
  fileprivate func instant(_ column: Int32) -> Instant? {
    isNull(column) ? nil : Instant(microseconds: integer(column))
  }
}
