import Alarms
import Control
import TestSupport
import Testing

/// What a person does not want to hear, told to a daemon and asked of the command without one.
@Suite("Skips and pauses", .serialized, .timeLimit(.minutes(3)))
struct AdjustmentTests {
  private static let clock = FakeClock("2026-09-18 07:00:00")

  private static func home() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      quiet: "22:00-07:00"
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m, 0m] }
        - { id: lights, title: Lights out, at: "23:00", days: every day }
      """)
    return home
  }

  @Test("next, why, cal and the successor of a killed daemon agree on what is skipped")
  func skip() async throws {
    let home = try AdjustmentTests.home()
    let first = try await RunningDaemon(in: home, clock: AdjustmentTests.clock)
    let answer = try await home.command("skip", "clock-in", "-n", "2", clock: nil)
    await first.crash()
    // 20 September 2026 is a make-up Sunday: https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm
    #expect(
      answer.output
        == "skipped: Clock in of 2026-09-18T09:00:00+08:00\nskipped: Clock in of 2026-09-20T09:00:00+08:00\n",
      "\(answer)")
    let next = try await home.command("next", "clock-in", clock: AdjustmentTests.clock)
    let lines = next.output.split(separator: "\n")
    #expect(lines.count == 5 && lines[0].contains("Fri 2026-09-18 08:50  skipped"), "\(next)")
    #expect(lines.last?.hasPrefix("Mon 2026-09-21 08:50  in 3 days") == true, "\(next)")
    let json = try await home.command("next", "clock-in", "--json", clock: AdjustmentTests.clock)
    #expect(json.output.contains("clock-in/2026-09-21T09:00/-10m") && !json.output.contains("2026-09-18T09"))
    let why = try await home.command("why", "clock-in", clock: AdjustmentTests.clock)
    #expect(
      why.output.contains("rings next on Mon 2026-09-21 at 08:50")
        && why.output.contains("  skipped   Sun 2026-09-20T09:00 0m"), "\(why)")
    let cal = try await home.command("cal", "2026-09", "--json", clock: AdjustmentTests.clock)
    let day = cal.output.split(separator: "\n").first { $0.contains("\"date\":\"2026-09-18\"") }
    #expect(day?.contains("\"alarms\":[\"lights\"]") == true, "\(day ?? "")")

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-18 09:01:00"))
    let undone = try await home.command("unskip", "clock-in", clock: nil)
    #expect(undone.status == 0 && undone.output == "1 occurrence will ring again\n", "\(undone)")
    let status = try await second.status()
    #expect(status.rung == 0 && status.missed == 0 && status.next?.id == "lights/2026-09-18T23:00/0m", "\(status)")
    #expect(await second.stop() == 0)
  }

  @Test("a paused alarm is told as that, by all commands, until it is resumed")
  func pause() async throws {
    let home = try AdjustmentTests.home()
    let daemon = try await RunningDaemon(in: home, clock: AdjustmentTests.clock)
    let paused = try await home.command("pause", "clock-in", "--until", "2026-09-21", clock: AdjustmentTests.clock)
    #expect(paused.output == "clock-in: paused until 2026-09-21T00:00:00+08:00\n", "\(paused)")
    let next = try await home.command("next", clock: AdjustmentTests.clock)
    #expect(next.output.contains("Mon 2026-09-21 08:50") && !next.output.contains("2026-09-18 08:50"), "\(next)")
    #expect(next.errors.contains("clock-in: paused until Mon 2026-09-21 00:00; notifierctl resume clock-in"))
    #expect(next.output.contains("at its time (quiet hours: held until 07:00)"), "\(next)")
    #expect(try await home.command("list", clock: AdjustmentTests.clock).output.contains("paused"))
    #expect(try await home.command("resume", "clock-in", clock: nil).status == 0)
    #expect(try await home.command("resume", "clock-in", clock: nil).status == 1)
    #expect(try await home.command("pause", "--all", clock: AdjustmentTests.clock).status == 0)
    let nothing = try await home.command("next", clock: AdjustmentTests.clock)
    #expect(nothing.status == 1 && nothing.errors.contains("notifierctl resume --all ends that"), "\(nothing)")
    #expect(try await daemon.status().next == nil)
    let skipped = try await home.command("skip", "clock-in", clock: nil)
    #expect(skipped.status == 1 && skipped.errors.contains("nothing is next that could be skipped"), "\(skipped)")
    #expect(try await home.command("resume", "--all", clock: nil).status == 0)
    #expect(try await daemon.status().next != nil)
    #expect(await daemon.stop() == 0)
  }

  @Test(
    "what is not understood is refused, with the reason",
    arguments: [
      (["pause"], 2, "name one alarm, or say --all"), (["resume"], 2, "name one alarm"),
      (["pause", "clock-in", "--all"], 2, "name one alarm"),
      (["pause", "clock-in", "--until", "soon"], 2, "expected a date, a moment, or a span"),
      (["pause", "clock-in", "--until", "2020-01-01"], 2, "lies behind us"),
      (["skip", "clock-in", "-n", "0"], 2, "1 to 1000"), (["skip", "clock-in"], 3, "does not run"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, message: String) async throws {
    let home = try AdjustmentTests.home()
    let ending = try await Launch([Programs.command] + words, environment: home.environment).ending()
    #expect(ending.status == status && ending.errors.contains(message), "\(ending)")
  }
}
