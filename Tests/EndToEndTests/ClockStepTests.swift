import Alarms
import Control
import TestSupport
import Testing

/// The daemon's own clock is set under it. It sleeps until the next ring, hours ahead: that it rings within seconds shows
/// that it was woken.
@Suite("The clock that is set", .timeLimit(.minutes(3)))
struct ClockStepTests {
  @Test("forward and back, by minutes, a day and years: each is seen at once, nothing is lost, and nothing rings twice")
  func steps() async throws {
    let receiver = LocalServer.taking(20)
    let home = try Home()
    try home.configure(
      """
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: a, at: "09:00", days: every day, to: hook }
      """)
    let clock = try SteppedClock(in: home, at: "2026-03-02T08:00:00+08:00")
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: clock.variables)
    #expect(try await daemon.status().now.hasPrefix("2026-03-02T08:00"))

    try clock.set(to: "2026-03-02T08:59:58+08:00")
    await receiver.waitForRequests(1)
    // Back over it, and forward again: what rang does not ring again.
    try clock.set(to: "2026-03-02T08:30:00+08:00")
    try await eventually("it looks ahead again", details: { daemon.log }) {
      try await daemon.status().next?.id == "a/2026-03-02T09:00/0m"
    }
    try clock.set(to: "2026-03-02T09:00:01+08:00")
    try await eventually("it has gone on", details: { daemon.log }) {
      try await daemon.status().next?.id == "a/2026-03-03T09:00/0m"
    }
    #expect(receiver.keys == ["a/2026-03-02T09:00/0m"])

    // A day, as over a night of sleep: late, but within the grace.
    try clock.set(to: "2026-03-03T09:10:00+08:00")
    await receiver.waitForRequests(2)
    #expect(try #require(receiver.received().last).lateSeconds >= 600)

    // Three years: 1096 days, with the leap day of 2028.
    try clock.set(to: "2029-03-03T12:00:00+08:00")
    try await eventually("all of them are recorded as missed", details: { daemon.log }) {
      try await daemon.status().missed == 1096
    }
    // Back: what was only missed by the wrong clock rings when its time comes.
    try clock.set(to: "2026-03-04T08:59:58+08:00")
    await receiver.waitForRequests(3)
    // Before the daemon was ever there.
    try clock.set(to: "2020-01-01T08:59:58+08:00")
    await receiver.waitForRequests(4)
    #expect(
      receiver.keys == ["2026-03-02", "2026-03-03", "2026-03-04", "2020-01-01"].map { "a/\($0)T09:00/0m" })
    #expect(await daemon.stop() == 0)
  }

  @Test("NTP's steps of a second to and fro around a ring ring it once")
  func smallSteps() async throws {
    let receiver = LocalServer.taking(20)
    let home = try Home()
    try home.configure(
      """
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: a, at: "09:00", days: every day, to: hook }
        - { id: b, at: "09:01", days: every day, to: hook }
      """)
    let clock = try SteppedClock(in: home, at: "2026-03-02T08:59:57+08:00")
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: clock.variables)
    for _ in 0..<10 {
      for second in [58, 59, 57] { try clock.set(to: "2026-03-02T08:59:\(second)+08:00") }
      await pause(20)
      try clock.set(to: "2026-03-02T09:00:00+08:00")
      await pause(20)
    }
    await receiver.waitForRequests(1)
    try clock.set(to: "2026-03-02T09:00:59+08:00")
    await receiver.waitForRequests(2)
    #expect(receiver.keys == ["a/2026-03-02T09:00/0m", "b/2026-03-02T09:01/0m"])
    #expect(await daemon.stop() == 0)
  }
}
