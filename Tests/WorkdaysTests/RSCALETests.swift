import Testing
import Workdays

@Suite("RSCALE and SKIP")
struct RSCALETests {
  private static func dates(_ rule: String, from start: String, _ count: Int) throws -> [String] {
    let start = try #require(CivilDate(start))
    var found: [String] = []
    RecurrenceDates(rule: try RecurrenceRule(rule), start: start).forEach(from: start, through: .latest) { date in
      found.append(date.description)
      return found.count < count
    }
    return found
  }

  @Test(
    "RFC 7529, section 4.3: the examples of the calendars that are here",
    arguments: [
      // The Chinese New Year.
      ("RSCALE=CHINESE;FREQ=YEARLY", "2013-02-10", ["2013-02-10", "2014-01-31", "2015-02-19", "2016-02-08"]),
      // A leap day with each SKIP.
      ("RSCALE=GREGORIAN;FREQ=YEARLY", "2012-02-29", ["2012-02-29", "2016-02-29", "2020-02-29", "2024-02-29"]),
      (
        "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "2012-02-29",
        ["2012-02-29", "2013-03-01", "2014-03-01", "2015-03-01", "2016-02-29"]
      ),
      (
        "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD", "2012-02-29",
        ["2012-02-29", "2013-02-28", "2014-02-28", "2015-02-28", "2016-02-29"]
      ),
      // The table of section 4.1: a date on the 31st of each month.
      (
        "RSCALE=GREGORIAN;FREQ=MONTHLY", "2014-01-31", ["2014-01-31", "2014-03-31", "2014-05-31", "2014-07-31"]
      ),
      (
        "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", "2014-01-31",
        ["2014-01-31", "2014-03-01", "2014-03-31", "2014-05-01", "2014-05-31", "2014-07-01"]
      ),
      // The last day of the month by its number.
      (
        "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4", "2014-01-31",
        ["2014-01-31", "2014-02-28", "2014-03-31", "2014-04-30"]
      ),
    ])
  func examples(rule: String, start: String, expected: [String]) throws {
    #expect(try Self.dates(rule, from: start, expected.count) == expected)
  }

  @Test(
    "RFC 7529, section 4.3: the examples of calendars that are not here are refused by the calendar's name",
    arguments: [
      ("RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", "ETHIOPIC"),
      ("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", "HEBREW"),
    ])
  func otherCalendars(rule: String, name: String) {
    #expect(
      throws: RuleSyntaxError(
        "unknown calendar \"\(name)\"; expected GREGORIAN or CHINESE", offset: 7, length: name.count)
    ) { try RecurrenceRule(rule) }
  }

  /// Rule, start and first dates, as the walk of contrib/oracle/rscale.py found them.
  @Test("1,500 random rules yield the dates that a walk by RFC 7529 yields")
  func agreesWithWalk() throws {
    let lines = try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/rscale.txt")))
    for line in lines {
      let fields = line.split(separator: "|").map(String.init)
      // The lunar table ends on 2101-01-28.
      let found = try Self.dates(fields[0], from: fields[1], 8).filter { $0 <= "2101-01-28" }
      #expect(found == Array(fields.dropFirst(2)), "\(line)")
      let rule = try RecurrenceRule(fields[0])
      #expect(try RecurrenceRule(rule.description) == rule)
    }
    #expect(lines.count == 1500)
  }

  @Test("months of a lunar rule count one by one, a leap month among them")
  func lunarMonths() throws {
    // 2014 has a leap month 9: its first day is 24 October.
    let dates = try Self.dates("RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1", from: "2014-09-20", 4)
    #expect(dates == ["2014-09-24", "2014-10-24", "2014-11-22", "2014-12-22"])
  }

  @Test("BYMONTH tests the lunar month also for rules of a day and finer")
  func lunarFilter() throws {
    // The lunar year 2026 begins on 17 February, its second month on 19 March.
    let daily = try Self.dates("RSCALE=CHINESE;FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1,-1", from: "2026-01-01", 3)
    #expect(daily == ["2026-02-17", "2026-03-18", "2027-02-06"])
    let hourly = try RecurrenceSetTests.set(
      "RSCALE=CHINESE;FREQ=HOURLY;INTERVAL=12;BYMONTHDAY=15;BYMONTH=8", start: "20260101T080000", zone: "Asia/Shanghai")
    // Mid-Autumn 2026 is 25 September.
    #expect(RecurrenceSetTests.walls(hourly, 2) == ["2026-09-25T08:00:00+08:00", "2026-09-25T20:00:00+08:00"])
  }
}
