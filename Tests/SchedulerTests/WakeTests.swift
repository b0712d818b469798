import Alarms
import Concurrency
import Glibc
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("Waking a suspended machine")
struct WakeTests {
  /// Notes what is set, or refuses.
  private final class FakeTimer: WakeTimer {
    let instants = Guarded<[Instant?]>([])
    private let refusal: WakeRefusal?

    init(refusing refusal: WakeRefusal? = nil) { self.refusal = refusal }

    func set(to instant: Instant?) throws(WakeRefusal) {
      instants.withLock { $0.append(instant) }
      if let refusal { throw refusal }
    }

    var shown: [String] {
      instants.withLock { $0.map { $0?.formatted(utcOffset: 28_800) ?? "never" } }
    }
  }

  @Test("it is woken for the alarms that ask for it, each next ring and snooze in turn, and not for the others")
  func sets() async throws {
    let timer = FakeTimer()
    let rig = try Rig(at: "2026-03-02T05:00", wakeTimer: timer)
    let other = "id: b, at: 05:30, days: every day"
    try await rig.start("id: a, at: 06:30, days: every day, wake: true", other)
    #expect(timer.shown == ["2026-03-02T06:30:00+08:00"])
    await rig.set("2026-03-02T05:30")
    #expect(timer.shown.count == 1, "what is set stays so")
    await rig.set("2026-03-02T06:30")
    #expect(timer.shown.last == "2026-03-03T06:30:00+08:00")
    _ = try await rig.scheduler.snooze("a", Delay("10m")!)
    await rig.clock.waitForSleepers(1)
    #expect(timer.shown.last == "2026-03-02T06:40:00+08:00")
    #expect(await rig.scheduler.wake == .set(Rig.time("2026-03-02T06:40")))
    try await rig.reload("id: a, at: 06:30, days: every day", other)
    #expect(timer.shown.last == "never")
    #expect(await rig.scheduler.wake == .unneeded)
    try await rig.stop()
  }

  @Test("what is skipped or paused wakes nothing")
  func skipped() async throws {
    let timer = FakeTimer()
    let rig = try Rig(at: "2026-03-02T05:00", wakeTimer: timer)
    try await rig.start("id: a, at: [06:30, 07:30], days: every day, wake: true")
    _ = try await rig.scheduler.skip(1, of: "a")
    #expect(timer.shown.last == "2026-03-02T07:30:00+08:00")
    _ = try await rig.scheduler.pause("a", until: nil)
    #expect(timer.shown.last == "never")
    try await rig.stop()
  }

  @Test("where it is refused the alarm rings all the same, and why stands in the state")
  func refused() async throws {
    let rig = try Rig(at: "2026-03-02T05:00", wakeTimer: FakeTimer(refusing: .notPermitted))
    try await rig.start("id: a, at: 06:30, days: every day, wake: true")
    #expect(await rig.scheduler.wake == .refused(.notPermitted))
    await rig.set("2026-03-02T06:30")
    #expect(rig.rung == ["a/2026-03-02T06:30/0m"])
    try await rig.stop()
  }

  @Test("no timer is asked for where no alarm asks")
  func unneeded() async throws {
    let timer = FakeTimer()
    let rig = try Rig(at: "2026-03-02T05:00", wakeTimer: timer)
    try await rig.start(
      "id: a, at: 06:30, days: every day", "id: b, at: 06:30, days: every day, enabled: false, wake: true")
    #expect(timer.shown.isEmpty)
    #expect(await rig.scheduler.wake == .unneeded)
    try await rig.stop()
  }

  /// CAP_WAKE_ALARM is bit 35 of the effective capabilities (capabilities(7), linux/capability.h).
  @Test("the kernel's own timer is given to who has the capability, and else refused with a remedy")
  func kernel() throws {
    let file = try #require(fopen("/proc/self/status", "r"))
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&buffer, 1, buffer.count, file)
    let lines = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("CapEff:") })
    let digits = line.drop { $0 != "\t" }.dropFirst()
    let isPermitted = try #require(UInt64(digits, radix: 16)) & (1 << 35) != 0
    let timer = SystemWakeTimer()
    do throws(WakeRefusal) {
      try timer.set(to: Instant(seconds: 4_102_444_800))
      try timer.set(to: nil)
      #expect(isPermitted && SystemWakeTimer.refusal() == nil)
    } catch .notPermitted {
      // A container may take away what the capability allows.
      #expect(SystemWakeTimer.refusal() == .notPermitted)
      #expect("\(WakeRefusal.notPermitted)".contains("CAP_WAKE_ALARM"))
      #expect(WakeRefusal.notPermitted.remedy.contains("AmbientCapabilities=CAP_WAKE_ALARM"))
    } catch {
      #expect(SystemWakeTimer.refusal() == error)
    }
  }
}
