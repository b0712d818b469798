import Testing
import Workdays

/// What the IANA tz database (https://data.iana.org/time-zones/tzdb/, files asia, australasia, africa, europe,
/// southamerica) publishes of zones with odd histories.
@Suite("Zones with odd histories")
struct ZoneRulesTests {
  @Test(
    "a wall time in a gap moves forward by the gap",
    arguments: [
      ("Europe/Vienna", "2017-03-26T02:30", "2017-03-26T03:30:00+02:00"),
      // Half an hour.
      ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00"),
      // Days that begin at 01:00.
      ("Africa/Cairo", "2025-04-25T00:00", "2025-04-25T01:00:00+03:00"),
      ("America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T01:30:00-02:00"),
      // Summer is standard time in Irish law.
      ("Europe/Dublin", "2026-03-29T01:30", "2026-03-29T02:30:00+01:00"),
      // The clocks go back for Ramadan, and forward after it.
      ("Africa/Casablanca", "2026-03-22T02:30", "2026-03-22T03:30:00+01:00"),
      // 44 minutes and 30 seconds.
      ("Africa/Monrovia", "1972-01-07T00:10", "1972-01-07T00:54:30+00:00"),
      // Whole days that no clock has shown.
      ("Pacific/Apia", "2011-12-30T09:00", "2011-12-31T09:00:00+14:00"),
      ("Pacific/Kwajalein", "1993-08-21T12:00", "1993-08-22T12:00:00+12:00"),
      ("Asia/Shanghai", "1986-05-04T02:30", "1986-05-04T03:30:00+09:00"),
    ])
  func gap(zone: String, wall: String, expected: String) throws {
    let (rules, civil) = try (systemZone(zone), #require(CivilDateTime(wall)))
    guard case .gap(_, let before, let after) = rules.resolve(civil) else {
      Issue.record("\(wall) in \(zone) is in no gap")
      return
    }
    let instant = try #require(Instant(expected))
    #expect(rules.instant(of: civil) == instant)
    #expect(rules.instant(of: civil, .later) == instant)
    #expect(rules.instant(of: civil, .earlier) == instant.advanced(by: .seconds(before - after)))
    #expect(rules.instant(of: civil, .reject) == nil)
    #expect(rules.civil(at: instant) == civil.adding(seconds: after - before))
  }

  @Test(
    "a wall time in a fold is the first pass unless the second is asked for",
    arguments: [
      ("Europe/Berlin", "2023-10-29T02:00", "2023-10-29T02:00:00+02:00", "2023-10-29T02:00:00+01:00"),
      ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"),
      ("Europe/Dublin", "2026-10-25T01:30", "2026-10-25T01:30:00+01:00", "2026-10-25T01:30:00+00:00"),
      ("Africa/Casablanca", "2026-02-15T02:30", "2026-02-15T02:30:00+01:00", "2026-02-15T02:30:00+00:00"),
      ("Africa/Cairo", "2025-10-30T23:00", "2025-10-30T23:00:00+03:00", "2025-10-30T23:00:00+02:00"),
      ("America/Sao_Paulo", "2018-02-17T23:59:59", "2018-02-17T23:59:59-02:00", "2018-02-17T23:59:59-03:00"),
      ("Asia/Shanghai", "1991-09-15T01:30", "1991-09-15T01:30:00+09:00", "1991-09-15T01:30:00+08:00"),
    ])
  func fold(zone: String, wall: String, first: String, second: String) throws {
    let (rules, civil) = try (systemZone(zone), #require(CivilDateTime(wall)))
    let (first, second) = try (#require(Instant(first)), #require(Instant(second)))
    #expect(rules.resolve(civil) == .fold(first: first, second: second))
    #expect(rules.instant(of: civil) == first)
    #expect(rules.instant(of: civil, .earlier) == first)
    #expect(rules.instant(of: civil, .later) == second)
    #expect(rules.instant(of: civil, .reject) == nil)
  }

  @Test("a wall time that is shown once means that instant, whatever is asked for")
  func unique() throws {
    let rules = try systemZone("Asia/Shanghai")
    let civil = try #require(CivilDateTime("2026-09-20T09:00"))
    for disambiguation in [Disambiguation.compatible, .earlier, .later, .reject] {
      #expect(rules.instant(of: civil, disambiguation) == Instant("2026-09-20T09:00:00+08:00"))
    }
  }

  @Test("offsets have seconds before standard time")
  func localMeanTime() throws {
    let rules = try systemZone("Asia/Shanghai")
    // Shanghai's mean time is 8:05:43 east (file asia); it ended with the year 1900.
    #expect(rules.utcOffset(at: Instant("1900-12-31T15:54:16Z")!) == 8 * 3600 + 5 * 60 + 43)
    #expect(rules.utcOffset(at: Instant("1900-12-31T15:54:17Z")!) == 8 * 3600)
    #expect(rules.abbreviation(at: Instant("1900-06-01T00:00:00Z")!) == "LMT")
  }

  @Test("UTC never changes")
  func utc() {
    let instant = Instant("2026-09-20T01:00:00Z")!
    #expect(ZoneRules.utc.utcOffset(at: instant) == 0)
    #expect(ZoneRules.utc.abbreviation(at: instant) == "UTC")
    #expect(ZoneRules.utc.nextTransition(after: instant) == nil)
    #expect(ZoneRules.utc.resolve(CivilDateTime("0001-01-01T00:00")!) == .unique(Instant("0001-01-01T00:00:00Z")!))
    #expect(ZoneRules.utc.resolve(CivilDateTime("9999-12-31T23:59:59")!) == .unique(Instant("9999-12-31T23:59:59Z")!))
  }

  @Test("rules with the same name and content are equal, others are not")
  func equality() throws {
    #expect(try systemZone("Asia/Shanghai") == systemZone("Asia/Shanghai"))
    #expect(try systemZone("Asia/Shanghai") != systemZone("PRC"))
    #expect(try Set([systemZone("Asia/Shanghai"), systemZone("Asia/Shanghai")]).count == 1)
  }
}
