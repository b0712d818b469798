package import Alarms
package import HTTP
package import Workdays
internal import struct FoundationEssentials.Data
internal import class FoundationEssentials.JSONDecoder

/// A DingTalk (钉钉) custom robot.
///
/// Messages are of type `text`, always: nothing in them is markup, the clients make addresses clickable, and people
/// mentioned by number need not be named in the text.
package struct DingTalk: Deliverer {
  package let backoff = Backoff.network
  private let settings: Destination.DingTalk
  private let client: HTTPClient
  private let userAgent: String
  private let redact: Redaction

  /// "message too long, exceed 20000 bytes" is the service's answer to more.
  private static let maximumTextBytes = 20_000
  /// A signature's time may be that far from the service's clock.
  private static let signatureValidity = Duration.seconds(3600)
  /// A robot that sends too fast is blocked for minutes.
  private static let throttleWait = Duration.seconds(60)

  private static let strangerHint = "not DingTalk's kind of answer: a proxy or a login page may have answered instead"

  /// `userAgent` names the program: `notifier/1.0`.
  package init(_ settings: Destination.DingTalk, client: HTTPClient, userAgent: String) {
    self.settings = settings
    self.client = client
    self.userAgent = userAgent
    redact = Redaction(urls: [settings.url], values: settings.secret.map { [$0] } ?? [])
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    let message = Message(ring, at: now)
    let text = "\(message.title)\n\(message.body)".cut(toUTF8Bytes: DingTalk.maximumTextBytes)
    let body: [UInt8]
    do {
      body = try encodeJSON(Payload(text: .init(content: text), at: .init(atMobiles: settings.mentions)))
    } catch {
      return .rejected(reason: "the message could not be written as JSON: \(error)")
    }
    let headers = [
      HTTPHeader("Content-Type", "application/json; charset=utf-8"), HTTPHeader("User-Agent", userAgent),
    ]
    do throws(HTTPError) {
      let request = HTTPRequest(method: "POST", url: signedURL(at: now), headers: headers, body: body)
      return outcome(of: try await client.send(request), now: now)
    } catch {
      if case .answerTooLarge(let status, _) = error { return outcome(of: HTTPResponse(status: status), now: now) }
      return Outcome(error) ?? .unknown(reason: "no answer")
    }
  }

  /// The address with a time and signature made for this try; an old one would be refused after an hour.
  private func signedURL(at now: Instant) -> String {
    let url = settings.url.reveal()
    guard let secret = settings.secret else { return url }
    let milliseconds = now.seconds * 1000 + now.nanoseconds / 1_000_000
    let signature = dingTalkSignature(secret: secret.reveal(), milliseconds: milliseconds)
    return "\(url)\(url.contains("?") ? "&" : "?")timestamp=\(milliseconds)&sign=\(signature)"
  }

  /// Errors come with status 200 too: the body decides.
  private func outcome(of response: HTTPResponse, now: Instant) -> Outcome {
    let words = response.words(redact)
    switch StatusMeaning(response.status) {
    case .later: return .retry(after: response.retryAfter(now: now), reason: words)
    case .refused where response.status >= 400: return .rejected(reason: words)
    // The service does not redirect; a login page of the network in between does.
    case .refused: return .retry(after: nil, reason: "HTTP \(response.status): \(DingTalk.strangerHint)")
    case .taken: break
    }
    guard response.status == 200, let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
      return .retry(after: nil, reason: "HTTP \(response.status): \(DingTalk.strangerHint)")
    }
    return outcome(of: answer, response, now: now)
  }

  private func outcome(of answer: Answer, _ response: HTTPResponse, now: Instant) -> Outcome {
    let words = "\(answer.errcode): " + redact((answer.errmsg ?? "").singleLine).cut(toUTF8Bytes: 500)
    switch answer.errcode {
    case 0: return .delivered
    case -1: return .retry(after: nil, reason: "DingTalk is busy, \(words)")
    case _ where answer.isThrottle:
      return .retry(after: DingTalk.throttleWait, reason: "too many messages for this robot, \(words)")
    case 310_000: return .rejected(reason: "DingTalk \(words)\(clockHint(response, now: now))")
    default: return .rejected(reason: "DingTalk \(words)")
    }
  }

  /// What a refused signature may come from: by how much the local clock is off, by the answer's Date header.
  private func clockHint(_ response: HTTPResponse, now: Instant) -> String {
    guard settings.secret != nil, let server = response.serverTime(now: now) else { return "" }
    let ahead = server.duration(to: now)
    let size = ahead < .zero ? .zero - ahead : ahead
    guard size > DingTalk.signatureValidity else { return "" }
    let span = inWords(minutes: Int((size / .seconds(60)).rounded()))
    return """
      ; the local clock is \(span) \(ahead > .zero ? "ahead of" : "behind") the server's, and a signature is only valid \
      within 1 hour: set the clock
      """
  }

  private struct Payload: Encodable {
    var msgtype = "text"
    let text: Text
    let at: At

    struct Text: Encodable { let content: String }
    struct At: Encodable {
      let atMobiles: [String]
      var isAtAll = false
    }
  }

  private struct Answer: Decodable {
    let errcode: Int
    let errmsg: String?

    /// By code, and by words, since the codes differ between the service's generations.
    var isThrottle: Bool {
      let words = (errmsg ?? "").lowercased()
      return errcode == 130_101 || errcode == 410_100
        || ["too fast", "too many", "too frequent", "限流", "流控"].contains { words.contains($0) }
    }
  }
}
