import Testing
import Workdays

/// The years with 53 weeks are those that ISO 8601 gives: 1 January or 31 December is a Thursday.
@Suite("Week numbers")
struct WeekNumberTests {
  private func dates(_ rule: String, from start: String, _ count: Int) throws -> [String] {
    let start = try #require(CivilDate(start))
    var found: [String] = []
    RecurrenceDates(rule: try RecurrenceRule(rule), start: start).forEach(from: start, through: .latest) { date in
      found.append(date.description)
      return found.count < count
    }
    return found
  }

  @Test(
    "week 53 is there only in long years, and may end in the next one",
    arguments: [
      ("BYWEEKNO=53;BYDAY=MO", ["2004-12-27", "2009-12-28", "2015-12-28", "2020-12-28", "2026-12-28", "2032-12-27"]),
      ("BYWEEKNO=53;BYDAY=SU", ["2005-01-02", "2010-01-03", "2016-01-03", "2021-01-03", "2027-01-03", "2033-01-02"]),
      // Counted from the end, the first week of a long year is the 53rd.
      ("BYWEEKNO=-53;BYDAY=TH", ["2004-01-01", "2009-01-01", "2015-01-01", "2020-01-02", "2026-01-01", "2032-01-01"]),
      ("BYWEEKNO=-53;BYDAY=MO", ["2003-12-29", "2008-12-29", "2014-12-29", "2019-12-30", "2025-12-29", "2031-12-29"]),
      ("BYWEEKNO=-1;BYDAY=FR", ["2003-12-26", "2004-12-31", "2005-12-30", "2006-12-29", "2007-12-28", "2008-12-26"]),
    ])
  func longYears(parts: String, expected: [String]) throws {
    #expect(try dates("FREQ=YEARLY;\(parts)", from: "2003-01-06", expected.count) == expected)
  }

  @Test("the number of a year's weeks depends on the day on which they start")
  func weekStart() throws {
    // From Friday, 27 December 2030 to 2 January 2031 is the 52nd week; the first one began on 4 January 2030.
    let rule = "FREQ=YEARLY;BYDAY=WE;WKST=FR;BYWEEKNO="
    #expect(try dates(rule + "52", from: "2030-12-20", 1) == ["2031-01-01"])
    #expect(try dates(rule + "53", from: "2030-12-20", 1) != ["2031-01-01"])
  }
}
