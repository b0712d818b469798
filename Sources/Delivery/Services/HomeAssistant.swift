import Alarms
import HTTP

/// Home Assistant: a webhook's trigger or, with a token, one of its notify services.
///
/// The trigger answers 200 whatever becomes of it.
struct HomeAssistant: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let title = JSONValue.string(call.message.title)
    let message = JSONValue.string(call.message.body)
    // A notify service takes no fields but its own.
    if let token = settings.secret("token") {
      return .json(
        settings.address(), ["title": title, "message": message],
        headers: [HTTPHeader("Authorization", "Bearer \(token.reveal())")])
    }
    return .json(
      settings.address(),
      [
        "title": title, "message": message, "level": .string(call.ring.urgency.rawValue), "id": .string(call.ring.id),
        "time": .string(call.ring.report.occurrence),
      ])
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    // It says nothing, or a list of what has changed.
    return answer.status == 200 && (answer.text.isEmpty || answer.json != nil) ? .delivered : answer.stranger
  }
}
