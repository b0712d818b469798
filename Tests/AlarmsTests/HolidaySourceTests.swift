import Alarms
import Glibc
import Testing
import TestSupport
import Workdays

/// `holidaySources:` that are fetched: how they are written, and what their copies make of the calendar.
@Suite("Holiday sources by address")
struct HolidaySourceTests {
  private static let yaml = """
    region: CN
    holidaySources:
      - { url: "https://example.org/{year}.json", mirrors: ["https://mirror.example/{year}.json"], kind: holiday-cn }
    alarms:
      - { id: clock-in, at: "09:00", days: workdays }
    """
  private static let now = Instant("2026-11-30T12:00:00+08:00")!

  private static func locations(_ directory: TemporaryDirectory) -> Locations {
    Locations { ["HOME": directory.path][$0] }
  }

  /// Leaves a copy as the helper program does.
  private static func leave(_ years: [NoticeYear], dataDate: String, of key: String, _ directory: TemporaryDirectory)
    throws
  {
    let copy = HolidayCopy(
      years: years.map { HolidayCopy.Year($0, from: "test", dataDate: CivilDate(dataDate), fetched: now) })
    try locations(directory).holidays.write(copy, of: key)
  }

  private static func year(_ year: Int, _ days: [(String, DayOverride.Kind)], _ basis: NoticeYear.Basis = .notice)
    -> NoticeYear
  {
    NoticeYear(
      year: year,
      overrides: days.map { DayOverride(date: CivilDate($0.0)!, kind: $0.1, name: "试", source: "copy") }, basis: basis)
  }

