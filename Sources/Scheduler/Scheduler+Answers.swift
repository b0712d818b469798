package import Alarms
import Journal
import Workdays

/// What a person answers to a ring, with a button or a command.
package enum AnswerError: Error, Hashable, Sendable {
  /// Nothing rang by this name; `nil` for nothing at all.
  case noSuchRing(String?)
  /// The calendar knows no workday so far ahead.
  case noWorkday
}

extension AnswerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchRing(nil): "nothing has rung yet"
    case .noSuchRing(let name?): "nothing has rung by the name \"\(name)\""
    case .noWorkday: "the alarm's calendar has no workday so far ahead; give a span such as 1d"
    }
  }
}

extension Scheduler {
  /// Has a ring come again later, and nothing else of it until then.
  ///
  /// It is written down before this returns, and due like any other.
  ///
  /// - Parameters:
  ///   - name: the ring's id, or its alarm's for the last one that is not done; `nil` for the last of all.
  ///   - delay: how much later.
  /// - Returns: the ring that is to come.
  package func snooze(_ name: String?, _ delay: Delay) async throws -> Ring {
    let ring = try await meant(name)
    guard let plan = ring.report.alarm.flatMap(configuration.planner.plan(of:)) else {
      throw AnswerError.noSuchRing(name)
    }
    let now = Instant(seconds: clock.now.seconds)
    // A snooze until a workday comes at the time at which the alarm rings, not at that of an earlier snooze.
    let first = try await journal.ring(named: ring.origin) ?? ring
    guard let fires = delay.end(from: now, at: plan.zone.civil(at: first.fires).time, in: plan) else {
      throw AnswerError.noWorkday
    }
    let number = try await journal.snoozes(of: ring.origin) + 1
    let follows = Following(.snooze, origin: ring.origin, parent: ring.origin, number: number, since: now)
    let child = ring.child(follows, at: fires, zone: plan.zone, to: first.report.destinations)
    try await journal.postpone(to: child)
    try await childrenChanged()
    return child
  }

  /// Ends a ring: nothing more of it comes.
  ///
  /// - Parameter name: as in ``snooze(_:_:)``.
  /// - Returns: the planned ring that it goes back to.
  package func done(_ name: String?) async throws -> String {
    let ring = try await meant(name)
    try await journal.finish(ring.origin, at: clock.now)
    try await childrenChanged()
    return ring.origin
  }

  private func meant(_ name: String?) async throws -> Ring {
    guard let ring = try await journal.ring(named: name) else { throw AnswerError.noSuchRing(name) }
    return ring
  }
}
