import Alarms
import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("The control socket under bad and many clients", .timeLimit(.minutes(1)))
struct RobustnessTests {
  static let fire = call("io.notifier.Control.Fire", #"{"alarm":"a"}"#)
  static let fired = #"{"parameters":{"id":"test/a"}}"#
  static let handler = FakeHandler(onFire: { "test/\($0)" })

  /// What is sent that is no message. It prints short, since some of it is long.
  struct Nonsense: CustomTestStringConvertible, Sendable {
    let text: String
    let reason: String
    init(_ text: String, _ reason: String) { (self.text, self.reason) = (text, reason) }
    var testDescription: String { "\(text.prefix(20)), \(text.utf8.count) bytes" }
  }

  @Test(
    "what is no message is answered with the reason, and the connection is closed",
    arguments: [
      Nonsense("hello\0", "it is not JSON in UTF-8"), Nonsense("\0", "it is not JSON in UTF-8"),
      Nonsense("{\"method\":\0", "it is not JSON in UTF-8"),
      Nonsense("{}\0", #"the member \"method\" is missing"#),
      Nonsense(#"{"method":7}"# + "\0", #"the member \"method\" is of the wrong type"#),
      Nonsense("[]\0", "it is JSON, but no object"), Nonsense("7\0", "it is JSON, but no object"),
      Nonsense(String(repeating: "[", count: 1_000_000) + "\0", "it is not JSON in UTF-8"),
      Nonsense(String(repeating: "x", count: 1_048_577), "it is longer than 1048576 bytes"),
      Nonsense(String(repeating: "x", count: 5_000_000) + "\0", "it is longer than 1048576 bytes"),
    ])
  func malformed(sample: Nonsense) async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let replies = try await onThread {
      let client = try RawClient(fixture.path)
      // What follows is no longer looked at.
      return [try client.exchange(sample.text + RobustnessTests.fire), try client.receive()]
    }
    #expect(
      replies == [#"{"error":"io.notifier.Control.BadMessage","parameters":{"reason":"\#(sample.reason)"}}"#, nil])
    #expect(try await onThread { try RawClient(fixture.path).exchange(RobustnessTests.fire) } == RobustnessTests.fired)
  }

  @Test("bytes that are no UTF-8 are answered the same way")
  func notUTF8() async throws {
    let answer = await Responder(version: "1", handler: RobustnessTests.handler).answer(
      to: Array(#"{"method":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8))
    guard case .lastReply(let bytes) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("it is not JSON in UTF-8"))
  }

  @Test("a call of exactly the limit is taken")
  func longest() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let message = RobustnessTests.fire.dropLast()
    let padded = String(message) + String(repeating: " ", count: 1_048_576 - message.utf8.count) + "\0"
    #expect(try await onThread { try RawClient(fixture.path).exchange(padded) } == RobustnessTests.fired)
  }

  @Test("a call that comes byte by byte is answered")
  func split() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let reply = try await onThread {
      let client = try RawClient(fixture.path)
      for character in RobustnessTests.fire { client.send(String(character)) }
      return try client.receive()
    }
    #expect(reply == RobustnessTests.fired)
  }

  @Test("calls sent in one piece are answered one by one, in order")
  func pipelined() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let calls = (0..<500).map { call("io.notifier.Control.Fire", #"{"alarm":"\#($0)"}"#) }.joined()
    let replies = try await onThread {
      let client = try RawClient(fixture.path)
      client.send(calls)
      return try (0..<500).map { _ in try client.receive() }
    }
    #expect(replies == (0..<500).map { #"{"parameters":{"id":"test/\#($0)"}}"# })
  }

  @Test("a client that has stopped sending still gets its answers, and then the connection ends")
  func halfOpen() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let replies = try await onThread {
      let client = try RawClient(fixture.path)
      client.send(RobustnessTests.fire + RobustnessTests.fire + "{\"method\"")
      client.endSending()
      return try (0..<3).map { _ in try client.receive() }
    }
    #expect(replies == [RobustnessTests.fired, RobustnessTests.fired, nil])
  }

  @Test("a client that goes away during its call harms nobody")
  func vanished() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      FakeHandler(
        onFire: { "test/\($0)" },
        onReload: {
          await gate.pass()
          return ReloadReport(ok: true, errors: [])
        }))
    for _ in 0..<10 { try RawClient(fixture.path).send(call("io.notifier.Control.Reload")) }
    await gate.waitForArrivals(10)
    gate.open()
    #expect(try await onThread { try RawClient(fixture.path).exchange(RobustnessTests.fire) } == RobustnessTests.fired)
  }

