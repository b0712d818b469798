import Alarms
import Testing
import TestSupport
import Workdays

@Suite("Calendars of single alarms")
struct AlarmCalendarTests {
  private static let alarms = """
    alarms:
      - { id: clock-in, at: "09:00", days: workdays }
      - { id: lunch, at: "12:00", days: workdays }
      - { id: gym, at: "19:00", days: workdays }
    """

  private func kind(_ date: String, of alarm: String, _ configuration: Configuration) throws -> DayKind {
    try #require(configuration.planner.plan(of: alarm)).occurrences.calendar.day(on: CivilDate(date)!).kind
  }

  private func kinds(_ date: String, _ configuration: Configuration) throws -> [DayKind] {
    try ["clock-in", "lunch", "gym"].map { try kind(date, of: $0, configuration) }
  }

  @Test("days of one's own that name alarms are days off to those alone, and the calendar stays as it is")
  func ownDays() throws {
    let text = """
      region: CN
      ownDays:
        - { off: 2026-12-24..31, name: leave, alarms: [clock-in, lunch] }
        - { work: 2026-12-25, alarms: lunch }
        - { off: 2026-12-28 }
      \(Self.alarms)
      """
    let loaded = try configuration(text)
    #expect(try kinds("2026-12-24", loaded) == [.personalRestDay, .personalRestDay, .workday])
    #expect(try kinds("2026-12-25", loaded) == [.personalRestDay, .workday, .workday], "a later word replaces")
    #expect(try kinds("2026-12-28", loaded) == [.personalRestDay, .personalRestDay, .personalRestDay])
    #expect(loaded.calendar.day(on: CivilDate("2026-12-24")!).kind == .workday)
    #expect(loaded.ownCalendars.keys.sorted() == ["clock-in", "lunch"])
    let plan = try #require(loaded.planner.plan(of: "clock-in"))
    let next = try plan.nextFiring(after: Instant("2026-12-23T10:00:00+08:00")!)
    #expect(next?.instant == Instant("2027-01-04T09:00:00+08:00"), "1 January is a holiday, 2 and 3 a weekend")
  }

