import Alarms
import Calendars
import HTTP
import TestSupport
import Testing
import Workdays

/// Faults that people reported of other programs' readers of calendars, with inputs of our own.
@Suite("Calendars that other programs read wrong")
struct PublicReportTests {
  /// A calendar of one all-day event, whose summary stands as it is given.
  private static func calendar(_ summary: String) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t//EN\r\nBEGIN:VEVENT\r\nUID:u1\r\nDTSTAMP:20260101T000000Z\r\n"
      + "DTSTART;VALUE=DATE:20261001\r\n\(summary)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  private func days(_ bytes: [UInt8], off: [String] = ["国庆节"]) throws -> [DayOverride] {
    let feed = HolidayFeed(file: "a.ics", marks: DayMarks(off: off.map(TextPattern.init)), region: nil, year: 2026)
    do throws(DiagnosticList) {
      return try feed.read(bytes).noticeYears.flatMap(\.overrides)
    } catch {
      Issue.record("\(error.diagnostics.map(\.description))")
      return []
    }
  }

  @Test("IC-01: a byte order mark before it; IC-05: a fold inside of a character")
  func encodings() throws {
    let marked = [0xEF, 0xBB, 0xBF] + Array(Self.calendar("SUMMARY:国庆节").utf8)
    // 庆 is E5 BA 86: the fold comes after its first byte.
    let whole = Array(Self.calendar("SUMMARY:国庆节").utf8)
    let split = try #require(whole.firstRange(of: [0xE5, 0xBA, 0x86])).lowerBound + 1
    let folded = whole[..<split] + Array("\r\n ".utf8) + whole[split...]
    for bytes in [marked, Array(folded)] {
      #expect(try days(bytes).map { "\($0.date) \($0.name)" } == ["2026-10-01 国庆节"])
    }
  }

  @Test("IC-23: control characters and code points that are none become spaces, and what is written reads back")
  func characters() throws {
    let text = Self.calendar("SUMMARY:会议\u{FFFE}室 A\u{8}1\u{7F}\u{85}（休）")
    let days = try days(Array(text.utf8), off: [])
    #expect(days.map(\.name) == ["会议 室 A 1"])
    let year = NoticeYear(year: 2026, overrides: days)
    let written = try HolidayJSON.text(of: [year])
    #expect(try HolidayFile.read(Array(written.utf8), file: "x.json", week: .mondayToFriday).noticeYears == [year])
  }

  @Test("IC-03: UTF-8 whatever the server says of it")
  func contentType() async throws {
    let server = LocalServer { _ in
      .respond(200, headers: [("Content-Type", "application/octet-stream")], body: Self.calendar("SUMMARY:国庆节（休）"))
    }
    let directory = TemporaryDirectory()
    let store = HolidayStore(directory: directory["holidays"])
    let source = HolidaySource(origin: .web([Secret(server.url("/a.ics"))]), layer: .company)
    let job = RefreshJob(
      directory: store.directory, now: Instant("2026-06-01T00:00:00Z")!.seconds, year: 2026, region: "CN",
      workdays: [1, 2, 3, 4, 5], isForced: false, sources: [try #require(RefreshJob.Source(source))])
    #expect(try await Refresh(job, client: HTTPClient()).run().sources.map(\.failures) == [[]])
    #expect(store.copy(of: source.key)?.years.flatMap(\.days).map(\.name) == ["国庆节"])
  }

  @Test(
    "IC-17: the end of an all-day event is the first day that it does not cover",
    arguments: [
      ("DTSTART;VALUE=DATE:20261001\r\nDTEND;VALUE=DATE:20261008", "2026-10-01", "2026-10-07"),
      ("DTSTART;VALUE=DATE:20200413\r\nDTEND;VALUE=DATE:20200414", "2020-04-13", "2020-04-13"),
      ("DTSTART;VALUE=DATE:20190422\r\nDTEND;VALUE=DATE:20190422", "2019-04-22", "2019-04-22"),
      ("DTSTART;VALUE=DATE:19971102", "1997-11-02", "1997-11-02"),
    ])
  func end(lines: String, first: String, last: String) throws {
    let text = Self.calendar("SUMMARY:节").replacing("DTSTART;VALUE=DATE:20261001", with: lines)
    let dates = try days(Array(text.utf8), off: ["节"]).map(\.date)
    #expect(dates == Array(CivilDate(first)!...CivilDate(last)!))
  }

  @Test("an appointment takes no day off, in UTC or not, and keeps no other event from being read")
  func appointments() throws {
    let text = HolidayFeedTests.calendar(
      [
        "SUMMARY:dentist\nDTSTART:20261203T130000Z\nDTEND:20261203T140000Z",
        "SUMMARY:training\nDTSTART;TZID=Asia/Shanghai:20261204T130000\nDTEND;TZID=Asia/Shanghai:20261204T170000",
        "SUMMARY:call\nDTSTART:20261204T130000\nDURATION:PT1H", "SUMMARY:note\nDTSTART:20261204T130000",
        "SUMMARY:leave\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261226",
        "SUMMARY:whole day\nDTSTART:20261228T000000\nDTEND:20261229T000000",
      ].joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n"))
    let feed = HolidayFeed(file: "a.ics", marks: DayMarks(off: [TextPattern("*")]), region: nil, year: 2026)
    let contents = try feed.read(Array(text.utf8))
    #expect(
      contents.noticeYears.flatMap(\.overrides).map { "\($0.date) \($0.name)" } == [
        "2026-12-24 leave", "2026-12-25 leave", "2026-12-28 whole day",
      ])
    #expect(contents.warnings.map(\.message) == ["4 of 6 events take less than a day and are left out"])
  }

  @Test("IC-19: a festival without a mark is no day off; 休 and 班 are the marks that are known")
  func festivals() throws {
    let events = [("20250212", "元宵节"), ("20250214", "情人节"), ("20251001", "国庆节（休）"), ("20250928", "国庆节（班）")]
    let text = HolidayFeedTests.calendar(
      events.map { "SUMMARY:\($0.1)\nDTSTART;VALUE=DATE:\($0.0)" }.joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n"))
    let days = try days(Array(text.utf8), off: [])
    #expect(days.map { "\($0.date) \($0.kind.rawValue)" } == ["2025-09-28 work", "2025-10-01 off"])
  }
}
