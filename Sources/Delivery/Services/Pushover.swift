import Alarms
import HTTP

/// A user or group of Pushover.
struct Pushover: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    // What repeats until it is acknowledged is only for those who ask for it: see `levels`.
    let usual = call.isCritical ? "1" : call.isQuiet ? "-1" : "0"
    let level = settings.level(call.ring.urgency) ?? usual
    let isWeb = call.message.link?.isWebAddress == true && (call.message.link?.utf16.count ?? 0) <= 512
    let text = isWeb ? call.message.facts.joined(separator: "\n") : call.message.body
    let body = JSONValue.members([
      "token": settings.secret("token").map { .string($0.reveal()) },
      "user": settings.secret("user").map { .string($0.reveal()) },
      "title": .string(call.message.title.cut(to: 250, .utf16)),
      "message": .string((text.isEmpty ? call.message.title : text).cut(to: 1024, .utf16)),
      "priority": Int(level).map { .integer($0) }, "timestamp": .integer(call.ring.firesSeconds),
      "device": settings.text("device").map { .string($0) }, "sound": settings.text("sound").map { .string($0) },
      "url": isWeb ? call.message.link.map { .string($0) } : nil,
      "retry": level == "2" ? .integer(settings.number("retry") ?? 60) : nil,
      "expire": level == "2" ? .integer(settings.number("expire") ?? 3600) : nil,
    ])
    return .json(appending("/1/messages.json", to: settings.address()), body)
  }

  /// Whatever is refused must not be sent again, also where the month's messages are used up.
  func outcome(of answer: ServiceAnswer) -> Outcome {
    if answer.status >= 500 { return .retry(after: max(answer.retryAfter ?? .zero, .seconds(5)), reason: answer.words) }
    if (400..<500).contains(answer.status) { return .rejected(reason: "Pushover \(errors(answer))") }
    guard answer.status == 200, let status = answer.json?["status"]?.integer else { return answer.stranger }
    return status == 1 ? .delivered : .rejected(reason: "Pushover \(errors(answer))")
  }

  private func errors(_ answer: ServiceAnswer) -> String {
    let errors = (answer.json?["errors"]?.elements ?? []).compactMap(\.text)
    return errors.isEmpty ? answer.words : answer.clean(errors.joined(separator: ", "))
  }
}
