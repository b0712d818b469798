import Alarms
import Delivery
import Glibc
import HTTP
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@Suite("DingTalk", .timeLimit(.minutes(1)))
struct DingTalkTests {
  let now = Instant.china("2026-09-20 08:50:00")

  /// Computed with Python's hmac and openssl, and as whole addresses by the PyPI package DingtalkChatbot.
  private struct Vectors: Decodable {
    let dingtalk: List
    struct List: Decodable { let vectors: [Vector] }
    struct Vector: Decodable {
      let timestampMilliseconds: Int
      let secret, sign: String
      enum CodingKeys: String, CodingKey {
        case timestampMilliseconds = "timestamp_ms"
        case secret
        case sign = "sign_url_encoded"
      }
    }
  }

  @Test("signatures are those of independent programs")
  func signatures() throws {
    let vectors = try JSONDecoder().decode(Vectors.self, from: Data(vectorFile("sign-vectors.json"))).dingtalk.vectors
    #expect(vectors.count == 6)
    for vector in vectors {
      #expect(dingTalkSignature(secret: vector.secret, milliseconds: vector.timestampMilliseconds) == vector.sign)
    }
  }

  private struct Received: Decodable {
    let msgtype: String
    let text: [String: String]
    let at: At
    struct At: Decodable {
      let atMobiles: [String]
      let isAtAll: Bool
    }
  }

