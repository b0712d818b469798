import Scheduler
import Testing
import TestSupport
import Workdays

@Suite("The heap of next firings")
struct FiringHeapTests {
  @Test("it gives back in the order that sorting gives", arguments: 0..<40)
  func agreesWithSorting(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    // Few distinct instants, so that many are equal.
    let instants = (0..<Int.random(in: 0...200, using: &random)).map { _ in
      Instant(seconds: Int.random(in: 0...50, using: &random), nanoseconds: Int.random(in: 0...1, using: &random))
    }
    var heap = FiringHeap()
    for (index, instant) in instants.enumerated() { heap.insert(.init(instant: instant, index: index)) }
    #expect(heap.count == instants.count)
    var (order, indices): ([Instant], Set<Int>) = ([], [])
    while let first = heap.first {
      #expect(heap.popFirst() == first)
      order.append(first.instant)
      indices.insert(first.index)
    }
    #expect(order == instants.sorted())
    #expect(indices == Set(instants.indices))
    #expect(heap.popFirst() == nil)
  }

  @Test("taking and adding may alternate", arguments: 0..<20)
  func mixed(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (heap, sorted): (FiringHeap, [Int]) = (FiringHeap(), [])
    for index in 0..<500 {
      if Bool.random(using: &random) {
        let second = Int.random(in: -1000...1000, using: &random)
        heap.insert(.init(instant: Instant(seconds: second), index: index))
        sorted.append(second)
        sorted.sort()
      } else {
        #expect(heap.popFirst()?.instant.seconds == (sorted.isEmpty ? nil : sorted.removeFirst()))
      }
    }
  }
}
