import Control
import TestSupport
import Testing

/// What a person sees of messages that have not arrived, and does about them.
@Suite("Messages that have not arrived", .serialized, .timeLimit(.minutes(3)))
struct OutboxCommandTests {
  private static let beforeTheRing = FakeClock("2026-09-20 08:49:58")
  private static let id = "clock-in/2026-09-20T09:00/-10m"

  private static func home(_ receiver: LocalServer) throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/secret-0123456789"))", headers: { Authorization: Bearer planted-token-1 } }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [hook] }
      """)
    return home
  }

  @Test("what was rejected is listed with the receiver's words, sent again on request, and then gone from the list")
  func retry() async throws {
    let receiver = LocalServer([.respond(403, body: "not today"), .respond(200)])
    let home = try Self.home(receiver)
    let daemon = try await RunningDaemon(in: home, clock: Self.beforeTheRing)
    try await eventually("it is rejected") { try await daemon.status().deliveries.rejected == 1 }
    let list = try await home.command("outbox", clock: nil)
    #expect(list.status == 0)
    #expect(list.output == "\(Self.id)  hook  rejected  1 attempt  HTTP 403: not today\n", "\(list)")
    let json = try await home.command("outbox", "hook", "--json", clock: nil)
    #expect(json.output.contains(#""reason":"HTTP 403: not today""#) && json.output.contains(#""state":"rejected""#))
    let health = try await home.command("destinations", clock: nil)
    #expect(health.output.contains("HTTP 403: not today") && health.output.contains("nothing has arrived yet"))

    let retry = try await home.command("retry", "--to", "hook", clock: nil)
    #expect(retry.output == "1 message will be tried at once\n", "\(retry)")
    try await daemon.waitForDeliveries(1)
    #expect(receiver.keys == [Self.id, Self.id], "the second copy has the same id")
    #expect(try await home.command("outbox", clock: nil).status == 1)
    let again = try await home.command("destinations", "--json", clock: nil)
    #expect(again.output.contains(#""backlog":0"#) && !again.output.contains("secret-0123456789"))
    #expect(await daemon.stop() == 0)
    // From the journal alone.
    #expect(try await home.command("outbox", clock: nil).status == 1)
    #expect(try await home.command("retry", clock: nil).status == 3)
  }

  @Test("a wait that a receiver has asked for holds against retry, which says until when")
  func held() async throws {
    let receiver = LocalServer([.respond(429, headers: [("Retry-After", "600")])])
    let home = try Self.home(receiver)
    let daemon = try await RunningDaemon(in: home, clock: Self.beforeTheRing)
    try await eventually("it waits for its next try") { try await daemon.status().deliveries.retrying == 1 }
    let retry = try await home.command("retry", clock: nil)
    let lines = retry.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "1 message will be tried as soon as limits and waits allow", "\(retry)")
    // Ten minutes after it rang at 08:50:00.
    #expect(lines.last?.hasPrefix("hook: not before 2026-09-20T09:00:0") == true, "\(retry)")
    #expect(receiver.keys.count == 1)
    #expect(await daemon.stop() == 0)
  }

  @Test("what waits for a destination that was removed says so, and goes at once when it is back")
  func removed() async throws {
    let receiver = LocalServer([.respond(503), .respond(200)])
    let home = try Self.home(receiver)
    let before = try readText(home.configuration)
    let daemon = try await RunningDaemon(in: home, clock: Self.beforeTheRing)
    try await eventually("it waits for its next try") { try await daemon.status().deliveries.retrying == 1 }
    try home.configure("region: CN\ntimezone: Asia/Shanghai\n")
    let remedy = "add it again, or give up what waits for it: notifierctl discard --to hook"
    try await eventually("outbox says so", details: { daemon.log }) {
      let list = try await home.command("outbox", clock: nil)
      return list.output
        == "\(Self.id)  hook  waits  1 attempt  the configuration has no destination \"hook\" any more; \(remedy)\n"
    }
    let retry = try await home.command("retry", clock: nil)
    #expect(retry.output == "hook: the configuration has no such destination any more; \(remedy)\n", "\(retry)")
    #expect(retry.status == 1 && receiver.keys.count == 1)
    #expect(await daemon.stop() == 0)
    // And after a restart.
    let next = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:52:00"))
    try await eventually("it is told", details: { next.log }) { next.log.contains("is not there") }
    #expect(next.log.ranges(of: "messages wait for a destination that is not there").count == 1, "\(next.log)")
    try home.configure(before)
    try await next.waitForDeliveries(1)
    #expect(receiver.keys == [Self.id, Self.id])
    #expect(await next.stop() == 0)
  }

  @Test("what is given up is no longer listed, and is not sent")
  func discard() async throws {
    let receiver = LocalServer([.respond(503), .respond(503), .respond(503)])
    let home = try Self.home(receiver)
    let daemon = try await RunningDaemon(in: home, clock: Self.beforeTheRing)
    try await eventually("it waits for its next try") { try await daemon.status().deliveries.retrying == 1 }
    let bare = try await home.command("discard", clock: nil)
    #expect(bare.status == 2 && bare.errors.contains("expected the id of a ring"), "\(bare)")
    let answer = try await home.command("discard", Self.id, clock: nil)
    #expect(answer.output == "1 message given up\n", "\(answer)")
    #expect(try await home.command("outbox", clock: nil).status == 1)
    #expect(try await daemon.status().deliveries.retrying == 0)
    #expect(await daemon.stop() == 0)
  }

  @Test("a destination that is gone is told, and asked again only when a person wants that")
  func gone() async throws {
    let receiver = LocalServer([.respond(410), .respond(200)])
    let home = try Self.home(receiver)
    let daemon = try await RunningDaemon(in: home, clock: Self.beforeTheRing)
    try await eventually("it is rejected") { try await daemon.status().deliveries.rejected == 1 }
    let health = try await home.command("destinations", clock: nil)
    #expect(health.output.contains("stopped: HTTP 410"), "\(health)")
    #expect(try await home.command("retry", clock: nil).status == 0)
    try await daemon.waitForDeliveries(1)
    #expect(!(try await home.command("destinations", clock: nil)).output.contains("stopped"))
    #expect(await daemon.stop() == 0)
  }

  @Test("a test shows what went over the wire and what came back, without a secret")
  func trial() async throws {
    let receiver = LocalServer([.respond(200), .respond(400, body: "no planted-token-1 here")])
    let home = try Self.home(receiver)
    #expect(try await home.command("test", "hook", clock: nil).status == 3)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 12:00:00"))
    let good = try await home.command("test", "hook", clock: nil)
    #expect(good.status == 0 && good.output.hasSuffix("\ndelivered\n"), "\(good)")
    #expect(good.output.contains("> POST http://127.0.0.1:") && good.output.contains("[test] Clock in"))
    #expect(good.output.contains("< HTTP 200"))
    let bad = try await home.command("test", "hook", clock: nil)
    #expect(bad.status == 69 && bad.output.contains("\nrejected: HTTP 400: no ‹hidden› here\n"), "\(bad)")
    for output in [good.output, bad.output] {
      #expect(!output.contains("planted-token-1") && !output.contains("secret-0123456789"))
    }
    let ghost = try await home.command("test", "ghost", clock: nil)
    #expect(ghost.status == 4 && ghost.errors.contains("no destination \"ghost\""), "\(ghost)")
    #expect(try await daemon.status().rung == 0, "a test is no ring")
    #expect(await daemon.stop() == 0)
  }
}
