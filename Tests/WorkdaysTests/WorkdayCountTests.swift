import Testing
import Workdays

@Suite("Counting workdays")
struct WorkdayCountTests {
  @Test("a count without a walk is what a walk counts, whatever the week, the layers and the years", arguments: 0..<300)
  func agreesWithWalk(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let start = CivilDate(year: Int.random(in: 2005...2035, using: &random), month: 1, day: 1)!
      .adding(days: Int.random(in: 0..<365, using: &random))
    let weeks = [
      "mon-fri", "sun-thu", "mon-sat / mon-fri from 2026-01-05", "4 on 2 off from 2026-01-01",
      "2 on 2 off 3 on 2 off 2 on 3 off from 2020-02-29",
    ]
    let own = (0..<40).map { _ in
      let date = start.adding(days: Int.random(in: -100...4000, using: &random))
      return DayOverride(date: date, kind: Bool.random(using: &random) ? .off : .work, name: "", source: "test")
    }
    let calendar = WorkCalendar(
      week: try #require(WorkWeek(weeks.randomElement(using: &random)!)),
      national: Bool.random(using: &random) ? .china : .unknown(region: "XX"), own: [WorkCalendar.OwnLayer(own)])
    let holidays = Schedule.Holidays.allCases.randomElement(using: &random)!
    let count = WorkdayCount(from: start, by: calendar, seeing: holidays)
    var (walked, date) = (0, start)
    for _ in 0..<8 {
      let next = date.adding(days: Int.random(in: 1...700, using: &random))
      while date < next {
        let isWorkday =
          switch holidays {
          case .swap: calendar.isWorkday(date)
          case .skip: calendar.week.isWorkday(date) && !calendar.isDayOff(date)
          case .ignore: calendar.week.isWorkday(date)
          }
        walked += isWorkday ? 1 : 0
        date = date.adding(days: 1)
      }
      #expect(count.workdays(before: date) == walked, "\(calendar.week), \(holidays), \(start) to \(date)")
    }
    #expect(count.workdays(before: start) == 0)
  }
}
