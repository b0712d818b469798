import Alarms
import Control
import TestSupport
import Testing

/// `notifierctl next`, at noon of Saturday, 19 September 2026, with the daemon stopped unless told otherwise.
///
/// The days are those of the State Council's notice for 2026: Sunday the 20th is worked for National Day.
@Suite("notifierctl next", .timeLimit(.minutes(2)))
struct NextCommandTests {
  private static let sunday = "make-up workday (国庆节)"

  @Test("bare, it tells the next ring of every alarm, soonest first")
  func bare() async throws {
    let home = try Home.office()
    let next = try await home.command("next")
    #expect(next.status == 0 && next.errors.isEmpty)
    #expect(
      cells(next.output) == [
        [
          "Sat 2026-09-19 20:00", "today at 20:00", "make-up-eve", "Tomorrow is a make-up workday: set the alarm",
          "for Sun 2026-09-20 08:00 (20:00 the day before)", NextCommandTests.sunday,
        ],
        [
          "Sun 2026-09-20 08:50", "tomorrow at 08:50", "clock-in", "Clock in", "for 09:00 (-10m)",
          NextCommandTests.sunday,
        ],
        ["Wed 2026-09-30 10:00", "in 11 days", "payroll", "发工资", "at its time", "workday"],
      ])
  }

  @Test("of very many alarms it tells those that ring soonest, and how many it leaves out; a program gets all")
  func many() async throws {
    let home = try Home()
    // Number 0 rings last: an alarm a minute, from 23:59 back.
    let alarms = (0..<60).map { number in
      let minute = 59 - number
      return "  - { id: a\(number), title: A, at: '23:\(minute < 10 ? "0" : "")\(minute)', days: every day }\n"
    }
    try home.configure("timezone: Asia/Shanghai\nalarms:\n" + alarms.joined())
    let next = try await home.command("next")
    let ids = cells(next.output).map { $0[2] }
    #expect(ids == (10..<60).reversed().map { "a\($0)" })
    #expect(next.errors == "notifierctl: 10 more alarms ring later; to see them all: notifierctl next --all\n")
    let all = try await home.command("next", "--all")
    #expect(cells(all.output).map { $0[2] } == (0..<60).reversed().map { "a\($0)" } && all.errors.isEmpty)
    #expect(try JSON(try await home.command("next", "--json").output).elements.count == 60)
    let two = try await home.command("next", "-n", "2")
    #expect(cells(two.output).map { $0[2] } == ["a59", "a58"] && two.errors.isEmpty)
  }

  @Test("the columns of a table begin below each other, Chinese characters taking two")
  func columns() async throws {
    let home = try Home.office()
    let lines = try await home.command("next").output.split(separator: "\n").map(String.init)
    // The last two cells of each line, which stand to the right of the titles.
    let starts = [("for Sun", "make-up workday ("), ("for 09", "make-up workday ("), ("at its", "workday")]
    try #require(lines.count == starts.count)
    let columns = zip(lines, starts).map { line, starts in
      [starts.0, starts.1].map { word in
        line.firstRange(of: "  \(word)").map { displayWidth(of: String(line[..<$0.upperBound])) - word.count }
      }
    }
    #expect(columns[0].allSatisfy { $0 != nil } && Set(columns).count == 1, "\(lines.joined(separator: "\n"))")
  }

  /// Alarms whose titles would turn or flood a screen.
  private static func hostileHome() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: turned, title: "\\u202Egnp.\\u2067exe", at: "09:00", days: workdays, to: [desktop] }
        - { id: hebrew, title: "שלום 3", at: "10:00", days: workdays, to: [desktop] }
        - { id: long, title: "\(String(repeating: "周会", count: 500))", at: "11:00", days: workdays, to: [desktop] }
      """)
    return home
  }

  @Test(
    "on a terminal a title turns nothing beside it, and is cut where it would flood the screen",
    arguments: ["next", "list", "agenda"])
  func hostileTitles(command: String) async throws {
    let home = try Self.hostileHome()
    let shown = try await home.terminal([], command).output
    #expect(shown.contains("  gnp.exe  "), "\(shown)")
    #expect(shown.contains("  \u{2068}שלום 3\u{2069}  "))
    // 48 columns, two for a character, and the mark that takes one.
    #expect(shown.contains("  \(String(repeating: "周会", count: 11))周…  "))
    #expect(!shown.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2067 })
    let piped = try await home.command(command).output
    // 400 columns.
    #expect(piped.contains("  \(String(repeating: "周会", count: 99))周…  ") && piped.contains("  שלום 3  "))
    #expect(!piped.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    let json = try await home.command(command, "--json").output
    #expect(json.contains(String(repeating: "周会", count: 500)))
  }

  @Test("status cuts a long title on a terminal alone")
  func longTitleInStatus() async throws {
    let home = try Home()
    let title = String(repeating: "Stand-up ", count: 40) + "end"
    try home.configure(
      "timezone: Asia/Shanghai\nalarms:\n  - { id: a, title: \"\(title)\", at: \"09:00\", days: workdays, to: [desktop] }\n"
    )
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(try await home.terminal([], "status").output.contains("  a  \(title.prefix(47))… (0m)\n"))
    #expect(try await home.command("status", clock: nil).output.contains("  a  \(title) (0m)\n"))
    #expect(await daemon.stop() == 0)
  }

  @Test("with a number, it tells that many rings over all alarms")
  func number() async throws {
    let home = try Home.office()
    let next = try await home.command("next", "-n", "4")
    #expect(next.status == 0)
    #expect(
      cells(next.output).map { [$0[0], $0[2]] } == [
        ["Sat 2026-09-19 20:00", "make-up-eve"], ["Sun 2026-09-20 08:50", "clock-in"],
        ["Sun 2026-09-20 09:00", "clock-in"], ["Mon 2026-09-21 08:50", "clock-in"],
      ])
  }

  @Test("of an alarm, it tells that alarm's rings: none in the holidays")
  func ofAlarm() async throws {
    let home = try Home.office()
    let next = try await home.command("next", "clock-in", "-n", "3", "--from", "2026-09-30T08:55:00+08:00")
    #expect(next.status == 0)
    #expect(
      cells(next.output).map { $0[0] } == ["Wed 2026-09-30 09:00", "Thu 2026-10-08 08:50", "Thu 2026-10-08 09:00"])
  }

  @Test("as JSON it has the documented shape")
  func json() async throws {
    let home = try Home.office()
    let next = try await home.command("next", "clock-in", "--json")
    #expect(next.status == 0 && next.errors.isEmpty)
    let expected = """
      [{"id": "clock-in/2026-09-20T09:00/-10m", "alarm": "clock-in", "title": "Clock in",
        "occurrence": "2026-09-20T09:00:00+08:00", "zone": "Asia/Shanghai",
        "offset": {"text": "-10m", "kind": "exact"}, "fires": "2026-09-20T08:50:00+08:00",
        "day": {"date": "2026-09-20", "kind": "make-up-workday", "name": "国庆节", "certainty": "announced",
                "source": "\(Home.notice)", "worksUntil": null},
        "destinations": ["desktop", "team"]}]
      """
    #expect(try JSON(next.output) == JSON(expected))
  }

  @Test("an offset says of which kind it is")
  func offsetKinds() async throws {
    let home = try Home.office()
    for (offset, kind, fires) in [
      ("-10m", "exact", "2026-09-20T08:50:00+08:00"), ("-1d", "nominal", "2026-09-19T09:00:00+08:00"),
      ("20:00 the day before", "time-of-day", "2026-09-19T20:00:00+08:00"),
      // The workday before Sunday the 20th is Friday.
      ("-1wd", "workdays", "2026-09-18T09:00:00+08:00"),
    ] {
      let next = try await home.command(
        "next", "--days", "2026-09-20", "--at", "09:00", "--remind", offset, "--from", "2026-09-10", "--json")
      let ring = try #require(JSON(next.output).elements.first, "\(offset): \(next.errors)")
      #expect(ring["offset"]?["kind"]?.text == kind)
      #expect(ring["offset"]?["text"]?.text == offset)
      #expect(ring["fires"]?.text == fires)
    }
  }

  @Test("it says the same with the daemon running, and so does the daemon")
  func withDaemon() async throws {
    let home = try Home.office()
    let stopped = try await home.command("next", "-n", "5", "--json", "--from", "2026-09-19T12:00:00+08:00")
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00"))
    let running = try await home.command("next", "-n", "5", "--json", "--from", "2026-09-19T12:00:00+08:00")
    #expect(try JSON(running.output).elements.count == 5)
    #expect(try JSON(running.output) == JSON(stopped.output))
    #expect(try await daemon.status().next?.id == JSON(stopped.output).elements.first?["id"]?.text)
    #expect(await daemon.stop() == 0)
  }

  @Test("a phrase that is in no file: the last workday of the month, provisional where no notice is out")
  func phrase() async throws {
    let home = try Home.office()
    let next = try await home.command(
      "next", "--days", "last workday of the month", "--at", "10:00", "--from", "2026-09-01", "-n", "4")
    #expect(next.status == 0)
    #expect(
      cells(next.output).map { [$0[0], $0.last ?? ""] } == [
        ["Wed 2026-09-30 10:00", "workday"], ["Fri 2026-10-30 10:00", "workday"],
        ["Mon 2026-11-30 10:00", "workday"],
        // The notice for 2027 may still change the last days of December.
        ["Thu 2026-12-31 10:00", "workday, provisional"],
      ])
    #expect(next.errors.contains("the holiday notice for 2027 is not out"), "\(next.errors)")
  }

  @Test("a rule that is in no file: Friday the 13th in New York, with no alarm and no id")
  func rule() async throws {
    let home = try Home.office()
    let next = try await home.command(
      "next", "--rrule", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "--at", "09:00", "--tz", "America/New_York", "--json",
      "--from", "2026-01-01", "-n", "3")
    #expect(next.status == 0)
    let rings = try JSON(next.output).elements
    #expect(
      rings.map { $0["fires"]?.text } == [
        "2026-02-13T09:00:00-05:00", "2026-03-13T09:00:00-04:00", "2026-11-13T09:00:00-05:00",
      ])
    for ring in rings {
      #expect(ring["alarm"] == .null && ring["id"] == .null)
      #expect(ring["zone"]?.text == "America/New_York")
      #expect(ring["destinations"] == .array([]))
      #expect(ring["offset"] == (try JSON(#"{"text": "0m", "kind": "exact"}"#)))
    }
  }

  @Test("of a date given as --from the whole day counts, of an instant only what lies after it")
  func from() async throws {
    let home = try Home.office()
    for (from, first) in [
      ("2026-09-01", "2026-09-01T00:00:00+08:00"), ("2026-09-01T00:00:00+08:00", "2026-09-02T00:00:00+08:00"),
      ("2026-08-31T15:59:59Z", "2026-09-01T00:00:00+08:00"), ("today", "2026-09-19T00:00:00+08:00"),
    ] {
      let next = try await home.command("next", "--days", "every day", "--at", "00:00", "--from", from, "--json")
      #expect(try JSON(next.output).elements.first?["fires"]?.text == first, "\(from): \(next.errors)")
    }
  }

  @Test("nothing next is an empty array and status 1, with the reason where there is one")
  func nothing() async throws {
    let home = try Home.office()
    let ended = try await home.command(
      "next", "--days", "workdays", "--at", "09:00", "--until", "2026-09-01", "--json")
    #expect(ended.status == 1)
    #expect(try JSON(ended.output) == .array([]))
    // 30 February.
    let never = try await home.command(
      "next", "--rrule", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "--at", "09:00", "--json")
    #expect(never.status == 1)
    #expect(try JSON(never.output) == .array([]))
    #expect(never.errors.contains("matches the rule"), "\(never.errors)")
  }

  @Test("an alarm that is not there is status 4, and the nearest is offered")
  func unknown() async throws {
    let home = try Home.office()
    let next = try await home.command("next", "clock-inn")
    #expect(next.status == 4 && next.output.isEmpty)
    #expect(next.errors == "notifierctl: there is no alarm \"clock-inn\"; did you mean \"clock-in\"?\n")
  }

  @Test(
    "a command line that makes no sense is status 2 and says why",
    arguments: [
      (["--rrule", "FREQ=DAILY"], "no time of day"),
      (["--days", "workdays", "--rrule", "FREQ=DAILY", "--at", "09:00"], "exclude each other"),
      (["clock-in", "--days", "workdays", "--at", "09:00"], "exclude each other"),
      (["--days", "workdyas", "--at", "09:00"], "did you mean \"workdays\"?"),
      (["--days", "workdays", "--at", "25:00"], "--at is \"25:00\""),
      (["--days", "workdays", "--at", "09:00", "--tz", "Asia/Shangai"], "Asia/Shanghai"),
      (["--days", "workdays", "--at", "09:00", "--from", "soon"], "--from is \"soon\""),
      (["--at", "09:00"], "--days or --rrule"), (["-n", "0"], "from 1"), (["-n"], "-n needs a value"),
      (["clock-in", "payroll"], "unexpected \"payroll\""), (["--jsno"], "did you mean --json?"),
    ])
  func usage(arguments: [String], reason: String) async throws {
    let home = try Home.office()
    let launch = try Launch([Programs.command, "next"] + arguments, environment: home.environment)
    let ending = await launch.ending()
    #expect(ending.status == 2 && ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("notifierctl: ") && ending.errors.contains(reason), "\(ending.errors)")
  }
}
