import Alarms
import Control
import TestSupport
import Testing

/// What a person answers with the command, and what a killed daemon's successor knows of it.
@Suite("Answers to rings", .serialized, .timeLimit(.minutes(3)))
struct AnswerTests {
  private static let beforeTheRing = FakeClock("2026-09-20 08:49:58")
  private static let id = "clock-in/2026-09-20T09:00/-10m"

  private static func home(_ receiver: LocalServer, more: String = "") throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [hook]\(more) }
      """)
    return home
  }

  @Test("a snooze is kept when the daemon is killed the moment it has answered, and rings once")
  func snooze() async throws {
    let receiver = LocalServer.taking(5)
    let home = try AnswerTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: AnswerTests.beforeTheRing)
    try await first.waitForDeliveries(1)
    let answer = try await home.command("snooze", "clock-in", "10m", clock: nil)
    await first.crash()
    #expect(answer.status == 0 && answer.output.hasPrefix("Clock in rings again at 2026-09-20T09:0"), "\(answer)")

    let next = try await home.command("next", "clock-in", clock: FakeClock("2026-09-20 08:52:00"))
    #expect(next.output.split(separator: "\n").first?.contains("snoozed") == true, "\(next)")
    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:02:00"))
    try await second.waitForDeliveries(2)
    #expect(receiver.keys == [AnswerTests.id, "\(AnswerTests.id)/snooze-1"])
    #expect(await second.stop() == 0)
    let third = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:03:00"))
    #expect(try await third.status().deliveries.delivered == 2)
    #expect(await third.stop() == 0)
  }

  @Test("what is done is done for the successor of a killed daemon too; what is not, nags on")
  func done() async throws {
    let receiver = LocalServer.taking(9)
    let home = try AnswerTests.home(receiver, more: ", nag: every 5m until done")
    let first = try await RunningDaemon(in: home, clock: AnswerTests.beforeTheRing)
    try await first.waitForDeliveries(1)
    await first.crash()
    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:56:00"))
    try await second.waitForDeliveries(2)
    let answer = try await home.command("done", clock: nil)
    await second.crash()
    #expect(answer.status == 0 && answer.output == "done: \(AnswerTests.id)\n", "\(answer)")
    let third = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:10:00"))
    let status = try await third.status()
    #expect(status.rung == 2 && status.next?.id == "clock-in/2026-09-21T09:00/-10m")
    #expect(receiver.keys == [AnswerTests.id, "\(AnswerTests.id)/nag-1"])
    #expect(await third.stop() == 0)
  }

  @Test("what was missed is listed with its reason, also without a daemon")
  func missed() async throws {
    let home = try AnswerTests.home(LocalServer.taking(1))
    #expect(try await home.command("missed").status == 1)
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:00:00"))
    #expect(await first.stop() == 0)
    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 12:00:00"))
    try await eventually("it is recorded") { try await second.status().missed == 1 }
    #expect(await second.stop() == 0)
    let text = try await home.command("missed")
    #expect(
      text.output == "Sun 2026-09-20 08:50  clock-in  Clock in  it was due 3 hours before it could ring\n",
      "\(text)")
    let json = try await home.command("missed", "clock-in", "--json")
    #expect(json.output.contains(#""id":"\#(AnswerTests.id)""#) && json.output.contains(#""reason":"it was due"#))
    #expect(try await home.command("missed", "other").status == 1)
  }

  @Test("without a daemon, and for what never rang, the answer says so", arguments: ["snooze", "done"])
  func faults(command: String) async throws {
    let home = try AnswerTests.home(LocalServer.taking(1))
    #expect(try await home.command(command, "clock-in").status == 3)
    let daemon = try await RunningDaemon(in: home, clock: nil)
    let named = try await home.command(command, "clock-in", clock: nil)
    #expect(named.status == 4 && named.errors.contains("nothing has rung by the name \"clock-in\""), "\(named)")
    let bare = try await home.command(command, clock: nil)
    #expect(bare.status == 4 && bare.errors.contains("nothing has rung yet"), "\(bare)")
    #expect(await daemon.stop() == 0)
  }
}
