import Glibc
import TestSupport
import Testing

/// `cal --interactive` on a real terminal, tmux's. It is Saturday, 19 September 2026; the days are those of the notice for 2026.
@Suite("the interactive calendar", .serialized, .timeLimit(.minutes(4)))
struct InteractiveCalendarTests {
  private func withCalendar(
    _ arguments: String = "", columns: Int = 80, rows: Int = 24, home: Home? = nil, variables: [String: String] = [:],
    _ body: (Tmux, Home) async throws -> Void
  ) async throws {
    let home = try home ?? Home.office()
    let terminal = try await Tmux(
      home, columns: columns, rows: rows, clock: FakeClock("2026-09-19 12:00:00", speed: 1), variables: variables)
    do {
      try await terminal.send("\(Programs.command) cal --interactive \(arguments)\n")
      try await body(terminal, home)
    } catch {
      try await terminal.stop()
      throw error
    }
    try await terminal.stop()
  }

  @Test("arrows go by day and week, the page keys by month, t goes to today, Home and End to the ends of the month")
  func keys() async throws {
    try await withCalendar { terminal, _ in
      try await terminal.waitFor("Sat 2026-09-19: rest day")
      for (key, date) in [
        ("Right", "Sun 2026-09-20: make-up workday (国庆节), 八月初十"), ("Down", "Sun 2026-09-27: rest day (中秋节)"),
        ("Left", "Sat 2026-09-26"), ("Up", "Sat 2026-09-19"), ("l", "Sun 2026-09-20"), ("j", "Sun 2026-09-27"),
        ("h", "Sat 2026-09-26"), ("k", "Sat 2026-09-19"), ("End", "Wed 2026-09-30"), ("Home", "Tue 2026-09-01"),
        ("Up", "Tue 2026-08-25"), ("t", "Sat 2026-09-19"), ("NPage", "Mon 2026-10-19"), ("PPage", "Sat 2026-09-19"),
      ] {
        try await terminal.press(key)
        try await terminal.waitFor(date)
      }
      try await terminal.press("q")
      try await terminal.waitFor("ready$")
    }
  }

  @Test("the selected day stays while months are paged, or is the last of a shorter one; a day too many is the last")
  func paging() async throws {
    try await withCalendar("2027-02-31") { terminal, _ in
      try await terminal.waitFor("Sun 2027-02-28")
      try await terminal.press("t", "End", "Down")
      try await terminal.waitFor("Wed 2026-10-07")
      try await terminal.press("End")
      try await terminal.waitFor("Sat 2026-10-31")
      for (key, date) in [
        ("NPage", "Mon 2026-11-30"), ("NPage", "Thu 2026-12-31"), ("NPage", "Sun 2027-01-31"),
        ("NPage", "Sun 2027-02-28"), ("NPage", "Wed 2027-03-31"), ("PPage", "Sun 2027-02-28"),
        ("Left", "Sat 2027-02-27"), ("PPage", "Wed 2027-01-27"),
      ] {
        try await terminal.press(key)
        try await terminal.waitFor(date)
      }
    }
  }

  @Test("Enter tells what rings and why, Escape and Enter end it")
  func story() async throws {
    try await withCalendar { terminal, _ in
      try await terminal.press("Right", "Enter")
      let shown = try await terminal.waitFor("override  makes it work, for 国庆节")
      #expect(shown.contains("08:50 Clock in  for 09:00 (-10m)") && shown.contains("09:00 Clock in"))
      #expect(shown.contains("source    https://www.gov.cn/"))
      try await terminal.press("Escape", "Right")
      let monday = try await terminal.waitFor("Mon 2026-09-21")
      #expect(!monday.contains("Clock in"))
      try await terminal.press("Enter", "Left", "Left")
      #expect(try await terminal.waitFor("Sat 2026-09-19").contains("20:00 Tomorrow is a make-up workday"))
      try await terminal.press("Enter", "Left")
      let friday = try await terminal.waitFor("Fri 2026-09-18")
      #expect(!friday.contains("Clock in"))
    }
  }

  @Test("w shows one week, with the selected day in it, and the month again")
  func week() async throws {
    try await withCalendar("2026-09-30") { terminal, _ in
      try await terminal.waitFor("Wed 2026-09-30")
      try await terminal.press("w")
      let shown = try await terminal.waitFor("Week 40, 28 September to 4 October 2026")
      #expect(shown.contains("28  •  29  •  30  2   1休    2休    3休    4休") && !shown.contains("21  •"))
      try await terminal.press("Down")
      try await terminal.waitFor("Week 41, 5 to 11 October 2026")
      try await terminal.press("Left", "Left", "Left")
      try await terminal.waitFor("Week 40, 28 September to 4 October 2026")
      try await terminal.press("m")
      try await terminal.waitFor("October 2026\n")
    }
  }

