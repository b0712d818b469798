import Alarms
import Calendars
import TestSupport
import Testing

@Suite("Imported events")
struct ImportTests {
  private static let weekly = [
    "UID:w", "SUMMARY:Weekly", "DTSTART;TZID=Europe/Berlin:20260302T090000", "RRULE:FREQ=WEEKLY;COUNT=8",
  ]

  @Test("a change of all days from one on ends the series and begins another, by time, by day, and twice")
  func thisAndFuture() throws {
    let from = { (day: String, start: String) in
      [
        "UID:w", "SUMMARY:Changed", "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:\(day)T090000",
        "DTSTART;TZID=Europe/Berlin:\(start)",
      ]
    }
    let once = try ImportBench(events: [Self.weekly, from("20260316", "20260316T110000")])
    #expect(
      once.starts() == [
        "2026-03-02T08:00:00Z", "2026-03-09T08:00:00Z", "2026-03-16T10:00:00Z", "2026-03-23T10:00:00Z",
        "2026-03-30T09:00:00Z", "2026-04-06T09:00:00Z", "2026-04-13T09:00:00Z", "2026-04-20T09:00:00Z",
      ])
    #expect(once.losses == [])
    let twice = try ImportBench(events: [
      Self.weekly, from("20260413", "20260415T090000"), from("20260316", "20260317T083000"),
    ])
    #expect(
      twice.starts() == [
        "2026-03-02T08:00:00Z", "2026-03-09T08:00:00Z", "2026-03-17T07:30:00Z", "2026-03-24T07:30:00Z",
        "2026-03-31T06:30:00Z", "2026-04-07T06:30:00Z", "2026-04-15T07:00:00Z", "2026-04-22T07:00:00Z",
      ])
  }

  @Test("such a change that no rule can tell is reported as lost, and the series stays")
  func thisAndFutureOfMonths() throws {
    let bench = try ImportBench(events: [
      ["UID:m", "SUMMARY:Monthly", "DTSTART:20260331T090000Z", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3"],
      [
        "UID:m", "SUMMARY:Changed", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260430T090000Z", "DTSTART:20260501T090000Z",
      ],
    ])
    #expect(bench.starts() == ["2026-03-31T09:00:00Z", "2026-04-30T09:00:00Z", "2026-05-31T09:00:00Z"])
    #expect(bench.losses.count == 1)
    #expect(bench.losses[0].contains("the change of all days from 2026-04-30T09:00 on cannot be told of its rule"))
  }

  @Test("what an event has and an alarm has not is told: nothing is dropped without a word")
  func nothingInSilence() throws {
    let bench = try ImportBench(
      events: [
        [
          "UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z", "CATEGORIES:Work", "COLOR:red",
          "ATTENDEE:mailto:x@example.org",
          "X-CUSTOM:1", "GEO:1;2", "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", "ATTENDEE:mailto:x@example.org",
          "END:VALARM",
        ],
        ["UID:b", "SUMMARY:b", "RRULE:FREQ=DAILY"],
        ["UID:c", "SUMMARY:c", "DTSTART:20260302T020000Z", "RRULE:FREQ=DAILY;BYDAY=QQ"],
      ], head: ["X-WR-CALDESC:Team", "BEGIN:VTODO", "UID:t", "END:VTODO"])
    let all = bench.result.notes.map { ($0.event ?? "-") + ": " + $0.text }
    for words in [
      "-: 1 VTODO left out", "ATTENDEE", "CATEGORIES", "COLOR", "GEO", "X-CUSTOM", "X-WR-CALDESC", "VALARM ATTENDEE",
      "a: an alarm's ACTION is EMAIL; it is shown in place of that", "b: has no DTSTART",
    ] {
      #expect(all.contains { $0.contains(words) }, "\(words) in \(all)")
    }
    // The to-do, b, and the rule of c, which libical does not read.
    #expect(bench.losses.count == 3)
    #expect(all.contains { $0.hasPrefix("c: a line cannot be read: ") })
  }

  @Test("what is called off is no alarm", arguments: [true, false])
  func cancelled(byMethod: Bool) throws {
    let bench = try ImportBench(
      events: [["UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z"] + (byMethod ? [] : ["STATUS:CANCELLED"])],
      head: byMethod ? ["METHOD:CANCEL"] : [])
    #expect(bench.result.alarms == [])
    #expect(bench.losses == [])
    #expect(bench.result.notes.contains { $0.text.contains(byMethod ? "calls 1 event off" : "is cancelled") })
  }

  @Test("Apple's alarms that are none ring not apart from the event")
  func noAlarm() throws {
    let bench = try ImportBench(events: [
      [
        "UID:a", "SUMMARY:a", "DTSTART:20260302T020000Z", "BEGIN:VALARM", "ACTION:NONE",
        "TRIGGER;VALUE=DATE-TIME:19760401T005545Z", "END:VALARM",
      ]
    ])
    #expect(bench.rings() == ["2026-03-02T02:00:00Z"])
  }

  @Test("of several events with one identifier the newest counts")
  func sameIdentifier() throws {
    let bench = try ImportBench(events: [
      ["UID:a", "SUMMARY:new", "SEQUENCE:2", "DTSTART:20260303T020000Z"],
      ["UID:a", "SUMMARY:old", "SEQUENCE:1", "DTSTART:20260302T020000Z"],
    ])
    #expect(bench.starts() == ["2026-03-03T02:00:00Z"])
    #expect(bench.losses == [])
    let equal = try ImportBench(events: [
      ["UID:a", "SUMMARY:new", "DTSTART:20260303T020000Z"], ["UID:a", "SUMMARY:old", "DTSTART:20260302T020000Z"],
    ])
    #expect(equal.losses.count == 1)
  }

  @Test("a zone that the file has otherwise than the system is told as lost, and the system is believed")
  func otherRules() throws {
    let bench = try ImportBench(
      events: [["UID:a", "SUMMARY:a", "DTSTART;TZID=Asia/Shanghai:20260302T090000"]],
      head: [
        "BEGIN:VTIMEZONE", "TZID:Asia/Shanghai", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0900",
        "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
      ])
    #expect(bench.starts() == ["2026-03-02T01:00:00Z"])
    #expect(
      bench.losses == [
        "the file has Asia/Shanghai at UTC+09:00 on 2026-03-02, the system at UTC+08:00; the system is believed"
      ])
  }

  @Test("what was exported comes back under its own name")
  func ownIdentifiers() throws {
    let bench = try ImportBench(events: [
      ["UID:clock-in@notifier", "SUMMARY:a", "DTSTART:20260302T020000Z"],
      ["UID:clock-in/2026-09-20T09:00@notifier", "SUMMARY:a", "DTSTART:20260920T010000Z"],
      ["UID:other@example.org", "SUMMARY:a", "DTSTART:20260920T010000Z"],
    ])
    let ids = bench.result.alarms.map(\.id)
    #expect(ids[0] == "clock-in")
    #expect(ids[1] == "clock-in-2026-09-20T0900")
    #expect(ids[2].hasPrefix("ics-"))
  }

  @Test(
    "what is no iCalendar in UTF-8 is refused with what to do",
    arguments: [
      ("hello", "this is no iCalendar"), ("<!doctype html><html></html>", "this is no iCalendar"),
      ("", "this is no iCalendar"), ("BEGIN:VCARD\nEND:VCARD\n", "this is no iCalendar"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMM", "ends before END:VCALENDAR"),
      ("BEGIN:VCALENDAR\nX:\u{0}\nEND:VCALENDAR\n", "zero bytes"),
    ])
  func refused(text: String, words: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      _ = try CalendarImport(Array(text.utf8), file: "a.ics", ownZone: "Asia/Shanghai", calendar: nil)
    }
    #expect(error.description.contains("a.ics:"))
    #expect(error.message.contains(words))
  }

  @Test("a file in GBK or UTF-16 is refused by its encoding's name")
  func otherCharset() throws {
    let gbk = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:".utf8) + [0xD6, 0xDC, 0xBB, 0xE1] + Array("\n".utf8)
    for (bytes, words) in [(gbk, "UTF-8"), ([0xFF, 0xFE, 0x42, 0x00], "UTF-16")] {
      let error = try #require(throws: Diagnostic.self) {
        _ = try CalendarImport(bytes, file: "a.ics", ownZone: "Asia/Shanghai", calendar: nil)
      }
      #expect(error.message.contains(words), "\(error.message)")
    }
  }
}
