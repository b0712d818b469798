import Alarms
import HTTP

/// An event of IFTTT's Webhooks.
struct IFTTT: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let event = formEncoded(settings.text("event") ?? "")
    let key = formEncoded(settings.secret("key")?.reveal() ?? "")
    return .json(
      appending("/trigger/\(event)/with/key/\(key)", to: settings.address()),
      .members([
        "value1": .string(call.message.title), "value2": .string(call.message.facts.joined(separator: "\n")),
        "value3": call.message.link.map { .string($0) },
      ]))
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.text.hasPrefix("Congratulations") ? .delivered : answer.stranger
  }
}
