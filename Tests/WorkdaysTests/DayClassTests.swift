import Testing
import Workdays

@Suite("Classes of days and positions")
struct DayClassTests {
  private func dates(_ schedule: Schedule, from: String, count: Int) throws -> [String] {
    let occurrences = Occurrences(schedule: schedule, calendar: WorkCalendar(national: .china), zone: .utc)
    var after = try #require(Instant("\(from)T00:00:00Z")).advanced(by: .nanoseconds(-1))
    var found: [String] = []
    while found.count < count, let next = try occurrences.nextOccurrence(after: after) {
      found.append(next.civil.date.description)
      after = next.instant
    }
    return found
  }

  private func schedule(
    _ days: String, only: String? = nil, position: String? = nil, holidays: Schedule.Holidays? = nil,
    move: Schedule.Move = .keep, except: [String] = []
  ) throws -> Schedule {
    Schedule(
      days: days.hasPrefix("FREQ") ? .rule(try RecurrenceRule(days)) : .phrase(try DaysPhrase(days)),
      times: [.midnight],
      holidays: holidays, only: try only.map { try DayClass(phrase: $0) },
      position: try position.map { try Position($0) },
      except: except.map { CivilDate($0)! }, move: move)
  }

  // The notice of 2026: https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
  // Mid-Autumn is free from Friday 25 to Sunday 27 September, National Day from Thursday 1 to Wednesday 7 October;
  // Sunday 20 September and Saturday 10 October are worked. The law names 25 September and 1 to 3 October.
  @Test(
    "each class has the days that the notice of 2026 makes of it",
    arguments: [
      ("statutory holidays", ["2026-09-25", "2026-10-01", "2026-10-02", "2026-10-03", "2027-01-01"]),
      ("in-lieu rest days", ["2026-10-05", "2026-10-06", "2026-10-07"]),
      ("first day of a holiday", ["2026-09-25", "2026-10-01"]),
      ("last day of a holiday", ["2026-09-27", "2026-10-07"]),
      ("last workday before a holiday", ["2026-09-24", "2026-09-30"]),
      ("first workday after a holiday", ["2026-09-28", "2026-10-08"]),
      ("first workday of the week", ["2026-09-14", "2026-09-21", "2026-09-28", "2026-10-08", "2026-10-12"]),
      ("last workday of the week", ["2026-09-20", "2026-09-24", "2026-09-30", "2026-10-10"]),
      ("last workday of the quarter", ["2026-09-30", "2026-12-31"]),
      ("first and last workday of the month", ["2026-09-30", "2026-10-08", "2026-10-30"]),
      ("2nd to last rest day of the month", ["2026-09-26", "2026-10-25"]),
      ("last day of the month", ["2026-09-30", "2026-10-31"]),
      ("first mon of the quarter", ["2026-10-05", "2027-01-04"]),
      ("every 5 workdays from 2026-09-18", ["2026-09-18", "2026-09-24", "2026-10-09"]),
      // The anchor is a day of rest: the count begins with the first workday after it.
      ("every 5 workdays from 2026-10-01", ["2026-10-08", "2026-10-14"]),
    ])
  func classes(text: String, expected: [String]) throws {
    // A Friday, and a Monday where the week matters.
    let from = text.contains("of the week") ? "2026-09-14" : "2026-09-18"
    #expect(try dates(try schedule(text), from: from, count: expected.count) == expected)
  }

  @Test("a holiday begins with the rest days before its named day, and leave after it belongs to it")
  func runs() throws {
    // 1 May 2028 is a Monday.
    let mayDay = DayOverride(date: CivilDate("2028-05-01")!, kind: .off, name: "May Day", source: "test")
    let leave = DayOverride(date: CivilDate("2028-05-02")!, kind: .off, name: "leave", source: "test")
    let calendar = WorkCalendar(
      national: HolidayCalendar(
        region: "XX", statute: nil, noticeYears: [NoticeYear(year: 2028, overrides: [mayDay])]),
      own: [WorkCalendar.OwnLayer([leave])])
    func days(_ dayClass: DayClass) -> [String] {
      (CivilDate("2028-04-20")!...CivilDate("2028-05-10")!).filter { calendar.isDay($0, of: dayClass) }
        .map(\.description)
    }
    #expect(days(.workdayBeforeHoliday) == ["2028-04-28"])
    #expect(days(.firstDayOfHoliday) == ["2028-04-29"])
    #expect(days(.lastDayOfHoliday) == ["2028-05-02"])
    #expect(days(.workdayAfterHoliday) == ["2028-05-03"])
    #expect(days(.holidays) == ["2028-05-01"], "a plain weekend beside a holiday is none")
  }

