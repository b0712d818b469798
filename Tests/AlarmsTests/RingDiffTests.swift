import Alarms
import Testing
import TestSupport
import Workdays

/// The notices of 2008 through 2026 come out one by one; what rings differently is told.
@Suite("What a notice moves")
struct RingDiffTests {
  private static let texts = [
    // As the built-in default has it, and rings that move with the workdays around them.
    "{id: clock-in, at: \"09:00\", days: workdays, remind: [-10m]}",
    "{id: payroll, at: \"10:00\", days: last workday of the month, remind: [-1wd, 0m]}",
    "{id: rent, at: \"08:00\", rrule: FREQ=MONTHLY;BYMONTHDAY=1, move: next, start: 2007-01-01}",
    "{id: make-up, at: \"07:00\", days: make-up workdays, remind: [\"20:00 the day before\"]}",
    "{id: daily, at: \"12:00\", days: every day}",
  ]

  private struct Rig {
    let alarms: [Alarm]
    let zones: [String: ZoneRules]

    init() throws {
      let text = "region: CN\nalarms:\n" + RingDiffTests.texts.map { "  - \($0)\n" }.joined()
      let loaded = try configuration(text)
      (alarms, zones) = (loaded.alarms, loaded.zones)
    }

    /// The plan by the notices of 2007 up to `year`.
    func planner(upTo year: Int) -> Planner {
      let known = (2007...year).compactMap { HolidayCalendar.china.noticeYear($0) }
      let national = HolidayCalendar(region: "CN", statute: .china, noticeYears: known)
      return Planner(alarms: alarms, calendar: WorkCalendar(national: national), zones: zones)
    }
  }

  private func range(_ year: Int) -> Range<Instant> {
    Instant("\(year - 1)-11-01T00:00:00Z")!..<Instant("\(year + 1)-03-01T00:00:00Z")!
  }

  @Test("the difference is that of the full plans: nothing missing, nothing extra", arguments: 2008...2026)
  func replay(year: Int) throws {
    let rig = try Rig()
    let (old, new, range) = (rig.planner(upTo: year - 1), rig.planner(upTo: year), range(year))
    let diff = RingDiff.between(old: old, new: new, in: range)
    // By a walk over the lists, with no dictionary.
    func lines(_ planner: Planner) -> Set<String> {
      Set(planner.firings(in: range).map { "\($0.id) \($0.instant.seconds)" })
    }
    let (before, after) = (lines(old), lines(new))
    let gone =
      diff.removed.map { "\($0.id) \($0.instant.seconds)" }
      + diff.moved.map { "\($0.before.id) \($0.before.instant.seconds)" }
    let come =
      diff.added.map { "\($0.id) \($0.instant.seconds)" }
      + diff.moved.map { "\($0.after.id) \($0.after.instant.seconds)" }
    #expect(Set(gone) == before.subtracting(after))
    #expect(Set(come) == after.subtracting(before))
    #expect(gone.count == Set(gone).count && come.count == Set(come).count)
    #expect(Set(diff.added.map(\.id)).isDisjoint(with: diff.removed.map(\.id)))
    #expect(diff.moved.allSatisfy { $0.before.id == $0.after.id && $0.before.instant != $0.after.instant })
    #expect(!diff.isEmpty && RingDiff.between(old: new, new: new, in: range).isEmpty)
  }

  /// The days of 国办发明电〔2025〕7号, against the law alone: 1 January; 16 to 19 February; 5 April; 1 and 2 May;
  /// 19 June; 25 September; 1 to 3 October.
  @Test("the notice of 2026 adds the make-up days and takes away the weekdays that it frees")
  func notice2026() throws {
    let rig = try Rig()
    let diff = RingDiff.between(old: rig.planner(upTo: 2025), new: rig.planner(upTo: 2026), in: range(2026))
    func dates(_ firings: [Firing]) -> [String] {
      firings.filter { $0.alarm == "clock-in" }.map { "\($0.occurrence.nominal.date)" }
    }
    #expect(dates(diff.added) == ["2026-01-04", "2026-02-14", "2026-02-28", "2026-05-09", "2026-09-20", "2026-10-10"])
    #expect(
      dates(diff.removed) == [
        "2026-01-02", "2026-02-20", "2026-02-23", "2026-04-06", "2026-05-04", "2026-05-05", "2026-10-05", "2026-10-06",
        "2026-10-07",
      ])
    #expect(
      diff.moved.map { "\($0.before.alarm) \($0.before.occurrence.civil.date) > \($0.after.occurrence.civil.date)" }
        == [
          "rent 2026-01-02 > 2026-01-04", "rent 2026-05-04 > 2026-05-06", "rent 2026-10-05 > 2026-10-08",
        ], "the next workday after the holiday on the first of a month")
  }

  @Test("a ring that keeps its event and moves to another day is told as moved")
  func moved() throws {
    let loaded = try configuration(
      "region: CN\nalarms: [{id: rent, at: \"08:00\", rrule: FREQ=MONTHLY;BYMONTHDAY=4, move: next, start: 2026-01-01}]"
    )
    func planner(_ calendar: WorkCalendar) -> Planner {
      Planner(alarms: loaded.alarms, calendar: calendar, zones: loaded.zones)
    }
    // 4 May 2026, a Monday, rests by the notice, as 5 May does.
    let weeks = WorkCalendar(national: .unknown(region: "CN"))
    let range = Instant("2026-05-01T00:00:00Z")!..<Instant("2026-05-31T00:00:00Z")!
    let diff = RingDiff.between(old: planner(weeks), new: planner(loaded.calendar), in: range)
    #expect(diff.added.isEmpty && diff.removed.isEmpty)
    #expect(diff.moved.map(\.before.instant) == [Instant("2026-05-04T00:00:00Z")!])
    #expect(diff.moved.map(\.after.instant) == [Instant("2026-05-06T00:00:00Z")!])
  }
}
