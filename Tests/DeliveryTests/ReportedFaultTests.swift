import Alarms
import Delivery
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// Faults that people have reported of other senders of webhooks, by the number of the case.
@Suite("Reported faults of webhooks", .timeLimit(.minutes(1)))
struct ReportedFaultTests {
  private let now = Instant.china("2026-09-20 08:00:00")

  /// A destination of that kind at the server, in its own words for the text.
  private func deliverer(
    _ kind: String, _ server: LocalServer, secrets: [String: String] = [:], texts: [String: [String]] = [:],
    text: String? = nil
  ) throws -> ServiceDeliverer {
    let wording = Wording(text: try text.map { try Template($0) })
    return ServiceTests.Example(kind: kind, secrets: secrets, texts: texts, yes: "").deliverer(server, wording: wording)
  }

  // laravel-notification-channels/webhook#7, go-pkgz/notify#14
  @Test(
    "WH-02: 204 is a delivery as 200 is, and each status is one of three",
    arguments: [
      (200...204, "delivered"), (301...304, "rejected"), (400...404, "rejected"), (429...429, "retry"),
      (500...503, "retry"),
    ])
  func statuses(statuses: ClosedRange<Int>, expected: String) async throws {
    for status in statuses where [200, 201, 202, 204, 301, 304, 400, 401, 404, 429, 500, 503].contains(status) {
      let server = LocalServer([.respond(status, headers: [("Retry-After", "7")])])
      let outcome = try await deliverer("webhook", server).deliver(.makeUpSunday(), at: now)
      switch (outcome, expected) {
      case (.delivered, "delivered"), (.rejected, "rejected"): break
      case (.retry(let wait, _), "retry"): #expect(wait == .seconds(7))
      default: Issue.record("\(status): \(outcome)")
      }
      #expect(server.requests.count == 1)
    }
  }

  // louislam/uptime-kuma#7060, drone-plugins/drone-webhook#34, jellyfin/jellyfin-plugin-webhook#217
  @Test("WH-04: quotes, line breaks and backslashes do not break the JSON of a template")
  func template() async throws {
    struct Body: Decodable {
      let msgtype: String
      let text: [String: String]
    }
    let message = "周会 \"A\"\n第二行\t\\ end   📞"
    let server = LocalServer([.respond(200)])
    let body = #"{"msgtype":"text","text":{"content":"{{notes}}"}}"#
    _ = try await deliverer("webhook", server, texts: ["body": [body]]).deliver(
      .makeUpSunday { $0.notes = message }, at: now)
    let request = try #require(server.requests.first)
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    let received = try JSONDecoder().decode(Body.self, from: Data(request.body.utf8))
    // Control characters inside a line are blanks in every message.
    #expect(received.text["content"] == "周会 \"A\"\n第二行 \\ end   📞")
  }

  // asd920/Auto-jd#49, shy3130/tick-stock-panel#85, tuangtalk/chatgpt-wecom#34
  @Test("WH-06: WeCom's 2,048 bytes are counted in bytes, and cut between characters")
  func bytes() async throws {
    let server = LocalServer([.respond(200, body: #"{"errcode":0}"#)])
    let ring = Ring.makeUpSunday { $0.report.title = String(repeating: "会", count: 700) }
    #expect(try await deliverer("wecom", server, text: "{{notes}}").deliver(ring, at: now) == .delivered)
    let json = try JSONDecoder().decode(JSONTree.self, from: Data(#require(server.requests.first).body.utf8))
    let text = try #require(json.text(at: ["text", "content"]))
    #expect(text.count == 682 && text.utf8.count == 2046 && text.last == "…")
  }

  // 0wQ/air780e-forwarder#51, jenkinsci/dingtalk-plugin#116, CatchZeng/dingtalk#2
  @Test(
    "WH-08: a retry is signed for its own time, and a refusal tells of a wrong clock",
    arguments: ["dingtalk", "feishu"])
  func clocks(kind: String) async throws {
    let refusals = [
      "dingtalk": #"{"errcode":310000,"errmsg":"sign not match"}"#,
      "feishu": #"{"code":19021,"msg":"sign match fail or timestamp is not within one hour"}"#,
    ]
    // The first try fails; the second, an hour and a half later, meets a server whose clock is 8 hours ahead.
    let server = LocalServer([
      .close,
      .respond(200, headers: [("Date", "Sun, 20 Sep 2026 09:30:00 GMT")], body: refusals[kind] ?? ""),
    ])
    let deliverer = try deliverer(kind, server, secrets: ["secret": "planted-secret"])
    let retry = now.advanced(by: .seconds(5400))
    _ = await deliverer.deliver(.makeUpSunday(), at: now)
    let outcome = await deliverer.deliver(.makeUpSunday(), at: retry)
    guard case .rejected(let reason) = outcome else {
      Issue.record("it would be tried in a loop: \(outcome)")
      return
    }
    #expect(reason.contains("the local clock is 8 hours behind the server's"), "\(reason)")
    func signedFor(_ request: LocalServer.Request) -> Int? {
      let fields = (request.target + request.body).split(whereSeparator: { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      )
      return fields.firstIndex(of: "timestamp").flatMap { Int(fields[$0 + 1]) }
    }
    let unit = kind == "dingtalk" ? 1000 : 1
    #expect(server.requests.map(signedFor) == [now.seconds * unit, retry.seconds * unit])
  }

  // grafana-cold-storage/oncall#5499, hyperdxio/hyperdx#2534, louislam/uptime-kuma#6041
  @Test("WH-10: a repeat has the id of the first try; another occurrence has another")
  func repeats() async throws {
    let server = LocalServer { _ in .respond(200) }
    let deliverer = try deliverer(
      "webhook", server, secrets: ["signing-key": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    for _ in 0..<2 { _ = await deliverer.deliver(.makeUpSunday(), at: now) }
    _ = await deliverer.deliver(.makeUpSunday { $0.id = "clock-in/2026-09-21T09:00/-10m" }, at: now)
    let ids = server.requests.map { [$0.headers["idempotency-key"], $0.headers["webhook-id"]] }
    #expect(ids[0] == ids[1] && ids[0][0] == "clock-in/2026-09-20T09:00/-10m")
    #expect(ids[2][0] != ids[0][0] && ids[2][1] != ids[0][1])
    #expect(server.requests[0].body == server.requests[1].body)
  }
}
