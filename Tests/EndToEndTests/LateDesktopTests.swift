import Control
import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// A session that comes after the daemon.
@Suite("A desktop that comes late", .timeLimit(.minutes(2)))
struct LateDesktopTests {
  private static let id = "clock-in/2026-09-20T09:00/-10m"

  /// What contrib/test/notification_server.py prints of a call.
  private struct Call: Decodable {
    let method: String
    let summary: String
    let body: String
  }

  // DN-05 of the public reports.
  @Test("the popup waits for a notification server, within its grace, and holds up no webhook")
  func late() async throws {
    let receiver = LocalServer.taking(5)
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [desktop, hook],
            missed: within 5m }
      """)
    // A bus where a user's bus is, without a server on it; DBUS_SESSION_BUS_ADDRESS is not set.
    let bus = try await HomeBus(in: home)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:49:58"))
    try await eventually("the webhook goes out, the popup waits", every: 50, details: { daemon.log }) {
      let deliveries = try await daemon.status().deliveries
      return deliveries.delivered == 1 && deliveries.retrying == 1
    }
    #expect(receiver.keys == [LateDesktopTests.id])
    #expect(try #require(receiver.received().first).lateSeconds < 30)

    let server = ChildProcess(
      [
        "/usr/bin/python3", "\(Programs.root)/contrib/test/notification_server.py", "--capability", "body",
      ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    let ready = await server.nextLine()
    #expect(ready == #"{"ready": true}"#)
    try await daemon.waitForDeliveries(2)
    let line = try #require(await server.nextLine())
    let call = try JSONDecoder().decode(Call.self, from: Data(line.utf8))
    #expect(call.method == "Notify" && call.summary == "Clock in")
    #expect(call.body.contains("Sun 20 Sep 09:00\nmake-up workday (国庆节)"), "\(call.body)")
    #expect(receiver.keys == [LateDesktopTests.id])

    let status = try await daemon.status()
    #expect(status.rung == 1 && status.deliveries.delivered == 2)
    #expect(await daemon.stop() == 0)
    // Nothing was told twice.
    server.stop()
    #expect(await server.output() == "")
    bus.stop()
  }

  @Test("a popup that finds no server within its grace is given up, and says so")
  func never() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], missed: within 5m }
      """)
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:49:58"))
    try await eventually("the popup waits", every: 50, details: { first.log }) {
      try await first.status().deliveries.retrying == 1
    }
    #expect(first.log.contains("no session bus"))
    #expect(await first.stop() == 0)

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:55:10"))
    try await eventually("the popup is given up", every: 50, details: { second.log }) {
      try await second.status().deliveries.expired == 1
    }
    #expect(second.log.contains("not delivered in time"))
    #expect(await second.stop() == 0)
  }
}
