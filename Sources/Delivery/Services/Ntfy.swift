import Alarms
import CLibNotify
import HTTP
import Workdays

/// A topic of ntfy, as JSON: a header would garble a title that is not ASCII.
struct Ntfy: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let usual = call.isCritical ? "4" : call.isQuiet ? "2" : "3"
    let level = (settings.level(call.ring.urgency) ?? usual)
    let body = fitting(call.message.body.cut(toUTF8Bytes: 4096), into: 8192) { text in
      .members([
        "topic": settings.secret("topic").map { .string($0.reveal()) },
        "title": .string(call.message.title.cut(toUTF8Bytes: 1000)), "message": text.isEmpty ? nil : .string(text),
        "priority": Int(level).map { .integer($0) },
        "tags": settings.list("tags").isEmpty ? nil : .array(settings.list("tags").map { .string($0) }),
        "click": call.message.link.flatMap { $0.isWebAddress ? .string($0) : nil },
        "icon": settings.secret("icon").map { .string($0.reveal()) },
      ])
    }
    return .json(appending("/", to: settings.address()), body, headers: authorization)
  }

  private var authorization: [HTTPHeader] {
    if let token = settings.secret("token") { return [HTTPHeader("Authorization", "Bearer \(token.reveal())")] }
    guard let user = settings.secret("user"), let password = settings.secret("password") else { return [] }
    let pair = Array("\(user.reveal()):\(password.reveal())".utf8)
    let encoded = g_base64_encode(pair, gsize(pair.count))!
    defer { g_free(encoded) }
    return [HTTPHeader("Authorization", "Basic \(String(cString: encoded))")]
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    switch answer.json?["code"]?.integer {
    case 42_901?: return .retry(after: max(answer.retryAfter ?? .zero, .seconds(5)), reason: answer.words)
    // Of the messages of a day; it ends with the day of UTC.
    case 42_908?: return .retry(after: answer.now.untilMidnight(utcOffset: 0), reason: answer.words)
    default: break
    }
    if answer.status == 507 { return .rejected(reason: "ntfy \(answer.words)") }
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.json?["id"]?.text != nil ? .delivered : answer.stranger
  }
}

extension Instant {
  /// How long it is to the next midnight of clocks that are that many seconds east of UTC.
  func untilMidnight(utcOffset: Int) -> Duration {
    .seconds(86_400 - (seconds + utcOffset).flooringRemainder(by: 86_400))
  }
}

extension Int {
  fileprivate func flooringRemainder(by divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
