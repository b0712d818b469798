import Alarms
import Calendars
import Testing
import Workdays

/// The line that makes an event a day off.
private let marked = "SUMMARY:x（休）\n"

private func event(_ lines: String) -> String {
  "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(marked)\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
}

private func many(_ text: String, _ count: Int) -> String {
  "BEGIN:VCALENDAR\n" + String(repeating: text, count: count) + "END:VCALENDAR\n"
}

/// Made when they are needed: a failing test would print them.
private let masses: [(make: @Sendable () -> String, fault: String)] = [
  ({ many("BEGIN:VEVENT\nEND:VEVENT\n", 30_000) }, "a.ics:40002:1: error: more than 20000 events"),
  ({ many("BEGIN:VEVENT\nEND:VEVENT\n", 1_000_000) }, "a.ics:1:1: error: the file is larger than 16777216 bytes"),
  ({ many("BEGIN:X\n", 100_000) }, "a.ics:9:1: error: nested deeper than 8 levels"),
  ({ many("\n", 1_000_000) }, "a.ics:1:1: error: the calendar has no events"),
  ({ event("DESCRIPTION:" + String(repeating: "a", count: 10_000_000)) }, "a.ics:4:1: error: the line is longer"),
  ({ event("DESCRIPTION:a\n" + String(repeating: " a\n", count: 200_000)) }, "a.ics:4:1: error: the line is longer"),
  (
    { event("DTSTART" + String(repeating: ";X=1", count: 100_000) + ":20260101") },
    "a.ics:4:1: error: the line is longer"
  ),
  (
    { event("DTSTART:20260101\nRDATE:" + String(repeating: "20260101,", count: 100_000)) },
    "a.ics:5:1: error: the line is"
  ),
  (
    { event(String(repeating: "RDATE;VALUE=DATE:20260101\n", count: 100_000)) },
    "a.ics:2:1: error: the event has more than"
  ),
]

/// Calendars that are made to hang a reader, to fill the memory, or to be read in half.
@Suite("Hostile calendars", .timeLimit(.minutes(10)))
struct HostileCalendarTests {
  private func days(_ bytes: [UInt8]) throws(DiagnosticList) -> [String] {
    let feed = HolidayFeed(file: "a.ics", marks: DayMarks(), region: nil, year: 2026)
    return try feed.read(bytes).noticeYears.flatMap { $0.overrides.map { "\($0.date) \($0.name)" } }
  }

  private func days(_ text: String) throws(DiagnosticList) -> [String] { try days(Array(text.utf8)) }

  private func fault(_ bytes: [UInt8]) throws -> String {
    try #require(throws: DiagnosticList.self) { _ = try days(bytes) }.diagnostics[0].description
  }

  private func fault(_ text: String) throws -> String { try fault(Array(text.utf8)) }

  @Test(
    "dates and rules beyond reason are refused with the event's line",
    arguments: [
      ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=SECONDLY", "finer than a day"),
      ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=SECONDLY;UNTIL=99991231T235959Z", "finer than a day"),
      ("DTSTART;VALUE=DATE:00000101", "\"00000101\" is no date"),
      ("DTSTART;VALUE=DATE:-0010101", "\"-0010101\" is no date"),
      ("DTSTART;VALUE=DATE:99990101\nRRULE:FREQ=YEARLY", "none of the 1 events"),
      ("DTSTART;VALUE=DATE:20260101\nDURATION:P1000000000W", "a number that is too large"),
      // libical would make one week and one day of these.
      ("DTSTART;VALUE=DATE:20260101\nDURATION:P4294967297W", "a number that is too large"),
      ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY;COUNT=4294967297", "a number that is too large"),
      ("DTSTART;VALUE=DATE:20260101\nrrule:freq=daily;interval=65537", "a number that is too large"),
      ("DTSTART;VALUE=DATE:20260101\nDURATION:P99999W", "the event covers 699993 days"),
      ("DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY;BYDAY=\(String(repeating: "MO,", count: 200))MO", "400 bytes"),
    ])
  func beyondReason(lines: String, words: String) throws {
    let fault = try fault(event(lines))
    #expect(fault.hasPrefix("a.ics:"))
    #expect(fault.contains(words), "\(fault)")
  }

  /// A day off without its end, its exceptions or its rule would be another day off.
  @Test(
    "an event of which a part cannot be read is refused, not read in half",
    arguments: [
      "DTEND;VALUE=DATE:2026010", "DTEND;VALUE=DATE", "RRULE:FREQ=FORTNIGHTLY", "EXDATE;VALUE=DATE:soon",
      "DURATION:3 days",
      "RDATE;VALUE=DATE:20260105,later,20260107", "RECURRENCE-ID;VALUE=DATE:x",
    ])
  func partsThatAreLost(line: String) throws {
    let fault = try fault(event("DTSTART;VALUE=DATE:20260101\n\(line)"))
    #expect(fault.hasPrefix("a.ics:2:1: error: the event cannot be read: "), "\(fault)")
    #expect(fault.contains("fetch the file again"), "\(fault)")
  }

  @Test("empty properties that place nothing do no harm")
  func emptyProperties() throws {
    let text = event("DTSTART;VALUE=DATE:20260101\nDESCRIPTION:\nCATEGORIES:\nDTEND;VALUE=DATE:20260103")
    #expect(try days(text) == ["2026-01-01 x", "2026-01-02 x"])
  }

