import Testing
import Workdays

@Suite("Half-days")
struct HalfDayTests {
  private static let noon = CivilTime("12:00")!

  private func work(_ date: String, until: String?, _ name: String = "", source: String = "s") -> DayOverride {
    DayOverride(
      date: CivilDate(date)!, kind: .work, name: name, source: source, worksUntil: until.map { CivilTime($0)! })
  }

  private func off(_ date: String, _ name: String) -> DayOverride {
    DayOverride(date: CivilDate(date)!, kind: .off, name: name, source: "s")
  }

  private func national(_ overrides: DayOverride...) -> HolidayCalendar {
    HolidayCalendar(
      region: "XX", statute: nil, noticeYears: [NoticeYear(year: 2026, overrides: overrides)])
  }

  /// The local times of what a schedule yields from 21 December 2026 on, a Monday, with their nominal ones.
  private func moments(_ schedule: Schedule, _ calendar: WorkCalendar, days: Int) -> [String] {
    let start = Instant("2026-12-21T00:00:00Z")!
    let occurrences = Occurrences(schedule: schedule, calendar: calendar, zone: .utc)
    return occurrences.occurrences(in: start..<start.advanced(by: .seconds(days * 86_400))).map {
      $0.wanted == $0.nominal ? "\($0.civil)" : "\($0.civil) for \($0.nominal)"
    }
  }

  private func workdays(_ times: String..., halfDays: Schedule.HalfDays) -> Schedule {
    Schedule(days: .phrase(.days(.workdays)), times: times.map { CivilTime($0)! }, halfDays: halfDays)
  }

  /// WD-14, of vacanza/holidays#292 and #20: a half-day off was stored as a whole one.
  @Test(
    "on a half-day the morning's alarm rings, and the afternoon's only where it is to be kept",
    arguments: [
      ("08:30", Schedule.HalfDays.drop, "2026-12-24T08:30:00+01:00"), ("14:00", .drop, "2026-12-28T14:00:00+01:00"),
      ("08:30", .keep, "2026-12-24T08:30:00+01:00"), ("14:00", .keep, "2026-12-24T14:00:00+01:00"),
    ])
  func christmasEve(time: String, halfDays: Schedule.HalfDays, expected: String) throws {
    let calendar = WorkCalendar(
      national: national(
        work("2026-12-24", until: "12:00", "Heiligabend (half)"), off("2026-12-25", "1. Weihnachtstag")))
    let schedule = Schedule(
      days: .rule(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")), times: [CivilTime(time)!],
      start: CivilDateTime("2026-12-21T\(time)"), holidays: .skip, halfDays: halfDays)
    let zone = try systemZone("Europe/Berlin")
    let next = try Occurrences(schedule: schedule, calendar: calendar, zone: zone)
      .nextOccurrence(after: Instant("2026-12-23T20:00:00+01:00")!)
    #expect(next?.instant == Instant(expected))
  }

  @Test(
    "it stays the workday that it is below, with the name, the source and the end of the entry",
    arguments: [
      ("2026-12-24", DayKind.workday, DayKind.workday), ("2026-12-26", .makeUpWorkday, .personalWorkday),
    ])
  func kinds(date: String, ordered: DayKind, own: DayKind) {
    let entry = work(date, until: "12:00", "Eve", source: "notice")
    let below = WorkCalendar(national: national(entry))
    let above = WorkCalendar(national: .unknown(region: "XX"), own: [WorkCalendar.OwnLayer([entry])])
    for (calendar, kind) in [(below, ordered), (above, own)] {
      let day = calendar.day(on: entry.date)
      #expect(day.kind == kind && day.isWorkday && calendar.isWorkday(entry.date))
      #expect(day.name == "Eve" && day.source == "notice" && day.worksUntil == Self.noon)
      #expect(calendar.workEnd(on: entry.date) == Self.noon)
      #expect(calendar.workEnd(on: entry.date.adding(days: 1)) == nil)
    }
  }

  @Test("the highest layer that names the date says how long it is worked")
  func layers() {
    let company = WorkCalendar.OwnLayer([work("2026-12-24", until: "12:00"), work("2026-12-31", until: "15:00")])
    let personal = WorkCalendar.OwnLayer([work("2026-12-24", until: nil), off("2026-12-31", "leave")])
    let calendar = WorkCalendar(national: .unknown(region: "XX"), own: [company, personal])
    for date in ["2026-12-24", "2026-12-31"] {
      #expect(calendar.workEnd(on: CivilDate(date)!) == nil && calendar.day(on: CivilDate(date)!).worksUntil == nil)
    }
    #expect(!calendar.isWorkday(CivilDate("2026-12-31")!))
  }

  @Test("what begins as the work ends is not after it; what begins later is dropped")
  func drop() {
    let calendar = WorkCalendar(national: national(work("2026-12-22", until: "12:00")))
    #expect(
      moments(workdays("09:00", "12:00", "12:00:01", "18:00", halfDays: .drop), calendar, days: 2) == [
        "2026-12-21T09:00", "2026-12-21T12:00", "2026-12-21T12:00:01", "2026-12-21T18:00", "2026-12-22T09:00",
        "2026-12-22T12:00",
      ])
  }

