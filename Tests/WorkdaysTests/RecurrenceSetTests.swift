import Testing
import Workdays

@Suite("Recurrence sets")
struct RecurrenceSetTests {
  static let longAgo = Instant(seconds: -100_000_000_000)

  static func local(_ text: String) throws -> CivilDateTime {
    guard case .local(let moment)? = RecurrenceMoment(text) else {
      throw SupportError(description: "\(text) is no local time")
    }
    return moment
  }

  static func set(_ rules: String..., added: String = "", excluded: String = "", start: String, zone: String) throws
    -> RecurrenceSet
  {
    func moments(_ text: String) throws -> [RecurrenceMoment] {
      try text.split(separator: ",").map { try #require(RecurrenceMoment($0)) }
    }
    return RecurrenceSet(
      rules: try rules.map { try RecurrenceRule($0) }, added: try moments(added), excluded: try moments(excluded),
      start: try local(start), zone: try systemZone(zone))
  }

  /// The first instances, as the clock of the zone shows them.
  static func walls(_ set: RecurrenceSet, _ count: Int = 10) -> [String] {
    set.instances(after: longAgo).prefix(count).map { instance in
      instance.instant.formatted(utcOffset: set.zone.utcOffset(at: instance.instant))
    }
  }

  /// Rule, start, zone and a checksum of the first instants, as contrib/oracle/rules.py had python-dateutil find them.
  @Test("20,000 random rules of every frequency yield the instants that python-dateutil yields")
  func agreesWithDateutil() throws {
    let names = [
      "U": "UTC", "N": "America/New_York", "P": "Europe/Paris", "L": "Australia/Lord_Howe", "J": "America/St_Johns",
      "S": "Asia/Shanghai",
    ]
    let zones = try names.mapValues { try systemZone($0) }
    let end = try #require(Instant("2120-01-01T00:00:00Z"))
    let lines = try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/rules.txt")))
    // Without optimization the whole list takes minutes.
    #if DEBUG
      let step = 20
    #else
      let step = 1
    #endif
    for number in stride(from: 0, to: lines.count, by: step) {
      let line = lines[number]
      let fields = line.split(separator: "|").map(String.init)
      let set = RecurrenceSet(
        rules: [try RecurrenceRule("FREQ=\(fields[0])")], start: try Self.local(fields[1]),
        zone: try #require(zones[fields[2]]))
      let found = set.instances(after: Self.longAgo).prefix(8).prefix { $0.instant < end }.map(\.instant.seconds)
      let sum = String(crc32(found.map(String.init).joined(separator: ",")), radix: 16)
      #expect("\(found.count)|\(sum)" == fields[3...4].joined(separator: "|"), "\(line): \(found)")
    }
    #expect(lines.count == 20_000)
  }

  @Test("starting to look anywhere finds the same instants as walking from the start")
  func looksFromAnywhere() throws {
    let zone = try systemZone("America/New_York")
    let lines = try dataLines(contents(of: packagePath("Tests/WorkdaysTests/Vectors/rules.txt")))
    for line in lines.prefix(200) {
      let fields = line.split(separator: "|").map(String.init)
      let set = RecurrenceSet(
        rules: [try RecurrenceRule("FREQ=\(fields[0])")], start: try Self.local(fields[1]), zone: zone)
      let walked = Array(set.instances(after: Self.longAgo).prefix(12))
      guard walked.count > 6 else { continue }
      for place in [3, 6] {
        let found = set.instances(after: walked[place].instant).prefix(walked.count - place - 1)
        #expect(Array(found) == Array(walked[(place + 1)...]), "\(line)")
        let before = try set.next(after: walked[place].instant.advanced(by: .nanoseconds(-1)))
        #expect(before == walked[place], "\(line)")
      }
    }
  }

  @Test("an hourly rule is every hour where the clock goes back, in exact time")
  func hourlyOverFold() throws {
    // Public report TZ-12.
    let set = try Self.set("FREQ=HOURLY", start: "20171029T023000", zone: "Europe/Helsinki")
    #expect(
      Self.walls(set, 5) == [
        "2017-10-29T02:30:00+03:00", "2017-10-29T03:30:00+03:00", "2017-10-29T03:30:00+02:00",
        "2017-10-29T04:30:00+02:00", "2017-10-29T05:30:00+02:00",
      ])
  }

  @Test("an hour that the clock leaves out is no hour of a finer rule; one that it repeats comes twice")
  func hourOfWall() throws {
    // New York 2026: 8 March has no two o'clock, 1 November has one o'clock twice.
    let gap = try Self.set("FREQ=HOURLY;BYHOUR=2", start: "20260307T000000", zone: "America/New_York")
    #expect(Self.walls(gap, 2) == ["2026-03-07T02:00:00-05:00", "2026-03-09T02:00:00-04:00"])
    let fold = try Self.set("FREQ=HOURLY;BYHOUR=1", start: "20261101T000000", zone: "America/New_York")
    #expect(
      Self.walls(fold, 3) == ["2026-11-01T01:00:00-04:00", "2026-11-01T01:00:00-05:00", "2026-11-02T01:00:00-05:00"])
    #expect(fold.instances(after: Self.longAgo).prefix(3).map(\.isSecondPass) == [false, true, false])
  }

