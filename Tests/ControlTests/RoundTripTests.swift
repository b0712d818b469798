import Alarms
import Glibc
import TestSupport
import Testing
import Workdays

@testable import Control

@Suite("The daemon's answers to the command", .timeLimit(.minutes(1)))
struct RoundTripTests {
  @Test("occurrences from a moment on are skipped, and some are taken back by their ids")
  func skipsOfADay() async throws {
    let fixture = try Fixture()
    let (skipped, count) = try await onThread {
      let client = try ControlClient(path: fixture.path)
      return try (
        client.skip(alarm: "clock-in", count: 2, from: Instant("2026-10-08T00:00:00+08:00")).count,
        client.unskip(alarm: "clock-in", occurrences: ["clock-in/2026-10-08T09:00", "clock-in/2026-10-09T09:00"])
      )
    }
    #expect(skipped == 0 && count == 2)
  }

  @Test("the status arrives as the daemon gave it")
  func status() async throws {
    let fixture = try Fixture(FakeHandler(onStatus: { .sample }))
    let report = try await onThread { try ControlClient(path: fixture.path).getStatus() }
    #expect(report == .sample)
  }

  @Test("a status with nothing next arrives too")
  func nothingNext() async throws {
    var expected = StatusReport.sample
    expected.next = nil
    let fixture = try Fixture(FakeHandler(onStatus: { [expected] in expected }))
    let report = try await onThread { try ControlClient(path: fixture.path).getStatus() }
    #expect(report == expected)
  }

  @Test("the next firings of one alarm, of all, or none", arguments: [nil, "clock-in", "stretch"])
  func next(alarm: String?) async throws {
    let fixture = try Fixture(
      FakeHandler(onNext: { count, alarm in alarm == "stretch" ? [] : firings(count, of: alarm ?? "any") }))
    let found = try await onThread { try ControlClient(path: fixture.path).next(count: 3, alarm: alarm) }
    #expect(found == (alarm == "stretch" ? [] : firings(3, of: alarm ?? "any")))
  }

  @Test("a reply of more than a mebibyte arrives whole")
  func long() async throws {
    let fixture = try Fixture(
      FakeHandler(onNext: { count, _ in
        var firing = firings(1)[0]
        firing.title = String(repeating: "打卡", count: 300)
        return Array(repeating: firing, count: count)
      }))
    let found = try await onThread { try ControlClient(path: fixture.path).next(count: 1000) }
    #expect(found.count == 1000)
    #expect(found.last?.title.count == 600)
  }

