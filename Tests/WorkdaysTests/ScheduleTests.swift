import Testing
import Workdays

@Suite("Schedules")
struct ScheduleTests {
  private static let calendar = WorkCalendar(national: .china)
  private static let nine = CivilTime(hour: 9, minute: 0)!

  private func dates(
    _ schedule: Schedule, from: String, count: Int, calendar: WorkCalendar = calendar
  ) throws -> [String] {
    let occurrences = Occurrences(schedule: schedule, calendar: calendar, zone: .utc)
    var after = try #require(Instant("\(from)T00:00:00Z")).advanced(by: .nanoseconds(-1))
    var found: [String] = []
    while found.count < count, let next = try occurrences.nextOccurrence(after: after) {
      found.append(next.civil.date.description)
      after = next.instant
    }
    return found
  }

  private func phrase(_ text: String, holidays: Schedule.Holidays? = nil, move: Schedule.Move = .keep) throws
    -> Schedule
  {
    Schedule(days: .phrase(try DaysPhrase(text)), times: [Self.nine], holidays: holidays, move: move)
  }

  // The State Council's notice for 2026: https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
  @Test(
    "phrases choose the days that the notice of 2026 makes of them",
    arguments: [
      (
        "workdays", "2026-09-18",
        ["2026-09-18", "2026-09-20", "2026-09-21", "2026-09-22", "2026-09-23", "2026-09-24", "2026-09-28"]
      ),
      ("workdays", "2026-09-30", ["2026-09-30", "2026-10-08", "2026-10-09", "2026-10-10", "2026-10-12"]),
      (
        "make-up workdays", "2026-01-01",
        ["2026-01-04", "2026-02-14", "2026-02-28", "2026-05-09", "2026-09-20", "2026-10-10"]
      ),
      ("rest days", "2026-09-19", ["2026-09-19", "2026-09-25", "2026-09-26", "2026-09-27", "2026-10-01"]),
      ("holidays", "2026-09-01", ["2026-09-25", "2026-09-26", "2026-09-27", "2026-10-01", "2026-10-02"]),
      (
        "first workday of the month", "2026-01-01",
        ["2026-01-04", "2026-02-02", "2026-03-02", "2026-04-01", "2026-05-06"]
      ),
      (
        "last workday of the month", "2026-01-01",
        ["2026-01-30", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-29"]
      ),
      ("3rd workday of the month", "2026-10-01", ["2026-10-10", "2026-11-04"]),
      ("2nd to last workday of the month", "2026-02-01", ["2026-02-27", "2026-03-30"]),
      ("every day", "2026-09-30", ["2026-09-30", "2026-10-01"]),
      ("mon, thu", "2026-09-30", ["2026-10-01", "2026-10-05", "2026-10-08"]),
      ("2026-10-01, 2026-12-24", "2026-01-01", ["2026-10-01", "2026-12-24"]),
      ("lunar 8-15", "2026-01-01", ["2026-09-25", "2027-09-15"]),
      // Leap months as PyPI's lunardate has them.
      ("lunar 12-30 or skip", "2024-01-01", ["2024-02-09", "2030-02-02"]),
      ("lunar leap 6-1", "2025-01-01", ["2025-07-25", "2026-07-14"]),
      ("lunar leap 5-5 or skip", "2026-01-01", ["2028-06-27"]),
      ("lunar 6-1 in both months", "2025-01-01", ["2025-06-25", "2025-07-25", "2026-07-14"]),
      ("lunar 12-30", "2024-01-01", ["2024-02-09", "2025-01-28", "2026-02-16", "2027-02-05"]),
    ])
  func phrases(text: String, from: String, expected: [String]) throws {
    #expect(try dates(try phrase(text), from: from, count: expected.count) == expected)
  }

  @Test(
    "holidays: says which overrides are seen",
    arguments: [
      (
        "workdays", Schedule.Holidays.skip, "2026-09-18",
        ["2026-09-18", "2026-09-21", "2026-09-22", "2026-09-23", "2026-09-24", "2026-09-28"]
      ),
      ("workdays", .ignore, "2026-09-24", ["2026-09-24", "2026-09-25", "2026-09-28"]),
      ("mon-fri", .ignore, "2026-09-24", ["2026-09-24", "2026-09-25", "2026-09-28"]),
      ("mon-fri", .skip, "2026-09-18", ["2026-09-18", "2026-09-21"]),
      ("mon-fri", .swap, "2026-09-18", ["2026-09-18", "2026-09-20", "2026-09-21"]),
      ("last workday of the month", .ignore, "2026-02-01", ["2026-02-27"]),
      ("every day", .skip, "2026-09-30", ["2026-09-30", "2026-10-08"]),
    ])
  func holidays(text: String, mode: Schedule.Holidays, from: String, expected: [String]) throws {
    #expect(try dates(try phrase(text, holidays: mode), from: from, count: expected.count) == expected)
  }

  @Test(
    "move: takes a date that is no workday where it says",
    arguments: [
      // 2 October 2026 is a Friday inside National Day, 1 to 7 October.
      (Schedule.Move.keep, ["2026-10-02", "2026-10-16"]), (.drop, ["2026-10-16", "2026-10-30"]),
      (.next, ["2026-10-08", "2026-10-16"]), (.previous, ["2026-09-30", "2026-10-16"]),
      (.nearest, ["2026-09-30", "2026-10-16"]),
    ])
  func move(way: Schedule.Move, expected: [String]) throws {
    let schedule = Schedule(
      days: .rule(try RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR")), times: [Self.nine],
      start: CivilDateTime("2026-01-09T00:00"), move: way)
    #expect(try dates(schedule, from: "2026-09-26", count: 2) == expected)
  }

  @Test(
    "UNTIL bounds what the rule says, before any move, in each of its forms",
    arguments: ["20260131", "20260131T235959", "20260131T235959Z"])
  func untilAndMove(limit: String) throws {
    // 31 January 2026 is a Saturday.
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=\(limit)")
    let schedule = Schedule(
      days: .rule(rule), times: [Self.nine], start: CivilDateTime("2026-01-01T00:00"), move: .next)
    let plain = WorkCalendar(national: .unknown(region: "US"))
    #expect(try dates(schedule, from: "2026-01-01", count: 9, calendar: plain) == ["2026-02-02"])
  }

  @Test("a moved occurrence keeps the identity of the date that the rule said")
  func nominal() throws {
    let schedule = Schedule(
      days: .rule(try RecurrenceRule("FREQ=WEEKLY;BYDAY=FR")), times: [Self.nine], move: .previous)
    let occurrences = Occurrences(schedule: schedule, calendar: Self.calendar, zone: .utc)
    let after = try #require(Instant("2026-09-28T00:00:00Z"))
    let next = try #require(try occurrences.nextOccurrence(after: after))
    #expect(next.nominal.description == "2026-10-02T09:00")
    #expect(next.civil.description == "2026-09-30T09:00")
    #expect(next.day.date == next.civil.date)
  }

  @Test("start, until and count bound a schedule")
  func bounds() throws {
    var schedule = try phrase("workdays")
    schedule.start = CivilDateTime("2026-10-01T00:00")
    schedule.until = CivilDate("2026-10-12")
    #expect(
      try dates(schedule, from: "2026-09-01", count: 9) == ["2026-10-08", "2026-10-09", "2026-10-10", "2026-10-12"])
    schedule.until = nil
    schedule.count = 2
    #expect(try dates(schedule, from: "2026-09-01", count: 9) == ["2026-10-08", "2026-10-09"])
    #expect(
      try dates(schedule, from: "2026-10-09", count: 9) == ["2026-10-09"], "counted since the start, heard or not")
  }

