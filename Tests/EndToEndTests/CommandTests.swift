import Glibc
import Testing

/// The command as a whole, and what concerns files and the daemon: `list`, `check`, `status`, `fire`, `version`.
@Suite("notifierctl", .timeLimit(.minutes(2)))
struct CommandTests {
  private static let commands = [
    "next", "list", "cal", "workday", "why", "check", "plan", "off", "work", "status", "fire", "version", "add",
    "edit", "remove", "enable", "disable", "show", "agenda", "history", "simulate",
  ]

  @Test("list shows every alarm: as a table and as JSON")
  func list() async throws {
    let home = try Home.office()
    let table = try await home.command("list")
    #expect(table.status == 0 && table.errors.isEmpty)
    #expect(
      cells(table.output) == [
        ["clock-in", "Clock in", "workdays, 09:00", "-10m, 0m", "→ desktop, team"],
        [
          "make-up-eve", "Tomorrow is a make-up workday: set the alarm", "make-up workdays, 08:00",
          "20:00 the day before", "→ desktop",
        ],
        ["payroll", "发工资", "last workday of the month, 10:00", "→ desktop"],
      ])
    let json = try await home.command("list", "--json")
    let alarms = try JSON(json.output).elements
    #expect(alarms.count == 3)
    let expected = """
      {"id": "clock-in", "title": "Clock in", "days": "workdays", "at": ["09:00"], "zone": "Asia/Shanghai",
       "remind": ["-10m", "0m"], "destinations": ["desktop", "team"], "calendar": null, "enabled": true,
       "place": "\(home.configuration):6:9", "next": "2026-09-20T08:50:00+08:00"}
      """
    #expect(try alarms.first == JSON(expected))
    // The address of a webhook may hold a token.
    #expect(!(table.output + json.output).contains("token-7d1f"))
  }

  @Test("what is chosen of an alarm's days is listed, and the alarm rings on those in its own work week")
  func chosenDays() async throws {
    let home = try Home()
    _ = try home.write(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: party, at: "17:00", days: fri, only: workdays, position: last of the month, except: [2026-10-30] }
        - { id: ward, at: "06:30", days: 每周第一个工作日, workWeek: 4 on 2 off from 2026-09-20 }
      """, to: "config/notifier/notifier.yaml")
    let list = try await home.command("list")
    #expect(
      cells(list.output).map { $0[2] } == [
        "fri, only workdays, last of the month, except 2026-10-30, 17:00", "first workday of the week, 06:30",
      ])
    let json = try JSON(try await home.command("list", "--json").output).elements
    #expect(json[0]["only"]?.text == "workdays" && json[0]["position"]?.text == "last of the month")
    #expect(json[0]["except"]?.elements.map(\.text) == ["2026-10-30"])
    #expect(json[0]["days"]?.text == "fri" && json[1]["only"] == nil)
    func next(_ id: String) async throws -> [String] {
      let ending = try await home.command("next", id, "-n", "2", "--from", "2026-09-19")
      return ending.output.split(separator: "\n").map { String($0.prefix(20)) }
    }
    // Friday 25 September is a holiday, so the 18th was the last of its month; 30 October is left out.
    #expect(try await next("party") == ["Fri 2026-11-27 17:00", "Fri 2026-12-25 17:00"])
    // The shifts are from Sunday 20 to Wednesday 23 and from Saturday 26 to Tuesday 29, and the notice frees that weekend.
    #expect(try await next("ward") == ["Mon 2026-09-21 06:30", "Mon 2026-09-28 06:30"])
  }

  @Test("without a file of one's own the built-in alarms are listed, and said to be that")
  func builtIn() async throws {
    let home = try Home()
    let ending = try await home.command("list")
    #expect(ending.status == 0 && ending.output.contains("clock-in"))
    #expect(ending.errors.contains("\(home.path)/config/notifier/notifier.yaml"), "\(ending.errors)")
  }

  @Test("check of a good configuration is status 0 and counts what is in it")
  func checkGood() async throws {
    let home = try Home.office()
    let ending = try await home.command("check")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    #expect(ending.output == "\(home.configuration): good: 3 alarms, 4 destinations\n")
  }

  @Test(
    "a variable TZ that names no zone is told, with the zone that is used, unless the configuration names one",
    arguments: ["Asia/Shangai", "CST-8", "/nowhere", "Asia"])
  func strayZone(zone: String) async throws {
    let home = try Home()
    for words in [["next"], ["check"], ["doctor"]] {
      let ending = try await home.command(words, clock: nil, zone: zone)
      let told = (ending.output + ending.errors).contains(
        "is used, and not what the variable TZ says: \(zone == "Asia" ? "zone" : "unknown zone") \"\(zone)\"")
      #expect(told, "\(words): \(ending)")
    }
    #expect(try await home.command("next", clock: nil, zone: ":Asia/Shanghai").errors.contains("TZ") == false)
    try home.configure("timezone: Asia/Shanghai\n")
    #expect(try await home.command("check", clock: nil, zone: zone).errors.contains("TZ") == false)
  }

  @Test(
    "where there is nothing to tell, one line says so on standard error",
    arguments: [
      ("next", "nothing is next: all rules have ended"), ("next -n 3", "nothing is next: all rules have ended"),
      ("next --days 2020-01-01 --at 9:00", "nothing is next: all rules have ended"),
      ("next old", "old: nothing is next; its rule has ended"),
      ("agenda --from 2026-09-21 -n 2", "nothing rings from 2026-09-21 to 2026-09-22"),
      ("history", "nothing has rung yet"),
      ("missed", "nothing was missed"), ("outbox", "nothing waits to be sent"),
      ("simulate --from 2026-09-21", "nothing happens in that time"),
    ])
  func nothing(words: String, sentence: String) async throws {
    let home = try Home()
    try home.configure("timezone: UTC\nalarms: [{ id: old, at: \"09:00\", days: 2020-01-01 }]\n")
    let ending = try await home.command(words.split(separator: " ").map(String.init), clock: nil)
    #expect(ending.status == 1 && ending.output.isEmpty, "\(ending)")
    #expect(ending.errors == "notifierctl: \(sentence)\n")
  }

  @Test(
    "check and doctor say where no holidays are known and what to do, and check is good all the same",
    arguments: [("region: CM\n", "CM: no data"), ("", "no region is named")])
  func unknownHolidays(region: String, words: String) async throws {
    let home = try Home()
    try home.configure(region + "alarms: [{ id: a, at: \"09:00\", days: workdays }]\n")
    let check = try await home.command("check")
    #expect(check.status == 0)
    #expect(check.errors.contains("\(words); days follow the weekly pattern only; write your region, as in region: CN"))
    let doctor = try await home.command("doctor")
    let line = try #require(doctor.output.split(separator: "\n").first { $0.contains(words) })
    #expect(line.hasPrefix("warning") && line.contains("write your region"))
    try home.configure(region + "alarms: [{ id: a, at: \"09:00\", days: every day }]\n")
    #expect(try await home.command("check").errors.isEmpty)
  }

  @Test("check tells every problem in one run, with its place and a mark under it, and is status 78")
  func checkBad() async throws {
    let home = try Home.office()
    let file = try home.write(
      """
      region: CN
      timezone: Asia/Shangai
      alarms:
        - id: clock-in
          at: "25:00"
          days: workdyas
          remaind: [-10m]
        - id: clock-in
          at: "09:00"
          days: workdays
          to: [team]
      """, to: "bad.yaml")
    let ending = try await home.command("check", file)
    #expect(ending.status == 78 && ending.output.isEmpty)
    let places = ending.errors.split(separator: "\n").filter { $0.hasPrefix("\(file):") }.map {
      $0.dropFirst(file.count + 1).prefix { $0 != " " }
    }
    #expect(places == ["2:11:", "5:9:", "6:11:", "7:5:", "11:10:"], "\(ending.errors)")
    for expected in [
      "did you mean \"workdays\"?\n    days: workdyas\n          ^~~~~~~~\n", "Asia/Shanghai", "\"remind\"",
      "there is no destination \"team\"", "5 errors; this configuration would not be taken over",
    ] {
      #expect(ending.errors.contains(expected), "\(ending.errors)")
    }
  }

  @Test("two alarms with one id are an error that names both places")
  func duplicate() async throws {
    let home = try Home.office()
    let file = try home.write(
      "alarms:\n  - { id: payroll, at: \"10:00\", days: workdays }\n", to: "config/notifier/notifier.d/more.yaml")
    let ending = try await home.command("check")
    #expect(ending.status == 78)
    #expect(ending.errors.contains("\(file):2:11: error: "), "\(ending.errors)")
    #expect(ending.errors.contains("\(home.configuration):17:9"), "\(ending.errors)")
  }

  @Test("a secret that others can read is refused, and the remedy is named")
  func readableSecret() async throws {
    let home = try Home()
    let secret = try home.write("token-7d1f", to: "config/notifier/hook.url")
    try home.configure(
      """
      destinations:
        hook: { kind: webhook, url: { file: hook.url } }
      alarms:
        - { id: clock-in, at: "09:00", days: workdays, to: [hook] }
      """)
    chmod(secret, 0o644)
    let ending = try await home.command("check")
    #expect(ending.status == 78)
    #expect(ending.errors.contains("\(home.configuration):2:39: error: "), "\(ending.errors)")
    #expect(ending.errors.contains("chmod 600 \(secret)") && !ending.errors.contains("token-7d1f"))
  }

  @Test("every command that reads a bad configuration is status 78", arguments: ["next", "list", "cal", "workday"])
  func badConfiguration(command: String) async throws {
    let home = try Home()
    try home.configure("alarms: [\n")
    let ending = try await home.command(command)
    #expect(ending.status == 78 && ending.output.isEmpty)
    #expect(ending.errors.hasPrefix("\(home.configuration):"), "\(ending.errors)")
  }

  @Test("check of a holiday file: 0 for a good one, 65 for one that is cut off or says another year")
  func checkHolidays() async throws {
    let home = try Home()
    let days = #"{"name": "元旦", "date": "2027-01-01", "isOffDay": true}"#
    let good = try home.write(#"{"year": 2027, "papers": [], "days": [\#(days)]}"#, to: "2027.json")
    let fine = try await home.command("check", good)
    #expect(fine.status == 0 && fine.output == "\(good): good: year 2027, 1 rest day, 0 make-up workdays\n")

    let empty = try home.write(#"{"year": 2028, "papers": [], "days": []}"#, to: "2028.json")
    let unannounced = try await home.command("check", empty)
    #expect(unannounced.status == 0 && unannounced.output.contains("2028 is not announced"), "\(unannounced.output)")

    let cut = try home.write(#"{"year": 2029, "papers": [], "days": [{"na"#, to: "2029.json")
    let truncated = try await home.command("check", cut)
    #expect(truncated.status == 65 && truncated.errors.hasPrefix("\(cut):1:"), "\(truncated.errors)")

    let other = try home.write(#"{"year": 2026, "papers": [], "days": [\#(days)]}"#, to: "2030.json")
    let wrong = try await home.command("check", other)
    #expect(wrong.status == 65 && wrong.errors.hasPrefix("\(other):1:10: error: "), "\(wrong.errors)")
  }

  @Test(
    "status and fire need the daemon: status 3, and how to start it: by systemd where its unit is there",
    arguments: [["status"], ["fire", "clock-in"]])
  func needsDaemon(arguments: [String]) async throws {
    let home = try Home.office()
    let ending = try await Launch([Programs.command] + arguments, environment: home.environment).ending()
    #expect(ending.status == 3 && ending.output.isEmpty)
    #expect(ending.errors.contains("notifierd is needed and does not run"), "\(ending.errors)")
    try #require(
      mkdir("\(home.path)/config/systemd", 0o700) == 0 && mkdir("\(home.path)/config/systemd/user", 0o700) == 0)
    try home.write("[Service]\n", to: "config/systemd/user/notifierd.service")
    let installed = try await Launch([Programs.command] + arguments, environment: home.environment).ending()
    #expect(installed.errors.hasSuffix("start it with: systemctl --user start notifierd\n"), "\(installed.errors)")
  }

  @Test("status of a running daemon: as JSON and in words")
  func status() async throws {
    let home = try Home.office()
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00"))
    let ending = try await home.command("status", "--json", clock: nil)
    #expect(ending.status == 0 && ending.errors.isEmpty)
    let status = try JSON(ending.output)
    #expect(status["alarms"] == .number(3) && status["rung"] == .number(0) && status["missed"] == .number(0))
    #expect(status["next"]?["id"]?.text == "make-up-eve/2026-09-20T08:00/20:00@-1d")
    #expect(status["configuration"] == .array([.string(home.configuration)]))
    #expect(status["started"]?.text?.hasPrefix("2026-09-19T12:00:0") == true)
    #expect(status["lastLoad"]?["ok"] == .bool(true) && status["lastLoad"]?["errors"] == .array([]))
    let words = try await home.command("status", clock: nil)
    #expect(words.output.contains("next           2026-09-19T20:00:00+08:00  make-up-eve"), "\(words.output)")
    #expect(await daemon.stop() == 0)
  }

  @Test("version is the daemon's too, and tells how far the holiday data goes")
  func version() async throws {
    let home = try Home()
    let command = try await home.command("version")
    let daemon = try await Launch([Programs.daemon, "--version"], environment: home.environment).ending()
    #expect(command.status == 0)
    #expect(
      command.output.split(separator: "\n").first
        == daemon.output.split(separator: "\n").first.map {
          "notifierctl \($0.dropFirst("notifierd ".count))"
        })
    #expect(command.output.contains("CN 2007-2026"))
    #expect(command.output.contains("more countries"))
    let json = try await home.command("version", "--json")
    #expect(try JSON(json.output)["holidayData"]?["CN"] == .array((2007...2026).map { .number(Double($0)) }))
    #expect(try JSON(json.output)["holidayData"]?["DE"] == .array((2015...2030).map { .number(Double($0)) }))
    #expect(try await home.command("--version").output == command.output)
  }

  @Test(
    "every subcommand tells what it does with --help, and takes no notice of a bad configuration", arguments: commands)
  func help(command: String) async throws {
    let home = try Home()
    try home.configure("alarms: [\n")
    let ending = try await home.command(command, "--help")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    #expect(ending.output.hasPrefix("usage: notifierctl \(command)"))
    #expect(ending.output.contains("examples:\n  notifierctl \(command)"))
    #expect(try await home.command("help", command).output == ending.output)
  }

  @Test("--help names every subcommand")
  func overview() async throws {
    let home = try Home()
    let ending = try await home.command("--help")
    #expect(ending.status == 0 && ending.errors.isEmpty)
    for command in CommandTests.commands { #expect(ending.output.contains("\n  \(command) ")) }
  }

  @Test(
    "a command line that is wrong is status 2, with nothing on standard output",
    arguments: [
      ([], "usage: notifierctl COMMAND"), (["nxt"], "did you mean \"next\"?"),
      (["list", "extra"], "unexpected \"extra\""),
      (["fire"], "something is missing"), (["why"], "something is missing"), (["list", "--bogus"], "--bogus"),
      (["list", "--json=yes"], "--json takes no value"), (["list", "--color", "red"], "auto, always or never"),
      (["list", "--config"], "--config needs a value"),
    ])
  func usage(arguments: [String], reason: String) async throws {
    let home = try Home.office()
    let ending = try await Launch([Programs.command] + arguments, environment: home.environment).ending()
    #expect(ending.status == 2 && ending.output.isEmpty)
    #expect(ending.errors.contains(reason), "\(ending.errors)")
  }

  @Test("colour is for terminals, unless it is asked for")
  func color() async throws {
    let home = try Home.office()
    #expect(try await !home.command("next").output.contains("\u{1B}"))
    #expect(try await home.command("next", "--color", "always").output.contains("\u{1B}["))
  }
}
