import TestSupport
import Testing

/// `notifierctl cal` as a person sees it.
@Suite("Calendar views", .timeLimit(.minutes(2)))
struct CalendarViewTests {
  /// One of Vectors/month-grids.txt, which another program has drawn.
  struct Drawing: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let language: String
    let columns: String
    let text: String

    var testDescription: String { "cal \(arguments.joined(separator: " ")), \(language), \(columns) columns" }

    static let all: [Drawing] = {
      let text = (try? readText("\(Programs.root)/Tests/EndToEndTests/Vectors/month-grids.txt")) ?? ""
      return text.split(separator: "\n== ").map { part in String(part.drop { $0 == "=" || $0 == " " }) }.dropFirst().map
      {
        part in
        let end = part.firstIndex(of: "\n")!
        let words = part[..<end].split(separator: "|").map { $0.split(separator: " ").map(String.init) }
        let drawn = part[part.index(after: end)...]
        return Drawing(
          arguments: words[0], language: words[1][0], columns: words[2][0],
          text: drawn.last == "\n" ? String(drawn) : drawn + "\n")
      }
    }()
  }

  private func cal(_ arguments: [String], _ variables: [String: String], _ settings: String = "") async throws
    -> Launch.Ending
  {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      \(settings)
      alarms:
        - id: dates
          title: Dates
          at: "09:00"
          days: [2025-07-25, 2026-08-31, 2026-09-07, 2033-12-24]
      """)
    let clock = FakeClock("2026-09-19 12:00:00")
    let environment = home.environment.merging(clock.variables) { $1 }.merging(variables) { $1 }
    return try await Launch([Programs.command, "cal"] + arguments, environment: environment).ending()
  }

  @Test("months, three months and a year in both languages and three widths are as another program draws them")
  func drawings() async throws {
    try #require(Drawing.all.count == 54)
    for drawing in Drawing.all {
      let locale = drawing.language == "zh" ? "zh_CN.UTF-8" : "C.UTF-8"
      let ending = try await cal(drawing.arguments, ["LANG": locale, "COLUMNS": drawing.columns])
      #expect(ending.status == 0)
      #expect(ending.output == drawing.text, "\(drawing.testDescription)")
    }
  }

  @Test("the language is that of LC_ALL, LC_MESSAGES, LANG or LANGUAGE, and language: before all of them")
  func language() async throws {
    let (chinese, english) = ("2026年9月", "September 2026")
    let cases: [(variables: [String: String], settings: String, title: String)] = [
      (["LANG": "zh_TW.UTF-8"], "", chinese), (["LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], "", english),
      (["LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"], "", chinese),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:zh_CN:en"], "", chinese),
      (["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"], "", english), (["LANG": "de_DE.UTF-8"], "", english),
      (["LANG": "C.UTF-8"], "language: zh", chinese), (["LANG": "zh_CN.UTF-8"], "language: en", english),
      // No locale that can show it.
      (["LANG": "zh_CN.GB2312"], "", english),
    ]
    for (variables, settings, title) in cases {
      let ending = try await cal([], variables, settings)
      #expect(ending.output.contains(title), "\(variables) \(settings): \(ending.output)")
    }
  }

  @Test("without UTF-8 it is ASCII")
  func plain() async throws {
    let ending = try await cal(["2026-09", "--lunar", "never"], ["LANG": "C"])
    #expect(
      ending.output == """
                        September 2026
        Mo     Tu     We     Th     Fr     Sa     Su
                1      2      3      4      5      6
         7  *   8      9     10     11     12     13
        14     15     16     17     18     19     20W
        21     22     23     24     25H    26H    27H
        28     29     30
        25 中秋节

        """)
  }

  @Test("the first day of the week is the locale's, or what is said; weeks have ISO's numbers where they are wanted")
  func weeks() async throws {
    func head(_ arguments: [String], _ variables: [String: String]) async throws -> String {
      let lines = try await cal(["2026-01", "--lunar", "never"] + arguments, variables).output.split(separator: "\n")
      return lines[1].split(separator: " ").joined(separator: " ")
    }
    #expect(try await head([], ["LANG": "en_US.UTF-8"]) == "Su Mo Tu We Th Fr Sa")
    #expect(try await head([], ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"]) == "Mo Tu We Th Fr Sa Su")
    #expect(try await head([], ["LANG": "ar_EG.UTF-8"]) == "Sa Su Mo Tu We Th Fr")
    #expect(try await head(["--first-weekday", "wed"], [:]) == "We Th Fr Sa Su Mo Tu")
    // 1 January 2027 is a Friday, so it is in the last week of 2026, the 53rd.
    let january = try await cal(["2027-01", "--week-numbers", "--lunar", "never"], [:]).output.split(separator: "\n")
    #expect(january.dropFirst(2).prefix(5).map { $0.prefix(3) } == ["W53", "W01", "W02", "W03", "W04"])
    let refused = try await cal(["--first-weekday", "noday"], [:])
    #expect(refused.status == 2 && refused.errors.contains("expected a day such as mon or sun"))
  }

  @Test("a week, a date that is told of, and a day that the month does not have")
  func dates() async throws {
    let week = try await cal(["2026-12-31", "--week", "--lunar", "never"], [:])
    #expect(
      week.output == """
          Week 53, 28 December 2026 to 3 January 2027
        Mo     Tu     We     Th     Fr     Sa     Su
        28     29  ~  30  ~  31  ~   1休~   2  ~   3  ~
        1 元旦
        Thu 2026-12-31: workday, provisional, 冬月廿三

        """)
    let chinese = try await cal(["2026-10-10", "--week", "--lunar", "never"], ["LANG": "zh_CN.UTF-8"])
    #expect(chinese.output.hasPrefix("          2026年第41周，10月5日至11日\n"))
    #expect(chinese.output.hasSuffix("\n2026-10-10 周六：调休上班日（国庆节），农历九月初一\n"))
    let last = try await cal(["2027-02-31"], [:])
    #expect(last.status == 0 && last.errors.hasPrefix("notifierctl: 2027-02 has no day 31; taken as 2027-02-28\n"))
    #expect(last.output.contains("Sun 2027-02-28: rest day"))
    for (arguments, words) in [
      (["2026", "--week"], "--week goes with a date"), (["2026", "-3"], "-3 goes with one month"),
      (["--week", "-3"], "exclude each other"), (["2026-02-32"], "is no month"),
      (["--lunar", "often"], "expected auto, always or never"),
    ] {
      let ending = try await cal(arguments, [:])
      #expect(ending.status == 2 && ending.output.isEmpty && ending.errors.contains(words), "\(ending.errors)")
    }
  }

  @Test("alarms are told apart by the colours of their calendars, and one calendar's can be seen alone")
  func calendars() async throws {
    let home = try Home()
    try home.configure(
      """
      timezone: UTC
      calendars: { red: { title: Red, color: "#ff0000" }, blue: { title: Blue, color: "#5f87d7" } }
      alarms:
        - { id: a, title: A, at: "09:00", days: [2026-09-07, 2026-09-08], calendar: red }
        - { id: b, title: B, at: "09:00", days: [2026-09-08, 2026-09-09], calendar: blue }
      """)
    func grid(_ arguments: [String], _ variables: [String: String] = [:]) async throws -> Launch.Ending {
      let words = ["cal", "2026-09", "--lunar", "never", "--color", "always", "--region", "DE"] + arguments
      return try await Launch(
        [Programs.command] + words, environment: home.environment.merging(variables) { $1 }
      ).ending()
    }
    let both = try await grid([]).output
    // xterm's cube: 196 is ff0000, 68 is 5f87d7.
    #expect(both.contains(" 7  \u{1B}[38;5;196m•\u{1B}[0m") && both.contains(" 8  \u{1B}[38;5;196m2\u{1B}[0m"))
    #expect(both.contains(" 9  \u{1B}[38;5;68m•\u{1B}[0m"))
    let exact = try await grid([], ["COLORTERM": "truecolor"]).output
    #expect(exact.contains(" 9  \u{1B}[38;2;95;135;215m•\u{1B}[0m"))
    // August's days and October's are dim.
    #expect(both.contains("\u{1B}[2m31\u{1B}[0m") && both.contains("\u{1B}[2m 1\u{1B}[0m"))
    let red = try await grid(["--calendar", "red"]).output
    #expect(red.contains(" 8  \u{1B}[38;5;196m•\u{1B}[0m") && !red.contains("38;5;68"))
    let unknown = try await grid(["--calendar", "rad"])
    #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"red\"?"))
  }

  @Test("rings are on their days to the very last one, and before 1970", arguments: ["9999-12", "1969-12", "0001-02"])
  func farMonths(month: String) async throws {
    let home = try Home()
    try home.configure(
      "region: CN\ntimezone: Asia/Shanghai\nalarms: [{ id: a, at: '00:00', days: every day, start: 0001-01-02 }]\n")
    let ending = try await home.command("cal", "--json", month, clock: FakeClock("2026-09-19 12:00:00"))
    let days = ending.output.split(separator: "\n").filter { $0.contains("\"date\":\"\(month)-") }
    #expect(days.count >= 28)
    #expect(days.allSatisfy { $0.contains("\"alarms\":[\"a\"]") }, "\(days)")
  }
}
