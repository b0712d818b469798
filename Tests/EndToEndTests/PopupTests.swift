import Alarms
import Control
import Glibc
import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// What a person answers to a popup, and popups that wait for it.
@Suite("Answers to popups", .serialized, .timeLimit(.minutes(3)))
struct PopupTests {
  private static let id = "pills/2026-09-20T09:00/0m"

  /// What contrib/test/notification_server.py prints of a call.
  private struct Call: Decodable {
    struct Hints: Decodable {
      let isSilent: Bool?
      enum CodingKeys: String, CodingKey { case isSilent = "suppress-sound" }
    }
    let method: String
    let summary: String?
    let hints: Hints?
  }

  private final class Server: Sendable {
    private let process: ChildProcess

    init(_ bus: HomeBus, _ options: String...) async {
      process = ChildProcess(
        ["/usr/bin/python3", "\(Programs.root)/contrib/test/notification_server.py", "--capability", "body"] + options,
        environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      let ready = await process.nextLine()
      precondition(ready == #"{"ready": true}"#)
    }

    func next() async throws -> Call {
      try JSONDecoder().decode(Call.self, from: Data(try #require(await process.nextLine()).utf8))
    }

    /// Ends it; what it was told and nobody has read.
    func stop() async -> String {
      process.stop()
      return await process.output()
    }
  }

  private static func home() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: pills, title: Pills, at: "09:00", days: every day, nag: every 1h until done }
        - { id: walk, title: Walk, at: "09:00", days: every day }
      """)
    return home
  }

  @Test("the Done button ends a ring, over a restart; Snooze puts it off")
  func buttons() async throws {
    for (key, next) in [("done", "pills/2026-09-21T09:00/0m"), ("snooze:10m", "\(PopupTests.id)/snooze-1")] {
      let home = try PopupTests.home()
      let bus = try await HomeBus(in: home)
      let server = await Server(bus, "--capability", "actions", "--press", key)
      let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:59:58"))
      try await first.waitForDeliveries(2)
      try await eventually("the answer is taken", every: 50, details: { first.log }) {
        try await home.command("next", "pills", "--json", clock: FakeClock("2026-09-20 09:00:30")).output.contains(next)
      }
      await first.crash()
      let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:01:00"))
      #expect(try await second.status().next?.id == (key == "done" ? "pills/2026-09-21T09:00/0m" : next))
      #expect(await second.stop() == 0)
      _ = await server.stop()
      bus.stop()
    }
  }

  @Test(
    "a daemon that is ended closes the popup that asks; its successor shows it again, once there is a bus, and a server"
  )
  func ended() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      alarms:
        - { id: pills, title: Pills, at: "09:00", rrule: "FREQ=DAILY;COUNT=1", start: 2026-09-20, ack: true }
        - { id: walk, title: Walk, at: "09:00", rrule: "FREQ=DAILY;COUNT=1", start: 2026-09-20 }
      """)
    let bus = try await HomeBus(in: home)
    let server = await Server(bus)
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:59:58"))
    try await first.waitForDeliveries(2)
    for _ in 0..<2 { #expect(try await server.next().method == "Notify") }
    #expect(await first.stop() == 0)
    #expect(try await server.next().method == "CloseNotification")
    #expect(await server.stop() == "")
    bus.stop()
    unlink("\(home.path)/run/bus")

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:30:00"))
    #expect(try await second.status().deliveries.delivered == 2)
    let newBus = try await HomeBus(in: home)
    await pause(1000)
    let newServer = await Server(newBus)
    let shown = try await newServer.next()
    #expect(shown.summary == "Pills" && shown.hints?.isSilent == true)
    #expect(await second.stop() == 0)
    #expect(try await newServer.next().method == "CloseNotification")
    #expect(await newServer.stop() == "")
    newBus.stop()
  }

  @Test("only what asks is shown again by the successor of a killed daemon, and on a new server, without a sound")
  func again() async throws {
    let home = try PopupTests.home()
    let bus = try await HomeBus(in: home)
    let old = await Server(bus)
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:59:58"))
    try await first.waitForDeliveries(2)
    for _ in 0..<2 { #expect(try await old.next().hints?.isSilent == nil) }
    await first.crash()
    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 09:01:00"))
    let shown = try await old.next()
    #expect(shown.summary == "Pills" && shown.hints?.isSilent == true)
    #expect(await old.stop() == "")

    let new = await Server(bus)
    let again = try await new.next()
    #expect(again.summary == "Pills" && again.hints?.isSilent == true)
    #expect(try await home.command("done", "pills", clock: nil).status == 0)
    #expect(try await new.next().method == "CloseNotification")
    #expect(await new.stop() == "")
    let last = await Server(bus)
    #expect(try await second.status().rung == 2)
    #expect(await second.stop() == 0)
    #expect(await last.stop() == "", "what is done is not shown again")
    bus.stop()
  }
}
