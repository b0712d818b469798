import Alarms
import Delivery
import HTTP
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@Suite("Generic webhooks", .timeLimit(.minutes(1)))
struct WebhookTests {
  let now = Instant.china("2026-09-20 08:50:00")

  /// What a receiver reads, by the documented names.
  private struct Received: Decodable {
    let id, alarm, title, occurrence, zone, fires, urgency: String
    let notes, location, link, calendar: String?
    let offset: [String: String]
    let day: [String: String?]
    let destinations: [String]
    let test: Bool
    let lateSeconds, alsoMissed: Int
    let message: [String: String]
  }

  @Test("the firing arrives as JSON with its id in a header and a field, in raw UTF-8")
  func payload() async throws {
    let server = LocalServer([.respond(204)])
    let title = "周会 \"A\"\n第二行\t\\ end   📞"
    let ring = Ring.makeUpSunday { ring in
      ring.report.title = title
      ring.link = "https://example.com/x"
      ring.isTest = true
    }
    let outcome = await webhook(server).deliver(ring, at: now.advanced(by: .seconds(90)))

    #expect(outcome == .delivered)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    #expect(request.headers["idempotency-key"] == "clock-in/2026-09-20T09:00/-10m")
    #expect(request.headers["user-agent"] == "notifier/1.2.3")
    #expect(request.body.contains("第二行") && request.body.contains("https://example.com/x"))
    let received = try JSONDecoder().decode(Received.self, from: Data(request.body.utf8))
    #expect(received.id == "clock-in/2026-09-20T09:00/-10m")
    #expect(received.alarm == "clock-in")
    #expect(received.title == title)
    #expect(received.occurrence == "2026-09-20T09:00:00+08:00")
    #expect(received.fires == "2026-09-20T08:50:00+08:00")
    #expect(received.offset == ["text": "-10m", "kind": "exact"])
    #expect(received.day["kind"] == "make-up-workday" && received.day["name"] == "国庆节")
    #expect(received.destinations == ["desktop", "team"])
    #expect(received.test && received.lateSeconds == 90 && received.alsoMissed == 0 && received.urgency == "normal")
    #expect(received.notes == nil && received.link == "https://example.com/x")
    #expect(request.body.contains(#""notes":null"#))
    #expect(received.message["title"] == "[test] 周会 \"A\" 第二行 \\ end   📞")
    #expect(received.message["body"]?.hasPrefix("in 9 minutes · Sun 20 Sep 09:00\n") == true)
  }

  @Test("a ring that follows another says which, why and since when")
  func follows() async throws {
    struct Received: Decodable {
      let follows: Follows
      struct Follows: Decodable, Equatable {
        let kind, of, since: String
        let number: Int
      }
    }
    let server = LocalServer([.respond(204)])
    let planned = "clock-in/2026-09-20T09:00/-10m"
    let ring = Ring.makeUpSunday { ring in
      ring.follows = Following(
        .nag, origin: planned, parent: planned, number: 2, since: .china("2026-09-20 08:50:00"))
    }
    _ = await webhook(server).deliver(ring, at: now)
    let body = try #require(server.requests.first).body
    let received = try JSONDecoder().decode(Received.self, from: Data(body.utf8)).follows
    #expect(received == .init(kind: "nag", of: planned, since: "2026-09-20T08:50:00+08:00", number: 2))
  }

  @Test("the user's headers are sent and win, but not over the id")
  func headers() async throws {
    let server = LocalServer([.respond(200)])
    let headers = [("Authorization", "Bearer abc"), ("user-agent", "mine"), ("IDEMPOTENCY-KEY", "fixed")]
    _ = await webhook(server, headers: headers).deliver(.makeUpSunday(), at: now)
    let request = try #require(server.requests.first)
    #expect(request.headers["authorization"] == "Bearer abc")
    #expect(request.headers["user-agent"] == "mine")
    #expect(request.headers["idempotency-key"] == "clock-in/2026-09-20T09:00/-10m")
  }

  @Test("an id that a header cannot hold is percent-encoded there")
  func encodedID() async throws {
    let server = LocalServer([.respond(200)])
    _ = await webhook(server).deliver(.makeUpSunday { $0.id = "会 100%/x" }, at: now)
    #expect(server.requests.first?.headers["idempotency-key"] == "%E4%BC%9A%20100%25/x")
  }

  // RFC 9110, and the report that a 204 was taken for a failure.
  @Test(
    "the status decides",
    arguments: [
      (200, "delivered"), (201, "delivered"), (202, "delivered"), (204, "delivered"), (301, "rejected"),
      (304, "rejected"), (307, "rejected"), (400, "rejected"), (401, "rejected"), (404, "rejected"),
      (410, "gone"), (408, "retry"), (425, "retry"), (429, "retry"), (500, "retry"), (503, "retry"),
    ])
  func statuses(status: Int, expected: String) async {
    let server = LocalServer([.respond(status)])
    switch (await webhook(server).deliver(.makeUpSunday(), at: now), expected) {
    case (.delivered, "delivered"): break
    case (.retry(after: nil, let reason), "retry"): #expect(reason == "HTTP \(status)")
    case (.rejected(let reason), "rejected"): #expect(reason == "HTTP \(status)")
    case (.gone(let reason), "gone"): #expect(reason == "HTTP \(status)")
    case (let outcome, _): Issue.record("\(status) gave \(outcome)")
    }
  }