  @Test("a call that takes long does not hold up those of others")
  func sideBySide() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      FakeHandler(
        onFire: { "test/\($0)" },
        onReload: {
          await gate.pass()
          return ReloadReport(ok: true, errors: [])
        }))
    async let slow = onThread { try RawClient(fixture.path).exchange(call("io.notifier.Control.Reload")) }
    await gate.waitForArrivals(1)
    #expect(try await onThread { try RawClient(fixture.path).exchange(RobustnessTests.fire) } == RobustnessTests.fired)
    gate.open()
    let late = try await slow
    #expect(late == #"{"parameters":{"errors":[],"ok":true}}"#)
  }

  @Test("a full house gives the place of the one that was idle longest to who comes next")
  func fullHouse() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    try await onThread {
      let clients = try (0..<ControlServer.clientLimit).map { _ in try RawClient(fixture.path) }
      // All but the second do something; the second then has been idle longest. One holds half a message.
      for (index, client) in clients.enumerated() where index != 1 && index != 2 {
        #expect(try client.exchange(RobustnessTests.fire) == RobustnessTests.fired)
      }
      clients[2].send("{\"method\"")
      #expect(try clients[0].exchange(RobustnessTests.fire) == RobustnessTests.fired)
      let late = try RawClient(fixture.path)
      #expect(try late.exchange(RobustnessTests.fire) == RobustnessTests.fired)
      #expect(try clients[1].receive() == nil)
      for client in [clients[0], clients[63], late] {
        #expect(try client.exchange(RobustnessTests.fire) == RobustnessTests.fired)
      }
    }
  }

  @Test("who comes when all places are at work is turned away, and the others get their answers")
  func allBusy() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      FakeHandler(onFire: { alarm in
        await gate.pass()
        return "test/\(alarm)"
      }))
    let clients = try (0..<ControlServer.clientLimit).map { _ in try RawClient(fixture.path) }
    for client in clients { client.send(RobustnessTests.fire) }
    await gate.waitForArrivals(clients.count)
    #expect(try await onThread { try RawClient(fixture.path).receive() } == nil)
    gate.open()
    let replies = try await onThread { try clients.map { try $0.receive() } }
    #expect(replies.allSatisfy { $0 == RobustnessTests.fired })
  }

  @Test("a thousand connections one after the other leave none behind")
  func manyOneByOne() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let replies = try await onThread {
      try (0..<1000).map { _ in try RawClient(fixture.path).exchange(RobustnessTests.fire) }
    }
    #expect(replies.allSatisfy { $0 == RobustnessTests.fired })
    // The kernel names the server's end of each by the path; those that the server has not closed yet are few.
    #expect(try ends(of: fixture.path) < 500)
  }

  /// How many sockets of this machine bear the path: the one that listens, and the server's end of each connection.
  private func ends(of path: String) throws -> Int {
    let table = String(decoding: try Files.read("/proc/net/unix", limit: 64 << 20).bytes, as: UTF8.self)
    let count = table.split(separator: "\n").count { $0.hasSuffix(" \(path)") }
    try #require(count > 0, "the kernel does not show the socket that listens")
    return count
  }

  @Test("a client that calls and never reads is held back, and gets every answer once it reads")
  func slowReader() async throws {
    let fixture = try Fixture(RobustnessTests.handler)
    let count = 100_000
    let calls = Array(repeating: RobustnessTests.fire, count: count).joined()
    try await onThread {
      let client = try RawClient(fixture.path)
      let taken = client.send(calls, patience: .seconds(1))
      #expect(taken < calls.utf8.count)
      #expect(try RawClient(fixture.path).exchange(RobustnessTests.fire) == RobustnessTests.fired)
      let whole = taken / RobustnessTests.fire.utf8.count
      #expect(whole > 0)
      for _ in 0..<whole { #expect(try client.receive() == RobustnessTests.fired) }
    }
  }
}
