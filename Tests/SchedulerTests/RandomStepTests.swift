import Alarms
import Scheduler
import TestSupport
import Testing
import Workdays

/// The clock goes back and forth at random, and what rings is compared with a few lines that say what should.
@Suite("The scheduler on a clock that is set at random", .timeLimit(.minutes(5)))
struct RandomStepTests {
  /// The times of day of each alarm, in minutes; all of every day.
  private static let times = [
    "a": [420, 540], "b": [540], "c": [541, 570, 1200], "d": [0, 1439], "e": [720, 725, 730, 735], "f": [541],
  ]

  private static var alarms: [String] {
    times.sorted { $0.key < $1.key }.map { id, minutes in
      let list = minutes.map { CivilTime(hour: $0 / 60, minute: $0 % 60)!.description }.joined(separator: ", ")
      return "id: \(id), at: [\(list)], days: every day"
    }
  }

  /// What should ring: naive, and with no code of the scheduler's.
  private struct Model {
    var cursor: Int
    var rung: [String] = []
    var known: Set<String> = []

    /// The clock shows `now`, in Unix seconds, and somebody looks.
    mutating func look(_ now: Int) {
      if now < cursor {
        cursor = now
        return
      }
      var due: [(second: Int, id: String)] = []
      for (alarm, minutes) in RandomStepTests.times {
        var late: [(second: Int, id: String)] = []
        // By the clock of Shanghai, eight hours ahead.
        for day in (cursor + 28_800) / 86_400...(now + 28_800) / 86_400 {
          for minute in minutes {
            let second = day * 86_400 + minute * 60 - 28_800
            guard second > cursor, second <= now, now - second <= 1800 else { continue }
            let civil = Instant(seconds: second).civil(utcOffset: 28_800)
            late.append((second, "\(alarm)/\(civil)/0m"))
          }
        }
        // Of several that are due the last one rings for all.
        if let last = late.max(by: { $0.second < $1.second }) { due.append(last) }
      }
      for (_, id) in due.sorted(by: { ($0.second, $0.id) < ($1.second, $1.id) }) where known.insert(id).inserted {
        rung.append(id)
      }
      cursor = now
    }
  }

  @Test(
    "a hundred steps of seconds to years, either way: exactly what should ring rings, and nothing twice",
    arguments: 0..<6)
  func steps(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let start = Rig.time("2026-03-02T08:00")
    let rig = try Rig(at: "2026-03-02T08:00")
    var model = Model(cursor: start.seconds)
    try await rig.start(Self.alarms)
    var now = start.seconds
    for _ in 0..<100 {
      let span: Int =
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: Int.random(in: 1...90, using: &random)
        case 9..<16: Int.random(in: 1...7200, using: &random)
        case 16..<19: Int.random(in: 1...200_000, using: &random)
        default: Int.random(in: 1...30_000_000, using: &random)
        }
      let isBack = Bool.random(using: &random)
      var target = max(start.seconds - 40_000_000, isBack ? now - span : now + span)
      // Half of the steps end just before or at a ring, where mistakes are near.
      if Bool.random(using: &random) {
        let deadline = try #require(rig.clock.deadlines.first).seconds
        target = isBack ? deadline - Int.random(in: 0...2, using: &random) : deadline
      }
      // A step forward wakes the scheduler only if something is due; what is looked at later is the same.
      let isSeen = target < now || rig.clock.deadlines.contains { $0.seconds <= target }
      now = target
      rig.clock.set(to: Instant(seconds: now))
      await rig.clock.waitForSleepers(1)
      if isSeen { model.look(now) }
      // Load beside it: questions, and rings on demand.
      if Int.random(in: 0..<10, using: &random) == 0 { _ = await rig.scheduler.nextFirings(20) }
    }
    let rung = rig.rung.filter { !$0.hasPrefix("missed/") }
    #expect(rung == model.rung, "seed \(seed)")
    #expect(Set(rung).count == rung.count && rung.count > 10)
    try await rig.stop()
  }
}
