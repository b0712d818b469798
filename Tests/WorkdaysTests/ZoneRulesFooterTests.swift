import Testing
import Workdays

@Suite("The rule in a zone file's footer")
struct ZoneRulesFooterTests {
  @Test("rules mean what zoneinfo and the C library make of them, 2026 through 2032")
  func agreesWithOtherReaders() throws {
    let lines = dataLines(try contents(of: packagePath("Tests/WorkdaysTests/Vectors/footers.txt")))
    #expect(lines.count == 12)
    for line in lines {
      let fields = line.split(separator: " ").map(String.init)
      let rules = try ZoneRules(identifier: fields[0], tzif: TZif.footer(fields[0]))
      #expect(transitions(of: rules) == fields.dropFirst().joined(separator: " "), "\(fields[0])")
    }
  }

  private func transitions(of rules: ZoneRules) -> String {
    var found: [String] = []
    var place = Instant("2025-12-31T23:59:59Z")!
    while let next = rules.nextTransition(after: place), next < Instant("2033-01-01T00:00:00Z")! {
      let mark = rules.isDaylightSaving(at: next) ? 1 : 0
      found.append("\(next.seconds) \(rules.utcOffset(at: next)) \(mark) \(rules.abbreviation(at: next))")
      place = next
    }
    return found.joined(separator: " ")
  }

  // By hand from POSIX.1-2024, 8.3, "TZ": Jn never counts 29 February, n counts from 0 and does; a time may leave its day.
  @Test(
    "days counted within the year, and changes across its end",
    arguments: [
      (
        "AAA3BBB,J59,J60", "2027-12-01T00:00:00Z",
        ["2028-02-28T02:00:00-03:00", "2028-03-01T02:00:00-02:00", "2029-02-28T02:00:00-03:00"]
      ),
      (
        "AAA-3BBB,59/12,300", "2027-01-01T00:00:00Z",
        [
          "2027-03-01T12:00:00+03:00", "2027-10-28T02:00:00+04:00", "2028-02-29T12:00:00+03:00",
          "2028-10-27T02:00:00+04:00",
        ]
      ),
      (
        "AAA-3BBB,59/+5,365/1", "2027-04-01T00:00:00Z",
        [
          "2028-01-01T01:00:00+04:00", "2028-02-29T05:00:00+03:00", "2028-12-31T01:00:00+04:00",
          "2029-03-01T05:00:00+03:00",
        ]
      ),
      (
        "AAA3BBB,J1/0,J365/23:59:59", "2026-12-01T00:00:00Z",
        ["2026-12-31T23:59:59-02:00", "2027-01-01T00:00:00-03:00", "2027-12-31T23:59:59-02:00"]
      ),
      // The first Monday of January 2027 is the 4th, of 2028 the 3rd; the last Saturday of November the 27th and 25th.
      (
        "AAA12BBB11,M1.1.1/-167,M11.5.6/167", "2026-12-20T00:00:00Z",
        [
          "2026-12-28T01:00:00-12:00", "2027-12-03T23:00:00-11:00", "2027-12-27T01:00:00-12:00",
          "2028-12-01T23:00:00-11:00",
        ]
      ),
    ])
  func transitions(rule: String, after start: String, expected: [String]) throws {
    let rules = try ZoneRules(identifier: rule, tzif: TZif.footer(rule))
    var place = try #require(Instant(start))
    for text in expected {
      let next = try #require(rules.nextTransition(after: place))
      #expect(next == Instant(text), "\(rule)")
      place = next
    }
  }

  // RFC 9636, 3.3.2, names this rule as the way to write it.
  @Test("daylight saving may last all year")
  func allYear() throws {
    let rules = try ZoneRules(identifier: "all year", tzif: TZif.footer("EST5EDT,0/0,J365/25"))
    let instant = try #require(Instant("2026-12-31T23:30:00-04:00"))
    for hours in 0..<48 {
      let hour = instant.advanced(by: .seconds(hours * 3600))
      #expect(rules.utcOffset(at: hour) == -4 * 3600)
      #expect(rules.isDaylightSaving(at: hour))
    }
    #expect(rules.nextTransition(after: instant) == nil)
  }

  @Test("after the last change of the year 9999 the clocks are left alone")
  func lastYear() throws {
    let rules = try ZoneRules(identifier: "Berlin", tzif: TZif.footer("CET-1CEST,M3.5.0,M10.5.0/3"))
    // 31 October 9999 is a Sunday.
    let last = try #require(rules.nextTransition(after: Instant("9999-10-01T00:00:00Z")!))
    #expect(last == Instant("9999-10-31T01:00:00Z"))
    #expect(rules.nextTransition(after: last) == nil)
    #expect(rules.utcOffset(at: Instant(seconds: 1 << 58)) == 3600)
    #expect(rules.utcOffset(at: Instant(seconds: -1 << 58)) == 3600)
  }

  // Two headers of 44 bytes, two blocks of 10 and a newline come first: the text begins at byte 109.
  @Test(
    "text that is no rule is refused with its place",
    arguments: [
      ("U0", 109, "a name of three"), ("UTC", 112, "hours, 0 through 24"), ("UTC25", 112, "hours, 0 through 24"),
      ("<+08-8", 115, "\">\""), ("<>0", 110, "a name of three"), ("UTC0:60", 114, "minutes, 0 through 59"),
      ("CET-1CEST", 118, "\",\""), ("CET-1CEST,M3.5.0", 125, "\",\""), ("CET-1CEST,M13.5.0,M10.5.0", 120, "a month, 1"),
      ("CET-1CEST,M3.6.0,M10.5.0", 122, "a week, 1"), ("CET-1CEST,M3.5.7,M10.5.0", 124, "a weekday, 0"),
      ("CET-1CEST,J0,J60", 120, "a day of the year, 1"),
      ("CET-1CEST,366,J60", 119, "a day of the year, Jn or Mm.w.d, 0"),
      ("CET-1CEST,M3.5.0/168,M10.5.0", 126, "hours, 0 through 167"), ("CET-1CEST,M3.5.0,M10.5.0/3x", 135, "the end of"),
      ("CET-1CEST,M3.5.0,M10.5.0/9999999999", 134, "hours, 0 through 167"), ("UTC0\u{1b}[1m", 113, "a name of three"),
    ])
  func refused(rule: String, byte: Int, expected: String) throws {
    let error = try #require(throws: ZoneRulesError.self) {
      try ZoneRules(identifier: "Etc/Test", tzif: TZif.footer(rule))
    }
    #expect(error.byte == byte)
    #expect(error.expected.hasPrefix(expected), "\(error)")
    #expect(!error.description.utf8.contains(0x1b))
  }
}
