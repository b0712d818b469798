import TestSupport
import Testing

/// `show`, `agenda` and `history`. The notice for 2026: https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
@Suite("notifierctl show, agenda and history", .timeLimit(.minutes(3)))
struct ShowCommandTests {
  @Test("show tells rule, rings, state and place, and what is skipped and paused")
  func show() async throws {
    let home = try Home.office()
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 11:59:00"))
    _ = try await home.command("skip", "clock-in", clock: nil)
    let shown = try await home.command("show", "clock-in")
    #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown)")
    #expect(
      cells(shown.output) == [
        ["clock-in", "Clock in"], ["rule", "workdays, 09:00"], ["zone", "Asia/Shanghai"], ["rings", "-10m, 0m"],
        ["goes to", "desktop, team"], ["missed", "within 30m"], ["written", "\(home.configuration):6:9"],
        ["state", "rings"], ["next"],
        ["Sun 2026-09-20 08:50", "skipped", "for 09:00 (-10m)", "make-up workday (国庆节)"],
        ["Sun 2026-09-20 09:00", "skipped", "at its time", "make-up workday (国庆节)"],
        ["Mon 2026-09-21 08:50", "in 2 days", "for 09:00 (-10m)", "workday"],
        ["Mon 2026-09-21 09:00", "in 2 days", "at its time", "workday"],
        ["Tue 2026-09-22 08:50", "in 3 days", "for 09:00 (-10m)", "workday"],
        ["Tue 2026-09-22 09:00", "in 3 days", "at its time", "workday"],
        ["Wed 2026-09-23 08:50", "in 4 days", "for 09:00 (-10m)", "workday"],
      ])
    let json = try JSON(try await home.command("show", "clock-in", "--json").output)
    #expect(json["state"]?.text == "rings" && json["because"] == .null && json["last"] == .null)
    #expect(json["skipped"]?.elements.map(\.text) == ["2026-09-20T09:00:00+08:00"])
    #expect(
      json["next"]?.elements.count == 5 && json["next"]?.elements[0]["id"]?.text == "clock-in/2026-09-21T09:00/-10m")
    #expect(json["alarm"]?["place"]?.text == "\(home.configuration):6:9")
    _ = try await home.command("pause", "clock-in", "--until", "2026-09-23")
    let paused = try await home.command("show", "clock-in")
    #expect(cells(paused.output).contains(["state", "paused: until Wed 2026-09-23 00:00"]), "\(paused)")
    #expect(try JSON(try await home.command("show", "clock-in", "--json").output)["state"]?.text == "paused")
    #expect(await daemon.stop() == 0)
    let unknown = try await home.command("show", "clock-im")
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"clock-in\"?"))
  }

  @Test("agenda lists days with what rings, and holidays on which nothing does")
  func agenda() async throws {
    let home = try Home.office()
    let ending = try await home.command("agenda", "--from", "2026-09-19", "--to", "2026-09-30")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let lines = cells(ending.output)
    #expect(
      Array(lines.prefix(6)) == [
        ["Sat 2026-09-19", "today, rest day"],
        [
          "20:00", "make-up-eve", "Tomorrow is a make-up workday: set the alarm",
          "for Sun 2026-09-20 08:00 (20:00 the day before)",
        ],
        ["Sun 2026-09-20", "tomorrow, make-up workday (国庆节)"], ["08:50", "clock-in", "Clock in", "for 09:00 (-10m)"],
        ["09:00", "clock-in", "Clock in", "at its time"], ["Mon 2026-09-21", "workday"],
      ])
    // The Mid-Autumn holiday: nothing rings, and it is told.
    let heads = lines.filter { $0.count == 2 }.map { $0[0] + " " + $0[1] }
    #expect(heads.suffix(6).first == "Fri 2026-09-25 statutory holiday (中秋节)", "\(heads)")
    #expect(lines.suffix(1) == [["10:00", "payroll", "发工资", "at its time"]])
    let days = try JSON(try await home.command("agenda", "-n", "2", "--json").output).elements
    #expect(days.count == 2 && days[0]["day"]?["kind"]?.text == "rest-day")
    #expect(
      days[1]["rings"]?.elements.map { $0["id"]?.text } == [
        "clock-in/2026-09-20T09:00/-10m", "clock-in/2026-09-20T09:00/0m",
      ])
    #expect(days[1]["rings"]?.elements[0]["state"]?.text == "rings")
  }

  @Test("agenda has what rings on the last day that there is")
  func lastDay() async throws {
    let ending = try await Home.office().command("agenda", "--from", "9999-12-31")
    #expect(ending.status == 0 && ending.output.contains("\n  08:50  clock-in"), "\(ending)")
  }

  @Test("agenda tells the first days before it knows the last ones", arguments: ["", " --json"])
  func piecewise(option: String) async throws {
    let home = try Home()
    try home.configure(
      """
      timezone: UTC
      alarms:
        - { id: minutes, at: "every 1m from 00:00 to 23:59", days: every day }
      """)
    // Five million rings, of which nobody wants more than the first.
    let words = ["sh", "-c", "\"$0\" agenda --from 2026-09-19 -n 3660\(option) | head -n 2", Programs.command]
    let ending = await (try Launch(words, environment: home.environment)).ending()
    let expected = option.isEmpty ? "  00:00  minutes" : "{\"day\":"
    #expect(ending.output.split(separator: "\n").last?.hasPrefix(expected) == true, "\(ending)")
  }

  @Test("agenda shows what is skipped as that, and the zone of an alarm elsewhere")
  func agendaOfOthers() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: berlin, at: "09:00", days: every day, timezone: Europe/Berlin }
        - { id: noon, at: "12:30", days: every day }
      """)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 11:00:00"))
    _ = try await home.command("skip", "noon", clock: nil)
    #expect(await daemon.stop() == 0)
    let ending = try await home.command("agenda", "-n", "1")
    // Berlin is six hours behind Shanghai in September.
    #expect(
      cells(ending.output).dropFirst() == [
        ["12:30", "noon", "noon", "skipped"], ["15:00", "berlin", "berlin", "at its time (Europe/Berlin)"],
      ], "\(ending)")
  }

  @Test(
    "agenda says what is wrong with its days",
    arguments: [
      (["--to", "yesterday"], 2, "--to is 2026-09-18; expected a day from 2026-09-19 on"),
      (["--to", "friday", "-n", "3"], 2, "--to and -n exclude each other"),
      (["-n", "0"], 2, "a whole number from 1 to 3660"),
      (["--from", "x"], 2, "expected YYYY-MM-DD"), (["--from", "2026-10-01", "-n", "2"], 1, ""),
    ] as [([String], Int32, String)])
  func agendaFaults(arguments: [String], status: Int32, message: String) async throws {
    let home = try Home.office()
    let ending = try await home.command(["agenda"] + arguments, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(ending.status == status && (message.isEmpty || ending.errors.contains(message)), "\(ending)")
  }

  @Test("history tells of each ring what became of it and why, and by --json the same")
  func history() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: early, at: "06:00", days: every day, to: [console] }
        - { id: tea, title: Tea, at: "07:00:20", days: every day, to: [console], missed: within 30m }
        - { id: skipped, at: "07:00:25", days: every day, to: [console] }
        - { id: paused, at: "07:00:25", days: every day, to: [console] }
      """)
    // The first run sets from when on alarms ring.
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-18 05:50:00"))
    #expect(await first.stop() == 0)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-18 07:00:00"))
    _ = try await home.command("skip", "skipped", clock: nil)
    _ = try await home.command("pause", "paused", clock: nil)
    try await eventually("all have come due", every: 200, details: { daemon.log }) {
      try await home.command("history", clock: nil).output.split(separator: "\n").count == 4
    }
    try await daemon.waitForDeliveries(1)
    #expect(await daemon.stop() == 0)
    let rows = cells(try await home.command("history", clock: nil).output)
    #expect(
      Set(rows.map { $0[1...].joined(separator: " | ") }) == [
        "paused | paused | paused", "skipped | skipped | skipped", "tea | Tea | rang | console: delivered",
        "early | early | missed: it was due 60 minutes before it could ring",
      ], "\(rows)")
    #expect(rows.last?[0] == "Fri 2026-09-18 06:00")
    let one = try await home.command("history", "tea", "-n", "1", "--json", clock: nil)
    let ring = try #require(try JSON(one.output).elements.first)
    #expect(ring["verdict"]?.text == "rung" && ring["reason"]?.text == "rang" && ring["test"] == .bool(false))
    #expect(ring["id"]?.text == "tea/2026-09-18T07:00:20/0m" && ring["fires"]?.text == "2026-09-18T07:00:20+08:00")
    let delivery = try #require(ring["deliveries"]?.elements.first)
    #expect(delivery["destination"]?.text == "console" && delivery["state"]?.text == "delivered")
    let missed = try JSON(try await home.command("history", "early", "--json", clock: nil).output).elements[0]
    #expect(missed["verdict"]?.text == "missed" && missed["lateSeconds"] == .null && missed["deliveries"] == .array([]))
    let shown = try await home.command("show", "tea", clock: nil)
    #expect(
      cells(shown.output).contains(["last", "Fri 2026-09-18 07:00:20", "rang", "console: delivered"]), "\(shown)")
    try home.configure("region: CN\n")
    #expect(try await home.command("history", "tea", clock: nil).status == 0, "what rang is known after its alarm")
  }

  @Test("without a journal there is no history, and a name that never was is told the nearest")
  func noHistory() async throws {
    let home = try Home.office()
    let none = try await home.command("history")
    #expect(none.status == 1 && none.output.isEmpty, "\(none)")
    #expect(try await home.command("history", "--json").output == "[]\n")
    let unknown = try await home.command("history", "clok-in")
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"clock-in\"?"))
  }
}
