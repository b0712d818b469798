import Testing
import Workdays

@Suite("The difference of two holiday calendars")
struct HolidayDiffTests {
  private func china(_ years: some Sequence<Int>) -> HolidayCalendar {
    HolidayCalendar(
      region: "CN", statute: .china, noticeYears: years.compactMap { HolidayCalendar.china.noticeYear($0) })
  }

  private func lines(_ diff: HolidayDiff) -> [String] {
    diff.changes.map {
      "\($0.date) \($0.before.kind.rawValue) \($0.before.name ?? "-") > \($0.after.kind.rawValue) \($0.after.name ?? "-")"
    }
  }

  /// The notice of 22 March 2019 against the one of December 2018.
  @Test("the second notice of 2019 changes five days around May Day")
  func mayDay2019() throws {
    let second = try #require(HolidayCalendar.china.noticeYear(2019))
    let mayDay = DayOverride(date: CivilDate("2019-05-01")!, kind: .off, name: "劳动节", source: "first")
    let first = NoticeYear(year: 2019, overrides: second.overrides.filter { $0.name != "劳动节" } + [mayDay])
    let diff = HolidayDiff.between(old: HolidayCalendar.china.replacing(first), new: .china)
    #expect(
      lines(diff) == [
        "2019-04-28 rest-day - > make-up-workday 劳动节", "2019-05-02 workday - > in-lieu-rest-day 劳动节",
        "2019-05-03 workday - > in-lieu-rest-day 劳动节", "2019-05-04 rest-day - > rest-day 劳动节",
        "2019-05-05 rest-day - > make-up-workday 劳动节",
      ])
  }

  @Test("equal calendars differ in nothing, and another source is no change")
  func equal() throws {
    #expect(HolidayDiff.between(old: .china, new: .china).changes.isEmpty)
    let known = try #require(HolidayCalendar.china.noticeYear(2026))
    let copy = NoticeYear(
      year: 2026,
      overrides: known.overrides.map { DayOverride(date: $0.date, kind: $0.kind, name: $0.name, source: "copy") })
    #expect(HolidayDiff.between(old: .china, new: HolidayCalendar.china.replacing(copy)).changes.isEmpty)
  }

  @Test("the difference is what a walk over every day finds", arguments: 2007...2026)
  func agreesWithWalk(year: Int) throws {
    // A notice out of a later order, and one that fills a gap: what lies between is computed from the law.
    for (old, new) in [
      (china(2007..<year), china(2007...year)), (china((2007...2026).filter { $0 != year }), china(2007...2026)),
      (china([2026]), china([year, 2026])),
    ] {
      let (before, after) = (WorkCalendar(national: old), WorkCalendar(national: new))
      let last = (old.announcedYears + new.announcedYears).max()!
      let walked = (CivilDate("2006-12-01")!...CivilDate(year: last, month: 12, day: 31)!).filter { date in
        let (left, right) = (before.day(on: date), after.day(on: date))
        return left.kind != right.kind || left.name != right.name
      }
      #expect(HolidayDiff.between(old: old, new: new).changes.map(\.date) == walked)
    }
  }
}
