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