  @Test("o takes a day off and u takes that back, whatever was said of it before")
  func dayOff() async throws {
    try await withCalendar("2026-09-28") { terminal, home in
      let file = "\(home.path)/config/notifier/notifier.d/own-days.yaml"
      try await terminal.press("u")
      try await terminal.waitFor("there is nothing to undo")
      try await terminal.press("o")
      let shown = try await terminal.waitFor("2026-09-28 is a day off now; u takes it back")
      #expect(shown.contains("28休   29  •") && shown.contains("Mon 2026-09-28: personal rest day"))
      #expect(try readText(file).contains("{ off: 2026-09-28 }"))
      try await terminal.press("o")
      try await terminal.waitFor("2026-09-28 is a day of rest already")
      try await terminal.press("Right", "o")
      try await terminal.waitFor("2026-09-29 is a day off now")
      try await terminal.press("t", "u")
      #expect(try await terminal.waitFor("2026-09-29 is as it was").contains("28休   29  •"))
      try await terminal.press("u")
      #expect(try await terminal.waitFor("2026-09-28 is as it was").contains("28  •  29  •"))
      #expect(try readText(file).contains("ownDays: []"))
      // What was said of the day before comes back.
      #expect(try await home.command("work", "2026-09-28", "--until", "12:00", "half").status == 0)
      try await terminal.waitFor("28半")
      try await terminal.press("o")
      try await terminal.waitFor("28休")
      try await terminal.press("u")
      try await terminal.waitFor("28半")
      #expect(try readText(file).contains("{ work: 2026-09-28, until: \"12:00\", name: \"half\" }"))
    }
  }

  @Test("s skips what is still to ring on the day and u has just that ring again; both need the daemon")
  func skip() async throws {
    let home = try Home.office()
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00", speed: 1))
    #expect(try await home.command("skip", "clock-in").status == 0)
    try await withCalendar(home: home) { terminal, _ in
      try await terminal.waitFor("19  •  20")
      try await terminal.press("Down", "Up", "Up", "s")
      try await terminal.waitFor("on 2026-09-12 nothing is still to ring")
      // The 30th is the last workday: clock-in and payroll.
      try await terminal.press("End", "Enter", "s")
      let shown = try await terminal.waitFor("what is still to ring on 2026-09-30 is skipped; u takes it back")
      #expect(shown.contains("29  •  30      1休"))
      for line in ["08:50 Clock in  for 09:00 (-10m): skipped", "10:00 发工资  at its time: skipped"] {
        #expect(shown.contains(line), "\(shown)")
      }
      try await terminal.press("s")
      try await terminal.waitFor("on 2026-09-30 nothing is still to ring")
      let next = try await home.command("next", "payroll")
      #expect(next.output.contains("2026-10-30 10:00"), "\(next.output)")
      try await terminal.press("t", "u")
      #expect(try await terminal.waitFor("2026-09-30 is as it was").contains("29  •  30"))
      // What was skipped before still is.
      let first = try await home.command("next", "clock-in")
      #expect(first.output.contains("Mon 2026-09-21 08:50"), "\(first.output)")
      _ = await daemon.stop()
      try await terminal.press("s")
      try await terminal.waitFor("notifierd")
    }
  }

  @Test("a changed configuration is shown at once, and one with a mistake changes nothing")
  func reload() async throws {
    try await withCalendar { terminal, home in
      try await terminal.waitFor("21  •")
      try home.configure("region: CN\ntimezone: Asia/Shanghai\nalarms: []\n")
      try await terminal.waitFor("21     22")
      try home.configure("region: [")
      await pause(400)
      try await terminal.press("Right")
      #expect(try await terminal.waitFor("Sun 2026-09-20: make-up workday").contains("21     22"))
    }
  }

  @Test("a press of the mouse selects a day, another one tells of it, the wheel pages")
  func mouse() async throws {
    try await withCalendar { terminal, _ in
      try await terminal.waitFor("Sat 2026-09-19")
      // Column and row are counted from 1: the second week's Tuesday, then the caption under it.
      try await terminal.send("\u{1B}[<0;9;5M\u{1B}[<0;9;5m")
      try await terminal.waitFor("Tue 2026-09-08")
      try await terminal.send("\u{1B}[<0;9;6M\u{1B}[<0;9;6m")
      try await terminal.waitFor("08:50 Clock in")
      // A neighbour's day; the gap between two days is none.
      try await terminal.send("\u{1B}[<0;1;3M\u{1B}[<0;6;5M")
      try await terminal.waitFor("Mon 2026-08-31")
      try await terminal.send("\u{1B}[<65;1;1M")
      try await terminal.waitFor("Wed 2026-09-30")
      try await terminal.send("\u{1B}[<64;1;1M\u{1B}[<64;1;1M")
      try await terminal.waitFor("Fri 2026-07-31")
    }
  }

