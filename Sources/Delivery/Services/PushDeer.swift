import Alarms
import HTTP

/// A device with PushDeer.
struct PushDeer: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let lines = call.message.lines.map { Escaping.markdown($0) }
    return .form(
      appending("/message/push", to: settings.address()),
      [
        ("pushkey", settings.secret("key")?.reveal() ?? ""), ("text", call.message.title),
        ("desp", lines.joined(separator: "\n\n").cutEscaped(to: 20_000, .utf8)), ("type", "markdown"),
      ])
  }

  /// Without an entry in the result no device has got it.
  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    guard let code = answer.json?["code"]?.integer else { return answer.stranger }
    let words = "PushDeer \(code): \(answer.clean(answer.json?["error"]?.text))"
    guard code == 0 else {
      return code == 80_502 || code == 80_999 ? .retry(after: nil, reason: words) : .rejected(reason: words)
    }
    let result = answer.json?["content"]?["result"]?.elements ?? []
    return result.isEmpty ? .rejected(reason: "PushDeer: no device has got it") : .delivered
  }
}
