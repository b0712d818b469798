import Testing

/// `off` and `work`: days of one's own. Today is Saturday, 19 September 2026.
@Suite("notifierctl off and work", .timeLimit(.minutes(2)))
struct OwnDayCommandTests {
  private static func home() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: clock-in, at: "09:00", days: workdays }
      """)
    return home
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("a day off silences it, says which ring goes, and --remove brings it back")
  func off() async throws {
    let home = try Self.home()
    let taken = try await home.command("off", "2026-09-21..22", "年假 \"leave\"")
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(
      lines(taken.output) == [
        "Mon 2026-09-21 personal rest day (年假 \"leave\")", "Tue 2026-09-22 personal rest day (年假 \"leave\")", "rings:",
        "- Mon 2026-09-21 09:00 no longer rings clock-in 0m", "- Tue 2026-09-22 09:00 no longer rings clock-in 0m",
      ])
    #expect(try await home.command("workday", "2026-09-21").status == 1)
    #expect(try await home.command("why", "2026-09-21").output.contains("notifier.d/own-days.yaml"))
    #expect(
      lines(try await home.command("off").output) == [
        "Mon 2026-09-21 off 年假 \"leave\"", "Tue 2026-09-22 off 年假 \"leave\"",
      ])
    let back = try await home.command("off", "--remove", "2026-09-21")
    #expect(lines(back.output).last == "+ Mon 2026-09-21 09:00 rings clock-in 0m")
    #expect(try await home.command("workday", "2026-09-21").status == 0)
    #expect(try await home.command("workday", "2026-09-22").status == 1)
  }

  @Test("a time in the place of a name is no day off: the answer tells how a half-day is kept")
  func time() async throws {
    let home = try Self.home()
    let refused = try await home.command("off", "2026-09-21", "12:00")
    #expect(refused.status == 2 && refused.errors.contains("notifierctl work 2026-09-21 --until 12:00"))
    #expect(try await home.command("workday", "2026-09-21").status == 0)
    #expect(try await home.command("off", "--help").output.contains("work DATE --until TIME"))
  }

  @Test("a holiday that is worked rings; a day that one works anyway moves nothing")
  func work() async throws {
    let home = try Self.home()
    let worked = try await home.command("work", "2026-10-01", "duty")
    #expect(
      lines(worked.output) == [
        "Thu 2026-10-01 personal workday (duty)", "rings:", "+ Thu 2026-10-01 09:00 rings clock-in 0m",
      ])
    #expect(lines(try await home.command("work", "2026-09-21").output).last == "no ring moves")
  }

  @Test("a day off for one alarm silences that one, is shown by what speaks of it, and is forgotten alone")
  func oneAlarm() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: clock-in, at: "09:00", days: workdays }
        - { id: lunch, at: "12:00", days: workdays }
        - { id: berlin, at: "17:00", days: workdays, region: DE }
      """)
    let taken = try await home.command("off", "2026-09-21", "trip", "--alarm", "clock-in")
    #expect(
      lines(taken.output) == [
        "Mon 2026-09-21 personal rest day (trip) for clock-in", "rings:",
        "- Mon 2026-09-21 09:00 no longer rings clock-in 0m",
      ])
    #expect(
      lines(try await home.command("off").output) == ["Mon 2026-09-21 off trip for clock-in"])
    #expect(try await home.command("workday", "2026-09-21").status == 0, "to everything else it is a workday")
    let days = try JSON(try await home.command("cal", "2026-09", "--json").output).elements
    #expect(days[20]["alarms"]?.elements.map(\.text) == ["lunch", "berlin"] && days[20]["kind"]?.text == "workday")
    let why = try await home.command("why", "clock-in", "2026-09-21").output
    #expect(
      why.contains("personal rest day (trip)") && why.contains("own-days.yaml") && why.contains("none of clock-in"))
    let lunch = try await home.command("why", "lunch", "2026-09-21").output
    #expect(lunch.hasPrefix("Mon 2026-09-21: workday\n") && lunch.contains("events    12:00"), "\(lunch)")
    // 1 October is a holiday in China and none in Germany.
    let next = try await home.command("next", "berlin", "--from", "2026-10-01", "--json")
    #expect(try JSON(next.output).elements[0]["day"]?["kind"]?.text == "workday", "its own calendar's day")
    #expect(try JSON(next.output).elements[0]["occurrence"]?.text == "2026-10-01T17:00:00+08:00")
    _ = try await home.command("off", "2026-09-21", "--alarm", "lunch,clock-in")
    #expect(lines(try await home.command("off").output) == ["Mon 2026-09-21 off for clock-in, lunch"])
    let back = try await home.command("off", "--remove", "2026-09-21", "--alarm", "lunch")
    #expect(lines(back.output).last == "+ Mon 2026-09-21 12:00 rings lunch 0m")
    #expect(lines(try await home.command("off").output) == ["Mon 2026-09-21 off for clock-in"])
  }

  @Test("an alarm that does not exist is not written, and one that is gone is told where it is named")
  func unknownAlarm() async throws {
    let home = try Self.home()
    let typed = try await home.command("off", "2026-09-21", "--alarm", "clok-in")
    #expect(typed.status == 4 && typed.errors.contains("did you mean \"clock-in\"?"), "\(typed.errors)")
    #expect(try await home.command("off", "2026-09-21", "--alarm", ",").status == 2)
    #expect(try await home.command("off").output.isEmpty)
    #expect(try await home.command("off", "2026-09-21", "--alarm=clock-in").status == 0)
    try home.configure("alarms: [{ id: other, at: \"09:00\", days: workdays }]\n")
    let gone = try await home.command("next")
    #expect(
      gone.status == 78 && gone.errors.contains("own-days.yaml:3:33: error: there is no alarm \"clock-in\""),
      "\(gone.errors)")
  }

  @Test("what is uncertain in two regions is told of each by its name")
  func uncertainRegions() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: here, at: "09:00", days: workdays }
        - { id: taipei, at: "09:00", days: workdays, region: TW }
      """)
    let next = try await home.command("next", "--from", "2027-03-01")
    #expect(next.errors.contains("CN: provisional: the holiday notice for 2027 is not out"), "\(next.errors)")
    #expect(next.errors.contains("TW: provisional: the holidays of 2027 are computed"), "\(next.errors)")
    let alone = try await home.command("next", "taipei", "--from", "2027-03-01")
    #expect(alone.errors.hasPrefix("notifierctl: provisional: the holidays of 2027"), "\(alone.errors)")
  }

  @Test("a half-day is kept with its time, shown by every command, and heard early where the alarm says so")
  func halfDay() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: clock-out, at: "18:00", days: workdays, half-days: "11:55" }
        - { id: tea, at: "15:00", days: workdays, half-days: drop }
      """)
    let worked = try await home.command("work", "2026-09-21", "--until", "12:00", "founders")
    #expect(
      lines(worked.output) == [
        "Mon 2026-09-21 workday (founders), until 12:00", "rings:",
        "- Mon 2026-09-21 15:00 no longer rings tea 0m",
        "~ Mon 2026-09-21 18:00 moves to Mon 2026-09-21 11:55 clock-out 0m",
      ])
    #expect(worked.errors.isEmpty, "it is no slip: \(worked.errors)")
    #expect(lines(try await home.command("work").output) == ["Mon 2026-09-21 work until 12:00 founders"])
    #expect(
      try await home.command("workday", "2026-09-21").output == "Mon 2026-09-21: workday (founders), until 12:00\n")
    #expect(try JSON(try await home.command("workday", "2026-09-21", "--json").output)["worksUntil"]?.text == "12:00")
    #expect(try await home.command("why", "2026-09-21").output.contains("half-day  the work ends at 12:00"))
    let grid = try await home.command("cal", "2026-09").output
    #expect(grid.contains("21半•") && grid.contains("21 founders until 12:00"), "\(grid)")
    let days = try JSON(try await home.command("cal", "2026-09", "--json").output).elements
    #expect(days[20]["worksUntil"]?.text == "12:00" && days[21]["worksUntil"] == .null)
    let next = try await home.command("next", "clock-out", "--from", "2026-09-21").output
    #expect(next.contains("Mon 2026-09-21 11:55") && next.contains("(half-day, not 18:00)"), "\(next)")
    let why = try await home.command("why", "clock-out", "--from", "2026-09-21").output
    #expect(why.contains("half-day  11:55 in place of 18:00"), "\(why)")
    #expect(try await home.command("work", "2026-09-21", "--until", "noon").status == 2)
    #expect(try await home.command("off", "2026-09-21", "--until", "12:00").status == 2)
    let tried = try await home.command(
      "next", "--days", "workdays", "--at", "18:00", "--half-days", "drop", "--from", "2026-09-21")
    #expect(tried.output.hasPrefix("Tue 2026-09-22 18:00"), "\(tried.output)")
  }

  @Test("without alarms of one's own the examples stay beside one's days")
  func examples() async throws {
    let home = try Home()
    #expect(try await home.command("off", "tomorrow").status == 0)
    #expect(try await home.command("next").output.contains("clock-in"))
    #expect(try await home.command("workday", "tomorrow").status == 1)
  }

  @Test("what is no date or runs backward is refused, and a broken file is left as it is")
  func refused() async throws {
    let home = try Self.home()
    for text in ["someday", "2026-12-31..24", "2026-02-29..2026-03-01", "2026-01-01..2056-01-01"] {
      let ending = try await home.command("off", text)
      #expect(ending.status == 2 && ending.errors.contains("is no date"), "\(text)")
    }
    _ = try home.write("ownDays: [ { off: soon } ]\n", to: "config/notifier/notifier.d/own-days.yaml")
    let broken = try await home.command("off", "2026-09-21")
    #expect(broken.status == 78 && broken.errors.contains("own-days.yaml:1:19: error: off is \"soon\""))
  }
}
