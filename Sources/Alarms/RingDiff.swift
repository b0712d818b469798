package import Workdays

/// The rings that two plans do not share: what a change of holidays or alarms does.
package struct RingDiff: Hashable, Sendable {
  /// A ring that both plans have, at different instants.
  package struct Move: Hashable, Sendable {
    package let before: Firing
    package let after: Firing
  }

  /// Rings that only the new plan has, soonest first.
  package let added: [Firing]
  /// Rings that only the old plan has, soonest first.
  package let removed: [Firing]
  /// Rings that moved, in the order of their old instants.
  package let moved: [Move]

  /// Whether both plans ring alike.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && moved.isEmpty }

  /// Compares what rings in `range`, by the ids of firings.
  ///
  /// A ring that moves over an end of the range is one that is added to it or removed from it.
  package static func between(old: Planner, new: Planner, in range: Range<Instant>) -> RingDiff {
    func plans(_ planner: Planner) -> [String: AlarmPlan] {
      Dictionary(planner.enabledPlans.map { ($0.alarm.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (plans(old), plans(new))
    var (added, removed, moved): ([Firing], [Firing], [Move]) = ([], [], [])
    for alarm in Set(before.keys).union(after.keys) {
      let (gone, come) = unshared(before[alarm], after[alarm], in: range)
      for (id, firing) in gone {
        if let other = come[id] { moved.append(Move(before: firing, after: other)) } else { removed.append(firing) }
      }
      added += come.filter { gone[$0.key] == nil }.values
    }
    return RingDiff(added: added.sorted(), removed: removed.sorted(), moved: moved.sorted { $0.before < $1.before })
  }

  /// What of one alarm is not at the same instant in both plans, by ids.
  ///
  /// Stretch by stretch: what both share is most, and need not be kept.
  private static func unshared(
    _ old: AlarmPlan?, _ new: AlarmPlan?, in range: Range<Instant>
  ) -> (gone: [String: Firing], come: [String: Firing]) {
    var (gone, come): ([String: Firing], [String: Firing]) = ([:], [:])
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start.adding(seconds: 31 * 86_400), range.upperBound)
      defer { start = end }
      let (before, after) = (old?.firings(in: start..<end) ?? [], new?.firings(in: start..<end) ?? [])
      if before.count == after.count, zip(before, after).allSatisfy({ $0.isSameRing(as: $1) }) { continue }
      let (known, found) = (Set(before.map(Ring.init)), Set(after.map(Ring.init)))
      for firing in before where !found.contains(Ring(firing)) { gone[firing.id] = firing }
      for firing in after where !known.contains(Ring(firing)) { come[firing.id] = firing }
    }
    return (gone, come)
  }

  /// A firing and when it rings, whatever else is known of its day.
  private struct Ring: Hashable {
    let id: String
    let instant: Instant

    init(_ firing: Firing) { (id, instant) = (firing.id, firing.instant) }
  }
}

extension Firing {
  /// Whether both have one id and one instant.
  fileprivate func isSameRing(as other: Firing) -> Bool {
    instant == other.instant && offset == other.offset && occurrence.nominal == other.occurrence.nominal
      && occurrence.isSecondPass == other.occurrence.isSecondPass
  }
}