  @Test("a holiday source may be for some alarms, in every layer")
  func sources() throws {
    let directory = TemporaryDirectory()
    directory.write("own.csv", "2026-12-24,off,trip\n")
    directory.write(
      "2026.json", "{\"year\": 2026, \"days\": [{\"name\": \"x\", \"date\": \"2026-06-01\", \"isOffDay\": true}]}")
    let text = """
      region: CN
      holidaySources:
        - { file: own.csv, layer: personal, alarms: "lunch, gym" }
        - { file: 2026.json, alarms: gym }
      \(Self.alarms)
      """
    let loaded = try configuration(text, file: directory["a.yaml"])
    #expect(try kinds("2026-12-24", loaded) == [.workday, .personalRestDay, .personalRestDay])
    #expect(try kinds("2026-06-01", loaded) == [.workday, .workday, .inLieuRestDay])
    #expect(
      try kinds("2026-10-01", loaded) == [.statutoryHoliday, .statutoryHoliday, .workday], "its year is replaced")
  }

  @Test("an alarm that is named and does not exist is told with its place; it may stand in a later file")
  func unknownAlarms() throws {
    let directory = TemporaryDirectory()
    directory.write("own.csv", "2026-12-24,off\n")
    let text: MarkedText = """
      holidaySources: [{ file: own.csv, layer: company, alarms: [clock-in, ▸gim] }]
      ownDays: [{ off: 2026-12-24, alarms: ▸clok-in }, { off: 2026-12-25, ▸alarms: [] }, { off: 2026-12-26, alarms: [▸zzzzzzzz] }]
      alarms: [{ id: clock-in, at: "09:00", days: workdays }, { id: gym, at: "19:00", days: workdays }]
      """
    text.expect(
      [
        ["no alarm \"gim\"", "did you mean \"gym\"?"], ["no alarm \"clok-in\"", "\"clock-in\"?"], ["alarms is empty"],
        ["no alarm \"zzzzzzzz\"", "such as clock-in, or take it out"],
      ], in: problems(text.text, file: directory["a.yaml"]))
    let later = ConfigurationLoader.Input(path: "b.yaml", givesAlarms: true, text: Self.alarms)
    func first(_ alarm: String) -> ConfigurationLoader.Input {
      .init(path: "a.yaml", givesAlarms: true, text: "ownDays: [{ off: 2026-12-24, alarms: \(alarm) }]\n")
    }
    #expect(problems([first("gym"), later]).isEmpty)
    #expect(problems([first("tea"), later]).map { "\($0.place)" } == ["a.yaml:1:38"])
    // What is wrong with an alarm is told once, not again by everything that names it.
    let faulty: MarkedText = "ownDays: [{off: 2026-12-24, alarms: a}]\nalarms: [{id: a, at: ▸noon, days: workdays}]\n"
    faulty.expect([["at has \"noon\""]], in: problems(faulty.text))
  }

  /// 14 May 2026 is Ascension Day in Germany; 1 October is a holiday in China; in Saudi Arabia Friday and Saturday rest.
  @Test("an alarm with a region or a work week of its own has that calendar, and personal days hold there too")
  func regions() throws {
    let text = """
      region: CN
      workWeek: mon-sat
      ownDays: [{ off: 2026-11-24, name: leave }]
      alarms:
        - { id: shared, at: "09:00", days: workdays }
        - { id: berlin, at: "09:00", days: workdays, region: de, timezone: Europe/Berlin }
        - { id: riyadh, at: "09:00", days: workdays, region: SA }
        - { id: shift, at: "09:00", days: workdays, workWeek: sun-thu }
        - { id: same, at: "09:00", days: workdays, region: CN, workWeek: mon-sat }
      """
    let loaded = try configuration(text)
    #expect(try kind("2026-05-14", of: "shared", loaded) == .workday)
    #expect(try kind("2026-05-14", of: "berlin", loaded) == .statutoryHoliday)
    #expect(try kind("2026-10-01", of: "berlin", loaded) == .workday)
    #expect(try kind("2026-11-21", of: "shared", loaded) == .workday, "a Saturday by workWeek: of the file")
    #expect(try kind("2026-11-21", of: "berlin", loaded) == .restDay, "another region has its own week")
    #expect(try kind("2026-11-20", of: "riyadh", loaded) == .restDay)
    #expect(try kind("2026-11-22", of: "riyadh", loaded) == .workday)
    #expect(try kind("2026-11-20", of: "shift", loaded) == .restDay)
    #expect(try kind("2026-10-01", of: "shift", loaded) == .statutoryHoliday)
    for id in ["shared", "berlin", "riyadh", "shift"] {
      #expect(try kind("2026-11-24", of: id, loaded) == .personalRestDay, "\(id)")
    }
    #expect(loaded.ownCalendars.keys.sorted() == ["berlin", "riyadh", "shift"], "the others share one")
    #expect(loaded.alarms.map(\.region) == [nil, "DE", "SA", nil, "CN"])
    let plan = try #require(loaded.planner.plan(of: "berlin"))
    let firing = try #require(try plan.nextFiring(after: Instant("2026-05-13T12:00:00Z")!))
    #expect(firing.instant == Instant("2026-05-15T09:00:00+02:00"))
  }

  @Test("national data is of the file's region, unless it says of which it is or names the alarm")
  func nationalSources() throws {
    let directory = TemporaryDirectory()
    for name in ["cn", "de", "all"] {
      directory.write(
        "\(name).json",
        "{\"year\": 2026, \"days\": [{\"name\": \"\(name)\", \"date\": \"2026-06-01\", \"isOffDay\": true}]}")
    }
    let text = """
      region: CN
      holidaySources: [cn.json, { file: all.json, region: DE }, { file: de.json, alarms: [second] }]
      alarms:
        - { id: shared, at: "09:00", days: workdays }
        - { id: first, at: "09:00", days: workdays, region: DE }
        - { id: second, at: "09:00", days: workdays, region: DE }
      """
    let loaded = try configuration(text, file: directory["a.yaml"])
    func name(_ id: String) throws -> String? {
      try #require(loaded.planner.plan(of: id)).occurrences.calendar.day(on: CivilDate("2026-06-01")!).name
    }
    #expect(try [name("shared"), name("first"), name("second")] == ["cn", "all", "de"])
    #expect(loaded.holidaySources.count == 3, "what an alarm needs is fetched")
    let alone = try configuration(text.replacing("workdays, region: DE", with: "workdays"), file: directory["a.yaml"])
    #expect(alone.holidaySources.count == 2, "and what nobody needs is not")
  }

  @Test(
    "what is wrong with a region or a work week is told with its place; a rule is held against the alarm's own week",
    arguments: [
      ("region: ▸DE-XX", ["region is \"DE-XX\"", "expected one of"]), ("workWeek: ▸often", ["workWeek is \"often\""]),
      ("workWeek: mon-thu, ▸holidays: swap", ["holidays: swap would add make-up workdays"]),
    ] as [(String, [String])])
  func faults(line: String, words: [String]) {
    let text = MarkedText("alarms: [{ id: a, at: \"09:00\", rrule: 'FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH', \(line) }]")
    text.expect([words], in: problems(text.text))
  }

  @Test("a rule that names the whole of the alarm's own week may swap")
  func ownWeek() throws {
    let own = try alarm(
      "id: a", "at: \"09:00\"", "rrule: FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH", "holidays: swap", "region: SA")
    #expect(own.timing.hasSuffix("|on|region SA"))
    let week = try alarm("id: a", "at: \"09:00\"", "days: workdays", "workWeek: sun-thu")
    #expect(week.timing.hasSuffix("|on|week mon, tue, wed, thu, sun"))
  }

  @Test("data for some alarms only is news by the rings that it moves, though no day of the calendar changes")
  func news() throws {
    let directory = TemporaryDirectory()
    let text = """
      region: CN
      holidaySources: [{ file: own.csv, layer: company, alarms: [lunch] }]
      \(Self.alarms)
      """
    directory.write("own.csv", "2026-12-24,off\n")
    let before = try configuration(text, file: directory["a.yaml"])
    directory.write("own.csv", "2026-12-25,off\n")
    let after = try configuration(text, file: directory["a.yaml"])
    let news = HolidayNews(old: before, new: after, from: Instant("2026-12-01T00:00:00Z")!)
    #expect(news.days.isEmpty && !news.isEmpty)
    #expect(news.rings.added.map(\.id) == ["lunch/2026-12-24T12:00/0m"])
    #expect(news.rings.removed.map(\.id) == ["lunch/2026-12-25T12:00/0m"])
    #expect(HolidayNews(old: after, new: after, from: Instant("2026-12-01T00:00:00Z")!).isEmpty)
  }

  @Test("other national holidays reach every alarm of the region, and leave alone what was named for one")
  func otherHolidays() throws {
    let directory = TemporaryDirectory()
    directory.write(
      "2025.json", "{\"year\": 2025, \"days\": [{\"name\": \"x\", \"date\": \"2025-06-03\", \"isOffDay\": true}]}")
    let text = """
      region: CN
      ownDays: [{ off: 2026-12-24, alarms: [clock-in] }]
      holidaySources: [{ file: 2025.json, alarms: [lunch] }]
      \(Self.alarms)
        - { id: berlin, at: "09:00", days: workdays, region: DE }
      """
    let loaded = try configuration(text, file: directory["a.yaml"])
    let day = DayOverride(date: CivilDate("2026-06-01")!, kind: .off, name: "new", source: "s")
    let changed = loaded.with(national: loaded.calendar.national.replacing(NoticeYear(year: 2026, overrides: [day])))
    #expect(try kinds("2026-06-01", changed) == [.inLieuRestDay, .inLieuRestDay, .inLieuRestDay])
    #expect(try kind("2026-06-01", of: "berlin", changed) == .workday)
    #expect(try kinds("2026-12-24", changed) == [.personalRestDay, .workday, .workday])
    #expect(try kinds("2025-06-03", changed) == [.workday, .inLieuRestDay, .workday])
  }

  @Test(
    "whatever is said and taken back of some alarms and of all, the last word counts, also from the file",
    arguments: 0..<50)
  func lastWord(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let ids = ["a", "b", "c"]
    let first = CivilDate("2026-12-24")!
    var days = OwnDays()
    // By a list of all that was said, newest last, that a naive reader goes through.
    var said: [(date: CivilDate, scope: Set<String>, entry: OwnDays.Entry?)] = []
    for number in 0..<25 {
      let date = first.adding(days: Int.random(in: 0..<4, using: &random))
      let scope = ids.filter { _ in Bool.random(using: &random) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        days.forget(AlarmScope(scope), on: date)
        said.append((date, Set(scope), nil))
      } else {
        let entry = OwnDays.Entry(
          kind: Bool.random(using: &random) ? .off : .work, name: number % 3 == 0 ? "" : "n\(number % 3)",
          scope: AlarmScope(scope))
        days.set(entry, on: date)
        said.append((date, Set(scope), entry))
      }
    }
    let header = "alarms:\n" + ids.map { "  - { id: \($0), at: \"09:00\", days: workdays }\n" }.joined()
    let loaded = try configuration(days.yaml + header)
    for date in first...first.adding(days: 3) {
      #expect(
        loaded.calendar.own.first?.override(on: date)?.name
          == said.last(where: {
            $0.date == date && $0.scope.isEmpty
          })?.entry?.name, "\(seed) \(date)")
      for id in ids {
        var (forAll, forOne): (OwnDays.Entry?, OwnDays.Entry?) = (nil, nil)
        for word in said where word.date == date {
          if word.scope.isEmpty { (forAll, forOne) = (word.entry, nil) }
          if word.scope.contains(id) { forOne = word.entry }
        }
        let override = try #require(loaded.planner.plan(of: id)).occurrences.calendar.own.first?.override(on: date)
        let expected = forOne ?? forAll
        #expect(override?.kind == expected?.kind && override?.name == expected?.name, "\(seed) \(id) \(date)")
      }
    }
    #expect(try OwnDays.read(Array(days.yaml.utf8), file: "own-days.yaml").yaml == days.yaml)
  }
}