  @Test("a text message arrives, with the people to mention and a signature of this moment in the address")
  func message() async throws {
    let server = LocalServer([.respond(200, body: #"{"errcode":0,"errmsg":"ok"}"#)])
    let robot = robot(server, secret: "this is secret", mentions: ["13800000000"])
    // The moment of the service's own sample: its signature is known.
    let sample = Instant(seconds: 1_577_262_236, nanoseconds: 757_000_000)
    #expect(await robot.deliver(.makeUpSunday(), at: sample) == .delivered)

    let request = try #require(server.requests.first)
    #expect(
      request.target
        == "/robot/send?access_token=0123456789abcdef&timestamp=1577262236757&sign=hmPWwU%2B7lVdm3ZZz0r9tSfx0L4Q26jWOZr9%2BGs6EZQM%3D"
    )
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    let received = try JSONDecoder().decode(Received.self, from: Data(request.body.utf8))
    #expect(received.msgtype == "text")
    #expect(received.text["content"]?.hasPrefix("Clock in\n") == true)
    #expect(received.text["content"]?.hasSuffix("\nmake-up workday (国庆节)") == true)
    #expect(received.at.atMobiles == ["13800000000"] && !received.at.isAtAll)
  }

  @Test("a try at another time has another signature; a robot without a secret has none")
  func fresh() async {
    let ok = LocalServer.Answer.respond(200, body: #"{"errcode":0,"errmsg":"ok"}"#)
    let server = LocalServer([ok, ok, ok])
    for time in [now, now.advanced(by: .seconds(5400))] {
      _ = await robot(server, secret: "SECx").deliver(.makeUpSunday(), at: time)
    }
    _ = await robot(server, secret: nil).deliver(.makeUpSunday(), at: now)
    let targets = server.requests.map(\.target)
    #expect(targets[0].contains("timestamp=\(now.seconds)000&sign="))
    #expect(targets[1].contains("timestamp=\(now.seconds + 5400)000&sign="))
    #expect(targets[0].suffix(20) != targets[1].suffix(20))
    #expect(targets[2] == "/robot/send?access_token=0123456789abcdef")
  }

  @Test("text is cut at 20,000 bytes")
  func tooLong() async throws {
    let server = LocalServer([.respond(200, body: #"{"errcode":0}"#)])
    let ring = Ring.makeUpSunday { $0.notes = String(repeating: "会", count: 9000) }
    #expect(await robot(server).deliver(ring, at: now) == .delivered)
    let body = try #require(server.requests.first).body
    let content = try #require(try JSONDecoder().decode(Received.self, from: Data(body.utf8)).text["content"])
    #expect((19_998...20_000).contains(content.utf8.count) && content.last == "…")
  }

  @Test(
    "a status of 200 says nothing: the body decides",
    arguments: [
      (#"{"errcode":0,"errmsg":"ok"}"#, "delivered"),
      (#"{"errcode":-1,"errmsg":"系统繁忙"}"#, "retry"),
      (#"{"errcode":130101,"errmsg":"send too fast, exceed 20 times per minute"}"#, "retry 60"),
      (#"{"errcode":410100,"errmsg":"发送速度太快而限流"}"#, "retry 60"),
      (#"{"errcode":999,"errmsg":"send too fast"}"#, "retry 60"),
      (#"{"errcode":310000,"errmsg":"keywords not in content"}"#, "rejected"),
      (#"{"errcode":300005,"errmsg":"token is not exist"}"#, "rejected"),
      (#"{"errcode":400102,"errmsg":"机器人已停用"}"#, "rejected"),
      (#"<html><title>Login to Wi-Fi</title></html>"#, "retry"), ("", "retry"), (#"{"code":0}"#, "retry"),
    ])
  func bodies(body: String, expected: String) async {
    let server = LocalServer([.respond(200, body: body)])
    switch (await robot(server, secret: "SECx").deliver(.makeUpSunday(), at: now), expected) {
    case (.delivered, "delivered"), (.retry(after: nil, _), "retry"), (.retry(after: .seconds(60), _), "retry 60"):
      break
    case (.rejected(let reason), "rejected"):
      // The service's own words.
      let words = body.split(separator: "\"").dropLast().last.map(String.init) ?? ""
      #expect(reason.contains(words))
    case (let outcome, _): Issue.record("\(body) gave \(outcome)")
    }
  }

  @Test(
    "other statuses", arguments: [(302, "retry"), (204, "retry"), (404, "rejected"), (429, "retry"), (502, "retry")])
  func statuses(status: Int, expected: String) async {
    let server = LocalServer([.respond(status, headers: [("Location", "http://127.0.0.1:1/login")])])
    switch (await robot(server).deliver(.makeUpSunday(), at: now), expected) {
    case (.retry, "retry"), (.rejected, "rejected"): break
    case (let outcome, _): Issue.record("\(status) gave \(outcome)")
    }
  }

  @Test(
    "a refused signature says by how much the clock is off",
    arguments: [
      ("Sun, 20 Sep 2026 08:50:00 GMT", "the local clock is 8 hours behind the server's"),
      ("Sat, 19 Sep 2026 23:20:00 GMT", "the local clock is 1 hour 30 minutes ahead of the server's"),
      ("Sun, 20 Sep 2026 00:10:00 GMT", nil),
    ])
  func skew(date: String, expected: String?) async {
    let server = LocalServer([
      .respond(200, headers: [("Date", date)], body: #"{"errcode":310000,"errmsg":"sign not match"}"#)
    ])
    guard case .rejected(let reason) = await robot(server, secret: "SECx").deliver(.makeUpSunday(), at: now) else {
      Issue.record("not rejected")
      return
    }
    #expect(reason.contains("310000: sign not match"))
    #expect(reason.contains("clock") == (expected != nil))
    if let expected { #expect(reason.contains(expected)) }
  }

  @Test("the service's words are shown without the token")
  func redacted() async {
    let server = LocalServer([
      .respond(200, body: #"{"errcode":300005,"errmsg":"token 0123456789abcdef is not exist"}"#)
    ])
    #expect(
      await robot(server).deliver(.makeUpSunday(), at: now)
        == .rejected(reason: "DingTalk 300005: token ‹hidden› is not exist"))
  }

  private func robot(_ server: LocalServer, secret: String? = nil, mentions: [String] = []) -> ServiceDeliverer {
    var settings = ServiceSettings(kind: "dingtalk")
    settings.set("url", Secret(server.url("/robot/send?access_token=0123456789abcdef")))
    if let secret { settings.set("secret", Secret(secret)) }
    settings.set("mentions", mentions)
    return ServiceDeliverer(settings, client: HTTPClient(), userAgent: "notifier/1.2.3")
  }

  /// The bytes of a file among the tests' vectors.
  private func vectorFile(_ name: String) throws -> [UInt8] {
    let path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let file = try #require(fopen("/\(path)/Vectors/\(name)", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
