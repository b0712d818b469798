import Alarms
import Workdays

extension SQLiteJournal {
  /// Writes steps of deliveries down in one transaction: an error for each, or `nil`.
  ///
  /// A step that does not fit leaves the others as they are; what keeps the file from being written is the error of all.
  func write(_ steps: [DeliveryStep]) -> [(any Error)?] {
    do throws(JournalError) {
      let connection = try writer()
      return try connection.transaction { () throws(JournalError) in
        var results: [(any Error)?] = []
        results.reserveCapacity(steps.count)
        for step in steps {
          results.append(step.state == .sending ? try mark(step, on: connection) : try record(step, on: connection))
        }
        return results
      }
    } catch {
      return steps.map { _ in error }
    }
  }

  /// Marks a delivery as being sent.
  ///
  /// - Returns: why that cannot be.
  private func mark(_ step: DeliveryStep, on connection: Connection) throws(JournalError) -> JournalError? {
    let id = step.id
    let changed = try connection.run(
      SQLiteJournal.mark, [.text(id.firing), .text(id.destination), .integer(step.at.microseconds)])
    guard changed == 0 else { return nil }
    guard let state = try deliveryState(of: id, on: connection) else { return .unknownDelivery(path: path, id) }
    return .notOwed(path: path, id, state)
  }

  private static let mark = """
    UPDATE delivery SET repeated = repeated + (state IN ('sending', 'unknown')), state = 'sending',
      attempts = attempts + 1, updated = ?3
    WHERE firing = ?1 AND destination = ?2 AND \(isOwed)
    """

  private func deliveryState(of id: DeliveryID, on connection: Connection) throws(JournalError) -> DeliveryState? {
    let statement = try Statement("SELECT state FROM delivery WHERE firing = ?1 AND destination = ?2", on: connection)
    try statement.bind([.text(id.firing), .text(id.destination)])
    return try statement.step() ? statement.text(0).flatMap(DeliveryState.init(rawValue:)) : nil
  }

  /// Records how a delivery now stands.
  ///
  /// - Returns: why that cannot be.
  private func record(_ step: DeliveryStep, on connection: Connection) throws(JournalError) -> JournalError? {
    let changed = try connection.run(
      """
      UPDATE delivery SET state = ?3, reason = ?4, due = coalesce(?5, due), updated = ?6,
        repeated = CASE ?3 WHEN 'unknown' THEN max(repeated, ?5 IS NULL) ELSE 0 END
      WHERE firing = ?1 AND destination = ?2
      """,
      [
        .text(step.id.firing), .text(step.id.destination), .text(step.state.rawValue), SQLValue(step.reason),
        SQLValue(step.nextTry?.microseconds), .integer(step.at.microseconds),
      ])
    return changed > 0 ? nil : .unknownDelivery(path: path, step.id)
  }
}
