import Testing
import Workdays

@Suite("Work weeks")
struct WorkWeekTests {
  @Test(
    "a work week prints in its canonical form and reads back the same",
    arguments: [
      ("Mon-Fri", "mon-fri"), ("sun-thu", "mon, tue, wed, thu, sun"), ("mon", "mon"),
      ("mon-sat / mon-fri from 2026-01-05", "mon-sat / mon-fri from 2026-01-05"),
      ("mon-sat/mon-fri from 2026-01-08", "mon-sat / mon-fri from 2026-01-05"),
      ("mon-fri / mon-fri from 2026-01-05", "mon-fri"),
      ("4 on 2 off from 2026-01-01", "4 on 2 off from 2026-01-01"),
      ("2 ON 2 off 3 on 2 off 2 on 3 off  from 2026-01-01", "2 on 2 off 3 on 2 off 2 on 3 off from 2026-01-01"),
      ("双休", "mon-fri"), ("单休", "mon-sat"), ("周一至周六", "mon-sat"),
      ("大小周 2026-01-05起", "mon-sat / mon-fri from 2026-01-05"),
      ("从2026年1月8日开始，大小周", "mon-sat / mon-fri from 2026-01-05"),
      ("做四休二，从2026-01-01起", "4 on 2 off from 2026-01-01"),
      ("上2天休2天、上3休2、上2休3 自2026-01-01", "2 on 2 off 3 on 2 off 2 on 3 off from 2026-01-01"),
      // Turns of seven days are a week.
      ("5 on 2 off from 2026-01-05", "mon-fri"), ("5 on 2 off from 2026-01-06", "tue-sat"),
    ])
  func prints(text: String, printed: String) throws {
    let week = try #require(WorkWeek(text))
    #expect(week.description == printed)
    #expect(WorkWeek(week.description) == week)
  }

  @Test(
    "what is no work week is refused",
    arguments: [
      "", "often", "workdays", "mon-sat / mon-fri", "mon-sat / from 2026-01-05", "/ from 2026-01-05",
      "mon-sat / mon-fri from 2026-02-30", "4 on from 2026-01-01", "0 on 2 off from 2026-01-01",
      "4 on 0 off from 2026-01-01", "4 off 2 on from 2026-01-01", "300 on 300 off from 2026-01-01", "from 2026-01-01",
      "大小周", "大小周2026-01-05", "做四休二", "做四 从2026-01-01起", "做0休2从2026-01-01起", "从2026-01-01起",
      "从2026-01-01起大小周从2026-01-01起", "双休日起",
    ])
  func refused(text: String) { #expect(WorkWeek(text) == nil) }

  @Test("weeks take turns from the week of their date on, and back before it")
  func bigAndSmall() throws {
    let week = try #require(WorkWeek("mon-sat / mon-fri from 2026-01-05"))
    let saturdays = ["2025-12-20", "2025-12-27", "2026-01-03", "2026-01-10", "2026-01-17", "2026-01-24"]
    #expect(saturdays.map { week.isWorkday(CivilDate($0)!) } == [false, true, false, true, false, true])
    #expect(week.workdays.map(\.abbreviation) == ["mon", "tue", "wed", "thu", "fri"], "what every week has")
  }

  @Test("a shift ignores weeks, and begins with work on its date")
  func shift() throws {
    let week = try #require(WorkWeek("4 on 2 off from 2026-01-01"))
    let letters = (CivilDate("2025-12-30")!...CivilDate("2026-01-10")!).map { week.isWorkday($0) ? "W" : "R" }
    #expect(letters.joined() == "RRWWWWRRWWWW")
  }

  // The notice of 2026: 20 September and 10 October are worked, 1 to 7 October are free.
  // https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
  @Test("a make-up day on a Saturday that is worked anyway changes nothing, and a holiday takes such a Saturday away")
  func layers() throws {
    let isBig = try #require(WorkWeek("mon-sat / mon-fri from 2026-10-05"))
    let isSmall = try #require(WorkWeek("mon-fri / mon-sat from 2026-10-05"))
    func kinds(_ week: WorkWeek) -> [DayKind] {
      let calendar = WorkCalendar(week: week, national: .china)
      return ["2026-10-03", "2026-10-10", "2026-10-17"].map { calendar.day(on: CivilDate($0)!).kind }
    }
    #expect(kinds(isBig) == [.statutoryHoliday, .workday, .restDay])
    #expect(kinds(isSmall) == [.statutoryHoliday, .makeUpWorkday, .workday])
  }

  @Test(
    "a week begins after its longest rest",
    arguments: [
      ("mon-fri", Weekday.monday), ("mon-sat", .monday), ("sun-thu", .sunday), ("sat-wed", .saturday),
      ("tue-sat", .tuesday), ("mon-sun", .monday), ("mon-sat / mon-fri from 2026-01-05", .monday),
    ])
  func firstWeekday(text: String, expected: Weekday) throws {
    #expect(try #require(WorkWeek(text)).firstWeekday == expected)
  }

  @Test("a rule cannot name the whole of weeks that take turns, so it takes no make-up days")
  func swap() throws {
    let week = try #require(WorkWeek("mon-sat / mon-fri from 2026-01-05"))
    let schedule = Schedule(
      days: .phrase(try DaysPhrase("mon-fri")), times: [.midnight], holidays: .swap)
    #expect(schedule.contradiction(week: week) != nil)
    #expect(schedule.contradiction(week: .mondayToFriday) == nil)
  }
}
