import Alarms
import HTTP
import Workdays

/// PushPlus (推送加). Its "success" says that the message is queued.
struct PushPlus: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let body = JSONValue.members([
      "token": settings.secret("token").map { .string($0.reveal()) },
      "title": .string(call.message.title.cut(to: 100, .utf16)),
      "content": .string(
        (call.message.body.isEmpty ? call.message.title : call.message.body).cut(to: 20_000, .utf16)),
      // The usual template is HTML.
      "template": "txt", "topic": settings.text("topic").map { .string($0) },
      "channel": settings.text("channel").map { .string($0) },
    ])
    return .json(appending("/send", to: settings.address()), body)
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    guard answer.status == 200, let code = answer.json?["code"]?.integer else { return answer.stranger }
    let words = "PushPlus \(code): \(answer.clean(answer.json?["msg"]?.text))"
    return switch code {
    case 200: .delivered
    // Going on would prolong the block, which ends with the day.
    case 900: .retry(after: answer.now.untilMidnight(utcOffset: 28_800), reason: words)
    case 500, 999: .retry(after: nil, reason: words)
    default: .rejected(reason: words)
    }
  }
}
