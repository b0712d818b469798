import Testing
import Workdays

@Suite("Lunar dates")
struct LunarDateTests {
  /// The month on whose first day published tables disagree: 28 or 29 September 2057.
  private static let disputed = CivilDate(year: 2057, month: 9, day: 28)!

  /// First day, lunar year, month, leap or not, days: from another program, with month 9 of 2057 a day later than here.
  private static func vectors() throws -> [[String]] {
    dataLines(try contents(of: packagePath("Tests/WorkdaysTests/Vectors/lunar-months.txt")))
      .map { $0.split(separator: " ").map(String.init) }
  }

  @Test(
    "every day from 1900-01-31 to the end of lunar 2100 is as lunar_python has it, both ways, but for 30 days in 2057")
  func everyDay() throws {
    var (days, differing) = (0, [CivilDate]())
    for fields in try Self.vectors() {
      let first = try #require(CivilDate(fields[0]))
      for day in 1...Int(fields[4])! {
        let date = first.adding(days: day - 1)
        let lunar = try #require(LunarDate(date))
        let same =
          lunar.year == Int(fields[1]) && lunar.month == Int(fields[2]) && lunar.isLeapMonth == (fields[3] == "1")
          && lunar.day == day
        if !same { differing.append(date) }
        let back = LunarDate(year: lunar.year, month: lunar.month, isLeapMonth: lunar.isLeapMonth, day: lunar.day)
        #expect(back == lunar && back?.civilDate == date)
        days += 1
      }
    }
    #expect(days == 73_412)
    #expect(differing == (0..<30).map { Self.disputed.adding(days: $0) })
  }

  // Case LU-05: whichever reading is taken, nothing may repeat or be left out.
  @Test("days run on without repeat or hole, in months of 29 or 30 days")
  func continuity() throws {
    var date = try #require(LunarDate.firstDay(ofYear: 1900))
    var previous = try #require(LunarDate(date))
    #expect(previous.day == 1 && previous.month == 1)
    while case let next = date.adding(days: 1), let lunar = LunarDate(next) {
      if lunar.day == 1 {
        #expect(previous.day == 29 || previous.day == 30)
        let isNextMonth = lunar.month == previous.month % 12 + 1 && !lunar.isLeapMonth
        let isRepeat = lunar.month == previous.month && lunar.isLeapMonth && !previous.isLeapMonth
        #expect(isNextMonth || isRepeat, "\(previous) then \(lunar)")
        #expect(lunar.year == previous.year + (lunar.month == 1 && !lunar.isLeapMonth ? 1 : 0))
      } else {
        #expect(lunar.day == previous.day + 1 && lunar.month == previous.month, "\(previous) then \(lunar)")
      }
      (date, previous) = (next, lunar)
    }
    #expect(date.description == "2101-01-28")
  }

  @Test("outside the table there is no lunar date")
  func outside() {
    #expect(LunarDate(CivilDate("1900-01-30")!) == nil)
    #expect(LunarDate(CivilDate("2101-01-29")!) == nil)
    #expect(LunarDate(CivilDate.earliest) == nil)
    #expect(LunarDate(CivilDate.latest) == nil)
    #expect(LunarDate(year: 1899, month: 1, day: 1) == nil)
    #expect(LunarDate(year: 2101, month: 1, day: 1) == nil)
    #expect(LunarDate.firstDay(ofYear: 2101) == nil)
    #expect(LunarDate.leapMonth(ofYear: 1899) == nil)
  }

  @Test("days that the calendar lacks are refused")
  func refused() {
    #expect(LunarDate(year: 2026, month: 0, day: 1) == nil)
    #expect(LunarDate(year: 2026, month: 13, day: 1) == nil)
    #expect(LunarDate(year: 2026, month: 1, day: 0) == nil)
    #expect(LunarDate(year: 2026, month: 1, day: 31) == nil)
    // 除夕 of the lunar year 2025 is its day 29.
    #expect(LunarDate(year: 2025, month: 12, day: 30) == nil)
    // 2025 has a leap sixth month, 2026 none.
    #expect(LunarDate(year: 2025, month: 6, isLeapMonth: true, day: 1)?.civilDate.description == "2025-07-25")
    #expect(LunarDate(year: 2026, month: 6, isLeapMonth: true, day: 1) == nil)
    #expect(LunarDate(year: 2025, month: 7, isLeapMonth: true, day: 1) == nil)
  }

