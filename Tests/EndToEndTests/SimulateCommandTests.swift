import TestSupport
import Testing

/// `notifierctl simulate`: the office's week around the make-up Sunday of 20 September 2026.
@Suite("notifierctl simulate", .timeLimit(.minutes(2)))
struct SimulateCommandTests {
  private func simulate(_ words: String...) async throws -> Launch.Ending {
    try await Home.office().command(
      ["simulate", "--from", "2026-09-19", "--to", "2026-09-22"] + words, clock: FakeClock("2026-01-01 12:00:00"))
  }

  @Test("it tells each ring, where it goes and what became of it, and sends and records nothing")
  func table() async throws {
    let home = try Home.office()
    let ending = try await home.command("simulate", "--from", "2026-09-19", "--to", "2026-09-21")
    #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
    let rows = ending.output.split(separator: "\n").map {
      $0.split(separator: "  ").map(String.init).map { $0.trimmed }
    }
    #expect(
      rows.map { $0.filter { !$0.isEmpty } } == [
        ["Sat 2026-09-19 20:00", "make-up-eve", "Tomorrow is a make-up workday: set the alarm", "rang", "desktop"],
        ["Sun 2026-09-20 08:50", "clock-in", "Clock in", "rang", "desktop, team"],
        ["Sun 2026-09-20 09:00", "clock-in", "Clock in", "rang", "desktop, team"],
      ])
    #expect(try await home.command("history").status == 1)
  }

  @Test("one alarm, while the machine was off, asleep, or its clock was set")
  func faults() async throws {
    let late = "rang, 12 minutes late, for 1 before it too"
    for option in ["--off", "--asleep"] {
      let ending = try await simulate("clock-in", option, "2026-09-20T07:00/2026-09-20T09:12", "--json")
      let records = try JSON(ending.output).elements
      #expect(
        records.map { $0["id"]?.text } == [
          "clock-in/2026-09-20T09:00/-10m", "clock-in/2026-09-20T09:00/0m", "clock-in/2026-09-21T09:00/-10m",
          "clock-in/2026-09-21T09:00/0m",
        ])
      #expect(records[0]["verdict"]?.text == "missed" && records[1]["reason"]?.text == late)
      #expect(records[1]["recorded"]?.text == "2026-09-20T09:12:00+08:00" && records[2]["reason"]?.text == "rang")
    }
    let set = try await simulate("--clock", "2026-09-20T08:45=2026-09-20T12:00")
    #expect(set.output.contains("missed: it was due 3 hours before it could ring"), "\(set.output)")
    let back = try await simulate("--clock", "2026-09-20T09:30=2026-09-20T08:30")
    #expect(back.output == (try await simulate()).output)
  }

  @Test("where the dates end, time ends too")
  func lastDay() async throws {
    let home = try Home.office()
    let ending = try await home.command("simulate", "clock-in", "--from", "9999-12-31")
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.hasPrefix("Fri 9999-12-31 08:50"), "\(ending.output)")
  }

  @Test("an alarm of every minute rings each of them")
  func everyMinute() async throws {
    let home = try Home()
    try home.configure(
      """
      timezone: UTC
      alarms:
        - { id: minutes, title: Minute, at: "every 1m from 00:00 to 23:59", days: every day }
      """)
    let day = try await home.command("simulate", "--from", "2026-09-19", "--to", "2026-09-20")
    #expect(day.status == 0 && day.output.split(separator: "\n").count == 1440, "\(day.errors)")
  }

  @Test("one alarm is simulated alone, however often others ring")
  func alone() async throws {
    let home = try Home()
    let others = (1...5).map { "  - { id: minutes-\($0), at: \"every 1m from 00:00 to 23:59\", days: every day }\n" }
    try home.configure(
      "timezone: UTC\nalarms:\n  - { id: tea, at: \"16:00\", days: every day }\n" + others.joined())
    // The others would be 216,000 rings, more than are simulated.
    let month = try await home.command("simulate", "tea", "--from", "2026-09-01", "--to", "2026-10-01")
    #expect(month.status == 0 && month.output.split(separator: "\n").count == 30, "\(month.errors)")
  }

  @Test(
    "what cannot be simulated says what was expected",
    arguments: [
      (["--off", "2026-09-20"], Int32(2), "two moments with / between them"),
      (["--asleep", "2026-09-21/2026-09-20"], 2, "ends before it begins"),
      (["--clock", "2026-09-20/2026-09-21"], 2, "two moments with = between them"),
      (["--off", "2025-09-20/2026-09-20"], 2, "is not between 2026-09-19T00:00 and 2026-09-22T00:00"),
      (["--off", "2026-09-20/2026-09-21", "--clock", "2026-09-20=2026-09-21"], 2, "give each a time of its own"),
      (["--clock", "2026-09-20=0001-01-01"], 2, "a clock that is set to 0001-01-01T00:00 takes more than ten years"),
      (["--to", "2026-09-18"], 2, "at most ten years"), (["--from", "noon"], 2, "is no moment"),
      (["clock-on"], 4, "clock-in"),
    ])
  func mistakes(words: [String], status: Int32, sentence: String) async throws {
    let ending = try await Home.office().command(
      ["simulate", "--from", "2026-09-19", "--to", "2026-09-22"] + words, clock: FakeClock("2026-01-01 12:00:00"))
    #expect(ending.status == status && ending.output.isEmpty)
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
  }
}

extension String {
  fileprivate var trimmed: String {
    let parts = split(separator: " ", omittingEmptySubsequences: true)
    return parts.joined(separator: " ")
  }
}
