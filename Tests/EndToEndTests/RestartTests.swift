import Control
import TestSupport
import Testing

/// A daemon that is killed, and what its successor makes of it.
///
/// All by a clock that starts shortly before 08:50 of a make-up Sunday and runs twice as fast as time.
@Suite("A daemon that is killed", .serialized, .timeLimit(.minutes(3)))
struct RestartTests {
  private static let wellBeforeTheRing = FakeClock("2026-09-20 08:46:00")
  private static let beforeTheRing = FakeClock("2026-09-20 08:49:58")
  private static let afterTheRing = FakeClock("2026-09-20 08:50:20")
  private static let id = "clock-in/2026-09-20T09:00/-10m"

  private static func home(_ receiver: LocalServer) throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: clock-in, at: "09:00", days: workdays, remind: [-10m], to: [hook] }
      """)
    return home
  }

  @Test("killed before the ring: it rings late after the restart, within its grace")
  func beforeTheRing() async throws {
    let receiver = LocalServer.taking(5)
    let home = try RestartTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: RestartTests.wellBeforeTheRing)
    await first.crash()
    #expect(receiver.keys == [])

    let second = try await RunningDaemon(in: home, clock: RestartTests.afterTheRing)
    try await second.waitForDeliveries(1)
    #expect(receiver.keys == [RestartTests.id])
    #expect(try #require(receiver.received().first).lateSeconds >= 20)
    #expect(await second.stop() == 0)
  }

  @Test("killed before the ring and started after its grace: it is recorded as missed, not rung")
  func afterTheGrace() async throws {
    let receiver = LocalServer.taking(5)
    let home = try RestartTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: RestartTests.wellBeforeTheRing)
    await first.crash()

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:20:05"))
    try await eventually("the ring is recorded as missed", details: { second.log }) {
      try await second.status().missed == 1
    }
    let status = try await second.status()
    #expect(status.rung == 0 && status.deliveries.delivered == 0)
    #expect(receiver.keys == [])
    #expect(await second.stop() == 0)
  }

  @Test("killed while the receiver thinks: the ring is repeated, with the same key")
  func whileTheReceiverThinks() async throws {
    let receiver = LocalServer([.silence, .respond(204)])
    let home = try RestartTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: RestartTests.beforeTheRing)
    await receiver.waitForRequests(1)
    await first.crash()

    let second = try await RunningDaemon(in: home, clock: RestartTests.afterTheRing)
    try await second.waitForDeliveries(1)
    #expect(receiver.keys == [RestartTests.id, RestartTests.id])
    #expect(await second.stop() == 0)
  }

  @Test("killed once the delivery is recorded: it is not repeated")
  func afterTheRecord() async throws {
    let receiver = LocalServer.taking(5)
    let home = try RestartTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: RestartTests.beforeTheRing)
    try await first.waitForDeliveries(1)
    await first.crash()

    let second = try await RunningDaemon(in: home, clock: RestartTests.afterTheRing)
    try await second.waitForDeliveries(1)
    #expect(await second.stop() == 0)
    let third = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:50:40"))
    let status = try await third.status()
    #expect(status.rung == 1 && status.missed == 0 && status.deliveries.delivered == 1)
    #expect(await third.stop() == 0)
    #expect(receiver.keys == [RestartTests.id])
  }

  @Test("the clock set back over a ring that rang: it does not ring again")
  func clockSetBack() async throws {
    let receiver = LocalServer.taking(5)
    let home = try RestartTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: RestartTests.beforeTheRing)
    try await first.waitForDeliveries(1)
    #expect(await first.stop() == 0)

    let second = try await RunningDaemon(in: home, clock: RestartTests.beforeTheRing)
    try await eventually("the instant of the ring passes again", every: 50, details: { second.log }) {
      try await second.status().now >= "2026-09-20T08:50:02"
    }
    let status = try await second.status()
    #expect(status.rung == 1 && status.missed == 0 && status.deliveries.owed == 0)
    #expect(await second.stop() == 0)
    #expect(receiver.keys == [RestartTests.id])
  }

  @Test("killed six times while three hundred rings go out: each arrives, and at most one is repeated for each kill")
  func manyRings() async throws {
    let receiver = LocalServer.taking(400)
    let home = try Home()
    let names = (1...300).map { "alarm-\($0)" }
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
      \(names.map { "  - { id: \($0), at: \"09:00\", days: workdays, remind: [-10m], to: [hook] }" }
        .joined(separator: "\n"))
      """)
    // Each time a little later after a request came in: some kills fall before the answer, some after it, some after
    // its record.
    var kills = 0
    for delay in [0, 1, 2, 4, 8, 16] {
      let before = receiver.keys.count
      let clock = kills == 0 ? RestartTests.beforeTheRing : RestartTests.afterTheRing
      let daemon = try await RunningDaemon(in: home, clock: clock)
      // On a slow machine many go out before the kill: in the end there may be none left to wait for.
      let wanted = min(before + 3, names.count)
      try await eventually("three requests come in", every: 2, details: { daemon.log }) {
        receiver.keys.count >= wanted
      }
      if delay > 0 { await pause(delay) }
      await daemon.crash()
      kills += 1
    }
    let last = try await RunningDaemon(in: home, clock: RestartTests.afterTheRing)
    try await last.waitForDeliveries(names.count)
    #expect(await last.stop() == 0)

    let counts = Dictionary(receiver.keys.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(Set(counts.keys) == Set(names.map { "\($0)/2026-09-20T09:00/-10m" }))
    let repeats = counts.values.reduce(0) { $0 + $1 - 1 }
    #expect(repeats <= kills, "\(counts.filter { $0.value > 1 })")
    #expect(counts.values.allSatisfy { $0 <= 2 }, "\(counts.filter { $0.value > 2 })")
  }
}