  @Test(
    "Retry-After is honoured in each of its forms, within an hour",
    arguments: [
      ("120", 120.0), ("0.5", 0.5), ("-3", 0), ("999999999999", 3600), ("nan", nil), ("soon", nil), ("", nil),
      ("Sun, 20 Sep 2026 00:52:00 GMT", 120), ("Sunday, 20-Sep-26 00:52:00 GMT", 120),
      ("Sun Sep 20 00:52:00 2026", 120), ("Sun, 20 Sep 2026 00:00:00 GMT", 0), ("Sun, 20 Sep 2027 00:00:00 GMT", 3600),
      ("Sun, 31 Feb 2026 00:00:00 GMT", nil),
    ] as [(String, Double?)])
  func retryAfter(value: String, seconds: Double?) {
    let response = HTTPResponse(status: 503, headers: [HTTPHeader("retry-after", value)])
    #expect(response.retryAfter(now: now) == seconds.map { .seconds($0) })
  }

  @Test(
    "a test says that it is one in a body of one's own as well",
    arguments: [
      (#"{"a":"{{title}}","b":"{{body}}"}"#, #"{"a":"[test] Clock in","b":"in "#),
      (#"{"b":"{{body}}"}"#, #"{"b":"[test] in "#),
    ])
  func testMark(body: String, beginning: String) async throws {
    for isTest in [true, false] {
      let server = LocalServer([.respond(204)])
      let deliverer = webhook(to: server.url("/hook"), body: body)
      _ = await deliverer.deliver(.makeUpSunday { $0.isTest = isTest }, at: now)
      let sent = try #require(server.requests.first).body
      #expect(sent.hasPrefix(isTest ? beginning : beginning.replacing("[test] ", with: "")), "\(sent)")
    }
  }

  @Test("a date in Retry-After counts from the server's own clock")
  func retryAfterSkewed() {
    let response = HTTPResponse(
      status: 503,
      headers: [
        HTTPHeader("Date", "Sun, 20 Sep 2026 08:50:00 GMT"), HTTPHeader("Retry-After", "Sun, 20 Sep 2026 08:52:00 GMT"),
      ])
    #expect(response.retryAfter(now: now) == .seconds(120))
  }

  @Test("the receiver's words are shown, without our own secrets in them and not at length")
  func words() async {
    let server = LocalServer()
    let token = "0123456789abcdef"
    server.script(
      .respond(
        403, body: "bad\n\(token) for /hooks/\(token), Bearer tokentokentoken " + String(repeating: "x", count: 999)))
    let deliverer = webhook(to: server.url("/hooks/\(token)?v=1"), headers: [("X-Token", "tokentokentoken")])
    guard case .rejected(let reason) = await deliverer.deliver(.makeUpSunday(), at: now) else {
      Issue.record("not rejected")
      return
    }
    #expect(reason.hasPrefix("HTTP 403: bad ‹hidden› for ") && reason.contains(", Bearer ‹hidden› xxx"), "\(reason)")
    #expect(!reason.contains(token) && reason.hasSuffix("…"))
    #expect(reason.utf8.count <= 220)
  }

  @Test("nobody there is a retry; an answer that never came is unknown; an endless answer counts by its status")
  func noAnswer() async {
    let nobody = webhook(to: "http://127.0.0.1:\(LocalServer.unusedPort())/")
    guard case .retry = await nobody.deliver(.makeUpSunday(), at: now) else {
      Issue.record("nobody there is no retry")
      return
    }
    let server = LocalServer([.close, .endlessBody])
    guard case .unknown = await webhook(server).deliver(.makeUpSunday(), at: now) else {
      Issue.record("a closed connection is not unknown")
      return
    }
    #expect(await webhook(server).deliver(.makeUpSunday(), at: now) == .delivered)
  }

  @Test("each try has the same id and the same bytes at the same time; another occurrence has another id")
  func sameID() async {
    let server = LocalServer([.respond(503), .respond(200), .respond(200)])
    for _ in 0..<2 { _ = await webhook(server).deliver(.makeUpSunday(), at: now) }
    _ = await webhook(server).deliver(.makeUpSunday { $0.id = "clock-in/2026-09-21T09:00/-10m" }, at: now)
    let requests = server.requests
    #expect(requests.count == 3)
    #expect(requests[0].headers["idempotency-key"] == requests[1].headers["idempotency-key"])
    #expect(requests[0].body == requests[1].body)
    #expect(requests[2].headers["idempotency-key"] == "clock-in/2026-09-21T09:00/-10m")
  }

  private func webhook(_ server: LocalServer, headers: [(String, String)] = []) -> ServiceDeliverer {
    webhook(to: server.url("/hook"), headers: headers)
  }

  private func webhook(
    to address: String, headers: [(String, String)] = [], body: String? = nil
  ) -> ServiceDeliverer {
    var settings = ServiceSettings(kind: "webhook")
    settings.set("url", Secret(address))
    if let body { settings.set("body", [body]) }
    for (name, value) in headers { settings.add(Destination.Header(name: name, value: Secret(value))) }
    return ServiceDeliverer(settings, client: HTTPClient(), userAgent: "notifier/1.2.3")
  }
}
