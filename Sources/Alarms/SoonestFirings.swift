package import Workdays

/// The soonest firings of many alarms: no more of them are kept, and of no alarm more are made than may be among them.
package struct SoonestFirings {
  /// A firing with its plan.
  package typealias Found = (firing: Firing, plan: AlarmPlan)

  private let count: Int
  private var found: [Found] = []
  /// The last of those that were the soonest when that was looked at: what does not come before it is not among them.
  private var last: Firing?

  /// - Parameter count: how many are wanted; 1 or more.
  package init(_ count: Int) { self.count = count }

  /// Looks at the firings of one more alarm after `instant`.
  ///
  /// - Parameter most: how many of it there may be at most.
  /// - Returns: whether it has any, be it among the soonest or not.
  /// - Throws: why there is none.
  package mutating func add(_ plan: AlarmPlan, after instant: Instant, most: Int = .max) throws(SearchError) -> Bool {
    guard let first = try plan.nextFiring(after: instant) else { return false }
    let most = min(most, count)
    var (batch, taken) = ([first], 0)
    while true {
      let wanted = last.map { last in batch.prefix { $0 < last } } ?? batch[...]
      for firing in wanted { found.append((firing, plan)) }
      taken += wanted.count
      if found.count >= 2 * max(512, min(count, .max / 2)) { settle() }
      guard wanted.count == batch.count, taken < most, let after = batch.last?.instant else { break }
      // Twice as many each time: few of most alarms are wanted, and a search costs the same for one and for more.
      batch = (try? plan.nextFirings(min(taken, most - taken), after: after)) ?? []
      if batch.isEmpty { break }
    }
    return true
  }

  /// The soonest of all that were looked at, in order.
  package mutating func take() -> [Found] {
    settle()
    defer { found = [] }
    return found
  }

  private mutating func settle() {
    found.sort { $0.firing < $1.firing }
    guard found.count >= count else { return }
    found.removeSubrange(count...)
    last = found.last?.firing
  }
}
