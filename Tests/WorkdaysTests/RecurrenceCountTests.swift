import TestSupport
import Testing
import Workdays

/// COUNT is turned into a last instant by arithmetic; here it is counted out.
@Suite("COUNT and hostile rules")
struct RecurrenceCountTests {
  private static let zones = ["UTC", "America/New_York", "Australia/Lord_Howe"]

  @Test(
    "COUNT ends a rule where counting its instants ends",
    arguments: [
      "DAILY", "DAILY;INTERVAL=3;BYHOUR=8,20", "DAILY;BYDAY=MO,FR;BYHOUR=7,8;BYSETPOS=-1", "WEEKLY;BYDAY=MO,WE,SU",
      "WEEKLY;INTERVAL=2;BYDAY=TU,SA;WKST=SU", "WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", "MONTHLY;BYMONTHDAY=31",
      "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "MONTHLY;BYDAY=FR;BYHOUR=9,10;BYSETPOS=1,-1",
      "YEARLY;BYDAY=1MO", "YEARLY;BYMONTH=2;BYMONTHDAY=29", "HOURLY;INTERVAL=5", "HOURLY;BYHOUR=2,3;BYMINUTE=0,45",
      "HOURLY;BYMINUTE=0,20,40;BYSETPOS=2;BYDAY=MO", "MINUTELY;INTERVAL=7;BYHOUR=9",
      "MINUTELY;INTERVAL=1441;BYHOUR=1,2,3",
      "MINUTELY;INTERVAL=30;BYSECOND=0,30;BYDAY=SU", "SECONDLY;INTERVAL=61;BYMINUTE=5,59",
      "HOURLY;INTERVAL=25;BYMINUTE=7",
      "HOURLY;INTERVAL=2;BYSECOND=1,2;BYHOUR=1,2,4", "HOURLY;BYHOUR=0,23;BYMINUTE=0,59;BYDAY=SA,MO;BYSETPOS=-1",
      "HOURLY;INTERVAL=3;BYMINUTE=1,31;BYSECOND=0,5;BYSETPOS=1,3", "SECONDLY;INTERVAL=7;BYDAY=SU;BYHOUR=0,2",
      "SECONDLY;BYMINUTE=0;BYSECOND=0,1;BYSETPOS=-1", "MINUTELY;INTERVAL=30;BYSECOND=0,10,20;BYSETPOS=-1;BYDAY=SU",
      "WEEKLY;BYDAY=MO,WE;BYHOUR=8,9;BYSETPOS=1,-1", "WEEKLY;INTERVAL=3;BYMONTH=2,3;BYDAY=MO,FR,SU;BYSETPOS=-1;WKST=SU",
    ])
  func ends(rule: String) throws {
    for (zone, count) in zip(Self.zones + Self.zones, [1, 17, 250, 1001, 2300, 1777]) {
      if rule.contains("29"), count > 250 { continue }
      let start = "20250101T013000"
      let endless = try RecurrenceSetTests.set("FREQ=\(rule)", start: start, zone: zone)
      let counted = try RecurrenceSetTests.set("FREQ=\(rule);COUNT=\(count)", start: start, zone: zone)
      var last: RecurrenceInstance?
      var number = 0
      for instance in endless.instances(after: RecurrenceSetTests.longAgo) {
        number += 1
        last = instance
        if number == count { break }
      }
      let before = try #require(last).instant.advanced(by: .nanoseconds(-1))
      #expect(try counted.next(after: before) == last, "\(rule), \(count) in \(zone)")
      #expect(try counted.next(after: try #require(last).instant) == nil, "\(rule), \(count) in \(zone)")
    }
  }

  @Test(
    "a huge COUNT from centuries ago costs no walk, and its end is right",
    arguments: [
      // Worked out by hand: (COUNT − 1) periods after the start.
      ("FREQ=DAILY;COUNT=100000", "15830101T090000", "1856-10-15T09:00:00Z"),
      ("FREQ=WEEKLY;COUNT=20000", "15830103T090000", "1966-04-18T09:00:00Z"),
      ("FREQ=HOURLY;COUNT=1000001", "19000101T000000", "2014-01-29T16:00:00Z"),
      ("FREQ=SECONDLY;COUNT=1000000001", "19700101T000000", "2001-09-09T01:46:40Z"),
      // One a week, one a month, two a year: the same day 400 years, or 20,871 weeks, later.
      ("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=104356", "00030101T090000", "2003-01-01T09:00:00Z"),
      ("FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=8,9;BYSETPOS=-1;COUNT=24001", "00030131T000000", "2003-02-25T09:00:00Z"),
      ("FREQ=YEARLY;BYDAY=1MO,-1MO;BYHOUR=8,9;BYSETPOS=1,-1;COUNT=4002", "00030101T000000", "2003-12-29T09:00:00Z"),
      ("FREQ=SECONDLY;BYSECOND=0,30;COUNT=1000001", "20000101T000000", "2000-12-13T05:20:00Z"),
    ])
  func hugeCount(rule: String, start: String, last: String) throws {
    let set = try RecurrenceSetTests.set(rule, start: start, zone: "UTC")
    let instant = try #require(Instant(last))
    #expect(try set.next(after: instant.advanced(by: .seconds(-1)))?.instant == instant)
    #expect(try set.next(after: instant) == nil)
  }

