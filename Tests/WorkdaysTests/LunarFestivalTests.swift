import Testing
import Workdays

@Suite("Festivals of the Chinese calendar")
struct LunarFestivalTests {
  @Test(
    "each is found on its day, as sxtwl 2.0.7 has the days of 2026",
    arguments: [
      ("2026-02-16", "除夕"), ("2026-02-17", "春节"), ("2026-03-03", "元宵"), ("2026-06-19", "端午"), ("2026-08-19", "七夕"),
      ("2026-08-27", "中元"), ("2026-09-25", "中秋"), ("2026-10-18", "重阳"), ("2026-01-26", "腊八"),
      // The last month of this year has 29 days.
      ("2025-01-28", "除夕"),
      // The last day that the tables know.
      ("2101-01-28", "除夕"),
    ])
  func days(date: String, name: String) throws {
    let lunar = try #require(CivilDate(date).flatMap { LunarDate($0) })
    #expect(LunarFestival.on(lunar)?.chineseName == name)
  }

  @Test("a leap month has none, and no other day has one")
  func none() throws {
    let leap = try #require(LunarDate(year: 2006, month: 7, isLeapMonth: true, day: 7))
    #expect(LunarFestival.on(leap) == nil)
    let first = try #require(LunarDate.firstDay(ofYear: 2026))
    let found = (0..<354).compactMap { LunarDate(first.adding(days: $0)).flatMap(LunarFestival.on) }
    #expect(found.count == LunarFestival.allCases.count && Set(found).count == found.count)
  }
}
