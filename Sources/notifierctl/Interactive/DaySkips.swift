import Alarms
import Control
import Workdays

/// Occurrences that do not ring on a date, by their alarms.
struct DaySkips {
  let date: CivilDate
  private(set) var occurrences: [String: [String]] = [:]

  /// Has the daemon skip what rings in a range of time, of these plans.
  ///
  /// - Throws: a ``Failure``.
  static func skip(_ plans: [AlarmPlan], on date: CivilDate, in range: Range<Instant>) throws -> DaySkips {
    var skips = DaySkips(date: date)
    for plan in plans {
      let count = Set(plan.firings(in: range).map(\.occurrenceID)).count
      // What one call may ask for.
      guard (1...1000).contains(count) else { continue }
      let skipped = try Daemon.call { try $0.skip(alarm: plan.alarm.id, count: count, from: range.lowerBound) }
      // A ring's id is that of its occurrence, and its offset.
      skips.occurrences[plan.alarm.id] = skipped.compactMap { ring in
        ring.id.flatMap { id in id.lastIndex(of: "/").map { String(id[..<$0]) } }
      }
    }
    return skips
  }

  /// Has them ring again.
  ///
  /// - Throws: a ``Failure``.
  func undo() throws {
    for (alarm, occurrences) in occurrences.sorted(by: { $0.key < $1.key }) {
      _ = try Daemon.call { try $0.unskip(alarm: alarm, occurrences: occurrences) }
    }
  }
}