  @Test(
    "hostile intervals and counts are answered at once", .serialized,
    arguments: RecurrenceRule.Frequency.allCases)
  func hostile(frequency: RecurrenceRule.Frequency) async throws {
    #expect(try await onThread { try Self.wrongHostile(frequency) } == [])
  }

  private static func wrongHostile(_ frequency: RecurrenceRule.Frequency) throws -> [String] {
    try [
      "INTERVAL=\(Int.max)", "COUNT=\(Int.max)", "INTERVAL=\(Int.max);COUNT=\(Int.max)", "COUNT=1000000000;BYMONTH=2",
      "COUNT=1000000000;INTERVAL=7;BYHOUR=9;BYMINUTE=7",
    ].filter { parts in
      let set = try RecurrenceSetTests.set(
        "FREQ=\(frequency.rawValue);\(parts)", start: "20260201T090700", zone: "Europe/Paris")
      let first = try set.next(after: RecurrenceSetTests.longAgo)
      return first?.nominal != CivilDateTime("2026-02-01T09:07")
    }
  }

  @Test(
    "a rule with COUNT at a milliard ends, whatever it chooses and where the clock changes", .serialized,
    arguments: RecurrenceRule.Frequency.allCases)
  func endless(frequency: RecurrenceRule.Frequency) async throws {
    #expect(try await onThread { try Self.wrongEndless(frequency) } == [])
  }

  private static func wrongEndless(_ frequency: RecurrenceRule.Frequency) throws -> [String] {
    var wrong: [String] = []
    for (parts, yields) in [
      ("BYMONTH=2;BYMONTHDAY=30", false), ("BYHOUR=1,2,3;BYMINUTE=0,30;BYSETPOS=-1", true), ("BYDAY=SU", true),
      ("BYDAY=MO,TU;BYHOUR=2,3;BYMINUTE=0,15;BYSECOND=0,30;BYSETPOS=1,-1", true),
      ("BYDAY=SU;BYSETPOS=366;BYHOUR=1", false),
      ("INTERVAL=7;BYMONTH=2,4;BYHOUR=1,2,3;BYMINUTE=0,30;BYSECOND=1,2;BYSETPOS=2", frequency != .secondly),
    ] where frequency != .weekly || !parts.contains("BYMONTHDAY") {
      let set = try RecurrenceSetTests.set(
        "FREQ=\(frequency.rawValue);COUNT=1000000000;\(parts)", start: "19260201T013000", zone: "Australia/Lord_Howe")
      let first = try? set.next(after: RecurrenceSetTests.longAgo)
      if (first != nil) != yields { wrong.append(parts) }
    }
    return wrong
  }

  @Test("a period of 31 million instants is chosen from without listing them")
  func hugePeriod() throws {
    let all = { (end: Int) in (0..<end).map(String.init).joined(separator: ",") }
    let set = try RecurrenceSetTests.set(
      "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=\(all(24));BYMINUTE=\(all(60));BYSECOND=\(all(60));BYSETPOS=366,-1",
      start: "20260101T000000", zone: "UTC")
    #expect(
      RecurrenceSetTests.walls(set, 3) == [
        "2026-01-01T00:06:05+00:00", "2026-12-31T23:59:59+00:00", "2027-01-01T00:06:05+00:00",
      ])
  }

  @Test(
    "a rule that can never match is found out",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4",
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=60;BYSECOND=5",
      "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1",
      "FREQ=MINUTELY;BYSECOND=60", "FREQ=HOURLY;BYMINUTE=0;BYSETPOS=2", "FREQ=SECONDLY;BYSECOND=1;BYSETPOS=2",
      "FREQ=YEARLY;BYDAY=53MO;BYMONTH=1", "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1",
      "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12L;BYMONTHDAY=1", "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    ])
  func neverMatches(rule: String) throws {
    // 1 January 2024 is a Monday.
    for zone in ["UTC", "Europe/Paris"] {
      let set = try RecurrenceSetTests.set(rule, start: "20240101T000000", zone: zone)
      #expect(throws: SearchError.self) { try set.next(after: RecurrenceSetTests.longAgo) }
    }
  }
}
