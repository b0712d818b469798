import Alarms
import Concurrency
import Delivery
import HTTP
import Testing
import TestSupport
import Workdays

/// What became of deliveries, in memory.
private actor Record: DeliveryLedger {
  private(set) var states: [String: [DeliveryState]] = [:]
  private var count = 0
  private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  func write(_ steps: [DeliveryStep]) -> [(any Error)?] {
    for step in steps where step.state != .sending {
      states[step.id.firing, default: []].append(step.state)
      count += 1
    }
    if let waiter, count >= waiter.count {
      self.waiter = nil
      waiter.continuation.resume()
    }
    return steps.map { _ in nil }
  }

  /// Returns once that many outcomes were recorded.
  func wait(for count: Int) async {
    if self.count < count { await withCheckedContinuation { waiter = (count, $0) } }
  }
}

@Suite("Ways to a service", .timeLimit(.minutes(5)))
struct TransportTests {
  private let now = Instant.china("2026-09-20 08:50:00")

  @Test("a proxy is asked for the whole address, and its password is in nothing that is shown")
  func proxy() async {
    let proxy = LocalServer([.respond(407, body: "no PASSWORD777 of ann:PASSWORD777")])
    let trial = await webhook(to: "http://nobody.invalid/hook") { transport in
      transport.proxy = .through(Secret(proxy.url("").replacing("//", with: "//ann:PASSWORD777@")))
    }
    .attempt(.makeUpSunday(), at: now)
    #expect(proxy.requests.map(\.target) == ["http://nobody.invalid/hook"])
    #expect(trial.outcome == .rejected(reason: "HTTP 407: no ‹hidden› of ‹hidden›"))
    #expect(!"\(trial)".contains("PASSWORD777"))
  }

  // RFC 6761, 6.4: no name ends in "invalid".
  @Test("a host whose name is not found is tried again")
  func unknownName() async {
    guard
      case .retry(nil, let reason) = await webhook(to: "http://nobody.invalid/hook", { _ in })
        .deliver(.makeUpSunday(), at: now)
    else {
      Issue.record("a name that is not found is no retry")
      return
    }
    #expect(!reason.isEmpty && !reason.contains("nobody"), "\(reason)")
  }

  @Test("the time of a try is bounded, and a slow receiver's answer is unknown")
  func timeout() async {
    let server = LocalServer([.drip])
    let outcome = await webhook(to: server.url("/hook")) { $0.timeout = .seconds(1) }.deliver(.makeUpSunday(), at: now)
    guard case .unknown = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test(
    "destinations at one host share a connection, with an authority of their own",
    .enabled(if: Nginx.isInstalled, "needs nginx"))
  func shared() async throws {
    let nginx = await Nginx()
    let client = HTTPClient()
    await withTaskGroup(of: Outcome.self) { group in
      for number in 0..<20 {
        let deliverer = webhook(to: nginx.url("/\(number)"), client: client) { $0.authorities = nginx.authority }
        for _ in 0..<3 { group.addTask { await deliverer.deliver(.makeUpSunday(), at: now) } }
      }
      for await outcome in group { #expect(outcome == .delivered) }
    }
    let entries = await nginx.entries(60)
    #expect(entries.count == 60 && Set(entries.map(\.target)).count == 20)
    // One, but on a machine that is busy for seconds between two of them.
    #expect(Set(entries.map(\.connection)).count <= 5)
  }

  @Test("a wrong certificate is told and tried again", .enabled(if: Nginx.isInstalled, "needs nginx"))
  func wrongCertificate() async {
    let nginx = await Nginx()
    let deliverer = webhook(to: nginx.url("/hook", .expired)) { $0.authorities = nginx.authority }
    #expect(
      await deliverer.deliver(.makeUpSunday(), at: now)
        == .retry(after: nil, reason: "the server's certificate has expired"))
  }

  @Test(
    "a receiver that was killed gets everything once it is back, in order and once",
    .enabled(if: Nginx.isInstalled, "needs nginx"))
  func killedAndBack() async throws {
    let nginx = await Nginx()
    let clock = TestClock(now)
    let record = Record()
    let client = HTTPClient(certificates: nginx.authority)
    // What each message's address shows is its place in the order.
    let outbox = Outbox(
      deliverers: ["hook": PathDeliverer(client: client) { nginx.url("/\($0)") }], ledger: record, clock: clock)
    await outbox.accept([owed("a")])
    await record.wait(for: 1)
    nginx.stop()
    await outbox.accept(["b", "c", "d"].map(owed))
    await record.wait(for: 2)
    await nginx.start()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(600))
    await record.wait(for: 5)
    #expect(
      await record.states == [
        "a": [.delivered], "b": [.retrying, .delivered], "c": [.delivered], "d": [.delivered],
      ])
    #expect(await nginx.entries(4).map(\.target).filter { $0 != "-" } == ["/a", "/b", "/c", "/d"])
    await outbox.shutdown(deadline: clock.now)
  }

  private func owed(_ firing: String) -> OwedDelivery {
    OwedDelivery(
      id: DeliveryID(firing: firing, destination: "hook"), ring: .makeUpSunday { $0.id = firing }, state: .pending,
      attempts: 0, due: now, expires: now.advanced(by: .seconds(3600)))
  }

  private func webhook(
    to address: String, client: HTTPClient = HTTPClient(), _ change: (inout Transport) -> Void
  ) -> ServiceDeliverer {
    var settings = ServiceSettings(kind: "webhook")
    settings.set("url", Secret(address))
    change(&settings.transport)
    return ServiceDeliverer(settings, client: client, userAgent: "notifier/1")
  }
}

/// Sends each ring to an address of its own.
private struct PathDeliverer: Deliverer {
  let backoff = Backoff.network
  let client: HTTPClient
  let address: @Sendable (String) -> String

  func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    var settings = ServiceSettings(kind: "webhook")
    settings.set("url", Secret(address(ring.id)))
    return await ServiceDeliverer(settings, client: client, userAgent: "notifier/1").deliver(ring, at: now)
  }
}
