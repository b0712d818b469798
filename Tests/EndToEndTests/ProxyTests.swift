import TestSupport
import Testing

/// Which way messages take.
@Suite("Proxies", .serialized, .timeLimit(.minutes(2)))
struct ProxyTests {
  @Test("the environment's proxy is used, a destination's own goes before it, and `none` before both")
  func environment() async throws {
    let (receiver, usual, own) = (LocalServer.taking(1), LocalServer.taking(1), LocalServer.taking(1))
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        a: { kind: webhook, url: "http://nobody.invalid/a" }
        b: { kind: webhook, url: "http://127.0.0.1:\(receiver.port)/b", proxy: none }
        c: { kind: webhook, url: "http://nobody.invalid/c", proxy: "\(own.url(""))" }
      alarms:
        - { id: clock-in, at: "09:00", days: workdays, remind: [-10m], to: [a, b, c] }
      """)
    let daemon = try await RunningDaemon(
      in: home, clock: FakeClock("2026-09-20 08:49:58"), variables: ["http_proxy": usual.url("")])
    try await daemon.waitForDeliveries(3)
    #expect(usual.requests.map(\.target) == ["http://nobody.invalid/a"])
    #expect(receiver.requests.map(\.target) == ["/b"])
    #expect(own.requests.map(\.target) == ["http://nobody.invalid/c"])
    #expect(await daemon.stop() == 0)
  }
}
