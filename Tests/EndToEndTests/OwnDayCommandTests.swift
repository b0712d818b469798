import Testing

/// `off` and `work`: days of one's own. Today is Saturday, 19 September 2026.
@Suite("notifierctl off and work", .fakesTheClock, .timeLimit(.minutes(2)))
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
