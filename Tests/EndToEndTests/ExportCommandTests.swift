import Glibc
import TestSupport
import Testing

/// `notifierctl export`, on 19 September 2026.
///
/// By the State Council's notice for 2026 people rest from 25 to 27 September and from 1 to 7 October, and work on Sunday, 20
/// September, and Saturday, 10 October.
@Suite("notifierctl export", .timeLimit(.minutes(2)))
struct ExportCommandTests {
  private func home() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      calendars: { work: { title: "Work; 工作", color: "#d04020" }, home: { title: Home } }
      alarms:
        - id: clock-in
          title: "Clock in, 打卡"
          at: "09:00"
          days: workdays
          remind: [-10m, 0m]
          calendar: work
          notes: "one\\ntwo"
          location: Office
          link: "https://example.org/a?b=c"
        - { id: pay, title: Pay, at: "10:00", days: last workday of the month, duration: 1d2h }
        - { id: off, title: Off, at: "10:00", days: every day, enabled: false, calendar: home }
      """)
    return home
  }

  private let span = ["--from", "2026-09-01", "--to", "2026-10-31"]

  @Test("workdays are a rule, with what holidays take away as exceptions and make-up workdays as events of their own")
  func series() async throws {
    let ending = try await home().command(
      ["export", "--calendar", "work"] + span, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
    let head = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//notifier//notifier 0.1.0//EN
      CALSCALE:GREGORIAN
      NAME:Work\\; 工作
      X-WR-CALNAME:Work\\; 工作
      COLOR:chocolate
      X-APPLE-CALENDAR-COLOR:#D04020
      BEGIN:VTIMEZONE
      TZID:Asia/Shanghai
      BEGIN:STANDARD
      DTSTART:20260831T080000
      TZOFFSETFROM:+0800
      TZOFFSETTO:+0800
      TZNAME:CST
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:clock-in@notifier
      DTSTAMP:20260901T000000Z
      DTSTART;TZID=Asia/Shanghai:20260901T090000
      RRULE:FREQ=WEEKLY;UNTIL=20261031T155959Z;BYDAY=MO,TU,WE,TH,FR
      EXDATE;TZID=Asia/Shanghai:20260925T090000
      EXDATE;TZID=Asia/Shanghai:20261001T090000
      EXDATE;TZID=Asia/Shanghai:20261002T090000
      EXDATE;TZID=Asia/Shanghai:20261005T090000
      EXDATE;TZID=Asia/Shanghai:20261006T090000
      EXDATE;TZID=Asia/Shanghai:20261007T090000

      """
    let details = """
      SUMMARY:Clock in\\, 打卡
      DESCRIPTION:one\\ntwo
      LOCATION:Office
      URL:https://example.org/a?b=c
      CATEGORIES:Work\\; 工作
      COLOR:chocolate
      TRANSP:TRANSPARENT
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT10M
      DESCRIPTION:Clock in\\, 打卡
      END:VALARM
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:PT0S
      DESCRIPTION:Clock in\\, 打卡
      END:VALARM
      END:VEVENT

      """
    let makeUpDays = ["20260920", "20261010"].map { day in
      """
      BEGIN:VEVENT
      UID:clock-in/\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))T09:00@notifier
      DTSTAMP:20260901T000000Z
      DTSTART;TZID=Asia/Shanghai:\(day)T090000

      """ + details
    }
    let text = ending.output.replacing("\r\n", with: "\n")
    #expect(text == head + details + makeUpDays.joined() + "END:VCALENDAR\n")
  }

  @Test("other days are events of their own, with how long they last")
  func singles() async throws {
    let ending = try await home().command(["export"] + span, clock: FakeClock("2026-09-19 12:00:00"))
    let text = ending.output.replacing("\r\n", with: "\n")
    for (uid, day) in [("2026-09-30", "20260930"), ("2026-10-30", "20261030")] {
      #expect(
        text.contains(
          """
          UID:pay/\(uid)T10:00@notifier
          DTSTAMP:20260901T000000Z
          DTSTART;TZID=Asia/Shanghai:\(day)T100000
          DURATION:P1DT2H
          SUMMARY:Pay

          """), "\(text)")
    }
    #expect(!text.contains("UID:off"))
  }

  @Test("a file is written in one step, keeps its mode, and is the same on every run of a year")
  func file() async throws {
    let home = try home()
    let path = "\(home.path)/alarms.ics"
    #expect(try await home.command("export", "--output", path).status == 0)
    let first = try readText(path)
    #expect(first.contains("RRULE:FREQ=WEEKLY;UNTIL=20311231T155959Z"))
    chmod(path, 0o640)
    #expect(try await home.command("export", "--output", path, clock: FakeClock("2026-12-31 23:59:00")).status == 0)
    #expect(try readText(path) == first)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test(
    "what cannot be exported says what was expected",
    arguments: [
      (["--calendar", "wrk"], Int32(2), "there is no calendar \"wrk\"; expected work, home"),
      (["--calendar", "home"], 1, "there are no events"), (["--from", "soon"], 2, "expected a date as YYYY-MM-DD"),
      (["--from", "2026-02-01", "--to", "2026-01-01"], 2, "expected a day from 2026-02-01 on"),
      (["--to", "2099-01-01"], 2, "at most thirty years"),
      (["--output", "/dev/null/a.ics"], 65, "writing /dev/null/"),
      (["--config", "/nonexistent.yaml"], 78, "cannot be read"),
    ])
  func mistakes(words: [String], status: Int32, sentence: String) async throws {
    let ending = try await home().command(["export"] + words, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == status, "\(ending.output)")
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
  }
}
