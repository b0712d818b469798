import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// `add`: alarms from the command line. Today is Saturday, 19 September 2026, 12:00; the Sunday after it is a make-up
/// workday: https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
@Suite("notifierctl add", .timeLimit(.minutes(3)))
struct AddCommandTests {
  private static let file = "config/notifier/notifier.d/own-alarms.yaml"

  private static func home() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        team: { kind: webhook, url: "http://127.0.0.1:9/" }
      alarms:
        - { id: clock-in, at: "09:00", days: workdays }
      """)
    return home
  }

  /// What was added; empty where nothing was.
  private func text(_ home: Home) -> String {
    let path = "\(home.path)/\(AddCommandTests.file)"
    return access(path, F_OK) == 0 ? (try? readText(path)) ?? "" : ""
  }

  @Test("it shows the next three rings, keeps the alarm, and leaves what was written by hand as it was")
  func repeated() async throws {
    let home = try Self.home()
    let before = try readText(home.configuration)
    let added = try await home.command("add", "Stand-up", "--days", "workdays", "--at", "09:30", "--remind", "-5m")
    #expect(added.status == 0)
    #expect(
      cells(added.output) == [
        [
          "Sun 2026-09-20 09:25", "tomorrow at 09:25", "stand-up", "Stand-up", "for 09:30 (-5m)",
          "make-up workday (国庆节)",
        ],
        ["Mon 2026-09-21 09:25", "in 2 days", "stand-up", "Stand-up", "for 09:30 (-5m)", "workday"],
        ["Tue 2026-09-22 09:25", "in 3 days", "stand-up", "Stand-up", "for 09:30 (-5m)", "workday"],
        ["added: stand-up"],
      ])
    #expect(
      added.errors.contains("notifierd does not run") && added.errors.contains("start it with: "))
    #expect(try readText(home.configuration) == before)
    #expect(
      text(home).hasSuffix(
        """
        alarms:
          - id: stand-up
            title: "Stand-up"
            days: workdays
            at: "09:30"
            remind: ["-5m"]

