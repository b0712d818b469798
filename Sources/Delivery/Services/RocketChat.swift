import Alarms
import HTTP

/// An incoming integration of Rocket.Chat.
struct RocketChat: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let mentions = settings.list("mentions").joined(separator: " ")
    // Nothing in its markup can be escaped with certainty; nobody is called by text, and that is what matters.
    let text = Escaping.withoutMentions(call.text)
    let body = JSONValue.members([
      "text": .string((mentions.isEmpty ? text : "\(mentions)\n\(text)").cut(to: 5000, .utf16)),
      "channel": settings.text("channel").map { .string($0) },
      "alias": settings.text("username").map { .string($0) },
      "avatar": settings.secret("icon").map { .string($0.reveal()) },
    ])
    return .json(settings.address(), body)
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    // Exactly this is what an integration answers that was switched off; a page with these words is a busy proxy's.
    let words = answer.json?["error"]?.text ?? answer.json?.text ?? answer.text
    if answer.status == 503, words == "Service Unavailable" {
      return .rejected(reason: "the integration is switched off, \(answer.words)")
    }
    if let failure = answer.failureByStatus { return failure }
    return answer.json?["success"] == .bool(true) ? .delivered : answer.stranger
  }
}
