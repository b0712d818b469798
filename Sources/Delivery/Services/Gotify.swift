import Alarms
import HTTP

/// An application of a Gotify server. Messages are plain text there.
struct Gotify: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let usual = call.isCritical ? "8" : call.isQuiet ? "2" : "5"
    let level = settings.level(call.ring.urgency) ?? usual
    let body = JSONValue.members([
      "title": .string(call.message.title),
      "message": .string(call.message.body.isEmpty ? call.message.title : call.message.body),
      "priority": Int(level).map { .integer($0) },
      "extras": call.message.link.flatMap { link in
        link.isWebAddress ? ["client::notification": ["click": ["url": .string(link)]]] : nil
      },
    ])
    return .json(
      appending("/message", to: settings.address()), body,
      headers: [HTTPHeader("X-Gotify-Key", settings.secret("token")?.reveal() ?? "")])
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.json?["id"]?.integer != nil ? .delivered : answer.stranger
  }
}