  @Test("COUNT of a rule is used up before holidays are taken away, count: after it")
  func counts() throws {
    var schedule = Schedule(
      days: .rule(try RecurrenceRule("FREQ=DAILY;COUNT=5")), times: [Self.nine],
      start: CivilDateTime("2026-04-30T00:00"), holidays: .skip)
    #expect(try dates(schedule, from: "2026-04-30", count: 9) == ["2026-04-30"])
    schedule.days = .rule(try RecurrenceRule("FREQ=DAILY"))
    schedule.count = 3
    // 6 May is the first day after Labour Day, 1 to 5 May 2026.
    #expect(try dates(schedule, from: "2026-04-30", count: 9) == ["2026-04-30", "2026-05-06", "2026-05-07"])
  }

  @Test("a schedule that ended has no next occurrence, one that can never match says so")
  func endings() throws {
    let ended = Occurrences(schedule: try phrase("2026-01-01"), calendar: Self.calendar, zone: .utc)
    #expect(try ended.nextOccurrence(after: try #require(Instant("2026-06-01T00:00:00Z"))) == nil)
    let never = Occurrences(
      schedule: Schedule(
        days: .rule(try RecurrenceRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")), times: [Self.nine]),
      calendar: Self.calendar, zone: .utc)
    #expect(throws: SearchError.self) { try never.nextOccurrence(after: Instant(seconds: 0)) }
    let beyond = Occurrences(schedule: try phrase("lunar 1-1"), calendar: Self.calendar, zone: .utc)
    #expect(throws: SearchError.self) {
      try beyond.nextOccurrence(after: try #require(Instant("2101-03-01T00:00:00Z")))
    }
  }

  @Test("several times of a day are occurrences of their own, and the date's class is the same for all")
  func times() throws {
    var schedule = try phrase("workdays")
    schedule.times = [CivilTime(hour: 9, minute: 0)!, CivilTime(hour: 18, minute: 0)!]
    let occurrences = Occurrences(schedule: schedule, calendar: Self.calendar, zone: .utc)
    let (lower, upper) = (try #require(Instant("2026-09-19T00:00:00Z")), try #require(Instant("2026-09-21T00:00:00Z")))
    #expect(
      occurrences.occurrences(in: lower..<upper).map(\.civil.description) == ["2026-09-20T09:00", "2026-09-20T18:00"])
  }

  @Test(
    "a time that the clock repeats or leaves out follows dst:",
    arguments: [
      // Europe/Berlin, 2026: 02:00 becomes 03:00 on 29 March, 03:00 becomes 02:00 on 25 October.
      (Schedule.ClockChange.first, "2026-03-29T03:30:00+02:00", ["2026-10-25T02:30:00+02:00"]),
      (.last, "2026-03-29T03:30:00+02:00", ["2026-10-25T02:30:00+01:00"]),
      (.both, "2026-03-29T03:30:00+02:00", ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"]),
      (.skip, "2026-03-30T02:30:00+02:00", ["2026-10-25T02:30:00+02:00"]),
    ])
  func clockChanges(way: Schedule.ClockChange, spring: String, autumn: [String]) throws {
    let berlin = try systemZone("Europe/Berlin")
    let schedule = Schedule(
      days: .phrase(.everyDay), times: [CivilTime(hour: 2, minute: 30)!], clockChange: way)
    let occurrences = Occurrences(
      schedule: schedule, calendar: WorkCalendar(national: .unknown(region: "DE")), zone: berlin)
    func text(_ occurrence: Occurrence) -> String {
      occurrence.instant.formatted(utcOffset: berlin.utcOffset(at: occurrence.instant))
    }
    let afterMarch = try #require(Instant("2026-03-28T12:00:00Z"))
    #expect(text(try #require(try occurrences.nextOccurrence(after: afterMarch))) == spring)
    let october = Instant("2026-10-25T00:00:00Z")!..<Instant("2026-10-25T12:00:00Z")!
    #expect(occurrences.occurrences(in: october).map(text) == autumn)
  }

  @Test(
    "what cannot be asked for is refused with the reason",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=MO", Schedule.Holidays.swap, "whole work week"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", .swap, "depends on the day it starts on"),
      ("FREQ=MONTHLY", .ignore, "depends on the day it starts on"),
    ])
  func contradictions(rule: String, holidays: Schedule.Holidays, words: String) throws {
    let schedule = Schedule(days: .rule(try RecurrenceRule(rule)), times: [Self.nine], holidays: holidays)
    #expect(try #require(schedule.contradiction(week: .mondayToFriday)).description.contains(words))
  }

  @Test("a list of some weekdays takes no make-up days, and make-up workdays need the swaps")
  func phraseContradictions() throws {
    #expect(try phrase("mon, wed", holidays: .swap).contradiction(week: .mondayToFriday) != nil)
    #expect(try phrase("make-up workdays", holidays: .ignore).contradiction(week: .mondayToFriday) != nil)
    #expect(try phrase("mon-fri", holidays: .swap).contradiction(week: .mondayToFriday) == nil)
    var counted = try phrase("workdays")
    counted.count = 3
    #expect(try #require(counted.contradiction(week: .mondayToFriday)).description.contains("start"))
  }

  /// The reference shares no code with the search: it looks every day up in the notices' own list.
  @Test("the search agrees with a walk over every day", arguments: 0..<200)
  func agreesWithWalk(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let first = CivilDate(year: 2007, month: 1, day: 1)!
    let from = first.adding(days: Int.random(in: 0..<7000, using: &random))
    let number = Int.random(in: 1...18, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    let phrases: [DaysPhrase] = [
      .days(.workdays), .days(.restDays), .days(.makeUpWorkdays),
      .position(Position([number], of: .month)!, of: .dayClass(.workdays)),
    ]
    let phrase = phrases[Int.random(in: 0..<phrases.count, using: &random)]
    let expected = Self.walk(phrase, from: from)
    let found = try dates(Schedule(days: .phrase(phrase), times: [Self.nine]), from: from.description, count: 1)
    guard let expected else { return }
    #expect(found == [expected.description], "\(phrase) from \(from)")
  }

  private static let letters: [CivilDate: Character] = {
    let lines = (try? contents(of: packagePath("Tests/WorkdaysTests/Vectors/china-days.txt"))).map(dataLines) ?? []
    return Dictionary(uniqueKeysWithValues: lines.map { (CivilDate($0.prefix(10))!, $0.dropFirst(11).first!) })
  }()

  private static func walk(_ phrase: DaysPhrase, from: CivilDate) -> CivilDate? {
    var date = from
    while let letter = letters[date] {
      let works = letter == "W" || letter == "M"
      switch phrase {
      case .days(.workdays) where works, .days(.restDays) where !works, .days(.makeUpWorkdays) where letter == "M":
        return date
      case .position(let position, of: .dayClass(.workdays)) where works:
        let month = letters.keys.filter { $0.year == date.year && $0.month == date.month }
        let others = month.filter { letters[$0] == "W" || letters[$0] == "M" }
        let place = position.numbers[0] > 0 ? others.count { $0 < date } + 1 : -(others.count { $0 > date } + 1)
        if position.numbers == [place] { return date }
      default: break
      }
      date = date.adding(days: 1)
    }
    return nil
  }
}
