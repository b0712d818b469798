import Alarms
import HTTP

/// A webhook of Microsoft Teams Workflows: an adaptive card.
///
/// Its "accepted" says that the flow has started, and no more can be learned.
struct Teams: Service {
  private let settings: ServiceSettings

  /// About 28 KB is what a message may have.
  private static let maximumBytes = 27_000

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let isWeb = call.message.link?.isWebAddress == true
    let lines = (isWeb ? call.message.facts : call.message.lines).joined(separator: "\n")
    let body = fitting(lines, into: Teams.maximumBytes) { text in
      let blocks = text.split(separator: "\n").map { Teams.block(Escaping.adaptiveCard(String($0)), [:]) }
      let colour = call.isCritical ? "attention" : "default"
      let title = Teams.block(
        Escaping.adaptiveCard(call.message.title.cut(toUTF8Bytes: 1000)),
        ["weight": "Bolder", "size": "Large", "color": .string(colour)])
      let actions: [JSONValue] =
        isWeb
        ? [
          [
            "type": "Action.OpenUrl", "title": .string(call.words.open), "url": .string(call.message.link ?? ""),
          ]
        ] : []
      return Teams.message([title] + blocks, actions)
    }
    return .json(settings.address(), body)
  }

  private static func block(_ text: String, _ style: [String: JSONValue]) -> JSONValue {
    .object(["type": "TextBlock", "text": .string(text), "wrap": true].merging(style) { $1 })
  }

  private static func message(_ body: [JSONValue], _ actions: [JSONValue]) -> JSONValue {
    let card: JSONValue = [
      "type": "AdaptiveCard", "$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "version": "1.4",
      "body": .array(body), "actions": .array(actions), "msteams": ["width": "Full"],
    ]
    let attachment: JSONValue = [
      "contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": nil, "content": card,
    ]
    return ["type": "message", "attachments": [attachment]]
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    // Older connectors tell of their limit inside a 200.
    if answer.text.contains("HTTP error 429") {
      return .retry(after: answer.retryAfter, reason: "too many messages, \(answer.words)")
    }
    let isTheirs = answer.status == 202 || answer.text.isEmpty || answer.text == "1" || answer.json != nil
    return isTheirs ? .delivered : answer.stranger
  }
}