  // Cases LU-01 (2033 has a leap eleventh month), LU-03 (a new moon two minutes after midnight), LU-13 (New Year's days).
  @Test(
    "dates on which programs and almanacs went wrong",
    arguments: [
      ("2033-08-25", 8, 1, false), ("2033-09-23", 9, 1, false), ("2033-11-22", 11, 1, false),
      ("2033-12-21", 11, 30, false), ("2033-12-22", 11, 1, true), ("2033-12-31", 11, 10, true),
      ("2034-01-20", 12, 1, false),
      ("2018-11-07", 9, 30, false), ("2018-11-08", 10, 1, false), ("2018-12-06", 10, 29, false),
      ("2018-12-07", 11, 1, false),
      ("2015-02-18", 12, 30, false), ("2015-02-19", 1, 1, false), ("2018-02-15", 12, 30, false),
      ("2018-02-16", 1, 1, false),
    ])
  func knownDates(date: String, month: Int, day: Int, leap: Bool) throws {
    let lunar = try #require(CivilDate(date).flatMap { LunarDate($0) })
    #expect(lunar.month == month && lunar.day == day && lunar.isLeapMonth == leap)
  }

  // Case LU-11.
  @Test(
    "the lunar date belongs to the civil date, whatever the hour and the zone",
    arguments: ["Asia/Taipei", "Asia/Shanghai", "America/New_York", "Pacific/Kiritimati"])
  func anyZone(zone: String) throws {
    let rules = try systemZone(zone)
    let instant = try #require(rules.instant(of: CivilDateTime("2018-08-09T23:30")!))
    let lunar = try #require(LunarDate(rules.civil(at: instant).date))
    #expect(lunar.month == 6 && lunar.day == 28 && !lunar.isLeapMonth)
  }

  // Case LU-07.
  @Test("day 30 of a short month is its last day, or none when not clamped")
  func clamped() {
    let expected = [
      "2024-02-09", "2025-01-28", "2026-02-16", "2027-02-05", "2028-01-25", "2029-02-12", "2030-02-02", "2031-01-22",
    ]
    let years = 2023...2030
    #expect(
      years.map { LunarDate.civilDate(year: $0, month: 12, day: 30, clamped: true)?.description } == expected)
    let exact = years.compactMap { LunarDate.civilDate(year: $0, month: 12, day: 30, clamped: false)?.description }
    #expect(exact == ["2024-02-09", "2030-02-02"])
    #expect(LunarDate.civilDate(year: 2023, month: 2, day: 30, clamped: false)?.description == "2023-03-21")
  }

  @Test("a leap month that a year lacks is the regular month, or none when not clamped")
  func clampedLeapMonth() {
    // 2033-11-22 begins the eleventh month and 2033-12-22 the leap eleventh; 2034 has no leap eleventh.
    let leap = { LunarDate.civilDate(year: $0, month: 11, isLeapMonth: true, day: 1, clamped: $1)?.description }
    #expect(leap(2033, true) == "2033-12-22")
    #expect(leap(2033, false) == "2033-12-22")
    #expect(leap(2034, true) == LunarDate(year: 2034, month: 11, day: 1)?.civilDate.description)
    #expect(leap(2034, false) == nil)
    #expect(LunarDate.civilDate(year: 2034, month: 11, day: 31, clamped: true) == nil)
    #expect(LunarDate.civilDate(year: 2034, month: 13, day: 1, clamped: true) == nil)
  }

  // Case LU-09: in January the lunar year is still the old one.
  @Test("months 11 and 12 reach into the next civil year")
  func january() throws {
    let now = try #require(LunarDate(CivilDate("2024-01-04")!))
    #expect(now.year == 2023)
    let days = (0...1).map { LunarDate.civilDate(year: now.year + $0, month: 12, day: 18, clamped: true)?.description }
    #expect(days == ["2024-01-28", "2025-01-17"])
  }

  @Test(
    "dates are written as a wall calendar has them",
    arguments: [
      ("2026-09-20", "八月初十"), ("2025-07-25", "闰六月初一"), ("2024-02-09", "腊月三十"), ("2026-02-17", "正月初一"),
      ("2033-12-31", "闰冬月初十"), ("2018-11-07", "九月三十"), ("2018-08-09", "六月廿八"), ("2015-02-18", "腊月三十"),
    ])
  func text(date: String, expected: String) throws {
    #expect(try #require(CivilDate(date).flatMap { LunarDate($0) }).text == expected)
  }

  @Test("the days of a month are written as they are said")
  func dayTexts() {
    let texts = (1...30).map { LunarDate(year: 2018, month: 9, day: $0)!.dayText }
    #expect(
      texts.joined(separator: " ")
        == "初一 初二 初三 初四 初五 初六 初七 初八 初九 初十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十 "
        + "廿一 廿二 廿三 廿四 廿五 廿六 廿七 廿八 廿九 三十")
  }
}
