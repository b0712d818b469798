import Alarms
import Scheduler
import Testing
import Workdays

@Suite("What to do with a firing at a moment")
struct VerdictTests {
  static let instant = Instant("2026-03-02T03:00:00+08:00")!

  private static func late(_ late: Duration, _ policy: MissedPolicy) -> Verdict {
    verdict(on: instant, now: instant.advanced(by: late), missed: policy)
  }

  @Test("before its instant it waits, to the nanosecond", arguments: [MissedPolicy.always, .standard, .never])
  func waits(policy: MissedPolicy) {
    let now = Self.instant.advanced(by: .nanoseconds(-1))
    #expect(verdict(on: Self.instant, now: now, missed: policy) == .wait(until: Self.instant))
    #expect(Self.late(.seconds(-86_400), policy) == .wait(until: Self.instant))
    #expect(Self.late(.zero, policy) == .ring(late: .zero))
  }

  @Test("3.9 seconds late is on time under every policy", arguments: [MissedPolicy.always, .standard, .never])
  func slightlyLate(policy: MissedPolicy) {
    #expect(Self.late(.milliseconds(3900), policy) == .ring(late: .milliseconds(3900)))
  }

  @Test(
    "beyond that the policy decides",
    arguments: [
      (.standard, .seconds(1800), true), (.standard, .seconds(1801), false),
      (.within(.seconds(60)), .seconds(60), true), (.within(.seconds(60)), .milliseconds(60_001), false),
      (.never, .seconds(30), true), (.never, .seconds(31), false),
      (.always, .seconds(31), true), (.always, .seconds(4_000_000_000), true),
      (.within(.seconds(5)), .seconds(30), true), (.within(.seconds(5)), .seconds(31), false),
    ] as [(MissedPolicy, Duration, Bool)])
  func grace(policy: MissedPolicy, late: Duration, rings: Bool) {
    #expect(Self.late(late, policy) == (rings ? .ring(late: late) : .missed(late: late)))
  }
}
