import Alarms
import Delivery
import Testing
import Workdays

@Suite("Messages")
struct MessageTests {
  @Test(
    "the distance is said as a person would",
    arguments: [
      ("2026-09-20 08:50", "2026-09-20 09:00", "in 10 minutes"),
      ("2026-09-20 08:50:20", "2026-09-20 09:00", "in 10 minutes"),
      ("2026-09-20 08:50:31", "2026-09-20 09:00", "in 9 minutes"),
      ("2026-09-20 08:59", "2026-09-20 09:00", "in 1 minute"),
      ("2026-09-20 08:59:45", "2026-09-20 09:00", "now"),
      ("2026-09-20 09:00", "2026-09-20 09:00", "now"),
      ("2026-09-20 09:00:29", "2026-09-20 09:00", "now"),
      ("2026-09-20 09:00:30", "2026-09-20 09:00", "1 minute ago"),
      ("2026-09-20 09:05", "2026-09-20 09:00", "5 minutes ago"),
      ("2026-09-20 07:30", "2026-09-20 09:00", "in 1 hour 30 minutes"),
      ("2026-09-20 07:00", "2026-09-20 09:00", "in 2 hours"),
      ("2026-09-20 10:01", "2026-09-20 09:00", "1 hour 1 minute ago"),
      ("2026-09-20 03:00", "2026-09-20 09:00", "in 6 hours"),
      ("2026-09-20 01:30", "2026-09-20 09:00", "today at 09:00"),
      ("2026-09-20 23:00", "2026-09-20 09:00", "today at 09:00"),
      ("2026-09-19 23:55", "2026-09-20 00:05", "in 10 minutes"),
      ("2026-09-19 20:00", "2026-09-20 09:00", "tomorrow at 09:00"),
      ("2026-09-19 09:00", "2026-09-20 09:00", "tomorrow at 09:00"),
      ("2026-09-21 00:30", "2026-09-20 09:00:30", "yesterday at 09:00:30"),
      ("2026-09-18 09:00", "2026-09-20 09:00", "in 2 days"),
      ("2026-09-18 23:59", "2026-09-20 09:00", "in 2 days"),
      ("2025-09-20 09:00", "2026-09-20 09:00", "in 365 days"),
      ("2026-09-22 09:00", "2026-09-20 09:00", "2 days ago"),
    ])
  func relative(now: String, occurrence: String, expected: String) {
    #expect(relativeTime(from: .china(now), to: .china(occurrence), utcOffset: 28_800) == expected)
  }

  @Test(
    "of an all-day alarm only the day is said",
    arguments: [
      ("2026-09-20 09:00", "today"), ("2026-09-20 00:00", "today"), ("2026-09-20 23:59", "today"),
      ("2026-09-19 20:00", "tomorrow"), ("2026-09-17 09:00", "in 3 days"), ("2026-09-21 00:00", "yesterday"),
      ("2026-09-23 00:00", "3 days ago"),
    ])
  func relativeAllDay(now: String, expected: String) {
    let midnight = Instant.china("2026-09-20 00:00")
    #expect(relativeTime(from: .china(now), to: midnight, utcOffset: 28_800, allDay: true) == expected)
  }

  @Test("tomorrow is counted by the clock of the occurrence")
  func zones() {
    let now = Instant("2026-09-19T15:30:00Z")!  // 23:30 in China, 08:30 in Los Angeles
    let occurrence = Instant("2026-09-20T00:30:00Z")!
    #expect(relativeTime(from: now, to: occurrence, utcOffset: 28_800) == "tomorrow at 08:30")
    #expect(relativeTime(from: now, to: occurrence, utcOffset: -25_200) == "today at 17:30")
  }

  @Test("a make-up workday is named with its holiday")
  func makeUp() {
    let message = Message(.makeUpSunday(), at: .china("2026-09-20 08:50"))
    #expect(message.title == "Clock in")
    #expect(message.lines == ["in 10 minutes · Sun 20 Sep 09:00", "make-up workday (国庆节)"])
    #expect(message.body == "in 10 minutes · Sun 20 Sep 09:00\nmake-up workday (国庆节)")
  }

  @Test("an ordinary workday goes without saying")
  func ordinary() {
    #expect(Message(.ordinary(), at: .china("2026-09-21 08:50")).lines == ["in 10 minutes · Mon 21 Sep 09:00"])
  }

  @Test("a half-day says until when it is worked")
  func halfDay() {
    let ring = Ring.ordinary { ring in
      ring.report.day.worksUntil = "12:00"
      ring.report.day.name = "Christmas Eve"
    }
    #expect(Message(ring, at: .china("2026-09-21 08:50")).lines.last == "workday (Christmas Eve), until 12:00")
    let unnamed = Ring.ordinary { $0.report.day.worksUntil = "12:00" }
    #expect(Message(unnamed, at: .china("2026-09-21 08:50")).lines.last == "workday, until 12:00")
  }

