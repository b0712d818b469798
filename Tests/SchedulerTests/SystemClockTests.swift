import Glibc
import Scheduler
import Testing
import Workdays

/// The machine's own clock is only read here; what depends on its steps is tested on one that stands still.
@Suite("The machine's clock")
struct SystemClockTests {
  @Test("it shows Unix time")
  func now() {
    let clock = SystemClock()
    let (before, now, after) = (time(nil), clock.now, time(nil))
    // time() reads a coarser clock, which may lag by a tick.
    #expect((before - 1...after + 1).contains(now.seconds))
  }

  @Test("a sleeper wakes at its deadline and not before", arguments: [0, 1, 30, 200])
  func sleeps(milliseconds: Int) async throws {
    let clock = SystemClock()
    let deadline = clock.now.advanced(by: .milliseconds(milliseconds))
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test("a deadline that has passed is no sleep, however long ago", arguments: [-1, -1_000_000_000])
  func past(seconds: Int) async throws {
    let clock = SystemClock()
    try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
  }

  @Test("a sleeper that is cancelled wakes, before it sleeps or while it does", arguments: 0..<50)
  func cancelled(round: Int) async throws {
    let clock = SystemClock()
    let deadline = clock.now.advanced(by: .seconds(86_400))
    let sleeper = Task { try await clock.sleep(until: deadline) }
    for _ in 0..<round { await Task.yield() }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("a deadline of centuries ahead is slept for, not taken for one that has passed")
  func farAhead() async throws {
    let clock = SystemClock()
    // The scheduler's deadline when nothing is due at all.
    let sleeper = Task { try await clock.sleep(until: Instant(seconds: Int(Int32.max) * 4)) }
    try await clock.sleep(until: clock.now.advanced(by: .milliseconds(50)))
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
