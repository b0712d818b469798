import Alarms
import HTTP

/// A device with Bark. Trying again replaces the notification instead of adding one.
struct Bark: Service {
  private let settings: ServiceSettings

  /// Apple's push service takes 4 KB in all.
  private static let maximumTextBytes = 3000

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    // What rings through silent mode is only for those who ask for it: see `levels`.
    let usual = call.isCritical ? "timeSensitive" : call.isQuiet ? "passive" : "active"
    let title = call.message.title.cut(toUTF8Bytes: 500)
    let body = fitting(call.message.body.cut(toUTF8Bytes: Bark.maximumTextBytes), into: 3900) { text in
      .members([
        "device_key": settings.secret("key").map { .string($0.reveal()) }, "title": .string(title),
        "body": .string(text.isEmpty ? title : text), "level": .string(settings.level(call.ring.urgency) ?? usual),
        "id": .string(call.token), "group": call.ring.calendar.map { .string($0.singleLine.cut(toUTF8Bytes: 200)) },
        "sound": settings.text("sound").map { .string($0) }, "call": settings.flag("call") ? "1" : nil,
        "icon": settings.secret("icon").map { .string($0.reveal()) },
        "url": call.message.link.flatMap { $0.utf8.count < 500 ? .string($0) : nil },
      ])
    }
    return .json(appending("/push", to: settings.address()), body)
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    // Apple will not take the same message later either.
    if answer.status == 500, answer.text.contains("PayloadTooLarge") {
      return .rejected(reason: "Bark \(answer.words)")
    }
    if let failure = answer.failureByStatus { return failure }
    guard answer.status == 200, let code = answer.json?["code"]?.integer else { return answer.stranger }
    let words = "Bark \(code): \(answer.clean(answer.json?["message"]?.text))"
    return code == 200 ? .delivered : code >= 500 ? .retry(after: nil, reason: words) : .rejected(reason: words)
  }
}
