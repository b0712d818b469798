import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// Edits of the configuration while the daemon runs.
///
/// What rings is seen by a clock that starts before 08:52 of a make-up Sunday and runs twice as fast as time; the event is
/// at 09:00, and offsets that count seconds put a ring some seconds after the edit. There the edit is told by SIGHUP; that
/// it is seen without has tests of its own.
@Suite("A configuration that changes", .serialized, .timeLimit(.minutes(3)))
struct ReloadTests {
  private static let clock = FakeClock("2026-09-20 08:51:44")

  private static func configuration(_ receiver: LocalServer, _ alarms: String...) -> String {
    """
    region: CN
    timezone: Asia/Shanghai
    destinations:
      hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
    alarms:
    \(alarms.joined(separator: "\n"))
    """
  }

  /// An alarm at 09:00 of workdays.
  private static func alarm(_ id: String, _ offsets: String) -> String {
    "  - { id: \(id), at: \"09:00\", days: workdays, remind: [\(offsets)], to: [hook] }"
  }

  /// The same with a phrase that there is none of, and the place of that phrase in ``configuration(_:_:)``.
  private static let misspelt = alarm("other", "-7m50s").replacing("workdays", with: "workdyas")
  private static let place = (line: 6, column: 37)

  @Test(
    "a file with an error changes nothing: the last good one keeps ringing, and status says what is wrong where")
  func error() async throws {
    let receiver = LocalServer.taking(5)
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "-7m50s")))
    let daemon = try await RunningDaemon(in: home, clock: ReloadTests.clock)
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.misspelt))
    daemon.signal(SIGHUP)
    try await eventually("the error is seen", every: 50, details: { daemon.log }) {
      try await !daemon.status().lastLoad.ok
    }
    let status = try await daemon.status()
    let place = "\(home.configuration):\(ReloadTests.place.line):\(ReloadTests.place.column): error: "
    #expect(status.lastLoad.errors.count == 1)
    #expect(status.lastLoad.errors.first?.hasPrefix(place) == true, "\(status.lastLoad.errors)")
    #expect(status.lastLoad.errors.first?.contains("did you mean \"workdays\"?") == true)
    #expect(status.alarms == 1 && status.next?.alarm == "clock-in")
    let words = try await home.command("status", clock: nil)
    #expect(words.status == 0)
    #expect(words.output.contains("last reload    failed at 2026-09-20T08:5"), "\(words.output)")
    #expect(words.output.contains(place))
    #expect(daemon.log.contains("the last good one stays in force") && daemon.log.contains(place))

    try await daemon.waitForDeliveries(1)
    #expect(receiver.keys == ["clock-in/2026-09-20T09:00/-7m50s"])
    #expect(await daemon.stop() == 0)
  }

  @Test(
    "a configuration behind a link that leads nowhere is an error, and the examples do not take its place",
    arguments: ["notifier.yaml", "notifier.d", ""])
  func lostLink(item: String) async throws {
    let home = try Home()
    let path = "\(home.path)/config/notifier" + (item.isEmpty ? "" : "/\(item)")
    if item == "notifier.yaml" {
      try home.configure(ReloadTests.configuration(.taking(1), ReloadTests.alarm("a", "0m")))
    }
    try #require(rename(path, "\(home.path)/away") == 0)
    try #require(symlink("\(home.path)/nowhere", path) == 0)
    for command in ["check", "next", "list"] {
      let ending = try await home.command(command, clock: ReloadTests.clock)
      #expect(ending.status == 78, "\(command): \(ending.output)")
      #expect(ending.errors.contains("cannot be read") || ending.output.contains("cannot be read"), "\(ending.errors)")
    }
  }

  @Test("an edit never rings for the past, nor after a restart")
  func edit() async throws {
    let receiver = LocalServer.taking(5)
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "0m")))
    let first = try await RunningDaemon(in: home, clock: ReloadTests.clock)
    // 08:50:00 has passed, within the grace of half an hour; 08:52:00 lies ahead.
    try home.configure(
      ReloadTests.configuration(
        receiver, ReloadTests.alarm("clock-in", "-10m, -8m, 0m"), ReloadTests.alarm("new", "-10m")))
    first.signal(SIGHUP)
    try await eventually("the edit is seen", every: 50, details: { first.log }) {
      try await first.status().alarms == 2
    }
    #expect(try await first.status().next?.id == "clock-in/2026-09-20T09:00/-8m")
    try await first.waitForDeliveries(1)
    let status = try await first.status()
    #expect(status.rung == 1 && status.missed == 0 && status.lastLoad.ok)
    #expect(status.next?.id == "clock-in/2026-09-20T09:00/0m")
    #expect(await first.stop() == 0)

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:53:00"))
    let later = try await second.status()
    #expect(later.rung == 1 && later.missed == 0 && later.deliveries.owed == 0)
    #expect(await second.stop() == 0)
    #expect(receiver.keys == ["clock-in/2026-09-20T09:00/-8m"])
  }

  @Test("an edit made while the daemon was off does not ring for the past either")
  func editWhileOff() async throws {
    let receiver = LocalServer.taking(5)
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "0m")))
    let first = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:40:00"))
    #expect(await first.stop() == 0)
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "-10m, -8m")))
    let second = try await RunningDaemon(in: home, clock: ReloadTests.clock)
    try await second.waitForDeliveries(1)
    #expect(receiver.keys == ["clock-in/2026-09-20T09:00/-8m"])
    #expect(await second.stop() == 0)
  }

  @Test("an edit is seen by itself, one with an error and the one that mends it")
  func seen() async throws {
    let receiver = LocalServer()
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "0m")))
    let daemon = try await RunningDaemon(in: home, clock: nil)
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.misspelt))
    try await eventually("the error is seen", every: 50, details: { daemon.log }) {
      try await !daemon.status().lastLoad.ok
    }
    #expect(try await daemon.status().next?.alarm == "clock-in")
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("other", "0m")))
    try await eventually("the mended file is seen", every: 50, details: { daemon.log }) {
      try await daemon.status().lastLoad.ok
    }
    let status = try await daemon.status()
    #expect(status.lastLoad.errors.isEmpty && status.alarms == 1 && status.next?.alarm == "other")
    #expect(await daemon.stop() == 0)
  }

  @Test("a new file in notifier.d is taken over, and gone with the file")
  func dropIn() async throws {
    let receiver = LocalServer()
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "0m")))
    let daemon = try await RunningDaemon(in: home, clock: nil)
    let path = try home.write(
      "alarms:\n" + ReloadTests.alarm("dropped", "-5m"), to: "config/notifier/notifier.d/dropped.yaml")
    try await eventually("the new file is seen", every: 50, details: { daemon.log }) {
      let status = try await daemon.status()
      return status.alarms == 2 && status.configuration == [home.configuration, path]
    }
    unlink(path)
    try await eventually("the file is gone", every: 50, details: { daemon.log }) {
      try await daemon.status().alarms == 1
    }
    #expect(await daemon.stop() == 0)
  }

  @Test("SIGHUP has the configuration read again, and the service manager is told when that begins and ends")
  func hangUp() async throws {
    let receiver = LocalServer()
    let home = try Home()
    try home.configure(ReloadTests.configuration(receiver, ReloadTests.alarm("clock-in", "0m")))
    let daemon = try await RunningDaemon(in: home, clock: nil)
    #expect(daemon.notify.states == ["READY=1"])
    daemon.signal(SIGHUP)
    try await eventually("the reload is over", details: { daemon.log }) {
      daemon.notify.states == ["READY=1", "RELOADING=1", "READY=1"]
    }
    // systemd wants it: the time by the monotonic clock at which the reload began.
    let began = try #require(daemon.notify.datagrams.first { $0.hasPrefix("RELOADING=1\n") })
    let field = try #require(began.split(separator: "\n").first { $0.hasPrefix("MONOTONIC_USEC=") })
    #expect(UInt64(field.dropFirst("MONOTONIC_USEC=".count)) != nil, "\(began)")
    // Its log comes by another way.
    try await eventually("the reload is logged", details: { daemon.log }) {
      daemon.log.contains("configuration reloaded alarms=1")
    }
    #expect(await daemon.stop() == 0)
    #expect(daemon.notify.states == ["READY=1", "RELOADING=1", "READY=1", "STOPPING=1"])
  }
}
