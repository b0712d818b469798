import Alarms
import Testing
import Workdays

@Suite("The regions that are compiled in")
struct ShippedRegionTests {
  private let first = CivilDate("2015-01-01")!

  @Test("every day of 2015-2030 in every region is as PyPI's holidays has it: worked or not, and its name")
  func everyDay() throws {
    let vectors = try RegionVectors()
    #expect(vectors.weeks.count > 600)
    var (days, different) = (0, [String]())
    for (code, week) in vectors.weeks {
      let region = try ShippedRegion(code)
      #expect(region.week.workdays.map(\.rawValue) == (0..<7).filter { !week.rest.contains($0) }.map { $0 + 1 })
      #expect(region.calendar.knownYears == week.since...2030, "\(code)")
      let calendar = WorkCalendar(week: region.week, national: region.calendar)
      for year in week.since...2030 {
        let found = YearFacts(calendar, year)
        days += found.days
        if vectors.facts(of: code, year) != found.text { different.append("\(code) \(year): \(found.text)") }
      }
    }
    #expect(different.isEmpty, "\(different.prefix(5))")
    #expect(days > 3_000_000)
  }

  @Test("countries, and the regimes with make-up workdays among them")
  func countries() throws {
    let countries = ShippedRegion.countries
    #expect(countries.count >= 30)
    #expect(countries == Set(countries).sorted())
    let withMakeUpDays = try countries.filter { code in
      let region = try ShippedRegion(code)
      let calendar = WorkCalendar(week: region.week, national: region.calendar)
      return (0..<6000).contains { calendar.isMakeUpWorkday(first.adding(days: $0)) }
    }
    // The countries for which PyPI's holidays 0.109 has `weekend_workdays` from 2015 on.
    let expected = "AM AZ BG BY CN HU KG KZ LV MM RU TW UA UZ VN"
    #expect(withMakeUpDays == expected.split(separator: " ").map(String.init))
  }

  @Test("a day tells its kind, its name in the region's language, and where it comes from")
  func kinds() throws {
    func day(_ region: String, _ date: String) throws -> Day {
      let region = try ShippedRegion(region)
      return WorkCalendar(week: region.week, national: region.calendar).day(on: CivilDate(date)!)
    }
    // Taiwan's office calendar of 2025 (行政院人事行政總處): 27 January off, worked for on 8 February.
    #expect(try day("TW", "2025-01-27").kind == .inLieuRestDay)
    #expect(try day("TW", "2025-02-08").kind == .makeUpWorkday)
    #expect(try day("TW", "2025-02-08").name == "農曆除夕")
    #expect(try day("TW", "2025-01-29").kind == .statutoryHoliday)
    #expect(try day("TW", "2025-01-29").name == "春節")
    #expect(try day("TW", "2025-01-29").source?.hasPrefix("PyPI holidays") == true)
    // Epiphany is a holiday in Bavaria and not in Berlin; Women's Day in Berlin and not in Germany.
    #expect(try day("DE-BY", "2026-01-06").name == "Heilige Drei Könige")
    #expect(try day("de-be", "2026-01-06").kind == .workday)
    #expect(try day("DE", "2026-01-06").kind == .workday)
    // The Saudi weekend is Friday and Saturday.
    #expect(try day("SA", "2026-11-20").kind == .restDay)
    #expect(try day("SA", "2026-11-22").kind == .workday)
    // Ukraine's holidays are worked under martial law.
    #expect(try day("UA", "2026-08-24").kind == .workday)
    #expect(try day("UA", "2026-08-24").certainty == .announced)
  }

  @Test(
    "a year ahead is announced where law fixes the days, provisional where a notice is due, unknown beyond the data",
    arguments: [
      ("DE", "2014-12-31", Certainty.unknown), ("DE", "2015-01-01", .announced), ("DE", "2030-12-25", .announced),
      ("DE", "2030-12-31", .announced), ("DE", "2031-01-01", .unknown), ("TW", "2026-10-09", .announced),
      ("TW", "2026-12-30", .provisional), ("TW", "2027-01-01", .provisional), ("TW", "2027-03-02", .provisional),
      ("TW", "2030-12-31", .provisional), ("TW", "2031-01-01", .unknown), ("RU", "2027-11-05", .announced),
      ("RU", "2028-03-08", .provisional), ("AE", "2021-12-31", .unknown), ("AE", "2026-06-16", .announced),
      ("AE", "2028-01-03", .provisional), ("ZZ", "2026-01-01", .unknown),
    ])
  func certainty(code: String, date: String, expected: Certainty) throws {
    #expect(try ShippedRegion(code).calendar.certainty(of: CivilDate(date)!) == expected)
  }

  @Test("a notice year from a file takes the place of a computed one")
  func replacing() throws {
    let date = CivilDate("2027-03-06")!
    let notice = NoticeYear(year: 2027, overrides: [DayOverride(date: date, kind: .work, name: "x", source: "f")])
    let calendar = try ShippedRegion("TW").calendar.replacing(notice)
    #expect(WorkCalendar(national: calendar).day(on: date).kind == .makeUpWorkday)
    #expect(calendar.certainty(of: date) == .announced)
    #expect(calendar.override(on: CivilDate("2027-01-01")!) == nil)
    #expect(calendar.certainty(of: CivilDate("2026-12-30")!) == .announced)
    #expect(calendar.certainty(of: CivilDate("2028-01-01")!) == .provisional)
  }

  @Test("the region's own work week holds unless workWeek: is written")
  func workWeek() throws {
    #expect(
      try configuration("region: SA").calendar.week
        == WorkWeek(workdays: [.sunday, .monday, .tuesday, .wednesday, .thursday]))
    #expect(try configuration("region: SA").writtenWeek == nil)
    #expect(try configuration("workWeek: mon-fri\nregion: SA").calendar.week == .mondayToFriday)
    #expect(try configuration("region: de-by").region == "DE-BY")
  }

  @Test(
    "a region that cannot be had",
    arguments: [
      ("region: ▸DE-XX", ["no such subdivision", "BB, BE, BW, BY", "(16)"]),
      ("region: ▸CN-BJ", ["has no subdivisions; expected CN"]),
      ("region: ▸US-CALI", ["two letters such as CN", "DE-BY"]), ("region: ▸D1", ["two letters such as CN"]),
      ("region: ▸DE-", ["two letters such as CN"]), ("region: ▸DE-B-Y", ["two letters such as CN"]),
      ("region: ▸D-BY", ["two letters such as CN"]), ("region: ▸[DE]", ["region is a list"]),
    ])
  func faults(marked: String, expected: [String]) {
    let text = MarkedText(marked)
    text.expect([expected], in: problems(text.text))
  }
}
