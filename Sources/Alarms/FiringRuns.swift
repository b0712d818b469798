import Workdays

/// Lists of firings, one of each offset of each alarm, to be made one list in a fixed order.
struct FiringRuns {
  private let runs: [[Firing]]
  /// For each run the number of its alarm, ascending.
  private let alarms: [Int]

  /// - Parameter ofAlarms: the runs of one alarm after the other.
  init(_ ofAlarms: [[[Firing]]]) {
    runs = ofAlarms.flatMap { $0 }
    alarms = ofAlarms.indices.flatMap { alarm in ofAlarms[alarm].map { _ in alarm } }
  }

  /// Where a firing stands, in less room than it: sorting moves these.
  private struct Place {
    let instant: Int
    /// The run in the upper half, the place in it in the lower one.
    let place: UInt64

    init(_ firing: Firing, run: Int, index: Int) {
      // Wall times and offsets have no fractions of a second, so a ring has none.
      instant = firing.instant.seconds
      place = UInt64(run) << 32 | UInt64(index)
    }

    var run: Int { Int(place >> 32) }
    var index: Int { Int(place & 0xffff_ffff) }
  }

  /// Appends all of them, soonest first, and at one instant in the order of the alarms.
  ///
  /// Those of one alarm that fall on one instant are one. The same one wins on every run: that of the occurrence that
  /// starts first, then the one whose id is the smallest.
  func append(to all: inout [Firing]) {
    var places: [Place] = []
    places.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for run in runs.indices {
      for index in runs[run].indices { places.append(Place(runs[run][index], run: run, index: index)) }
    }
    places.sort { $0.instant == $1.instant ? $0.place < $1.place : $0.instant < $1.instant }
    if all.isEmpty { all.reserveCapacity(places.count) }
    var before: Place?
    for place in places {
      let firing = runs[place.run][place.index]
      if let before, before.instant == place.instant, alarms[before.run] == alarms[place.run] {
        let other = all[all.count - 1]
        if firing.comesBefore(other) { all[all.count - 1] = firing }
      } else {
        all.append(firing)
      }
      before = place
    }
  }
}

extension Firing {
  /// Whether it comes before another one of its alarm, and rings for both where they fall on one instant.
  func comesBefore(_ other: Firing) -> Bool {
    if instant != other.instant { return instant < other.instant }
    return (occurrence.instant, id) < (other.occurrence.instant, other.id)
  }
}