  @Test("of a screen that is too small the selected week is shown; a wide one has the day beside the month")
  func sizes() async throws {
    try await withCalendar { terminal, _ in
      try await terminal.press("Enter")
      try await terminal.waitFor("20:00")
      try await terminal.resize(columns: 40, rows: 9)
      for (key, week) in [("t", "14  •15  •"), ("End", "28  •29  •"), ("Home", "31  • 1  •")] {
        try await terminal.press(key)
        let shown = try await terminal.waitFor(week)
        #expect(shown.contains("q quit"), "\(shown)")
      }
      try await terminal.resize(columns: 200, rows: 30)
      let shown = try await terminal.waitFor("u undo")
      #expect(shown.contains("September 2026                    Tue 2026-09-01: workday"))
      try await terminal.resize(columns: 20, rows: 2)
      await pause(300)
      try await terminal.resize(columns: 80, rows: 24)
      try await terminal.waitFor("t today  Enter why  w week  s skip  o off  u undo")
    }
  }

  @Test("in Chinese, without colour, and on a terminal of ASCII")
  func words() async throws {
    try await withCalendar(variables: ["LANG": "zh_CN.UTF-8", "NO_COLOR": "1"]) { terminal, _ in
      let shown = try await terminal.waitFor("2026年9月")
      #expect(shown.contains("2026-09-19 周六：休息日，农历八月初九") && shown.contains("q 退出  方向键  PgUp/PgDn  t 今天"))
      try await terminal.press("Down", "Down", "Left", "Left", "o")
      try await terminal.waitFor("2026-10-01 本来就休息")
      try await terminal.press("w")
      try await terminal.waitFor("2026年第40周")
    }
    try await withCalendar(variables: ["LANG": "C"]) { terminal, _ in
      let shown = try await terminal.waitFor("20W")
      #expect(shown.contains("25H"))
    }
  }

  @Test("the terminal is given back as it was", arguments: ["q", "C-c", "TERM", "HUP", "ABRT", "QUIT", "C-z"])
  func restored(by end: String) async throws {
    try await withCalendar { terminal, _ in
      try await terminal.waitFor("Sat 2026-09-19")
      #expect(try await terminal.modes() == "1 0 0 1")
      let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "ABRT": SIGABRT, "QUIT": SIGQUIT]
      if let number = signals[end] {
        kill(try await terminal.process(), number)
      } else {
        try await terminal.press(end)
      }
      try await terminal.waitFor("ready$")
      #expect(try await terminal.modes() == "0 1 1 0")
      try await terminal.send(
        "stty -a | grep -cE ' icanon.* echo |isig icanon'; stty -a | grep -c ' ixon'; echo over\n")
      try await terminal.waitFor("1\n1\nover")
      guard end == "C-z" else { return }
      try await terminal.send("clear; fg\n")
      try await terminal.waitFor("Sat 2026-09-19")
      #expect(try await terminal.modes() == "1 0 0 1")
      try await terminal.press("Right")
      try await terminal.waitFor("Sun 2026-09-20")
      try await terminal.press("q")
      try await terminal.waitFor("ready$")
    }
  }

  @Test("a key writes once, between the marks of synchronized output, and only what has changed")
  func frames() async throws {
    let home = try Home.office()
    let script = "\(Programs.root)/contrib/test/frames.py"
    let environment = home.environment.merging(FakeClock("2026-09-19 12:00:00", speed: 1).variables) { $1 }
      .merging(["TERM": "xterm-256color"]) { $1 }
    let ending = await
      (try Launch(
        ["/usr/bin/python3", script, Programs.command, "cal", "--interactive"], environment: environment)).ending()
    #expect(ending.status == 0, "\(ending.errors)")
    let lines = ending.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    // Of each key the writes, the frames and the bytes: 200 days to the right, 400 months on, 400 back.
    try #require(lines.count == 3)
    for line in lines { #expect(line[0] == line[1], "\(line)") }
    #expect(lines[0][1] == 200 && lines[1][1] == 400 && lines[2][1] == 400)
    #expect(lines[0][2] < 200 * 1200, "a step takes \(lines[0][2] / 200) bytes")
  }

  @Test("without a terminal, and with what does not go with it, nothing is drawn")
  func refused() async throws {
    let home = try Home.office()
    let ending = try await home.command("cal", "--interactive")
    #expect(ending.status == 69 && ending.output.isEmpty && ending.errors.contains("needs a terminal"))
    #expect(try await home.command("cal", "--interactive", "--json").status == 2)
  }
}
