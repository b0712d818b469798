import Alarms
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

  /// A pipe stands in for the kernel's timer, since no test sets the machine's clock: it becomes readable as well.
  @Test("every sleeper wakes when the clock is set, each time")
  func steps() async throws {
    let (descriptor, step) = try steppingPipe()
    let clock = SystemClock(stepDescriptor: descriptor)
    for _ in 0..<3 {
      let sleepers = (0..<3).map { _ in sleeper(on: clock) }
      // Again and again, since a task may take its time to fall asleep.
      let stepping = Task {
        let pace = SystemClock()
        while true {
          step()
          try await pace.sleep(until: pace.now.advanced(by: .milliseconds(5)))
        }
      }
      for sleeper in sleepers { try await sleeper.value }
      stepping.cancel()
      await #expect(throws: CancellationError.self) { try await stepping.value }
    }
  }

  @Test("a step while nobody sleeps wakes the next sleeper, and only that one")
  func stepBeforeSleep() async throws {
    let (descriptor, step) = try steppingPipe()
    let clock = SystemClock(stepDescriptor: descriptor)
    step()
    try await sleeper(on: clock).value
    let second = sleeper(on: clock)
    try await clock.sleep(until: clock.now.advanced(by: .milliseconds(50)))
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
  }

  @Test("who has decided by a later time than the clock shows does not sleep: it was set back before the sleep began")
  func setBackBefore() async throws {
    let clock = SystemClock()
    let now = clock.now
    try await clock.sleep(until: now.advanced(by: .seconds(86_400)), seen: now.advanced(by: .seconds(3600)))
    #expect(clock.now < now.advanced(by: .seconds(3600)))
  }

  @Test("the kernel's timer is absolute, of the wall clock, and cancelled when that is set")
  func kernelTimer() throws {
    let descriptor = ClockSteps.kernelTimer()
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let file = try #require(fopen("/proc/self/fdinfo/\(descriptor)", "r"))
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    let lines = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
    // CLOCK_REALTIME is 0; TFD_TIMER_ABSTIME is 1 and TFD_TIMER_CANCEL_ON_SET 2 (proc(5), timerfd_create(2)).
    #expect(lines.contains("clockid: 0"))
    #expect(lines.contains("settime flags: 03"))
  }

  /// A task that sleeps for a day.
  private func sleeper(on clock: SystemClock) -> Task<Void, any Error> {
    let deadline = clock.now.advanced(by: .seconds(86_400))
    return Task { try await clock.sleep(until: deadline) }
  }

  /// The end of a pipe to read from, and what makes it readable. The end to write to stays open.
  private func steppingPipe() throws -> (descriptor: Int32, step: @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let writing = ends[1]
    return (ends[0], { _ = write(writing, [UInt8](repeating: 0, count: 8), 8) })
  }
}