  @Test("addresses, mirrors, the form and the layer are read, and an address is shown without what may be secret")
  func reading() throws {
    let sources = try configuration(
      """
      holidaySources:
        - url: "https://user:pass@example.org/a/{year}.json?key=1#x"
          mirrors: "http://mirror.example/{year}.json"
          kind: timor
          layer: company
        - { url: "https://calendar.example/private-123/basic.ics", kind: ics, layer: personal, off: [leave, "sick*"], work: 值班 }
        - { file: leave.ics, layer: personal }
      """, file: "/etc/a.yaml"
    ).holidaySources
    #expect(
      sources.map(\.title) == ["https://example.org/a/{year}.json", "https://calendar.example/…", "/etc/leave.ics"])
    #expect(sources.map(\.layer) == [.company, .personal, .personal])
    #expect(sources.map(\.kind) == [.timor, .ics, nil])
    #expect(sources[1].off == ["leave", "sick*"] && sources[1].work == ["值班"])
    guard case .web(let addresses) = sources[0].origin else { throw UnexpectedProblems(description: "no addresses") }
    #expect(
      addresses.map { $0.reveal() } == [
        "https://user:pass@example.org/a/{year}.json?key=1#x", "http://mirror.example/{year}.json",
      ])
    #expect("\(addresses)" == "[‹hidden›, ‹hidden›]")
    #expect(Set(sources.map(\.key)).count == 3 && sources.allSatisfy { $0.key.count == 16 })
  }

  @Test(
    "what is wrong with a source is told at its place, and no address is repeated",
    arguments: [
      ("[▸{ kind: csv }]", ["no file and no url"]),
      ("[{ file: a.json, url: ▸\"https://e.org/secret\" }]", ["a file and a url", "two sources"]),
      ("[{ url: ▸\"ftp://e.org/secret\" }]", ["no web address", "https://HOST"]),
      ("[{ url: ▸\"https://e.org/a b\" }]", ["no web address", "without spaces"]),
      ("[{ url: \"https://e.org/\", mirrors: [▸\"/secret\"] }]", ["a mirror is no web address"]),
      ("[{ file: a.json, mirrors: ▸[] }]", ["mirrors: go with url:"]),
      ("[▸\"https://e.org/secret.json\"]", ["a web address", "{ url:"]),
      ("[{ url: \"https://e.org/\", kind: csv, off: ▸leave }]", ["tell the events of an iCalendar apart"]),
      ("[{ url: \"https://e.org/\", off: [▸[a]] }]", ["off is a list", "summary or category"]),
      ("[{ url: \"https://e.org/\", ▸mirror: x }]", ["did you mean \"mirrors\"?"]),
    ] as [(String, [String])])
  func faults(text: String, words: [String]) {
    let text = MarkedText("holidaySources: " + text)
    let found = problems(text.text).filter { $0.severity == .error }
    text.expect([words], in: found)
    #expect(found.allSatisfy { !$0.description.contains("secret") && !$0.rendered(in: text.text).contains("secret") })
  }

  @Test("of an address that lies in a file only the host is shown, in every layer", arguments: ["national", "company"])
  func secretFile(layer: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.write("address", "https://calendar.example/private-123/basic.ics\n")
    #expect(chmod(path, 0o600) == 0)
    let source = try configuration(
      "holidaySources: [{ url: { file: \(path) }, kind: ics, layer: \(layer) }]", home: directory.path
    ).holidaySources[0]
    #expect(source.title == "https://calendar.example/…")
    #expect(RefreshJob.Source(source)?.hidesPath == true)
    let mirrored = try configuration(
      "holidaySources: [{ url: \"https://e.org/a\", mirrors: [{ file: \(path) }], layer: \(layer) }]",
      home: directory.path)
    #expect(mirrored.holidaySources[0].title == "https://e.org/…")
  }

  @Test("a mirror more or less leaves a source its copy")
  func mirrors() throws {
    let alone = try configuration("holidaySources: [{ url: \"https://e.org/a\" }]").holidaySources[0]
    let mirrored = try configuration(
      "holidaySources: [{ url: \"https://e.org/a\", mirrors: \"https://e.org/b\" }]"
    ).holidaySources[0]
    let other = try configuration("holidaySources: [{ url: \"https://e.org/b\" }]").holidaySources[0]
    #expect(alone.key == mirrored.key && alone != mirrored && alone.key != other.key)
  }

  @Test("more sources, and more addresses of one, than can be fetched together are an error, and no surprise later")
  func limits() throws {
    func sources(_ count: Int) -> String {
      "holidaySources:\n" + (1...count).map { "  - { url: \"https://e.org/\($0)\" }\n" }.joined()
    }
    func mirrors(_ count: Int) -> String {
      let list = (1...count).map { "\"https://e.org/\($0)\"" }.joined(separator: ", ")
      return "holidaySources: [{ url: \"https://e.org/\", mirrors: [\(list)] }]\n"
    }
    func errors(_ text: String) -> [String] { problems(text).filter { $0.severity == .error }.map(\.message) }
    #expect(errors(sources(100)).isEmpty && errors(mirrors(19)).isEmpty)
    #expect(errors(sources(101)).first?.contains("101 holiday sources, more than 100") == true)
    #expect(errors(mirrors(20)).first?.contains("no more than 20 addresses") == true)
  }

  @Test("before the first fetch the days are those that ship, which is no fault of the configuration")
  func notFetched() throws {
    let directory = TemporaryDirectory()
    let loaded = try configuration(Self.yaml, home: directory.path)
    #expect(loaded.calendar.national == .china)
    #expect(loaded.warnings.isEmpty)
    let key = loaded.holidaySources[0].key
    #expect(loaded.references == [directory[".cache/notifier/holidays/\(key).json"]])
  }

  @Test("a copy with the next year turns it from provisional to announced, and a damaged copy is none")
  func announced() throws {
    let directory = TemporaryDirectory()
    let key = try configuration(Self.yaml).holidaySources[0].key
    try Self.leave([Notice2027.noticeYear()], dataDate: "2026-11-30", of: key, directory)
    let calendar = try configuration(Self.yaml, home: directory.path).calendar
    for date in Notice2027.makeUp { #expect(calendar.day(on: CivilDate(date)!).kind == .makeUpWorkday) }
    for date in Notice2027.freed { #expect(calendar.day(on: CivilDate(date)!).kind == .inLieuRestDay) }
    let day = calendar.day(on: CivilDate("2027-03-01")!)
    #expect(day.certainty == .announced && day.isWorkday)
    #expect(calendar.day(on: CivilDate("2027-10-09")!).source == Notice2027.paper)
    try Files.replace(
      Self.locations(directory).holidays.dataFile(key), with: Array("{\"years\": [{\"year\": 2027".utf8))
    #expect(try configuration(Self.yaml, home: directory.path).calendar.national == .china)
  }

  @Test("the newer data date wins between what ships and what was fetched")
  func dataDates() throws {
    let directory = TemporaryDirectory()
    let key = try configuration(Self.yaml).holidaySources[0].key
    let other = Self.year(2026, [("2026-10-12", .off)])
    let shipped = ShippedRegion.dataDate
    try Self.leave([other], dataDate: "\(shipped.adding(days: -1))", of: key, directory)
    #expect(try configuration(Self.yaml, home: directory.path).calendar.national == .china)
    try Self.leave([other], dataDate: "\(shipped)", of: key, directory)
    let calendar = try configuration(Self.yaml, home: directory.path).calendar
    #expect(calendar.day(on: CivilDate("2026-10-12")!).kind == .inLieuRestDay)
    #expect(calendar.day(on: CivilDate("2026-10-10")!).kind == .restDay, "the whole year is replaced")
  }

  @Test("days that are only computed never take the place of a notice, and announce nothing")
  func computed() throws {
    let directory = TemporaryDirectory()
    let key = try configuration(Self.yaml).holidaySources[0].key
    let years = [
      Self.year(2026, [("2026-10-12", .off)], .computed), Self.year(2027, [("2027-01-01", .off)], .computed),
    ]
    try Self.leave(years, dataDate: "2027-06-01", of: key, directory)
    let calendar = try configuration(Self.yaml, home: directory.path).calendar
    #expect(calendar.day(on: CivilDate("2026-10-12")!).kind == .workday)
    #expect(calendar.day(on: CivilDate("2027-01-01")!).certainty == .provisional)
    #expect(calendar.day(on: CivilDate("2027-10-01")!).kind == .statutoryHoliday, "the law still counts")
    #expect(!calendar.national.isAnnounced(year: 2027))
  }

  @Test("what was told last can be read again in the place of what is known now")
  func told() throws {
    let directory = TemporaryDirectory()
    let locations = Self.locations(directory)
    let inputs = [ConfigurationLoader.Input(path: "a.yaml", givesAlarms: true, text: Self.yaml)]
    let told = ToldHolidays.store(locations)
    func load(_ told: HolidayStore? = nil) throws -> Configuration {
      try ConfigurationLoader(locations: locations, systemZone: "Asia/Shanghai", told: told).load(inputs)
    }
    let before = try load()
    try ToldHolidays.note(before, in: told, at: Self.now)
    try Self.leave([Notice2027.noticeYear()], dataDate: "2026-11-30", of: before.holidaySources[0].key, directory)
    let after = try load()
    let news = HolidayNews(old: try load(told), new: after, from: Self.now)
    #expect(news.announced == [2027] && news.title == "The holidays of 2027 are announced")
    try ToldHolidays.note(after, in: told, at: Self.now)
    #expect(HolidayNews(old: try load(told), new: after, from: Self.now).isEmpty)
  }

  @Test("a file that keeps another notice of its year out of use is warned of, and one that says the same is not")
  func heldBack() throws {
    let directory = TemporaryDirectory()
    let path = directory.write("2027.json", Notice2027.json)
    let yaml = Self.yaml.replacing("\nalarms:", with: "\n  - \(path)\nalarms:")
    let key = try configuration(Self.yaml).holidaySources[0].key
    func warnings() throws -> [String] {
      try configuration(yaml, home: directory.path).warnings.map(\.message).filter { $0.contains("out of use") }
    }
    #expect(try warnings().isEmpty)
    try Self.leave([Notice2027.noticeYear()], dataDate: "2026-11-30", of: key, directory)
    #expect(try warnings().isEmpty)
    try Self.leave([Self.year(2027, [("2027-01-01", .off)])], dataDate: "2026-12-30", of: key, directory)
    #expect(try warnings().count == 1)
    #expect(try warnings().first?.contains("holidays import --remove 2027") == true)
    try Self.leave([Self.year(2027, [("2027-01-01", .off)], .computed)], dataDate: "2026-12-30", of: key, directory)
    #expect(try warnings().isEmpty)
  }

  @Test("a copy that other people can change is none")
  func untrusted() throws {
    let directory = TemporaryDirectory()
    let key = try configuration(Self.yaml).holidaySources[0].key
    try Self.leave([Notice2027.noticeYear()], dataDate: "2026-11-30", of: key, directory)
    let store = Self.locations(directory).holidays
    #expect(store.copy(of: key) != nil)
    #expect(chmod(store.dataFile(key), 0o666) == 0)
    #expect(store.copy(of: key) == nil)
    #expect(try configuration(Self.yaml, home: directory.path).calendar.national == .china)
  }

  @Test("where the copies are lost, the days that were told last stay in use")
  func lostCopy() throws {
    let directory = TemporaryDirectory()
    let locations = Self.locations(directory)
    let key = try configuration(Self.yaml).holidaySources[0].key
    try Self.leave([Notice2027.noticeYear()], dataDate: "2026-11-30", of: key, directory)
    let before = try configuration(Self.yaml, home: directory.path)
    try ToldHolidays.note(before, in: ToldHolidays.store(locations), at: Self.now)
    try Files.replace(locations.holidays.dataFile(key), with: Array("{\"years\": [".utf8))
    let after = try configuration(Self.yaml, home: directory.path)
    #expect(after.calendar == before.calendar)
    #expect(after.warnings.map(\.message).contains { $0.contains("lost or damaged") })
  }

  @Test("the news of 2027 are the days that depart from the law, and exactly the rings that move")
  func news() throws {
    let before = try configuration(
      "region: CN\nalarms:\n  - { id: clock-in, at: \"09:00\", days: workdays }\n")
    let after = before.with(national: before.calendar.national.replacing(Notice2027.noticeYear()))
    let news = HolidayNews(old: before, new: after, from: Self.now)
    func dates(_ firings: [Firing]) -> [String] { firings.map { "\($0.occurrence.nominal.date)" } }
    #expect(dates(news.rings.removed) == Notice2027.freed)
    #expect(dates(news.rings.added) == Notice2027.makeUp)
    #expect(news.rings.moved.isEmpty)
    #expect(Set(news.days.filter { $0.after.isWorkday }.map { "\($0.date)" }) == Set(Notice2027.makeUp))
    #expect(news.lines.contains("Tue 2027-02-09 to Fri 2027-02-12: in-lieu rest day (春节)"))
    #expect(news.lines.contains("+ Sat 2027-01-30 09:00 rings  clock-in 0m"))
    // From a day in May on, what was before is no news.
    let later = HolidayNews(old: before, new: after, from: Instant("2027-05-06T00:00:00+08:00")!)
    #expect(dates(later.rings.added) == ["2027-05-08", "2027-09-26", "2027-10-09"])
    #expect(later.days.first?.date == CivilDate("2027-05-08")!)
  }
}
