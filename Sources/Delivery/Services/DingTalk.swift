import Alarms
import HTTP
import Workdays

/// A DingTalk (钉钉) custom robot.
///
/// Messages are of type `text`, always: nothing in them is markup, the clients make addresses clickable, and people
/// mentioned by number need not be named in the text.
struct DingTalk: Service {
  private let settings: ServiceSettings

  /// "message too long, exceed 20000 bytes" is the service's answer to more.
  private static let maximumTextBytes = 20_000
  /// A signature's time may be that far from the service's clock.
  private static let signatureValidity = Duration.seconds(3600)
  /// A robot that sends too fast is blocked for minutes.
  private static let throttleWait = Duration.seconds(60)

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let mentions = settings.list("mentions")
    let at: JSONValue = [
      "atMobiles": .array(mentions.filter { $0 != "all" }.map { .string($0) }),
      "isAtAll": .bool(mentions.contains("all")),
    ]
    let text: JSONValue = ["content": .string(call.text.cut(toUTF8Bytes: DingTalk.maximumTextBytes))]
    return .json(signedURL(at: call.now), ["msgtype": "text", "text": text, "at": at])
  }

  /// The address with a time and signature made for this try; an old one would be refused after an hour.
  private func signedURL(at now: Instant) -> String {
    let url = settings.address()
    guard let secret = settings.secret("secret") else { return url }
    let milliseconds = now.seconds * 1000 + now.nanoseconds / 1_000_000
    let signature = dingTalkSignature(secret: secret.reveal(), milliseconds: milliseconds)
    return "\(url)\(url.contains("?") ? "&" : "?")timestamp=\(milliseconds)&sign=\(signature)"
  }

  /// Errors come with status 200 too: the body decides.
  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    guard answer.status == 200, let code = answer.json?["errcode"]?.integer else { return answer.stranger }
    let message = answer.json?["errmsg"]?.text ?? ""
    let words = "\(code): \(answer.clean(message))"
    switch code {
    case 0: return .delivered
    case -1: return .retry(after: nil, reason: "DingTalk is busy, \(words)")
    case _ where DingTalk.isThrottle(code, message):
      return .retry(after: DingTalk.throttleWait, reason: "too many messages for this robot, \(words)")
    case 310_000: return .rejected(reason: "DingTalk \(words)\(clockHint(answer))")
    default: return .rejected(reason: "DingTalk \(words)")
    }
  }

  /// By code, and by words, since the codes differ between the service's generations.
  private static func isThrottle(_ code: Int, _ message: String) -> Bool {
    let words = message.lowercased()
    return code == 130_101 || code == 410_100
      || ["too fast", "too many", "too frequent", "限流", "流控"].contains { words.contains($0) }
  }

  /// What a refused signature may come from: by how much the local clock is off, by the answer's Date header.
  private func clockHint(_ answer: ServiceAnswer) -> String {
    guard settings.secret("secret") != nil else { return "" }
    return answer.clockHint(within: DingTalk.signatureValidity)
  }
}

extension ServiceAnswer {
  /// By how much the local clock is off, by the answer's Date header, where that is more than signatures bear.
  func clockHint(within validity: Duration) -> String {
    guard let server = response.serverTime(now: now) else { return "" }
    let ahead = server.duration(to: now)
    let size = ahead < .zero ? .zero - ahead : ahead
    guard size > validity else { return "" }
    let span = inWords(minutes: Int((size / .seconds(60)).rounded()))
    return """
      ; the local clock is \(span) \(ahead > .zero ? "ahead of" : "behind") the server's, and a signature is only valid \
      within 1 hour: set the clock
      """
  }
}
