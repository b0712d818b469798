import Alarms
import HTTP
import Workdays

/// A Feishu (飞书) or Lark custom bot: a card with the title on a coloured bar, the text in plain text, a button.
struct Feishu: Service {
  private let settings: ServiceSettings

  /// Of the whole request.
  private static let maximumBytes = 20_000

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let title = call.message.title.cut(toUTF8Bytes: 1000)
    let body = fitting(call.message.facts.joined(separator: "\n"), into: Feishu.maximumBytes) { text in
      .members([
        "msg_type": "interactive", "card": card(title, text, call),
        "timestamp": settings.secret("secret").map { _ in .string("\(call.now.seconds)") },
        "sign": settings.secret("secret").map {
          .string(feishuSignature(secret: $0.reveal(), seconds: call.now.seconds))
        },
      ])
    }
    return .json(settings.address(), body)
  }

  private func card(_ title: String, _ text: String, _ call: ServiceCall) -> JSONValue {
    var elements: [JSONValue] = []
    if !text.isEmpty { elements.append(["tag": "div", "text": ["tag": "plain_text", "content": .string(text)]]) }
    let mentions = settings.list("mentions").map { "<at id=\($0)></at>" }
    if !mentions.isEmpty {
      elements.append(["tag": "markdown", "content": .string(mentions.joined(separator: " "))])
    }
    if let link = call.message.link, link.isWebAddress {
      let button: JSONValue = [
        "tag": "button", "type": "default", "url": .string(link),
        "text": ["tag": "plain_text", "content": .string(call.words.open)],
      ]
      elements.append(["tag": "action", "actions": [button]])
    } else if let link = call.message.link {
      elements.append(["tag": "div", "text": ["tag": "plain_text", "content": .string(link)]])
    }
    let colour = settings.level(call.ring.urgency) ?? (call.isCritical ? "red" : call.isQuiet ? "grey" : "blue")
    return [
      "header": ["title": ["tag": "plain_text", "content": .string(title)], "template": .string(colour)],
      "elements": .array(elements),
    ]
  }

  /// `code` decides; old fields beside it may say otherwise.
  func outcome(of answer: ServiceAnswer) -> Outcome {
    // A refusal by the service itself may come with a status of 400: its code tells more.
    let code = answer.json?["code"]?.integer
    if code == nil, let failure = answer.failureByStatus { return failure }
    guard let code else { return answer.stranger }
    let message = answer.json?["msg"]?.text ?? ""
    let words = "\(code): \(answer.clean(message))"
    switch code {
    case 0: return answer.failureByStatus ?? .delivered
    case 11_232: return .retry(after: answer.retryAfter, reason: "too many messages for this bot, \(words)")
    case 9499 where message.lowercased().contains("too many"):
      return .retry(after: answer.retryAfter, reason: "too many messages for this bot, \(words)")
    case 19_021: return .rejected(reason: "Feishu \(words)\(answer.clockHint(within: .seconds(3600)))")
    default:
      if case .retry(let wait, _)? = answer.failureByStatus { return .retry(after: wait, reason: "Feishu \(words)") }
      return .rejected(reason: "Feishu \(words)")
    }
  }
}

extension String {
  /// Whether services take it as something to open in a browser.
  var isWebAddress: Bool {
    let text = lowercased()
    return (text.hasPrefix("https://") || text.hasPrefix("http://")) && !contains(where: \.isWhitespace)
  }
}
