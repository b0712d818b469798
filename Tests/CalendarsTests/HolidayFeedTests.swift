import Alarms
import Calendars
import Testing
import TestSupport
import Workdays

@Suite("Reading calendars of holidays")
struct HolidayFeedTests {
  private func feed(_ off: [String] = [], _ work: [String] = [], region: String? = nil) -> HolidayFeed {
    HolidayFeed(
      file: "a.ics", marks: DayMarks(off: off.map(TextPattern.init), work: work.map(TextPattern.init)), region: region,
      year: 2026)
  }

  private func lines(_ contents: HolidayFeed.Contents) -> [String] {
    contents.noticeYears.flatMap { year in
      year.overrides.map { "\(year.year): \($0.date) \($0.kind.rawValue) \($0.name)" }
    }
  }

  private func read(_ text: String, _ feed: HolidayFeed? = nil) throws -> [String] {
    do throws(DiagnosticList) {
      return lines(try (feed ?? self.feed()).read(Array(text.utf8)))
    } catch {
      throw Problems(description: error.diagnostics.map(\.description).joined(separator: "\n"))
    }
  }

  private func faults(_ text: String, _ feed: HolidayFeed? = nil) throws -> [String] {
    try #require(throws: DiagnosticList.self) { _ = try (feed ?? self.feed()).read(Array(text.utf8)) }.diagnostics.map(
      \.description)
  }

  private struct Problems: Error, CustomStringConvertible {
    let description: String
  }

  static func calendar(_ events: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
      + events.map { "BEGIN:VEVENT\r\n\($0.replacing("\n", with: "\r\n"))\r\nEND:VEVENT\r\n" }.joined()
      + "END:VCALENDAR\r\n"
  }

  @Test("holiday-cn's own calendar: 假期 rests, 上班(补…假期) is worked")
  func holidayCN() throws {
    let text = Self.calendar(
      "SUMMARY:元旦假期\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260104",
      "SUMMARY:上班(补元旦假期)\nDTSTART;VALUE=DATE:20260104\nDTEND;VALUE=DATE:20260105")
    #expect(
      try read(text) == [
        "2026: 2026-01-01 off 元旦", "2026: 2026-01-02 off 元旦", "2026: 2026-01-03 off 元旦", "2026: 2026-01-04 work 元旦",
      ])
  }

  @Test("Apple's calendar: 休 and 班 after the name, or the mark of the event; a festival without either is left out")
  func apple() throws {
    let text = Self.calendar(
      "SUMMARY;LANGUAGE=zh_CN:中秋节（休）\nDTSTART;VALUE=DATE:20260925\nDTEND;VALUE=DATE:20260928",
      "SUMMARY;LANGUAGE=zh_CN:国庆节（班）\nDTSTART;VALUE=DATE:20260920", "SUMMARY:七夕节\nDTSTART;VALUE=DATE:20260819",
      "SUMMARY:国庆节\nDTSTART;VALUE=DATE:20261010\nX-APPLE-SPECIAL-DAY:ALTERNATE-WORKDAY",
      "SUMMARY:国庆节\nDTSTART;VALUE=DATE:20261001\nX-APPLE-SPECIAL-DAY:WORK-HOLIDAY")
    #expect(
      try read(text) == [
        "2026: 2026-09-20 work 国庆节", "2026: 2026-09-25 off 中秋节", "2026: 2026-09-26 off 中秋节", "2026: 2026-09-27 off 中秋节",
        "2026: 2026-10-01 off 国庆节", "2026: 2026-10-10 work 国庆节",
      ])
    let warnings = try feed().read(Array(text.utf8)).warnings
    #expect(
      warnings.map(\.description) == [
        "a.ics:1:1: warning: 1 of 5 events are neither days off nor make-up workdays and are left out"
      ])
  }

  @Test("Google's calendar: public holidays of the whole country rest, observances and regional ones do not")
  func google() throws {
    let text = Self.calendar(
      "DTSTART;VALUE=DATE:20261126\nDESCRIPTION:Public holiday\nSUMMARY:Thanksgiving Day",
      "DTSTART;VALUE=DATE:20261101\nDESCRIPTION:Observance\\nTo hide observances\\, go to\n  Settings\nSUMMARY:Clocks change",
      "DTSTART;VALUE=DATE:20260201\nDESCRIPTION:Public holiday in Johor\\, Kedah\nSUMMARY:Thaipusam",
      "DTSTART;VALUE=DATE:20260825\nDESCRIPTION:Public holiday\\nDate is tentative\nSUMMARY:Maulid",
      "DTSTART;VALUE=DATE:20260912\nDESCRIPTION:Observance\nSUMMARY:Special Working Day",
      "DTSTART;VALUE=DATE:20261224\nDESCRIPTION:Public holiday\nSUMMARY:Special Non-working Day")
    #expect(
      try read(text) == [
        "2026: 2026-08-25 off Maulid", "2026: 2026-09-12 work Special Working Day",
        "2026: 2026-11-26 off Thanksgiving Day",
        "2026: 2026-12-24 off Special Non-working Day",
      ])
  }

  @Test("one's own patterns look at summary and categories, the make-up ones first")
  func patterns() throws {
    let text = Self.calendar(
      "SUMMARY:Leave: Crete\nDTSTART;VALUE=DATE:20260706\nDTEND;VALUE=DATE:20260708",
      "SUMMARY:On duty\nCATEGORIES:Duty,Leave\nDTSTART;VALUE=DATE:20260801",
      "SUMMARY:leaves fall\nDTSTART;VALUE=DATE:20261001")
    #expect(
      try read(text, feed(["leave: *"], ["duty"])) == [
        "2026: 2026-07-06 off Leave: Crete", "2026: 2026-07-07 off Leave: Crete", "2026: 2026-08-01 work On duty",
      ])
  }

  @Test(
    "a pattern is a part, or all with stars",
    arguments: [
      ("lea", "My LEAVE", true), ("lea*", "My leave", false), ("*lea*", "My leave", true), ("my*ve", "my leave", true),
      ("a*a", "a", false), ("a*a", "aa", true), ("*b*b", "ab", false), ("*", "", true), ("班", "春节（班）", true),
      ("x", "", false),
    ] as [(String, String, Bool)])
  func pattern(pattern: String, text: String, expected: Bool) {
    #expect(TextPattern(pattern).matches(text) == expected)
  }

  /// RFC 5545, 3.6.1: DTEND is exclusive; without it and DURATION a date lasts a day.
  @Test(
    "which dates an event covers",
    arguments: [
      ("DTSTART;VALUE=DATE:20260501", ["2026-05-01"]),
      ("DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260501", ["2026-05-01"]),
      ("DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260503", ["2026-05-01", "2026-05-02"]),
      ("DTSTART;VALUE=DATE:20260501\nDURATION:P1W", (1...7).map { "2026-05-0\($0)" }),
      (
        "DTSTART;TZID=Asia/Shanghai:20260501T000000\nDTEND;TZID=Asia/Shanghai:20260503T000000",
        ["2026-05-01", "2026-05-02"]
      ),
      ("DTSTART:20260501T090000\nDTEND:20260502T090000", ["2026-05-01", "2026-05-02"]),
      ("DTSTART:20260501T220000\nDURATION:PT26H", ["2026-05-01", "2026-05-02"]),
      ("DTSTART:20260501T000000Z\nDTEND:20260502T000000Z", ["2026-05-01"]),
      ("DTSTART;VALUE=DATE:20261231\nDTEND;VALUE=DATE:20270102", ["2026-12-31", "2027-01-01"]),
      ("DTSTART;VALUE=DATE:20200610\nRRULE:FREQ=YEARLY", ["2025-06-10", "2026-06-10", "2027-06-10", "2028-06-10"]),
      ("DTSTART;VALUE=DATE:20200610\nRRULE:FREQ=YEARLY;UNTIL=20260610", ["2025-06-10", "2026-06-10"]),
      ("DTSTART;VALUE=DATE:20200610\nRRULE:FREQ=YEARLY;COUNT=7", ["2025-06-10", "2026-06-10"]),
      (
        "DTSTART;VALUE=DATE:20200610\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20260610,20270610",
        ["2025-06-10", "2028-06-10"]
      ),
      (
        "DTSTART;VALUE=DATE:20260610\nRRULE:FREQ=YEARLY;COUNT=1\nRDATE;VALUE=DATE:20260612",
        ["2026-06-10", "2026-06-12"]
      ),
      ("DTSTART;VALUE=DATE:20260610\nRDATE;VALUE=DATE:20270612", ["2026-06-10", "2027-06-12"]),
      // The fourth Thursday of November.
      (
        "DTSTART;VALUE=DATE:20251127\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;UNTIL=20261231",
        ["2025-11-27", "2026-11-26"]
      ),
    ] as [(String, [String])])
  func dates(event: String, expected: [String]) throws {
    let found = try read(Self.calendar("SUMMARY:x（休）\n\(event)"))
    #expect(found.map { String($0.dropFirst(6).prefix(10)) } == expected)
  }

  @Test("an occurrence that was moved or cancelled is not left on its old date")
  func replaced() throws {
    let text = Self.calendar(
      "UID:a\nSUMMARY:x（休）\nDTSTART;VALUE=DATE:20250610\nRRULE:FREQ=YEARLY;UNTIL=20270610",
      "UID:a\nSUMMARY:x（休）\nRECURRENCE-ID;VALUE=DATE:20260610\nDTSTART;VALUE=DATE:20260612",
      "UID:a\nSUMMARY:x（休）\nRECURRENCE-ID;VALUE=DATE:20270610\nDTSTART;VALUE=DATE:20270610\nSTATUS:CANCELLED")
    #expect(try read(text) == ["2025: 2025-06-10 off x", "2026: 2026-06-12 off x"])
  }

  @Test(
    "lines may end in LF, be folded inside a character, and follow a byte order mark; alarms have summaries of their own"
  )
  func lineForms() throws {
    var bytes = Array("\u{FEFF}begin:vcalendar\nBEGIN:VEVENT\nDTSTART;VALUE=DA\n\tTE:20260101\nSUMMARY:".utf8)
    let name = Array("元旦（休）".utf8)
    bytes += name[..<2] + Array("\n ".utf8) + name[2...]
    bytes += Array(
      "\nBEGIN:VALARM\nSUMMARY:no（班）\nDTSTART;VALUE=DATE:20260202\nEND:VALARM\nEND:VEVENT\nend:vcalendar".utf8)
    #expect(lines(try feed().read(bytes)) == ["2026: 2026-01-01 off 元旦"])
  }

  @Test("two events on one day are one day off with both names; an off day that is worked elsewhere is a fault")
  func sameDay() throws {
    let agreed = Self.calendar(
      "SUMMARY:中秋节（休）\nDTSTART;VALUE=DATE:20251006", "SUMMARY:国庆节（休）\nDTSTART;VALUE=DATE:20251006")
    #expect(try read(agreed) == ["2025: 2025-10-06 off 中秋节、国庆节"])
    let opposed = Self.calendar(
      "SUMMARY:a（休）\nDTSTART;VALUE=DATE:20251006", "SUMMARY:a（班）\nDTSTART;VALUE=DATE:20251006")
    #expect(try faults(opposed)[0].contains("a.ics:7:1: error: 2025-10-06 is work here and was not in line 3"))
  }

  /// The notice of 2012 sets 31 December 2011.
  @Test("in China days of December named 元旦 belong to the next year's notice")
  func december() throws {
    let text = Self.calendar("SUMMARY:元旦（班）\nDTSTART;VALUE=DATE:20111231", "SUMMARY:圣诞（休）\nDTSTART;VALUE=DATE:20111225")
    #expect(try read(text, feed(region: "CN")) == ["2011: 2011-12-25 off 圣诞", "2012: 2011-12-31 work 元旦"])
    #expect(try read(text) == ["2011: 2011-12-25 off 圣诞", "2011: 2011-12-31 work 元旦"])
  }

  @Test(
    "what cannot be used is refused with its line and the reason",
    arguments: [
      ("<!DOCTYPE html>", "a.ics:1:1: error: this is a web page"),
      ("", "a.ics:1:1: error: this is no iCalendar file"),
      ("BEGIN:VCALENDAR\nEND:VCALENDAR", "a.ics:1:1: error: the calendar has no events"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a", "a.ics:2:1: error: BEGIN:VEVENT has no end; the file was cut off"),
      ("BEGIN:VCALENDAR\nEND:VEVENT", "a.ics:2:1: error: END:VEVENT has no beginning here"),
      ("BEGIN:VCARD\nEND:VCARD", "a.ics:1:1: error: expected BEGIN:VCALENDAR, found BEGIN:VCARD"),
      (String(repeating: "BEGIN:VCALENDAR\n", count: 100_000), "a.ics:9:1: error: nested deeper than 8 levels"),
      (
        calendar(String(repeating: "SUMMARY:\(String(repeating: "休", count: 50))\n", count: 900)),
        "a.ics:3:1: error: the event is longer than 131072"
      ),
      (calendar("SUMMARY:" + String(repeating: "休", count: 30_000)), "a.ics:4:1: error: the line is longer than 65536"),
      (calendar("SUMMARY:party"), "a.ics:1:1: error: none of the 1 events is a day off"),
      (calendar("SUMMARY:（休）"), "a.ics:3:1: error: the event has no usable DTSTART"),
      (calendar("SUMMARY:（休）\nDTSTART;VALUE=DATE:20260230"), "a.ics:3:1: error: "),
      (
        calendar("SUMMARY:（休）\nDTSTART:20260101T160000Z\nDTEND:20260102T160000Z"),
        "a.ics:3:1: error: \"20260101T160000Z\" is in UTC"
      ),
      (
        calendar("SUMMARY:（休）\nDTSTART;VALUE=DATE:20260102\nDTEND;VALUE=DATE:20260101"),
        "a.ics:3:1: error: the event ends before it begins"
      ),
      (
        calendar("SUMMARY:（休）\nDTSTART;VALUE=DATE:20260102\nDTEND;VALUE=DATE:99991231"),
        "more than 366; this is no holiday"
      ),
      (
        calendar("SUMMARY:（休）\nDTSTART;VALUE=DATE:20260102\nRRULE:FREQ=SECONDLY;COUNT=99999999"),
        "a.ics:3:1: error: the rule \"FREQ=SECONDLY;COUNT=99999999\" cannot be used"
      ),
      (
        calendar("SUMMARY:（休）\nDTSTART;VALUE=DATE:19000102\nRRULE:FREQ=DAILY;COUNT=99999999"),
        "counts its dates from before 1970"
      ),
    ] as [(String, String)])
  func refused(text: String, words: String) throws {
    let found = try faults(text)
    #expect(found.first?.contains(words) == true, "\(found)")
  }

  @Test("many recurring events, and a charset that is not UTF-8, are refused")
  func hostile() throws {
    let event = "BEGIN:VEVENT\nSUMMARY:（休）\nDTSTART;VALUE=DATE:20260102\nRRULE:FREQ=YEARLY\nEND:VEVENT\n"
    let many = "BEGIN:VCALENDAR\n" + String(repeating: event, count: 201) + "END:VCALENDAR\n"
    #expect(try faults(many)[0].contains("more than 200 recurring events"))
    // 春节 in GB 18030.
    let bytes = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [0xB4, 0xBA, 0xBD, 0xDA, 0x0A]
    let list = try #require(throws: DiagnosticList.self) { _ = try feed().read(bytes) }
    #expect(list.diagnostics[0].description.contains("a.ics:3:1: error: the file is not UTF-8 and seems to be GBK"))
  }

  /// Twenty thousand damaged calendars.
  @Test("the reader gives an answer to everything", arguments: 0..<20)
  func fuzz(block: Int) {
    let good = Array(
      Self.calendar(
        "UID:a\nSUMMARY;LANGUAGE=zh:元旦（休）\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260104\nCATEGORIES:假期,x",
        "UID:b\nSUMMARY:春节（班）\nDTSTART;TZID=Asia/Shanghai:20260214T000000\nDURATION:P1D\nDESCRIPTION:a\\, b\\nc",
        "UID:c\nSUMMARY:x（休）\nDTSTART;VALUE=DATE:20200610\nRRULE:FREQ=YEARLY;COUNT=9;BYMONTH=6\nEXDATE;VALUE=DATE:20260610"
      ).utf8)
    let pieces =
      [
        "\n", "\r\n ", ":", ";", ",", "=", "\"", "\\", "BEGIN:VEVENT\n", "END:VEVENT\n", "BEGIN:VALARM\n",
        "END:VCALENDAR\n",
        "RRULE:FREQ=DAILY;INTERVAL=1\n", "RRULE:FREQ=WEEKLY;BYDAY=MO,2TU;COUNT=99999999\n",
        "DTSTART:99991231T235960Z\n",
        "DURATION:-P9999999999W\n", "DTEND;VALUE=DATE:00010101\n", "RDATE;VALUE=PERIOD:20260101T000000/PT9H\n",
        "\u{FEFF}", "\0",
        "VALUE=BINARY;ENCODING=BASE64", "😀", "SUMMARY", "99999999999999999999",
      ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80]]
    var random = SplitMix64(seed: UInt64(block))
    for _ in 0..<1000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
        case 2: bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!)
        default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        }
      }
      do throws(DiagnosticList) {
        let contents = try feed().read(bytes)
        #expect(contents.noticeYears.contains { !$0.overrides.isEmpty })
      } catch {
        #expect(error.diagnostics.allSatisfy { $0.severity == .error && $0.place.line >= 1 && !$0.message.isEmpty })
        #expect(!error.diagnostics.isEmpty)
      }
    }
  }
}
