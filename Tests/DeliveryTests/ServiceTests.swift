import Alarms
import Delivery
import HTTP
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// What holds for each service alike. One that is new joins by a line in ``examples``.
@Suite("Every service", .timeLimit(.minutes(2)))
struct ServiceTests {
  /// A service with settings that do, and how it says yes.
  struct Example: Sendable, CustomTestStringConvertible {
    let kind: String
    var secrets: [String: String] = [:]
    var texts: [String: [String]] = [:]
    var status = 200
    let yes: String
    /// Whether its yes is recognised by the body, so that a stranger's 200 is none.
    var isTold = true

    var testDescription: String { kind }

    func deliverer(_ server: LocalServer, wording: Wording = Wording()) -> ServiceDeliverer {
      deliverer(port: server.port, wording: wording)
    }

    func deliverer(port: UInt16, wording: Wording = Wording()) -> ServiceDeliverer {
      var settings = ServiceSettings(kind: kind)
      settings.set("url", Secret("http://127.0.0.1:\(port)/\(ServiceTests.token)"))
      for (name, value) in secrets { settings.set(name, Secret(value)) }
      for (name, value) in texts { settings.set(name, value) }
      return ServiceDeliverer(settings, wording: wording, client: HTTPClient(), userAgent: "notifier/1")
    }
  }

  static let token = "planted-0123456789"

