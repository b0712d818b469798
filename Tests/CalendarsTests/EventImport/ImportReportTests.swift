import Calendars
import TestSupport
import Testing

/// Files from public reports, with the right answers.
@Suite("Imported events of public reports")
struct ImportReportTests {
  private static let fixedZone = [
    "BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0800",
    "TZOFFSETTO:+0800", "END:STANDARD", "END:VTIMEZONE",
  ]

  @Test("AL-09: an alarm at a moment of its own rings once in a series, one that repeats rings as often as it says")
  func absoluteAndRepeated() throws {
    let absolute = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z", "RRULE:FREQ=DAILY;COUNT=3", "BEGIN:VALARM", "ACTION:DISPLAY",
        "TRIGGER;VALUE=DATE-TIME:20260302T013000Z", "END:VALARM",
      ]
    ])
    #expect(absolute.rings() == ["2026-03-02T01:30:00Z"])
    let repeated = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M",
        "REPEAT:2",
        "DURATION:PT5M", "END:VALARM",
      ]
    ])
    #expect(repeated.rings() == ["2026-03-02T01:45:00Z", "2026-03-02T01:50:00Z", "2026-03-02T01:55:00Z"])
    let half = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M",
        "REPEAT:2",
        "END:VALARM",
      ]
    ])
    #expect(half.rings() == ["2026-03-02T01:45:00Z"])
    #expect(half.losses == [])
    #expect(half.result.notes.contains { $0.text.contains("repeats 2 times, here 0") })
  }

  @Test(
    "IC-07: zones by the names that Windows gives them, by what the file says of them, else one's own with a word",
    arguments: [
      ("中国标准时间", "20260302T090000", "2026-03-02T01:00:00Z"),
      ("GMT Standard Time 1", "20220126T120000", "2022-01-26T12:00:00Z"),
      ("Customized Time Zone", "20210405T090000", "2021-04-05T01:00:00Z"),
      ("Nowhere", "20210405T090000", "2021-04-05T07:00:00Z"),
    ])
  func zoneNames(name: String, local: String, instant: String) throws {
    let bench = try ImportBench(
      events: [["UID:a", "SUMMARY:a", "DTSTART;TZID=\(name):\(local)"]], head: Self.fixedZone, zone: "Europe/Warsaw")
    #expect(bench.starts() == [instant])
    let isKnown = name != "Nowhere"
    #expect(
      bench.losses
        == (isKnown ? [] : ["the zone \"Nowhere\" is not known; its times are taken for those of Europe/Warsaw"]))
  }

  @Test("IC-09: a time without a zone is of the file's zone, else of one's own, never of UTC")
  func floating() throws {
    let named = try ImportBench(
      events: [["UID:a", "SUMMARY:a", "DTSTART:20260820T160000"]], head: ["X-WR-TIMEZONE:Europe/Madrid"],
      zone: "Pacific/Auckland")
    #expect(named.starts() == ["2026-08-20T14:00:00Z"])
    let own = try ImportBench(
      events: [["UID:a", "SUMMARY:a", "DTSTART:20171006T150001"]], zone: "Pacific/Auckland")
    #expect(own.starts() == ["2017-10-06T02:00:01Z"])
  }

  @Test("IC-11: a day that is told of apart in UTC takes the place of one in local time")
  func overrideInUTC() throws {
    let bench = try ImportBench(events: [
      ["UID:a", "SUMMARY:a", "DTSTART;TZID=Europe/Stockholm:20260320T160000", "RRULE:FREQ=WEEKLY;COUNT=3"],
      ["UID:a", "SUMMARY:a", "RECURRENCE-ID:20260327T150000Z", "DTSTART;TZID=Europe/Stockholm:20260327T173000"],
    ])
    #expect(bench.starts() == ["2026-03-20T15:00:00Z", "2026-03-27T16:30:00Z", "2026-04-03T14:00:00Z"])
  }

  @Test("IC-13: of an all-day series the day that the wall shows is the one that is told of apart")
  func overrideAtMidnight() throws {
    let bench = try ImportBench(events: [
      ["UID:a", "SUMMARY:a", "DTSTART;VALUE=DATE:20260219", "RRULE:FREQ=WEEKLY;COUNT=3"],
      [
        "UID:a", "SUMMARY:a", "RECURRENCE-ID;TZID=W. Europe Standard Time:20260226T000000",
        "DTSTART;VALUE=DATE:20260227",
      ],
    ])
    #expect(bench.starts() == ["2026-02-19", "2026-02-27", "2026-03-05"])
  }

  @Test("IC-15: a date that is excluded from a series with times drops that day")
  func dateExcluded() throws {
    let bench = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART;TZID=Europe/Berlin:20190124T090000", "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE;VALUE=DATE:20190125",
      ]
    ])
    #expect(
      bench.starts() == [
        "2019-01-24T08:00:00Z", "2019-01-26T08:00:00Z", "2019-01-27T08:00:00Z", "2019-01-28T08:00:00Z",
      ])
  }

  @Test("IC-21: dates that are added beyond the end of the rule count")
  func addedBeyondEnd() throws {
    let bench = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART;TZID=Europe/Amsterdam:20210302T190000",
        "RRULE:FREQ=WEEKLY;UNTIL=20210315T225959Z;BYDAY=TU",
        "RDATE;TZID=Europe/Amsterdam:20210331T190000,20210410T190000",
      ]
    ])
    #expect(
      bench.starts() == [
        "2021-03-02T18:00:00Z", "2021-03-09T18:00:00Z", "2021-03-31T17:00:00Z", "2021-04-10T17:00:00Z",
      ])
  }
}
