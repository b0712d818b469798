import TestSupport
import Testing

/// What the command says in Chinese. The golden texts were written by hand. Today is Friday, 18 September 2026, 17:30 in
/// Shanghai.
@Suite("notifierctl in Chinese", .timeLimit(.minutes(2)))
struct LanguageTests {
  private static let chinese = ["LANG": "zh_CN.UTF-8"]

  private func say(_ words: [String], in home: Home, _ variables: [String: String] = chinese) async throws
    -> Launch.Ending
  {
    let clock = FakeClock("2026-09-18 09:30:00")
    let environment = home.environment.merging(clock.variables) { $1 }.merging(variables) { $1 }
    return try await Launch([Programs.command] + words, environment: environment).ending()
  }

  @Test("next names dates, relative times, what a ring is for and the kind of day")
  func next() async throws {
    let ending = try await say(["next"], in: Home.office())
    #expect(ending.status == 0 && ending.errors.isEmpty)
    #expect(
      ending.output == """
        2026-09-19 周六 20:00  明天 20:00  make-up-eve  Tomorrow is a make-up workday: set the alarm  \
        2026-09-20 周日 08:00 的提醒（20:00 the day before）  调休上班日（国庆节）
        2026-09-20 周日 08:50  2 天后      clock-in     Clock in                                      \
        09:00 的提醒（-10m）                                  调休上班日（国庆节）
        2026-09-30 周三 10:00  12 天后     payroll      发工资                                        \
        到点                                                  工作日

        """)
  }

  @Test(
    "a day and why it is one",
    arguments: [
      ("workday 2026-09-20", "2026-09-20 周日：调休上班日（国庆节）\n"),
      ("workday next 2026-09-30", "2026-10-08 周四：工作日\n"),
      (
        "why 2026-09-20",
        """
        2026-09-20 周日：调休上班日（国庆节）
          每周安排  周日是休息日
          调整      改为上班，因为国庆节
          来源      \(Home.notice)

        """
      ),
      (
        "why 2026-09-21",
        """
        2026-09-21 周一：工作日
          每周安排  周一是工作日
          调整      无：2026 年的放假通知没有改动这一天

        """
      ),
    ])
  func day(words: String, text: String) async throws {
    let ending = try await say(words.split(separator: " ").map(String.init), in: Home.office())
    #expect(ending.status == 0 && ending.errors.isEmpty)
    #expect(ending.output == text)
  }

  @Test(
    "a mistake is told in Chinese",
    arguments: [
      ("nex", 2, "notifierctl: 没有命令“nex”；您是否要用“next”？\n"),
      ("next clock-im", 4, "notifierctl: 没有提醒“clock-im”；您是否要用“clock-in”？\n"),
      ("next -n 0", 2, "notifierctl: -n 是“0”；应为1 到 10000 的整数\n"),
      ("next --colour", 2, "notifierctl: next：没有选项 --colour；您是否要用 --color？\n"),
    ])
  func mistakes(words: String, status: Int32, text: String) async throws {
    let ending = try await say(words.split(separator: " ").map(String.init), in: Home.office())
    #expect(ending.status == status && ending.output.isEmpty)
    #expect(ending.errors == text)
  }

  @Test("status and doctor say in Chinese that the daemon does not run")
  func daemon() async throws {
    let home = try Home.office()
    let status = try await say(["status"], in: home)
    #expect(status.status == 3)
    #expect(status.errors.hasPrefix("notifierctl: 需要 notifierd，但它没有运行（"))
    let doctor = try await say(["doctor"], in: home)
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("异常  守护进程  notifierd 没有运行，因此不会有任何提醒；请运行："))
    #expect(doctor.output.contains("正常  时区      Asia/Shanghai"))
  }

  @Test("a mistake of the configuration is told with its place, the line and what was expected")
  func configuration() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      alarms:
        - id: clock-in
          title: Clock in
          at: "25:00"
          day: workdays
          days: workdays
          remind: []
      """)
    let ending = try await say(["check"], in: home)
    let file = "\(home.environment["XDG_CONFIG_HOME"] ?? "")/notifier/notifier.yaml"
    #expect(ending.status == 78 && ending.output.isEmpty)
    #expect(
      ending.errors.split(separator: "\n").filter { $0.contains("notifier") } == [
        """
        \(file):5:9: 错误：at 有“25:00”；应为“09:00”这样的时间，或“every 50m from 09:00 to 18:00”
        """, "\(file):6:5: 错误：提醒中没有键“day”；您是否要用“days”？",
        """
        \(file):8:5: 错误：remind 是空的，因此什么也不会响；应为 -10m、0m、+5m、-1h30m、-1d、-2wd、end -5m，或“20:00 the day before”
        """, "notifierctl: 3 个错误；这份配置不会被采用",
      ])
    // What holds a command up is told likewise.
    let next = try await say(["next"], in: home)
    #expect(next.status == 78 && next.errors.hasSuffix("notifierctl: 配置有错误，什么也没有做\n"))
  }

  @Test("what programs read is the same in every language", arguments: ["next --json", "why 2026-09-20 --json"])
  func json(words: String) async throws {
    let (home, words) = (try Home.office(), words.split(separator: " ").map(String.init))
    let (english, chinese) = (try await say(words, in: home, ["LANG": "C"]), try await say(words, in: home))
    #expect(!english.output.isEmpty && english.output == chinese.output)
  }

  @Test("language: of the configuration comes before the environment")
  func configured() async throws {
    let home = try Home()
    try home.configure("language: zh\nregion: CN\ntimezone: Asia/Shanghai\n")
    #expect(
      try await say(["workday", "2026-09-20"], in: home, ["LANG": "C.UTF-8"]).output == "2026-09-20 周日：调休上班日（国庆节）\n")
    try home.configure("language: en\nregion: CN\ntimezone: Asia/Shanghai\n")
    #expect(try await say(["workday", "2026-09-20"], in: home).output == "Sun 2026-09-20: make-up workday (国庆节)\n")
  }

  @Test("the help of every command has no English sentence left")
  func help() async throws {
    let home = try Home()
    let all = try await say(["--help"], in: home).output
    let names = all.split(separator: "\n").drop { $0 != "命令：" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    try #require(names.count > 30)
    for name in names {
      let text = try await say([name, "--help"], in: home).output
      // What is typed stays; examples are commands.
      let prose = text.split(separator: "\n").prefix { $0 != "示例：" }.dropFirst()
      for line in prose {
        let words = line.split { !$0.isLetter || !$0.isASCII }.map(String.init)
        let english = words.filter { ["the", "is", "are", "that", "it", "when", "which", "not"].contains($0) }
        #expect(english.count < 2, "\(name): \(line)")
      }
      #expect(prose.contains { $0.contains("。") }, "\(name)")
    }
  }
}