  static let examples = [
    Example(kind: "webhook", status: 204, yes: "", isTold: false),
    Example(kind: "dingtalk", yes: #"{"errcode":0,"errmsg":"ok"}"#),
    Example(kind: "feishu", yes: #"{"code":0,"msg":"success","data":{}}"#),
    Example(kind: "wecom", yes: #"{"errcode":0,"errmsg":"ok"}"#),
    Example(kind: "slack", yes: "ok"),
    Example(kind: "discord", yes: #"{"id":"1234","type":0}"#),
    Example(
      kind: "telegram", secrets: ["token": token], texts: ["chat": ["-100123"]],
      yes: #"{"ok":true,"result":{"message_id":1}}"#),
    Example(kind: "teams", status: 202, yes: ""),
    Example(kind: "google-chat", yes: #"{"name":"spaces/A/messages/B"}"#),
    Example(kind: "mattermost", yes: "ok"),
    Example(kind: "rocketchat", yes: #"{"success":true}"#),
    Example(
      kind: "matrix", secrets: ["token": token], texts: ["room": ["!room:example.org"]],
      yes: #"{"event_id":"$143273582443PhrSn:example.org"}"#),
    Example(kind: "ntfy", secrets: ["topic": token], yes: #"{"id":"hwQ2YpKdmg","time":1635528741}"#),
    Example(kind: "gotify", secrets: ["token": token], yes: #"{"id":25,"appid":5,"message":"x"}"#),
    Example(
      kind: "bark", secrets: ["key": token], yes: #"{"code":200,"message":"success","timestamp":1626252414}"#),
    Example(kind: "serverchan", secrets: ["key": token], yes: #"{"code":0,"message":"","data":{"pushid":"1"}}"#),
    Example(kind: "pushplus", secrets: ["token": token], yes: #"{"code":200,"msg":"ok","data":"abc"}"#),
    Example(
      kind: "pushdeer", secrets: ["key": token], yes: #"{"code":0,"content":{"result":["{\"success\":\"ok\"}"]}}"#),
    Example(kind: "pushover", secrets: ["token": token, "user": token], yes: #"{"status":1,"request":"647d"}"#),
    Example(kind: "homeassistant", yes: ""),
    Example(
      kind: "ifttt", secrets: ["key": token], texts: ["event": ["ring"]],
      yes: "Congratulations! You've fired the ring event"),
  ]

  static let now = Instant.china("2026-09-20 08:50:00")

  @Test("every kind that the configuration knows has an example here")
  func complete() {
    #expect(Self.examples.map(\.kind) == ServiceKind.all.map(\.name))
  }

  @Test("its yes is a delivery", arguments: examples)
  func delivered(example: Example) async {
    let server = LocalServer([.respond(example.status, body: example.yes)])
    #expect(await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now) == .delivered)
    #expect(server.requests.count == 1)
  }

  @Test("a login page in its place is no delivery", arguments: examples.filter(\.isTold))
  func captivePortal(example: Example) async {
    let page = "<!DOCTYPE html><html><title>Login to Wi-Fi</title></html>"
    for answer in [
      LocalServer.Answer.respond(200, body: page), .respond(302, headers: [("Location", "http://127.0.0.1:1/")]),
    ] {
      let server = LocalServer([answer])
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      guard case .retry = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(server.requests.count == 1, "a redirect was followed")
    }
  }

  @Test("a redirect to another host is a login page's, and tried again", arguments: examples)
  func redirectElsewhere(example: Example) async {
    for status in [301, 302, 303, 307, 308] {
      let server = LocalServer([
        .respond(status, headers: [("Location", "https://me:planted-9@wifi.example:8443/login?back=planted-8")])
      ])
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      guard case .retry(after: nil, let reason) = outcome else {
        Issue.record("\(status): \(outcome)")
        continue
      }
      #expect(reason.contains("HTTP \(status): sent on to https://wifi.example, ") && !reason.contains("planted"))
    }
  }

  @Test("an address that has moved for good on its host is told, and not asked again", arguments: examples)
  func moved(example: Example) async {
    for (status, target, told) in [
      (301, "/api/v2/planted-9", "http://127.0.0.1"), (308, "HTTPS://127.0.0.1/planted-9", "https://127.0.0.1"),
    ] {
      let server = LocalServer([.respond(status, headers: [("Location", target)])])
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      guard case .rejected(let reason) = outcome else {
        Issue.record("\(status): \(outcome)")
        continue
      }
      #expect(reason.hasPrefix("HTTP \(status): the address has moved, to \(told): ") && !reason.contains("planted"))
    }
  }

  @Test("a busy server is asked again, not before it wants, however much it says", arguments: examples)
  func busy(example: Example) async {
    for (status, length) in [(500, 8), (502, 8), (504, 8), (503, 100_000)] {
      let body = String(repeating: "x", count: length)
      let server = LocalServer([.respond(status, headers: [("Retry-After", "120")], body: body)])
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      guard case .retry(let wait, _) = outcome else {
        Issue.record("\(status): \(outcome)")
        continue
      }
      #expect(wait == .seconds(120), "\(status)")
    }
  }

  @Test("nobody there is asked again; an answer that never came, or broke off, is unknown", arguments: examples)
  func noAnswer(example: Example) async {
    let nobody = example.deliverer(port: LocalServer.unusedPort())
    guard case .retry(nil, _) = await nobody.deliver(.makeUpSunday(), at: Self.now) else {
      Issue.record("nobody there is no retry")
      return
    }
    // After 204 nothing more is to come.
    let head = "HTTP/1.1 \(example.status == 204 ? 200 : example.status) OK\r\nContent-Length: 10000\r\n"
    for answer in [LocalServer.Answer.close, .reset, .halfClose, .raw(head), .raw("\(head)\r\n\(example.yes)")] {
      let server = LocalServer([answer])
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      #expect(server.requests.count == 1)
      guard case .unknown = outcome else {
        Issue.record("\(answer): \(outcome)")
        continue
      }
    }
  }

  @Test("a yes is no longer one where more than it could be comes with it", arguments: examples.filter(\.isTold))
  func tooLarge(example: Example) async {
    let server = LocalServer([.endlessBody])
    let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
    #expect(server.requests.count == 1)
    guard case .retry(nil, let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("HTTP 200: "), "\(reason)")
  }

  @Test(
    "what a person typed neither breaks the request nor is lost, and is cut where it is too long", arguments: examples)
  func typed(example: Example) async throws {
    let hostile = "周会 \"A\" \\ <b>&amp; @everyone <!channel> <at id=all> *x* [y](http://z) `q` 👨‍👩‍👧‍👦"
    let texts = [hostile, "plain", String(repeating: hostile + "\n", count: 2000)]
    for text in texts {
      let server = LocalServer([.respond(example.status, body: example.yes)])
      let ring = Ring.makeUpSunday { ring in
        ring.report.title = hostile
        ring.notes = text
        ring.link = "https://example.com/?a=1&b=\"2\""
      }
      #expect(await example.deliverer(server).deliver(ring, at: Self.now) == .delivered)
      let request = try #require(server.requests.first)
      if request.headers["content-type"]?.contains("json") == true {
        let isJSON = (try? JSONDecoder().decode(AnyJSON.self, from: Data(request.body.utf8))) != nil
        #expect(isJSON, "\(request.body.prefix(300))")
      }
      #expect(request.body.contains("周会") || request.body.contains("%E5%91%A8%E4%BC%9A"))
    }
  }

  @Test("nothing that a person typed turns the text around it", arguments: examples.filter { $0.kind != "webhook" })
  func direction(example: Example) async throws {
    let server = LocalServer([.respond(example.status, body: example.yes)])
    let ring = Ring.makeUpSunday { ring in
      ring.report.title = "\u{202E}gnp\u{2067}exe\u{200F}"
      ring.location = "\u{2066}שלום\u{202D} 3"
      ring.notes = "one\u{202B}\ntwo\u{2068}\u{061C}"
      ring.calendar = "\u{202E}work"
    }
    #expect(await example.deliverer(server).deliver(ring, at: Self.now) == .delivered)
    let body = try #require(server.requests.first).body
    // As they are, in JSON's escapes, and percent-encoded: U+202A to U+202E, and an isolate without its end.
    let isTurning = body.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2067 }
    #expect(!isTurning && body.firstRange(of: "%E2%80%AE") == nil && body.lowercased().firstRange(of: "u202e") == nil)
    #expect(body.contains("gnpexe"), "\(body)")
  }

  @Test("a refusal is told in its words, without the token", arguments: examples)
  func secrets(example: Example) async {
    let server = LocalServer([.respond(403, body: "no \(Self.token) here")])
    let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
    guard case .rejected(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!reason.contains(Self.token) && reason.contains("here"), "\(reason)")
  }

  @Test("the same ring at the same moment is the same request", arguments: examples)
  func deterministic(example: Example) async {
    let server = LocalServer([
      .respond(example.status, body: example.yes), .respond(example.status, body: example.yes),
    ])
    for _ in 0..<2 { _ = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now) }
    #expect(server.requests.count == 2)
    #expect(server.requests[0].body == server.requests[1].body)
    #expect(server.requests[0].target == server.requests[1].target)
  }

  @Test("Chinese where that is asked for", arguments: examples)
  func chinese(example: Example) async throws {
    let server = LocalServer([.respond(example.status, body: example.yes)])
    let deliverer = example.deliverer(server, wording: Wording(language: .chinese))
    #expect(await deliverer.deliver(.makeUpSunday(), at: Self.now) == .delivered)
    let body = try #require(server.requests.first).body
    // 10 minutes, in Chinese.
    #expect(body.contains("分钟后") || body.contains("%E5%88%86%E9%92%9F%E5%90%8E"), "\(body)")
  }
}

/// Any JSON document.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      for key in members.allKeys { _ = try members.decode(AnyJSON.self, forKey: key) }
      return
    }
    if var elements = try? decoder.unkeyedContainer() {
      while !elements.isAtEnd { _ = try elements.decode(AnyJSON.self) }
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() || (try? single.decode(Bool.self)) != nil || (try? single.decode(Double.self)) != nil {
      return
    }
    _ = try single.decode(String.self)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }
}