  @Test("a test ring gives its id, and an alarm that does not exist is told")
  func fire() async throws {
    let fixture = try Fixture(FakeHandler(onFire: { $0 == "clock-in" ? "test/1" : nil }))
    let id = try await onThread { try ControlClient(path: fixture.path).fire(alarm: "clock-in") }
    #expect(id == "test/1")
    await #expect(throws: ControlClientError.noSuchAlarm("ghost")) {
      try await onThread { try ControlClient(path: fixture.path).fire(alarm: "ghost") }
    }
  }

  @Test("a snooze gives the ring that is to come, and a ring that does not exist is told, with or without a name")
  func snooze() async throws {
    let fixture = try Fixture()
    let ids = try await onThread {
      let client = try ControlClient(path: fixture.path)
      return try [
        client.snooze(ring: "clock-in", delay: #require(Delay("1h30m"))).id, client.done(ring: "clock-in"),
      ]
    }
    #expect(ids == ["clock-in in 1h30m", firings(1)[0].id])
    await #expect(throws: ControlClientError.noSuchRing("ghost")) {
      try await onThread { try ControlClient(path: fixture.path).snooze(ring: "ghost", delay: Delay("5m")!) }
    }
    await #expect(throws: ControlClientError.noSuchRing("")) {
      try await onThread { try ControlClient(path: fixture.path).done(ring: nil) }
    }
  }

  @Test("skips and pauses arrive as they were meant, and an alarm that does not exist is told")
  func adjustments() async throws {
    let fixture = try Fixture()
    let until = try #require(Instant("2026-10-08T00:00:00+08:00"))
    let (skipped, count, all, one) = try await onThread {
      let client = try ControlClient(path: fixture.path)
      try client.pause(alarm: "clock-in", until: until)
      try client.pause(alarm: nil, until: nil)
      return try (
        client.skip(alarm: "clock-in", count: 1000).count, client.unskip(alarm: "clock-in"),
        client.resume(alarm: nil), client.resume(alarm: "clock-in")
      )
    }
    #expect(skipped == 1000 && count == 3 && all && !one)
    await #expect(throws: ControlClientError.noSuchAlarm("ghost")) {
      try await onThread { try ControlClient(path: fixture.path).skip(alarm: "ghost", count: 1) }
    }
    await #expect(throws: ControlClientError.noSuchAlarm("ghost")) {
      try await onThread { try ControlClient(path: fixture.path).pause(alarm: "ghost", until: nil) }
    }
  }

  @Test("what is asked of deliveries and destinations arrives as it was meant, and one that does not exist is told")
  func deliveries() async throws {
    let fixture = try Fixture()
    let counts = try await onThread {
      let client = try ControlClient(path: fixture.path)
      return try [
        client.retry(ring: nil, destination: nil).count, client.retry(ring: "ab", destination: "c").count,
        client.discard(ring: "ab", destination: nil), client.discard(ring: nil, destination: "abc"),
      ]
    }
    #expect(counts == [0, 201, -200, -3])
    let (trial, stopped) = try await onThread {
      let client = try ControlClient(path: fixture.path)
      return (try client.test(destination: "team"), try client.stopped())
    }
    #expect(trial.outcome == "rejected" && trial.reason == "310000: sign not match" && trial.answer == "HTTP 200")
    #expect(stopped == ["hook": "HTTP 410"])
    await #expect(throws: ControlClientError.noSuchDestination("ghost")) {
      try await onThread { try ControlClient(path: fixture.path).test(destination: "ghost") }
    }
  }

  @Test("a reload's errors arrive, and so does a failure, in the daemon's words")
  func reload() async throws {
    let expected = ReloadReport(ok: false, errors: ["notifier.yaml:5:11: error: unknown days \"workdyas\""])
    let fixture = try Fixture(FakeHandler(onReload: { expected }))
    #expect(try await onThread { try ControlClient(path: fixture.path).reload() } == expected)
    let failing = try Fixture()
    await #expect(throws: ControlClientError.failed("notifier.yaml:3:1: error: unexpected Reload")) {
      try await onThread { try ControlClient(path: failing.path).reload() }
    }
  }

  @Test("one connection asks many times")
  func manyCalls() async throws {
    let fixture = try Fixture(FakeHandler(onFire: { "test/\($0)" }))
    let ids = try await onThread {
      let client = try ControlClient(path: fixture.path)
      return try (0..<200).map { try client.fire(alarm: "\($0)") }
    }
    #expect(ids == (0..<200).map { "test/\($0)" })
  }

  @Test("a refusal of the interface is told with its parameter")
  func refused() async throws {
    let fixture = try Fixture()
    let expected = ControlClientError.refused(
      method: "io.notifier.Control.Next", error: "org.varlink.service.InvalidParameter", detail: "parameter: count")
    await #expect(throws: expected) { try await onThread { try ControlClient(path: fixture.path).next(count: 0) } }
  }

  @Test("without a daemon the answer is that it does not run, and how to start it")
  func notRunning() throws {
    let directory = TemporaryDirectory()
    let path = directory["control.sock"]
    #expect(throws: ControlClientError.notRunning(path: path)) { try ControlClient(path: path) }
    // A socket that a killed daemon left behind.
    let stale = makeSocket(nonBlocking: false)
    #expect(ControlSocket.withAddress(of: path) { bind(stale, $0, $1) } == 0)
    close(stale)
    let error = #expect(throws: ControlClientError.self) { try ControlClient(path: path) }
    #expect(error == .notRunning(path: path))
    #expect(error?.description.contains("notifierd is needed and does not run") == true)
  }

  @Test("a daemon that does not answer in time is told, and its late answer is not taken for the next one")
  func timeout() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      FakeHandler(
        onFire: { _ in "late" },
        onReload: {
          await gate.pass()
          return ReloadReport(ok: true, errors: [])
        }))
    let method = "io.notifier.Control.Reload"
    let errors = try await onThread {
      let client = try ControlClient(path: fixture.path, timeout: .milliseconds(100))
      let first = #expect(throws: ControlClientError.self) { try client.reload() }
      gate.open()
      let second = #expect(throws: ControlClientError.self) { try client.fire(alarm: "clock-in") }
      return [first, second]
    }
    #expect(
      errors == [
        .timedOut(path: fixture.path, method: method), .closed(path: fixture.path, method: "io.notifier.Control.Fire"),
      ])
  }

  @Test("a daemon that stops during a call is told")
  func stopped() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      FakeHandler(onReload: {
        await gate.pass()
        return nil
      }))
    let reload = Task { try await onThread { try ControlClient(path: fixture.path).reload() } }
    await gate.waitForArrivals(1)
    fixture.server.stop()
    gate.open()
    await #expect(throws: ControlClientError.closed(path: fixture.path, method: "io.notifier.Control.Reload")) {
      try await reload.value
    }
  }
}
