import Workdays

/// Lists of firings, each of one alarm or of one of its offsets, to be made one list in a fixed order.
struct FiringRuns {
  private let runs: [[Firing]]

  init(_ runs: [[Firing]]) { self.runs = runs }

  /// Where a firing stands, in less room than it: sorting moves these.
  private struct Place {
    let seconds: Int
    /// The run in the upper half, the place in it in the lower one.
    let place: UInt64

    init(_ instant: Instant, run: Int, index: Int) {
      // Wall times and offsets have no fractions of a second, so a ring has none.
      seconds = instant.seconds
      place = UInt64(run) << 32 | UInt64(index)
    }
  }

  /// All of them, soonest first; of those at one instant the ones of an earlier run come first.
  var joined: [Firing] {
    if runs.count == 1, zip(runs[0], runs[0].dropFirst()).allSatisfy({ $0.instant <= $1.instant }) { return runs[0] }
    var places: [Place] = []
    places.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for (run, firings) in runs.enumerated() {
      for index in firings.indices { places.append(Place(firings[index].instant, run: run, index: index)) }
    }
    places.sort { $0.seconds == $1.seconds ? $0.place < $1.place : $0.seconds < $1.seconds }
    return places.map { runs[Int($0.place >> 32)][Int($0.place & 0xffff_ffff)] }
  }

  /// One at each instant, soonest first. The same one wins on every run: that of the occurrence that starts first, then
  /// the one whose id is the smallest.
  var oneAtEachInstant: [Firing] {
    let all = joined
    guard zip(all, all.dropFirst()).contains(where: { $0.instant == $1.instant }) else { return all }
    var kept: [Firing] = []
    for firing in all {
      guard let last = kept.last, last.instant == firing.instant else {
        kept.append(firing)
        continue
      }
      if (firing.occurrence.instant, firing.id) < (last.occurrence.instant, last.id) { kept[kept.count - 1] = firing }
    }
    return kept
  }
}
