import Alarms
import Journal
import Scheduler
import TestSupport
import Testing
import Workdays

@Suite("The scheduler over a year", .timeLimit(.minutes(5)))
struct YearTests {
  /// Workdays with make-up days, offsets that fall on other days, a lunar date, a last workday, a rule with a move, a zone
  /// whose clock changes.
  private static let alarms = [
    "id: clock-in, at: 09:00, days: workdays, remind: [-10m, 0m]",
    "id: eve, at: 08:00, days: make-up workdays, remind: 20:00 the day before",
    "id: payroll, at: 10:00, days: last workday of the month, remind: [-2wd, 0m]",
    "id: mother, at: 08:00, days: lunar 8-15",
    "id: retro, at: 16:00, rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR, start: 2026-01-09, move: previous",
    "id: berlin, at: 02:30, days: every day, timezone: Europe/Berlin",
    "id: stretch, at: every 3h from 09:00 to 18:00, days: mon-fri, holidays: ignore",
  ]

  @Test("everything that rings in 2026 is what the planner lists for that year, in that order, each on its second")
  func year() async throws {
    let (start, end) = (Rig.time("2026-01-01T00:00"), Rig.time("2027-01-01T00:00"))
    let rig = try Rig(at: "2026-01-01T00:00")
    let configuration = try Rig.configuration(Self.alarms)
    try await rig.start(Self.alarms)
    while let next = rig.clock.deadlines.first, next < end {
      rig.clock.set(to: next)
      await rig.clock.waitForSleepers(1)
    }
    let expected = configuration.planner.firings(in: start.advanced(by: .nanoseconds(1))..<end)
      .sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
    #expect(rig.rung == expected.map(\.id))
    #expect(rig.rings.map(\.fires) == expected.map(\.instant))
    // 365 nights in Berlin; 248 workdays by the notice for 2026, twice each
    // (https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm).
    let counts = Dictionary(grouping: rig.rings) { $0.report.alarm ?? "" }.mapValues(\.count)
    #expect(counts["berlin"] == 365 && counts["mother"] == 1)
    let records = try await rig.journal.history(limit: 10_000)
    #expect(records.count == expected.count && records.allSatisfy { $0.verdict == .rung(lateBy: .zero) })
    try await rig.stop()
  }
}
