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
    let (before, after) = (old.firings(in: range), new.firings(in: range))
    let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let found = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return RingDiff(
      added: after.filter { known[$0.id] == nil },
      removed: before.filter { found[$0.id] == nil },
      moved: before.compactMap { firing in
        found[firing.id].flatMap { $0.instant == firing.instant ? nil : Move(before: firing, after: $0) }
      })
  }
}