  @Test("a time of its own takes the place of the last one, which still names the occurrence")
  func at() {
    let calendar = WorkCalendar(national: national(work("2026-12-22", until: "12:00")))
    let early = Schedule.HalfDays.at(CivilTime("11:55")!)
    #expect(
      moments(workdays("18:00", halfDays: early), calendar, days: 3) == [
        "2026-12-21T18:00", "2026-12-22T11:55 for 2026-12-22T18:00", "2026-12-23T18:00",
      ])
    // In, out to lunch, back, out: nobody comes back to a day that is over.
    #expect(
      moments(workdays("09:00", "12:00", "13:30", "18:00", halfDays: early), calendar, days: 2).dropFirst(4) == [
        "2026-12-22T09:00", "2026-12-22T11:55 for 2026-12-22T18:00", "2026-12-22T12:00",
      ])
  }

  @Test("a schedule that does not see holidays does not see half-days")
  func unseen() {
    let calendar = WorkCalendar(national: national(work("2026-12-22", until: "12:00")))
    var schedule = Schedule(days: .phrase(.everyDay), times: [CivilTime("18:00")!], halfDays: .drop)
    #expect(moments(schedule, calendar, days: 2).count == 2)
    schedule.holidays = .skip
    #expect(moments(schedule, calendar, days: 2) == ["2026-12-21T18:00"])
  }

  @Test("what a half-day drops is none of the counted, and a date moved to a half-day obeys it")
  func countAndMove() {
    let calendar = WorkCalendar(national: national(work("2026-12-22", until: "12:00"), off("2026-12-23", "a")))
    var schedule = workdays("18:00", halfDays: .drop)
    (schedule.start, schedule.count) = (CivilDateTime("2026-12-21T00:00")!, 2)
    #expect(moments(schedule, calendar, days: 9) == ["2026-12-21T18:00", "2026-12-24T18:00"])
    let moved = Schedule(
      days: .phrase(.dates([CivilDate("2026-12-23")!])), times: [CivilTime("18:00")!], move: .previous,
      halfDays: .at(CivilTime("11:00")!))
    #expect(moments(moved, calendar, days: 9) == ["2026-12-22T11:00 for 2026-12-23T18:00"])
  }

  @Test("a half-day on a workday changes something: no doubt, and a difference where its end changes")
  func guarded() {
    let half = NoticeYear(year: 2026, overrides: [work("2026-12-24", until: "12:00", "Eve")])
    let whole = NoticeYear(year: 2026, overrides: [work("2026-12-24", until: nil, "Eve")])
    let later = NoticeYear(year: 2026, overrides: [work("2026-12-24", until: "13:00", "Eve")])
    let holidays = HolidayGuard(week: .mondayToFriday, statute: nil)
    #expect(holidays.doubts(about: half).isEmpty)
    #expect(holidays.doubts(about: whole) == [.confirmsPattern(whole.overrides[0])])
    func calendar(_ year: NoticeYear) -> HolidayCalendar {
      HolidayCalendar(region: "XX", statute: nil, noticeYears: [year])
    }
    let diff = HolidayDiff.between(old: calendar(half), new: calendar(later))
    #expect(diff.changes.map { $0.before.worksUntil } == [Self.noon])
    #expect(diff.changes.map { $0.after.worksUntil } == [CivilTime("13:00")])
    #expect(HolidayDiff.between(old: calendar(half), new: calendar(half)).changes.isEmpty)
  }

  @Test("what becomes of a half-day is read as it is printed", arguments: ["keep", "drop", "11:30", "11:30:05"])
  func text(text: String) {
    #expect(Schedule.HalfDays(text)?.description == text)
    for wrong in ["", "Drop", "noon", "24:00"] { #expect(Schedule.HalfDays(wrong) == nil) }
  }
}