  @Test("the time of day is not said twice, and the year only when it is another")
  func dates() {
    let ring = Ring.ordinary()
    #expect(Message(ring, at: .china("2026-09-20 20:00")).lines.first == "tomorrow at 09:00 · Mon 21 Sep")
    #expect(
      Message(ring, at: .china("2025-12-31 20:00")).lines.first == "in 264 days · Mon 21 Sep 2026 09:00")
    let allDay = Ring.ordinary { ring in
      ring.allDay = true
      ring.occurrenceSeconds -= 9 * 3600
    }
    #expect(Message(allDay, at: .china("2026-09-21 09:00")).lines.first == "today · Mon 21 Sep")
  }

  @Test("a ring that counts from the end tells when the event ends")
  func end() {
    // From 09:00, for an hour.
    let ring = Ring.ordinary { $0.endSeconds = $0.occurrenceSeconds + 3600 }
    #expect(Message(ring, at: .china("2026-09-21 09:55")).lines.first == "ends in 5 minutes · Mon 21 Sep 09:00–10:00")
    #expect(Message(ring, at: .china("2026-09-21 10:00")).lines.first == "ends now · Mon 21 Sep 09:00–10:00")
    #expect(Message(ring, at: .china("2026-09-21 10:07")).lines.first == "ended 7 minutes ago · Mon 21 Sep 09:00–10:00")
  }

  @Test("a day whose notice is not out yet says so")
  func provisional() {
    let ring = Ring.ordinary { $0.report.day.certainty = "provisional" }
    #expect(
      Message(ring, at: .china("2026-09-21 08:50")).lines.last
        == "workday, provisional: the holiday notice for this date is not out yet")
  }

  @Test(
    "a late ring says how late it is, from one minute on",
    arguments: [
      ("2026-09-21 08:50:59", nil), ("2026-09-21 08:51", "late by 1 minute"),
      ("2026-09-21 09:02", "late by 12 minutes"),
      ("2026-09-21 10:20", "late by 1 hour 30 minutes"), ("2026-09-23 08:50", "late by 2 days"),
    ])
  func late(now: String, expected: String?) {
    #expect(Message(.ordinary(), at: .china(now)).lines.dropFirst().first == expected)
  }

  @Test(
    "a ring that follows another says why it comes, and since when",
    arguments: [
      (Following.Kind.snooze, "2026-09-21 08:51", "snoozed at 08:51"),
      (.snooze, "2026-09-18 17:00", "snoozed at 2026-09-18 17:00"),
      (.nag, "2026-09-21 08:50", "reminder 2: not done since 08:50"),
      (.held, "2026-09-20 23:10", "held for quiet hours since 2026-09-20 23:10"),
      (.escalation, "2026-09-21 08:50", "nobody has said that it is done since 08:50"),
    ])
  func follows(kind: Following.Kind, since: String, expected: String) {
    let ring = Ring.ordinary { ring in
      ring.follows = Following(kind, origin: ring.id, parent: ring.id, number: 2, since: .china(since))
      ring.firesSeconds = Instant.china("2026-09-21 09:05").seconds
    }
    #expect(
      Message(ring, at: .china("2026-09-21 09:05")).lines == ["5 minutes ago · Mon 21 Sep 09:00", expected])
  }

  @Test("a ring that stands for others says for how many")
  func alsoMissed() {
    let ring = Ring.ordinary { $0.alsoMissed = 2 }
    #expect(Message(ring, at: .china("2026-09-21 09:02")).lines.last == "late by 12 minutes, 2 earlier rings missed")
    #expect(Message(ring, at: .china("2026-09-21 08:50")).lines.last == "2 earlier rings missed")
  }

  @Test("location, notes line by line, and the link follow; a test is marked")
  func details() {
    let ring = Ring.ordinary { ring in
      ring.isTest = true
      ring.location = "三楼"
      ring.notes = "badge\r\n\ncard\u{2028}key"
      ring.link = "https://example.com/a?b=c&d"
    }
    let message = Message(ring, at: .china("2026-09-21 08:50"))
    #expect(message.title == "[test] Clock in")
    #expect(message.lines.dropFirst() == ["at 三楼", "badge", "card", "key", "https://example.com/a?b=c&d"])
  }

  @Test("control characters become spaces, other characters stay")
  func controls() {
    let ring = Ring.ordinary { ring in
      ring.report.title = "a\u{1B}[31mb\u{0}c\u{7F}d\u{9B}e\nf\tg 👩‍💻 é"
      ring.notes = "x\u{1B}]0;y\u{7}"
    }
    let message = Message(ring, at: .china("2026-09-21 08:50"))
    #expect(message.title == "a [31mb c d e f g 👩‍💻 é")
    #expect(message.lines.last == "x ]0;y ")
  }

  // WeCom's limit: 681 × 3 bytes + 3 bytes are 2046; a 682nd would leave no room for the mark.
  @Test("text is cut by bytes, between characters, with room for the mark")
  func cut() {
    let long = String(repeating: "会", count: 700).cut(toUTF8Bytes: 2048)
    #expect(long.count == 682 && long.utf8.count == 2046 && long.last == "…")
    #expect(String(repeating: "会", count: 682).cut(toUTF8Bytes: 2046) == String(repeating: "会", count: 682))
    #expect("ab👩‍💻cd".cut(toUTF8Bytes: 14) == "ab…")  // the technician alone has 11 bytes
    #expect("ab👩‍💻cd".cut(toUTF8Bytes: 15) == "ab👩‍💻cd")
    #expect("e\u{301}e\u{301}e\u{301}".cut(toUTF8Bytes: 8) == "e\u{301}…")
    let stacked = "e" + String(repeating: "\u{301}", count: 20)
    #expect(stacked.cut(toUTF8Bytes: 10) == "e\u{301}\u{301}\u{301}…")
  }

  @Test("the console gets the time, the title and the lines under it")
  func console() async {
    await confirmation { written in
      let console = Console { text in
        #expect(text == "08:50  Clock in\n       in 10 minutes · Sun 20 Sep 09:00\n       make-up workday (国庆节)")
        written()
      }
      #expect(await console.deliver(.makeUpSunday(), at: .china("2026-09-20 08:50:00")) == .delivered)
    }
  }
}
