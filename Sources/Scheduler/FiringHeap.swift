package import Workdays

/// The next instant of every alarm, soonest first: a binary heap.
package struct FiringHeap: Sendable {
  /// When an alarm rings next.
  package struct Entry: Hashable, Sendable {
    package let instant: Instant
    /// The alarm's place in the plan.
    package let index: Int

    package init(instant: Instant, index: Int) {
      self.instant = instant
      self.index = index
    }
  }

  private var entries: [Entry] = []

  package init() {}

  package var count: Int { entries.count }

  /// The soonest entry.
  package var first: Entry? { entries.first }

  /// Adds an entry. Complexity: O(log n).
  package mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].instant < entries[parent].instant else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the soonest entry out. Complexity: O(log n).
  package mutating func popFirst() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var parent = 0
    while true {
      var soonest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].instant < entries[soonest].instant { soonest = child }
      }
      guard soonest != parent else { return first }
      entries.swapAt(parent, soonest)
      parent = soonest
    }
  }
}