  @Test("a calendar that was cut off anywhere is refused", arguments: 0..<10)
  func truncated(block: Int) throws {
    let whole = event("UID:a\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260103\nDESCRIPTION:a\n b")
    #expect(try days(whole).count == 2)
    // The last newline may be missing.
    for length in stride(from: block, to: whole.utf8.count - 1, by: 10) {
      let fault = try fault(Array(whole.utf8.prefix(length)))
      #expect(fault.contains("fetch it again"), "\(length): \(fault)")
    }
  }

  @Test("masses are refused where they become too many", arguments: masses.indices)
  func refusedInTime(index: Int) throws {
    let fault = try fault(masses[index].make())
    #expect(fault.hasPrefix(masses[index].fault), "\(fault)")
  }

  /// Two hundred rules of four years of days, each event a year long, are a hundred million days, and all the same ones.
  @Test("events that cover the same days over and over are refused")
  func overlapping() throws {
    let one =
      "BEGIN:VEVENT\n\(marked)DTSTART;VALUE=DATE:20250101\nRRULE:FREQ=DAILY\nDURATION:P52W\nEND:VEVENT\n"
    #expect(try fault(many(one, 200)).hasPrefix("a.ics:2:1: error: the events cover more than 20000 days"))
  }

  @Test("parameters up to the longest line, and a thousand lines that are no dates, end soon")
  func slowLines() throws {
    let parameters = String(repeating: ";X=1", count: 16_000)
    #expect(try days(event("UID\(parameters):a\nDTSTART;VALUE=DATE:20260101")) == ["2026-01-01 x"])
    let bad = "BEGIN:VEVENT\n\(marked)" + String(repeating: "DTSTART:x\n", count: 999) + "END:VEVENT\n"
    #expect(try fault(many(bad, 10)).contains("DTSTART"))
  }

  @Test("time zones are passed over, however many rules they have")
  func zoneBomb() throws {
    let rule = "BEGIN:STANDARD\nDTSTART:16010101T000000\nRRULE:FREQ=SECONDLY\nRDATE:00010101T000000\nEND:STANDARD\n"
    let zone = "BEGIN:VTIMEZONE\nTZID:X\n" + String(repeating: rule, count: 100) + "END:VTIMEZONE\n"
    let one = "BEGIN:VEVENT\n\(marked)DTSTART;TZID=X:20260101T000000\nDURATION:P1D\nEND:VEVENT\n"
    #expect(
      try days(many(zone, 20).replacing("END:VCALENDAR\n", with: one + "END:VCALENDAR\n")) == ["2026-01-01 x"])
  }

  @Test("line ends are CRLF or LF in any mixture; others are refused")
  func lineEnds() throws {
    let text = event("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260103\nDESCRIPTION:a\n b")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let mixed = lines.enumerated().map { $0.element + ($0.offset % 2 == 0 ? "\r\n" : "\n") }.joined()
    #expect(try days(mixed) == days(text))
    #expect(try fault(text.replacing("\n", with: "\r")).contains("a.ics:1:1: error: a carriage return stands inside"))
    #expect(try fault(text.replacing("\n", with: "\r\r\n")).contains("expected lines that end in CRLF or LF"))
    #expect(
      try fault(text.replacing("\n b", with: "\n\n b")).contains("a.ics:8:1: error: the line goes on from an empty"))
  }

  @Test(
    "other encodings are refused by their names",
    arguments: [
      ([0xFF, 0xFE] + Self.wide("BEGIN:VCALENDAR\n", first: true), "1:1: error: the file is UTF-16"),
      ([0xFE, 0xFF] + Self.wide("BEGIN:VCALENDAR\n", first: false), "1:1: error: the file is UTF-16"),
      (Self.wide("BEGIN:VCALENDAR\n", first: true), "1:1: error: the file is UTF-16"),
      ([0xFF, 0xFE, 0, 0], "1:1: error: the file is UTF-32"),
      // 春节 in GB 18030, and in part of UTF-8.
      (
        Array("BEGIN:VCALENDAR\nX:".utf8) + [0xB4, 0xBA, 0xBD, 0xDA, 0x0A],
        "2:1: error: the file is not UTF-8 and seems to be GBK"
      ),
      (Array("BEGIN:VCALENDAR\nX:".utf8) + [0xE6, 0x98, 0x0A], "2:1: error: the line is not UTF-8"),
      (Array("BEGIN:VCALENDAR\nX:a\0b\n".utf8), "2:1: error: the line holds a zero byte"),
      (Array("\n<html><body>Sign in</body></html>".utf8), "1:1: error: this is a web page"),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], words: String) throws {
    let fault = try fault(bytes)
    #expect(fault.hasPrefix("a.ics:" + words), "\(fault)")
  }

  /// ASCII in units of two bytes, of which the first or the second holds the character.
  private static func wide(_ text: String, first: Bool) -> [UInt8] {
    text.utf8.flatMap { first ? [$0, 0] : [0, $0] }
  }

  /// RFC 5545, 3.1: a fold may cut a character in two.
  @Test("a character that a fold cuts in two is whole again")
  func foldedCharacter() throws {
    let bytes = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [0xE4, 0xBC, 0x0A, 0x20, 0x91]
    #expect(
      try days(bytes + Array("\nDTSTART;VALUE=DATE:20260101\nEND:VEVENT\nEND:VCALENDAR".utf8)) == ["2026-01-01 休"])
  }
}