  @Test("a time without any workday is no holiday, and asking costs no walk through it")
  func nobodyWorks() {
    let calendar = WorkCalendar(week: WorkWeek(workdays: []), national: .china)
    for dayClass in DayClass.allCases where dayClass != .workdays && !dayClass.rawValue.hasSuffix("s") {
      #expect(!calendar.isDay(CivilDate("2050-10-01")!, of: dayClass), "\(dayClass)")
    }
  }

  @Test("only: keeps a class, position: counts what it leaves, except: takes dates away after that, then comes move:")
  func pipeline() throws {
    #expect(
      try dates(schedule("FREQ=WEEKLY;BYDAY=SA,SU", only: "workdays"), from: "2026-09-01", count: 2)
        == ["2026-09-20", "2026-10-10"])
    #expect(
      try dates(schedule("fri", only: "workdays", position: "last of the month"), from: "2026-09-01", count: 2)
        == ["2026-09-18", "2026-10-30"])
    #expect(
      try dates(
        schedule("fri", only: "workdays", position: "last of the month", except: ["2026-09-18"]), from: "2026-09-01",
        count: 1) == ["2026-10-30"])
    #expect(
      try dates(schedule("every day", only: "first day of a holiday", move: .next), from: "2026-09-01", count: 2)
        == ["2026-09-28", "2026-10-08"])
    // UNTIL is the rule's: what comes after it is not counted.
    #expect(
      try dates(schedule("FREQ=DAILY;UNTIL=20260915", position: "last of the month"), from: "2026-09-01", count: 2)
        == ["2026-09-15"])
  }

  @Test(
    "what lies past UNTIL is not counted, to the minute and in the schedule's zone",
    arguments: [
      ("20260915T080000", "2026-09-14"), ("20260915T090000", "2026-09-15"), ("20260915T005959Z", "2026-09-14"),
      ("20260915T010000Z", "2026-09-15"), ("20260915T235959Z", "2026-09-15"),
    ])
  func until(limit: String, expected: String) throws {
    var schedule = try schedule("FREQ=DAILY;UNTIL=\(limit)", position: "last of the month")
    schedule.times = [CivilTime(hour: 9, minute: 0)!]
    let occurrences = Occurrences(
      schedule: schedule, calendar: WorkCalendar(national: .china), zone: try systemZone("Asia/Shanghai"))
    let next = try occurrences.nextOccurrence(after: Instant("2026-09-01T00:00:00Z")!)
    #expect(next?.civil.date.description == expected)
  }

  @Test("only: and except: hold for times that a rule says itself, and for dates added to one")
  func timedRules() throws {
    func found(_ recurrence: Recurrence) throws -> [String] {
      let schedule = Schedule(
        days: .recurrence(recurrence), times: recurrence.hasOwnTimes ? [] : [CivilTime(hour: 9, minute: 0)!],
        start: CivilDateTime("2026-09-19T09:00"), only: .workdays, except: [CivilDate("2026-09-21")!])
      #expect(schedule.contradiction(week: .mondayToFriday) == nil)
      let range = Instant("2026-09-19T00:00:00Z")!..<Instant("2026-09-28T00:00:00Z")!
      return Occurrences(schedule: schedule, calendar: WorkCalendar(national: .china), zone: .utc)
        .occurrences(in: range).map(\.civil.description)
    }
    // Sunday 20 September is worked; Friday 25 to Sunday 27 are free.
    #expect(
      try found(Recurrence(rules: [RecurrenceRule("FREQ=HOURLY;INTERVAL=12")]))
        == ["20", "22", "23", "24"].flatMap { ["2026-09-\($0)T09:00", "2026-09-\($0)T21:00"] })
    #expect(
      try found(
        Recurrence(
          rules: [RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,SA")],
          added: ["2026-09-20", "2026-09-21", "2026-09-26"].map { .date(CivilDate($0)!) }))
        == ["2026-09-20T09:00", "2026-09-22T09:00"])
  }

  @Test("a position counts the dates of one rule")
  func positionOfRules() throws {
    func fault(_ rules: [String], added: [String] = []) throws -> Schedule.Contradiction? {
      let recurrence = Recurrence(
        rules: try rules.map { try RecurrenceRule($0) }, added: added.map { .date(CivilDate($0)!) })
      return Schedule(
        days: .recurrence(recurrence), times: [.midnight], start: CivilDateTime("2026-09-19T09:00"),
        position: Position([-1], of: .month)
      ).contradiction(week: .mondayToFriday)
    }
    #expect(try fault(["FREQ=WEEKLY;BYDAY=FR"]) == nil)
    #expect(try fault(["FREQ=WEEKLY;BYDAY=FR", "FREQ=MONTHLY"])?.part == .position)
    #expect(try fault(["FREQ=WEEKLY;BYDAY=FR"], added: ["2026-10-01"])?.part == .position)
    #expect(try #require(try fault(["FREQ=HOURLY"])).description.contains("times of day"))
  }

  @Test("in-lieu days after the last notice are said not to be announced")
  func notAnnounced() throws {
    let occurrences = Occurrences(
      schedule: try schedule("in-lieu rest days"), calendar: WorkCalendar(national: .china), zone: .utc)
    #expect(throws: SearchError.notAnnounced(.inLieuRestDays, after: CivilDate("2026-10-07"))) {
      try occurrences.nextOccurrence(after: Instant("2026-11-01T00:00:00Z")!)
    }
  }

  @Test(
    "what would leave nothing is refused with the reason",
    arguments: [
      ("workdays", "rest days", nil, Schedule.Move.keep, "nobody works"),
      ("rest days", "first workday after a holiday", nil, .keep, "nobody works"),
      ("every 3 workdays from 2026-01-05", "holidays", nil, .keep, "nobody works"),
      ("mon-fri", "rest days", .swap, .keep, "nobody works"),
      ("every day", "rest days", nil, .drop, "move: drop"), ("fri", "holidays", .skip, .keep, "takes away holidays"),
    ] as [(String, String, Schedule.Holidays?, Schedule.Move, String)])
  func contradictions(days: String, only: String, holidays: Schedule.Holidays?, move: Schedule.Move, words: String)
    throws
  {
    let contradiction = try schedule(days, only: only, holidays: holidays, move: move).contradiction(
      week: .mondayToFriday)
    #expect(try #require(contradiction).part == .only)
    #expect(try #require(contradiction).description.contains(words))
  }

  @Test(
    "what may leave something is accepted",
    arguments: [
      ("workdays", "holidays", .ignore, .keep), ("every day", "rest days", .skip, .keep),
      ("fri", "holidays", .skip, .next), ("workdays", "last workday before a holiday", nil, .keep),
      ("every day", "holidays", nil, .keep),
    ] as [(String, String, Schedule.Holidays?, Schedule.Move)])
  func sound(days: String, only: String, holidays: Schedule.Holidays?, move: Schedule.Move) throws {
    let sound = try schedule(days, only: only, holidays: holidays, move: move)
    #expect(sound.contradiction(week: .mondayToFriday) == nil)
    #expect(try dates(sound, from: "2026-09-18", count: 1).count == 1)
  }

  @Test(
    "a position prints in its canonical form and reads back the same",
    arguments: [
      ("last of the month", "last of the month"), ("First of each week", "first of the week"),
      ("3rd, last and first of the quarter", "first, 3rd and last of the quarter"),
      ("2nd last of year", "2nd to last of the year"),
    ])
  func positions(text: String, printed: String) throws {
    let position = try Position(text)
    #expect(position.description == printed)
    #expect(try Position(printed) == position)
  }

  @Test(
    "what is no position is refused",
    arguments: ["", "last", "last workday of the month", "8th of the week", "of the week"])
  func refused(text: String) { #expect(throws: PhraseError.self) { try Position(text) } }

  @Test(
    "a position is read in Chinese",
    arguments: [
      ("每月最后一个", "last of the month"), ("每周第一个、第3个", "first and 3rd of the week"),
      ("每季度倒数第二个", "2nd to last of the quarter"), ("每年首个和最后一个", "first and last of the year"),
    ])
  func inChinese(text: String, printed: String) throws { #expect(try Position(text).description == printed) }

  @Test("what is no position in Chinese is refused", arguments: ["每月", "每月最后一个工作日", "每月15日", "最后一个", "每周第8个"])
  func refusedInChinese(text: String) { #expect(throws: PhraseError.self) { try Position(text) } }
}