  @Test("EXDATE takes away instances by their local time")
  func excluded() throws {
    // Public report RR-17.
    let set = try Self.set(
      "FREQ=DAILY;COUNT=5", excluded: "20200326T050000,20200325T050000", start: "20200323T050000", zone: "Europe/Paris")
    #expect(
      Self.walls(set) == ["2020-03-23T05:00:00+01:00", "2020-03-24T05:00:00+01:00", "2020-03-27T05:00:00+01:00"])
  }

  @Test(
    "EXDATE names a day, a local time or a point in time",
    arguments: [
      ("20260105", ["06T09", "06T18"]), ("20260105T090000", ["05T18", "06T09"]),
      ("20260105T170000Z", ["05T09", "06T09"]), ("20260105T180000Z", ["05T09", "05T18"]),
    ])
  func excludedForms(excluded: String, expected: [String]) throws {
    let set = try Self.set(
      "FREQ=DAILY;BYHOUR=9,18", excluded: excluded, start: "20260105T090000", zone: "Europe/Paris")
    #expect(Self.walls(set, 2).map { String($0.dropFirst(8).prefix(5)) } == expected)
  }

  @Test("several rules and RDATE are joined, and what two of them say is there once")
  func joined() throws {
    let set = try Self.set(
      "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "FREQ=MONTHLY;BYMONTHDAY=5,20;COUNT=2",
      added: "20260110,20260111T100000,20260112T080000Z", start: "20260101T090000", zone: "Europe/Paris")
    // 5 January is a Monday; 12 January 08:00 UTC is 09:00 in Paris, the second Monday.
    #expect(
      Self.walls(set) == [
        "2026-01-05T09:00:00+01:00", "2026-01-10T09:00:00+01:00", "2026-01-11T10:00:00+01:00",
        "2026-01-12T09:00:00+01:00", "2026-01-20T09:00:00+01:00",
      ])
  }

  @Test("two times of a day that fall on one instant in a gap are one, and the order is that of time")
  func gapOrder() throws {
    // New York, 8 March 2026: 02:15 and 02:45 move to 03:15 and 03:45, around 03:30; 02:30 meets it.
    let set = try Self.set(
      "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,30,45;COUNT=6", start: "20260308T000000", zone: "America/New_York")
    #expect(
      Self.walls(set) == ["2026-03-08T03:15:00-04:00", "2026-03-08T03:30:00-04:00", "2026-03-08T03:45:00-04:00"])
  }

  @Test("instances(in:) is half-open and looks no further")
  func range() throws {
    let set = try Self.set("FREQ=SECONDLY", start: "20260101T000000", zone: "UTC")
    let start = try #require(Instant("2026-06-01T00:00:00Z"))
    let found = set.instances(in: start..<start.advanced(by: .seconds(3)))
    #expect(found.map(\.instant.seconds) == [0, 1, 2].map { start.seconds + $0 })
  }
}