        """), "\(text(home))")
    let next = try await home.command("next", "stand-up", "--json")
    #expect(try JSON(next.output).elements[0]["id"]?.text == "stand-up/2026-09-20T09:30/-5m")
  }

  @Test("every option is a key of the configuration, as show tells")
  func everyOption() async throws {
    let home = try Self.home()
    try home.configure(try readText(home.configuration) + "\ncalendars: { work: { title: Work } }\n")
    let added = try await home.command(
      [
        "add", "--title", "报销: \"月底\"", "--id", "claims", "--rrule", "FREQ=MONTHLY;BYMONTHDAY=25", "--at",
        "10:00,16:00",
        "--at", "18:00", "--tz", "Europe/Berlin", "--region", "DE-BY", "--work-week", "mon-sat", "--start",
        "2026-09-01",
        "--until", "2027-12-31", "--count", "30", "--holidays", "skip", "--only", "workdays", "--except",
        "2026-10-25..26",
        "--move", "previous", "--dst", "both", "--half-days", "drop", "--remind", "-1d,-10m", "--remind", "end -5m",
        "--duration", "1h", "--to", "team,desktop", "--notes", "two\nlines", "--location", "Office", "--link",
        "https://example.org/?a=b", "--calendar", "work", "--missed", "within 2h", "--urgency", "critical", "--icon",
        "money",
        "--ack", "--nag", "every 5m until done", "--escalate", "30m to team", "--snooze", "5m,1h", "--during-quiet",
        "ring",
        "--wake",
      ], clock: FakeClock("2026-09-19 12:00:00"))
    #expect(added.status == 0, "\(added.errors)")
    let shown = cells(try await home.command("show", "claims").output)
    func value(_ name: String) -> String? { shown.first { $0.first == name }?.last }
    #expect(shown[0] == ["claims", "报销: \"月底\""])
    #expect(
      value("rule")
        == "FREQ=MONTHLY;BYMONTHDAY=25, only workdays, except 2 dates, 10:00, 16:00, 18:00, from 2026-09-01, until "
        + "2027-12-31, 30 times")
    #expect(value("holidays") == "skip" && value("move") == "previous" && value("half-days") == "drop")
    #expect(value("zone") == "Europe/Berlin" && value("region") == "DE-BY" && value("work week") == "mon-sat")
    #expect(value("lasts") == "1h" && value("rings") == "-1d, -10m, end -5m" && value("goes to") == "team, desktop")
    #expect(value("calendar") == "Work" && value("notes") == "two lines" && value("location") == "Office")
    #expect(
      value("link") == "https://example.org/?a=b" && value("urgency") == "critical" && value("missed") == "within 2h")
    #expect(
      value("insists")
        == "asks to be acknowledged; rings every 5m until done, at most 12 times; tells team after 30m")
    #expect(value("quiet") == "ring" && value("wakes") == "the machine" && value("state")?.hasPrefix("rings") == true)
    for line in ["dst: both", "icon: money", "snooze: [\"5m\", \"1h\"]", "notes: \"two\\nlines\""] {
      #expect(text(home).contains("    \(line)\n"), "\(line)")
    }
  }

  @Test("a time alone rings once, today or tomorrow; a span rings once, to the second; a date once on that day")
  func once() async throws {
    let home = try Self.home()
    func rings(_ arguments: String...) async throws -> [String] {
      let ending = try await home.command(
        ["add"] + arguments + ["--json"], clock: FakeClock("2026-09-19 12:00:00"))
      return try (JSON(ending.output)["next"]?.elements ?? []).compactMap { $0["fires"]?.text }
    }
    #expect(try await rings("Call", "--at", "15:00") == ["2026-09-19T15:00:00+08:00"])
    #expect(try await rings("Breakfast", "--at", "8:00") == ["2026-09-20T08:00:00+08:00"])
    #expect(try await rings("Dentist", "--on", "friday", "--at", "10:00") == ["2026-09-25T10:00:00+08:00"])
    #expect(try await rings("Report", "--on", "+2wd", "--at", "10:00") == ["2026-09-21T10:00:00+08:00"])
    // The clock runs on while the program starts.
    let tea = try await rings("Tea", "--in", "1h30m")
    #expect(tea.count == 1 && tea[0].hasPrefix("2026-09-19T13:30:"))
    #expect(try await rings("Trip", "--in", "2d").first?.hasPrefix("2026-09-21T12:00:") == true)
  }

  @Test("in the second pass of a repeated hour a span ends there")
  func fold() async throws {
    // Berlin sets its clock back at 03:00 on 25 October 2026; 01:30 UTC is 02:30 for the second time.
    let home = try Home()
    try home.configure("region: DE\ntimezone: Europe/Berlin\n")
    let ending = try await home.command(
      "add", "Tea", "--in", "90m", "--json", clock: FakeClock("2026-10-25 08:00:00"))
    #expect(
      try JSON(ending.output)["next"]?.elements.first?["fires"]?.text?.hasPrefix("2026-10-25T02:30:0") == true)
    #expect(try JSON(ending.output)["next"]?.elements.first?["fires"]?.text?.hasSuffix("+01:00") == true, "\(ending)")
    #expect(text(home).contains("    dst: last\n"))
  }

  @Test("what rang once leaves the lists when it is over, and the file with a later add")
  func over() async throws {
    let home = try Self.home()
    _ = try await home.command("add", "Tea", "--in", "20m")
    #expect(try await home.command("list").output.contains("tea"))
    let later = FakeClock("2026-09-19 12:30:00")
    #expect(try await home.command("list", clock: later).output.contains("tea") == false)
    #expect(try await home.command("list", "--all", clock: later).output.contains("tea"))
    let next = try await home.command("next", clock: later)
    #expect(!(next.output + next.errors).contains("tea"))
    let nextWeek = FakeClock("2026-09-26 12:00:00")
    _ = try await home.command("add", "Coffee", "--in", "20m", clock: nextWeek)
    #expect(!text(home).contains("id: tea") && text(home).contains("id: coffee"))
  }

  @Test("two that are called the same have ids of their own; one that is named twice is refused")
  func ids() async throws {
    let home = try Self.home()
    for expected in ["tea-time", "tea-time-2", "tea-time-3"] {
      #expect(try await home.command("add", "Tea, time!", "--in", "20m").output.hasSuffix("added: \(expected)\n"))
    }
    #expect(
      try await home.command("add", "妈妈 生日", "--lunar", "8-15", "--at", "8:00").output.hasSuffix("added: 妈妈-生日\n"))
    let twice = try await home.command("add", "x", "--id", "clock-in", "--in", "20m")
    #expect(
      twice.status == 2
        && twice.errors.contains("--id: the id \"clock-in\" is already used at \(home.configuration):6:11"))
    #expect(
      try await home.command("add", "x", "--id", "a b", "--in", "20m").errors.contains("--id: id is \"a b\"; expected"))
  }

  @Test(
    "what is wrong is said of the option, and nothing is kept",
    arguments: [
      (["x"], 2, "it is not said when; add --in 20m, --at 15:00"),
      (["--in", "20m"], 2, "no title; write for example: notifierctl add \"Tea\" --in 20m"),
      ([" ", "--in", "20m"], 2, "no title"),
      (["x", "--title", "y", "--in", "20m"], 2, "the title is given twice"),
      (["x", "--in", "20"], 2, "--in is \"20\"; expected a span of 5s to 3660d such as 20m"),
      (["x", "--in", "1s"], 2, "5s to 3660d"), (["x", "--in", "3661d"], 2, "5s to 3660d"),
      (["x", "--in", "2wd"], 2, "expected a span"),
      (["x", "--in", "20m", "--at", "15:00"], 2, "--in and --at exclude each other"),
      (["x", "--in", "20m", "--days", "fri"], 2, "--in and --days exclude each other"),
      (["x", "--at", "25:00"], 2, "--at is \"25:00\"; expected a time such as \"09:00\""),
      (["x", "--on", "someday", "--at", "9:00"], 2, "--on is \"someday\"; expected YYYY-MM-DD"),
      (
        ["x", "--days", "workdyas", "--at", "9:00"], 2, "--days: unknown days \"workdyas\"; did you mean \"workdays\"?"
      ),
      (["x", "--days", "workdays"], 2, "add: the alarm has no time of day; expected --at \"09:00\""),
      (["x", "--rrule", "FREQ=WEEKLY;BYDAY=XX", "--at", "9:00"], 2, "--rrule: "),
      (["x", "--days", "fri", "--at", "9:00", "--remind", "10m"], 2, "--remind: remind has \"10m\"; it has no sign"),
      (["x", "--days", "fri", "--at", "9:00", "--to", "taem"], 4, "no destination \"taem\"; did you mean \"team\"?"),
      (["x", "--in", "20m", "--to", "dingtalk:none"], 2, "expected a destination's name, or KIND:FILE"),
      (["x", "--in", "20m", "--escalate", "30m"], 2, "such as \"30m to team\""),
      (["x", "--days", "fri", "--at", "9:00", "--count", "0"], 2, "--count: count is \"0\"; expected a whole number"),
      (
        ["x", "--days", "2026-09-18", "--at", "9:00"], 1,
        "it would never ring, so nothing was added: its last date is over"
      ),
      (["x", "--rrule", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "--at", "9:00"], 1, "no date up to"),
      (["x", "--in", "20m", "--config", "a.yaml"], 2, "leave --config out"),
      (["x", "--in", "20m", "--calender", "work"], 2, "unknown option --calender; did you mean --calendar?"),
      ([], 2, "the alarm has no title"),
    ] as [([String], Int32, String)])
  func faults(arguments: [String], status: Int32, message: String) async throws {
    let home = try Self.home()
    let ending = try await home.command(["add"] + arguments, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == status && ending.errors.contains(message), "\(ending)")
    #expect(text(home).isEmpty && ending.output.isEmpty)
  }

  @Test("several faults are told in one run")
  func severalFaults() async throws {
    let home = try Self.home()
    let ending = try await home.command(
      "add", "x", "--days", "workdyas", "--at", "9:00", "--urgency", "hihg", "--to", "taem")
    for option in ["--days: ", "--urgency: ", "--to: "] {
      #expect(ending.errors.contains("add: \(option)"), "\(ending)")
    }
    #expect(ending.status == 2)
  }

  @Test("an error elsewhere is told where it is, and nothing is added")
  func errorElsewhere() async throws {
    let home = try Home()
    try home.configure("alarms: [{ id: a, at: \"09:00\", days: workdyas }]\n")
    let ending = try await home.command("add", "Tea", "--in", "20m")
    #expect(ending.status == 78 && ending.errors.contains("\(home.configuration):1:38: error: "), "\(ending)")
    #expect(text(home).isEmpty)
    try home.configure("region: CN\n")
    try home.write("alarms: [{ id: tea, at: \"09:00\", days: fri }]\n", to: AddCommandTests.file)
    let flow = try await home.command("add", "Tea", "--in", "20m")
    #expect(flow.status == 65 && flow.errors.contains("run notifierctl edit"), "\(flow)")
    chmod("\(home.path)/\(AddCommandTests.file)", 0o666)
    #expect(try await home.command("add", "Tea", "--in", "20m").errors.contains("chmod go-w"))
  }

  @Test("dates that no notice covers are said to be uncertain; make-up days that nobody knows yet are waited for")
  func uncertain() async throws {
    let home = try Self.home()
    let provisional = try await home.command("add", "Fair", "--days", "last workday of the quarter", "--at", "9:00")
    #expect(
      provisional.status == 0 && provisional.errors.contains("provisional: the holiday notice for 2027 is not out"))
    let eve = try await home.command(
      "add", "Eve", "--days", "make-up workdays", "--at", "8:00", clock: FakeClock("2026-12-01 12:00:00"))
    #expect(eve.status == 0 && eve.errors.contains("a later holiday notice brings the next"), "\(eve)")
    #expect(eve.output == "added: eve\n")
  }

  @Test("a dry run shows what would be written and when it would ring, and keeps nothing")
  func dryRun() async throws {
    let home = try Self.home()
    let ending = try await home.command("add", "Call Mei", "--at", "15:00", "--dry-run")
    #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending)")
    #expect(
      ending.output
        == """
        - id: call-mei
          title: "Call Mei"
          days: "2026-09-19"
          at: "15:00"
        Sat 2026-09-19 15:00  in 3 hours  call-mei  Call Mei  at its time  rest day

