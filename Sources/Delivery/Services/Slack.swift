import Alarms
import HTTP

/// A Slack incoming webhook: a header and a section of plain text, and the same as text for the notification.
struct Slack: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    var blocks: [JSONValue] = [
      ["type": "header", "text": Slack.plain(call.message.title.cut(to: 150, .utf16))]
    ]
    let facts = call.message.facts.joined(separator: "\n")
    if !facts.isEmpty { blocks.append(["type": "section", "text": Slack.plain(facts.cut(to: 3000, .utf16))]) }
    let mentions = settings.list("mentions").map(Slack.mention).joined(separator: " ")
    if !mentions.isEmpty {
      blocks.append(["type": "section", "text": ["type": "mrkdwn", "text": .string(mentions)]])
    }
    if let link = call.message.link, link.isWebAddress, link.utf16.count <= 3000 {
      let button: JSONValue = [
        "type": "button", "text": Slack.plain(call.words.open), "url": .string(link), "action_id": "open",
      ]
      blocks.append(["type": "actions", "elements": [button]])
    } else if let link = call.message.link {
      blocks.append(["type": "section", "text": Slack.plain(link.cut(to: 3000, .utf16))])
    }
    // Escaping makes it longer: what is cut before it may still be above 4,000 after.
    let text = Escaping.slack(call.text.cut(to: 700, .utf16))
    return .json(
      settings.address(),
      ["text": .string(mentions.isEmpty ? text : "\(mentions) \(text)"), "mrkdwn": false, "blocks": .array(blocks)])
  }

  private static func plain(_ text: String) -> JSONValue {
    ["type": "plain_text", "text": .string(text), "emoji": false]
  }

  private static func mention(_ name: String) -> String {
    if ["here", "channel", "everyone"].contains(name) { return "<!\(name)>" }
    return name.hasPrefix("S") ? "<!subteam^\(name)>" : "<@\(name)>"
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if answer.status == 410 { return .gone(reason: "Slack \(answer.words)") }
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.text == "ok" ? .delivered : answer.stranger
  }
}
