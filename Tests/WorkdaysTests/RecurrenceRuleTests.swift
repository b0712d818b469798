import Testing
import Workdays

@Suite("Recurrence rules")
struct RecurrenceRuleTests {
  /// Rule, start and first dates, as contrib/oracle/recurrence.py had python-dateutil find them.
  @Test("2,000 random rules yield the dates that python-dateutil yields")
  func agreesWithDateutil() throws {
    let lines = try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/recurrence.txt")))
    let last = try #require(CivilDate("2119-12-31"))
    var compared = 0
    for line in lines {
      let fields = line.split(separator: "|").map(String.init)
      let (rule, start) = (try RecurrenceRule(fields[0]), try #require(CivilDate(fields[1])))
      let expected = Array(fields.dropFirst(2))
      var found: [String] = []
      RecurrenceDates(rule: rule, start: start).forEach(from: start, through: last) { date in
        found.append(date.description)
        return found.count < 8
      }
      compared += 1
      #expect(found == expected, "\(line)")
    }
    #expect(compared == 2000)
  }

  @Test("starting to look in the middle finds the same dates as walking from the start")
  func stepsOver() throws {
    let lines = try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/recurrence.txt")))
    for line in lines.prefix(400) {
      let fields = line.split(separator: "|").map(String.init)
      let (rule, start) = (try RecurrenceRule(fields[0]), try #require(CivilDate(fields[1])))
      let dates = RecurrenceDates(rule: rule, start: start)
      var walked: [CivilDate] = []
      let last = start.adding(days: 4000)
      dates.forEach(from: start, through: last) { date in
        walked.append(date)
        return true
      }
      let middle = start.adding(days: 1777)
      var found: [CivilDate] = []
      dates.forEach(from: middle, through: last) { date in
        found.append(date)
        return true
      }
      #expect(found == walked.filter { $0 >= middle }, "\(line)")
    }
  }

  @Test(
    "a rule prints as RFC 5545 writes it and reads back the same",
    arguments: [
      ("FREQ=DAILY", "FREQ=DAILY"), ("rrule:freq=weekly;byday=mo,fr", "FREQ=WEEKLY;BYDAY=MO,FR"),
      ("FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=2;", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR"),
      ("FREQ=WEEKLY;COUNT=3;BYDAY=SU,TH,TH", "FREQ=WEEKLY;COUNT=3;BYDAY=SU,TH"),
      ("FREQ=YEARLY;BYMONTH=7,1;BYMONTHDAY=-1;WKST=SU", "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=1,7;WKST=SU"),
      ("FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;UNTIL=20261231"),
      ("FREQ=DAILY;UNTIL=20261231T235959Z", "FREQ=DAILY;UNTIL=20261231T235959Z"),
      ("FREQ=DAILY;UNTIL=20261231T090000", "FREQ=DAILY;UNTIL=20261231T090000"),
      ("FREQ=HOURLY;BYSECOND=60,0;BYMINUTE=30,0;BYHOUR=9", "FREQ=HOURLY;BYSECOND=0,60;BYMINUTE=0,30;BYHOUR=9"),
      ("FREQ=SECONDLY;INTERVAL=10;BYYEARDAY=-1", "FREQ=SECONDLY;INTERVAL=10;BYYEARDAY=-1"),
      ("RSCALE=chinese;FREQ=YEARLY;BYMONTH=5l,5", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5,5L"),
      ("FREQ=MONTHLY;SKIP=BACKWARD;RSCALE=GREGORIAN", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD"),
      ("RSCALE=GREGORIAN;SKIP=OMIT;FREQ=DAILY", "FREQ=DAILY"),
    ])
  func prints(text: String, printed: String) throws {
    let rule = try RecurrenceRule(text)
    #expect(rule.description == printed)
    #expect(try RecurrenceRule(rule.description) == rule)
  }

  @Test(
    "what is no rule is refused at its place",
    arguments: [
      ("", 0, "no FREQ"), ("FREQ=WEEKYL", 5, "unknown frequency"), ("FREQ=FORTNIGHTLY", 5, "SECONDLY"),
      ("FREQ=DAILY;INTERVAL=0", 20, "from 1 on"), ("FREQ=DAILY;COUNT=-1", 17, "from 1 on"),
      ("FREQ=DAILY;COUNT=2;UNTIL=20261231", 19, "exclude each other"), ("FREQ=DAILY;UNTIL=20260231", 17, "UNTIL is"),
      ("FREQ=MONTHLY;BYMONTHDAY=32", 24, "1 to 31"), ("FREQ=MONTHLY;BYMONTHDAY=0", 24, "1 to 31"),
      ("FREQ=WEEKLY;BYDAY=XX", 18, "expected a weekday"), ("FREQ=WEEKLY;BYDAY=1MO", 18, "numbered weekday"),
      ("FREQ=WEEKLY;BYMONTHDAY=1", 12, "does not go with"), ("FREQ=DAILY;BYHOUR=24", 18, "0 to 23"),
      ("FREQ=HOURLY;BYMINUTE=60", 21, "0 to 59"), ("FREQ=DAILY;BYSECOND=61", 20, "0 to 60"),
      ("FREQ=DAILY;BYHOUR=-1", 18, "0 to 23"), ("FREQ=DAILY;BYHOUR=", 18, "0 to 23"),
      ("FREQ=DAILY;BYYEARDAY=1", 11, "HOURLY, MINUTELY or SECONDLY"), ("FREQ=HOURLY;BYWEEKNO=1", 12, "YEARLY only"),
      ("FREQ=HOURLY;BYDAY=1MO", 18, "numbered weekday"), ("FREQ=YEARLY;BYMONTH=5L", 20, "RSCALE=CHINESE"),
      ("RSCALE=HEBREW;FREQ=YEARLY", 7, "unknown calendar"), ("FREQ=YEARLY;SKIP=LATER", 17, "unknown way to skip"),
      ("FREQ=DAILY;FREQ=DAILY", 11, "stands twice"), ("FREQ=DAILY;FOO=1", 11, "unknown part"),
      ("FREQ=DAILY;FOO", 11, "no part of a rule"), ("FREQ=DAILY;BYSETPOS=1", 11, "another BY part"),
      ("FREQ=MONTHLY;BYWEEKNO=1", 13, "YEARLY only"), ("FREQ=DAILY;INTERVAL=99999999999999999999", 20, "from 1 on"),
      ("FREQ=MONTHLY;BYMONTHDAY=-9223372036854775808", 24, "1 to 31"),
      ("FREQ=MONTHLY;BYDAY=-9223372036854775808MO", 19, "expected a weekday"),
    ])
  func refused(text: String, offset: Int, words: String) {
    do {
      _ = try RecurrenceRule(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.offset == offset)
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test("letters that upper case makes longer do not move the end of a fault")
  func lengthOfFault() throws {
    let error = try #require(throws: RuleSyntaxError.self) { _ = try RecurrenceRule("FREQ=DAILY;WKST=ßßß") }
    #expect(error.offset == 16 && error.length == 6)
  }

  @Test("a rule of a megabyte is refused unread", .timeLimit(.minutes(10)))
  func longRule() throws {
    let text = "FREQ=DAILY" + (0..<100_000).map { ";A\($0)=1" }.joined()
    #expect(throws: RuleSyntaxError("the rule is longer than 16384 bytes; this is no rule", offset: 0, length: 1)) {
      _ = try RecurrenceRule(text)
    }
    let numbers = (1...366).map { "\($0),-\($0)" }.joined(separator: ",")
    let weekdays = Weekday.allCases.flatMap { day in (1...53).map { "\($0)\(day.code),-\($0)\(day.code)" } }
    let longest = "FREQ=YEARLY;BYYEARDAY=\(numbers);BYSETPOS=\(numbers);BYDAY=\(weekdays.joined(separator: ","))"
    #expect(try RecurrenceRule(longest).weekdays.count == 742)
  }

  @Test("hostile intervals and counts are answered at once")
  func hostile() throws {
    let start = try #require(CivilDate("2026-01-01"))
    for text in [
      "FREQ=DAILY;INTERVAL=\(Int.max)", "FREQ=WEEKLY;INTERVAL=\(Int.max)", "FREQ=MONTHLY;INTERVAL=\(Int.max)",
      "FREQ=YEARLY;INTERVAL=\(Int.max)", "FREQ=YEARLY;INTERVAL=9000",
    ] {
      var found = 0
      RecurrenceDates(rule: try RecurrenceRule(text), start: start).forEach(from: start, through: .latest) { _ in
        found += 1
        return true
      }
      #expect(found == 1, "\(text)")
    }
  }
}
