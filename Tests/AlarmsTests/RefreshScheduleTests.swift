import Alarms
import Testing
import Workdays

/// When holiday data is asked for again.
@Suite("When holiday data is fetched")
struct RefreshScheduleTests {
  private let now = Instant("2026-07-01T00:00:00Z")!

  /// Hours from the last check to the next.
  private func hours(spread: Double, failures: [String] = [], isNoticeDue: Bool = false) -> Double {
    let state = HolidaySourceState(checked: now.seconds, failures: failures)
    let next = RefreshSchedule(spread: spread).next(after: state, isNoticeDue: isNoticeDue, now: now)
    return Double(next.seconds - now.seconds) / 3600
  }

  @Test("about once a day, every few hours while a notice is due, within two hours after a failure; spread by jitter")
  func spans() {
    #expect(hours(spread: 0) == 22 && hours(spread: 1) == 26)
    #expect(hours(spread: 0, isNoticeDue: true) == 3 && hours(spread: 1, isNoticeDue: true) == 4)
    #expect(hours(spread: 0, failures: ["no answer"]) == 1 && hours(spread: 1, failures: ["no answer"]) == 2)
    #expect(hours(spread: 0.25) == 23)
  }

  @Test("what was never tried, or was checked by a clock ahead of this one, is due at once; what is overdue too")
  func atOnce() {
    let schedule = RefreshSchedule(spread: 0.5)
    #expect(schedule.next(after: nil, isNoticeDue: false, now: now) == now)
    let ahead = HolidaySourceState(checked: now.seconds + 1)
    #expect(schedule.next(after: ahead, isNoticeDue: false, now: now) == now)
    let old = HolidaySourceState(checked: now.seconds - 30 * 86_400)
    #expect(schedule.next(after: old, isNoticeDue: false, now: now) == now)
  }

  @Test("a notice is due from the middle of October on, and while the present year has none")
  func notices() {
    func isDue(_ date: String, _ national: HolidayCalendar = .china) -> Bool {
      RefreshSchedule.isNoticeDue(national, today: CivilDate(date)!)
    }
    #expect(!isDue("2026-10-14") && isDue("2026-10-15") && isDue("2026-12-31"))
    #expect(isDue("2027-01-01") && isDue("2027-06-01"), "2027 is not known")
    #expect(!isDue("2025-11-30"), "2026 is known")
    let law = HolidayCalendar(
      region: "XX", statute: nil, noticeYears: (2026...2027).map { NoticeYear(year: $0, overrides: [], basis: .law) })
    #expect(!isDue("2026-12-01", law))
  }
}