        """)
    #expect(text(home).isEmpty)
    let json = try await home.command("add", "Call Mei", "--at", "15:00", "--dry-run", "--json")
    #expect(try JSON(json.output)["saved"] == .bool(false) && text(home).isEmpty)
  }

  @Test("from nothing the examples make room, and whose holidays count is said")
  func fromNothing() async throws {
    let home = try Home()
    let ending = try await home.command("add", "Clock in", "--days", "workdays", "--at", "09:00")
    #expect(ending.status == 0 && ending.output.hasPrefix("Sun 2026-09-20 09:00"), "\(ending)")
    #expect(ending.errors.contains("the built-in examples do not ring any more"))
    #expect(ending.errors.contains("those of CN, the built-in default; region: in \(home.configuration)"))
    let list = try await home.command("list")
    #expect(cells(list.output).map { $0[0] } == ["clock-in"] && list.errors.isEmpty, "\(list)")
    let second = try await home.command("add", "Tea", "--in", "20m")
    #expect(!second.errors.contains("built-in"))
  }

  @Test("a service whose address lies in a file comes along as a destination")
  func service() async throws {
    let home = try Home()
    let url = try home.write("https://oapi.dingtalk.com/robot/send?access_token=token-5e1d\n", to: "team.url")
    let secret = try home.write("SECplanted5e1d\n", to: "team.secret")
    let arguments = ["add", "Payroll", "--days", "last workday of the month", "--at", "10:00"]
    let added = try await home.command(
      arguments + ["--to", "desktop,dingtalk:\(url)"], clock: FakeClock("2026-09-19 12:00:00"))
    #expect(added.status == 0, "\(added)")
    #expect(
      text(home).contains(
        "destinations:\n  team: { kind: dingtalk, url: { file: \"\(url)\" }, secret: { file: \"\(secret)\" } }\n"))
    #expect(try await home.command("list").output.contains("→ desktop, team"))
    #expect(try await home.command("destinations").output.contains("team"))
    let again = try await home.command(
      arguments + ["--to", "dingtalk:\(url)"], clock: FakeClock("2026-09-19 12:00:00"))
    #expect(again.status == 0 && again.errors.contains("\"team\" is configured already"))
    let unknown = try await home.command(
      arguments + ["--to", "dingtak:\(try home.write("x", to: "b.url"))"], clock: FakeClock("2026-09-19 12:00:00"))
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"dingtalk\"?"), "\(unknown)")
    #expect(!(added.output + added.errors + text(home)).contains("5e1d"))
  }

  @Test("of twenty that add at once none is lost")
  func atOnce() async throws {
    let home = try Self.home()
    try await withThrowingTaskGroup(of: Launch.Ending.self) { group in
      for number in 1...20 {
        group.addTask { try await home.command("add", "Alarm \(number)", "--in", "20m") }
      }
      for try await ending in group { #expect(ending.status == 0, "\(ending.errors)") }
    }
    let ids = cells(try await home.command("list").output).map { $0[0] }
    #expect(Set(ids) == Set((1...20).map { "alarm-\($0)" } + ["clock-in"]) && ids.count == 21)
  }

  @Test("bare on a terminal it asks, says what an answer should be, and keeps what was answered")
  func questions() async throws {
    let home = try Self.home()
    let ending = try await home.terminal(
      ["", "Clock out", "workdyas", "workdays", "", "-5m", "nobody", "", "yes"], "add")
    #expect(ending.status == 0, "\(ending)")
    #expect(
      ending.output.contains("did you mean \"workdays\"?")
        && ending.output.contains("there is no destination \"nobody\""))
    #expect(ending.output.contains("On which days? (every day; mon, wed;") && ending.output.contains("[workdays]"))
    #expect(ending.output.contains("Sun 2026-09-20 08:55") && ending.output.contains("added: clock-out"))
    #expect(text(home).contains("title: \"Clock out\"\n    days: workdays\n    at: \"09:00\"\n    remind: [\"-5m\"]"))
    let once = try await home.terminal(["Dentist", "tomorrow", "10:00", "", "", "y"], "add")
    #expect(once.status == 0 && text(home).contains("days: \"2026-09-20\"\n    at: \"10:00\""), "\(once)")
  }

  @Test(
    "an interrupt, and no as the last answer, leave nothing behind",
    arguments: [
      (["Clock out", "^C"], 130), (["Clock out", "", "", "", "", "^C"], 130), (["Clock out", "", "", "", "", "no"], 1),
    ] as [([String], Int32)])
  func interrupted(answers: [String], status: Int32) async throws {
    let home = try Self.home()
    let ending = try await home.terminal(answers, "add")
    #expect(ending.status == status, "\(ending)")
    #expect(text(home).isEmpty && !ending.output.contains("added:"))
  }
}

/// By the machine's clock, since the daemon's watch on files needs it.
@Suite("An alarm that is added while the daemon runs", .timeLimit(.minutes(2)))
struct AddedAlarmTests {
  @Test("it rings, is told by history, and leaves the list; remove and disable are seen as well")
  func rings() async throws {
    let home = try Home()
    try home.configure("timezone: Asia/Shanghai\n")
    let daemon = try await RunningDaemon(in: home, clock: nil)
    let added = try await home.command("add", "Tea", "--in", "5s", "--to", "console", clock: nil)
    #expect(added.status == 0 && added.errors.isEmpty, "\(added)")
    _ = try await home.command("add", "Daily", "--days", "every day", "--at", "12:00", clock: nil)
    try await eventually("it rings", within: 30, every: 100, details: { daemon.log }) { daemon.output.contains("Tea") }
    try await daemon.waitForDeliveries(1)
    let history = try await home.command("history", clock: nil)
    let row = try #require(cells(history.output).first)
    #expect(history.status == 0 && row[1...] == ["tea", "Tea", "rang", "console: delivered"], "\(history)")
    #expect(cells(try await home.command("list", clock: nil).output).map { $0[0] } == ["daily"])
    #expect(try await daemon.status().next?.alarm == "daily")
    _ = try await home.command("snooze", "tea", "1h", clock: nil)
    #expect(cells(try await home.command("list", clock: nil).output).map { $0[0] } == ["tea", "daily"])
    let shown = try await home.command("show", "tea", clock: nil)
    #expect(
      cells(shown.output).last?.last == "snoozed" && cells(shown.output).contains(["state", "rings"]), "\(shown)")
    #expect(try await home.command("done", "tea", clock: nil).status == 0)
    #expect(try await home.command("show", "tea", clock: nil).output.contains("state    over"))
    #expect(try await home.command("disable", "daily", clock: nil).status == 0)
    try await eventually("it is disabled", every: 100) { try await daemon.status().next == nil }
    #expect(try await home.command("enable", "daily", clock: nil).status == 0)
    try await eventually("it is enabled", every: 100) { try await daemon.status().next?.alarm == "daily" }
    #expect(try await home.command("remove", "daily", clock: nil).status == 0)
    try await eventually("it is gone", every: 100) { try await daemon.status().next == nil }
    #expect(await daemon.stop() == 0)
  }
}
