import Alarms
import HTTP

/// A Google Chat incoming webhook: a card with the title as its header.
struct GoogleChat: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    var url = settings.address()
    if settings.text("thread") != nil {
      url = addingQuery("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD", to: url)
    }
    let isWeb = call.message.link?.isWebAddress == true
    let mentions = settings.list("mentions").map { "<users/\($0)>" }.joined(separator: " ")
    let lines = isWeb ? call.message.facts : call.message.lines
    let body = fitting(lines.joined(separator: "\n"), into: 32_000) { text in
      var widgets: [JSONValue] = []
      if !text.isEmpty { widgets.append(["textParagraph": ["text": .string(GoogleChat.paragraph(text))]]) }
      if isWeb {
        let button: JSONValue = [
          "text": .string(call.words.open), "onClick": ["openLink": ["url": .string(call.message.link ?? "")]],
        ]
        widgets.append(["buttonList": ["buttons": [button]]])
      }
      let card = JSONValue.members([
        "header": ["title": .string(call.message.title.cut(toUTF8Bytes: 1000))],
        "sections": widgets.isEmpty ? nil : [["widgets": .array(widgets)]],
      ])
      return .members([
        "cardsV2": [["cardId": .string(call.token), "card": card]], "text": mentions.isEmpty ? nil : .string(mentions),
        "thread": settings.text("thread").map { ["threadKey": .string($0)] },
      ])
    }
    return .json(url, body)
  }

  /// A card's text knows some of HTML.
  private static func paragraph(_ text: String) -> String {
    text.split(separator: "\n").map { Escaping.html(String($0)) }.joined(separator: "<br>")
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.json?["name"]?.text != nil ? .delivered : answer.stranger
  }
}
