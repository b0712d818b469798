import TestSupport
import Testing

@testable import Control

/// What is sent and answered is written out as varlink.org/Method-Call and varlink.org/Service have it.
@Suite("Varlink on the wire", .timeLimit(.minutes(1)))
struct ProtocolTests {
  static let service = "org.varlink.service"
  static let control = "io.notifier.Control"

  @Test(
    "each call gets the reply that the protocol asks for",
    arguments: [
      (
        call("\(service).GetInfo"),
        #"{"parameters":{"interfaces":["org.varlink.service","io.notifier.Control"],"product":"notifierd","url":"","#
          + #""vendor":"notifier","version":"1.2.3"}}"#
      ),
      (call("\(control).Fire", #"{"alarm":"clock-in"}"#), #"{"parameters":{"id":"test/clock-in"}}"#),
      (call("\(control).Fire", #"{"alarm":"打卡/1"}"#), #"{"parameters":{"id":"test/打卡/1"}}"#),
      (
        call("\(control).Fire", #"{"alarm":"ghost"}"#),
        #"{"error":"io.notifier.Control.NoSuchAlarm","parameters":{"alarm":"ghost"}}"#
      ),
      (
        call("\(control).GetStatus"),
        #"{"error":"io.notifier.Control.Failed","parameters":{"message":"unexpected GetStatus"}}"#
      ),
      (
        #"{"method":"\#(control).Next","parameters":{"count":2,"alarm":null}}"# + "\0",
        #"{"parameters":{"firings":[]}}"#
      ),
      (
        #"{"method":"\#(control).Next","more":true,"parameters":{"count":2}}"# + "\0",
        #"{"parameters":{"firings":[]}}"#
      ),
      (
        call("org.example.Foo.Bar"),
        #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.Foo"}}"#
      ),
      (call("Bar"), #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":""}}"#),
      (
        call("\(control).Explode"),
        #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"io.notifier.Control.Explode"}}"#
      ),
      (
        call("\(service).GetInterfaceDescription", #"{"interface":"org.example"}"#),
        #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example"}}"#
      ),
    ])
  func replies(call: String, expected: String) async throws {
    let fixture = try Fixture(
      FakeHandler(onNext: { _, _ in [] }, onFire: { $0 == "ghost" ? nil : "test/\($0)" }))
    let reply = try await onThread { try RawClient(fixture.path).exchange(call) }
    #expect(reply == expected)
  }

  @Test(
    "a parameter that is missing, misspelt, of the wrong type or out of range is named",
    arguments: [
      ("Next", #"{}"#, "count"), ("Next", #"{"count":"3"}"#, "count"), ("Next", #"{"count":2.5}"#, "count"),
      ("Next", #"{"count":0}"#, "count"), ("Next", #"{"count":1001}"#, "count"), ("Next", #"{"count":-1}"#, "count"),
      ("Next", #"{"count":99999999999999999999}"#, "count"), ("Next", #"{"count":1,"alrm":"x"}"#, "alrm"),
      ("Next", #"{"count":1,"alarm":7}"#, "alarm"), ("Next", #"[1]"#, "parameters"), ("Fire", #"null"#, "alarm"),
      ("Fire", #"{"alarm":["x"]}"#, "alarm"), ("GetStatus", #"{"verbose":true}"#, "verbose"),
      ("Reload", #"7"#, "parameters"),
    ])
  func parameters(method: String, parameters: String, name: String) async throws {
    let fixture = try Fixture(FakeHandler(onStatus: { .sample }, onNext: { firings($0, of: $1 ?? "") }))
    let replies = try await onThread {
      let client = try RawClient(fixture.path)
      // The connection goes on after such an error.
      return [
        try client.exchange(call("\(ProtocolTests.control).\(method)", parameters)),
        try client.exchange(call("\(ProtocolTests.control).Fire", #"{"alarm":"ghost"}"#)),
      ]
    }
    #expect(
      replies == [
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(name)"}}"#,
        #"{"error":"io.notifier.Control.NoSuchAlarm","parameters":{"alarm":"ghost"}}"#,
      ])
  }

  @Test("a call without parameters needs no member for them")
  func withoutParameters() async throws {
    let fixture = try Fixture(FakeHandler(onReload: { ReloadReport(ok: true, errors: []) }))
    let reply = try await onThread {
      try RawClient(fixture.path).exchange(#"{"method":"\#(ProtocolTests.control).Reload"}"# + "\0")
    }
    #expect(reply == #"{"parameters":{"errors":[],"ok":true}}"#)
  }

  @Test("a oneway call is done and gets no reply, not even an error")
  func oneway() async throws {
    let gate = Gate()
    gate.open()
    let fixture = try Fixture(
      FakeHandler(onFire: { alarm in
        await gate.pass()
        return "test/\(alarm)"
      }))
    let reply = try await onThread {
      let client = try RawClient(fixture.path)
      client.send(#"{"method":"io.notifier.Control.Fire","oneway":true,"parameters":{"alarm":"a"}}"# + "\0")
      client.send(#"{"method":"io.notifier.Control.Explode","oneway":true}"# + "\0")
      return try client.exchange(call("io.notifier.Control.Fire", #"{"alarm":"b"}"#))
    }
    #expect(reply == #"{"parameters":{"id":"test/b"}}"#)
    await gate.waitForArrivals(2)
  }

  @Test("an upgrade to another protocol is refused")
  func upgrade() async throws {
    let fixture = try Fixture()
    let reply = try await onThread {
      try RawClient(fixture.path).exchange(#"{"method":"org.varlink.service.GetInfo","upgrade":true}"# + "\0")
    }
    #expect(reply == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"upgrade"}}"#)
  }
}
