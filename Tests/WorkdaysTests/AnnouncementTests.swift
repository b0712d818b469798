import Testing
import Workdays

@Suite("a schedule that waits for a notice")
struct AnnouncementTests {
  private func next(_ calendar: WorkCalendar, after date: String) throws -> CivilDate? {
    let schedule = Schedule(days: .phrase(.days(.makeUpWorkdays)), times: [CivilTime(hour: 8, minute: 0)!])
    let midnight = CivilDateTime(date: CivilDate(date)!, time: .midnight)
    return try Occurrences(schedule: schedule, calendar: calendar, zone: .utc)
      .nextOccurrence(after: Instant(midnight, utcOffset: 0))?.day.date
  }

  // The notice of 2026 has people work on 10 October and on no later day of rest:
  // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
  @Test("after the last make-up workday known, the next are said not to be announced")
  func afterTheLast() throws {
    let china = WorkCalendar(national: .china)
    #expect(try next(china, after: "2026-10-10") == CivilDate("2026-10-10"))
    #expect(throws: SearchError.notAnnounced(.makeUpWorkdays, after: CivilDate("2026-10-10"))) {
      try next(china, after: "2026-10-11")
    }
  }

  @Test("a company's day that comes later counts, one that is a workday anyway does not")
  func company() throws {
    let days = ["2027-01-23", "2027-01-25"].map {
      DayOverride(date: CivilDate($0)!, kind: .work, name: "盘点", source: "company-2027.json")
    }
    let calendar = WorkCalendar(national: .china, own: [WorkCalendar.OwnLayer(days)])
    #expect(try next(calendar, after: "2026-10-11") == CivilDate("2027-01-23"))
    #expect(throws: SearchError.notAnnounced(.makeUpWorkdays, after: CivilDate("2027-01-23"))) {
      try next(calendar, after: "2027-01-24")
    }
  }

  @Test("without any data, none is known")
  func noData() {
    let calendar = WorkCalendar(national: .unknown(region: "ZZ"))
    #expect(throws: SearchError.notAnnounced(.makeUpWorkdays, after: nil)) { try next(calendar, after: "2026-10-11") }
  }
}
