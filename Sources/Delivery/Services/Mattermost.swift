import Alarms
import HTTP

/// A Mattermost incoming webhook.
struct Mattermost: Service {
  private let settings: ServiceSettings

  /// More is split by the server, between any two characters.
  private static let maximumLength = 16_383

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let mentions = settings.list("mentions").joined(separator: " ")
    let title = "**\(Mattermost.plain(call.message.title.cut(to: 1000, .scalars)))**"
    let room = Mattermost.maximumLength - title.unicodeScalars.count - mentions.unicodeScalars.count - 4
    let text = Mattermost.plain(call.message.facts.joined(separator: "\n"))
    let parts = [
      mentions, title, text.isEmpty ? "" : text.cutEscaped(to: max(1, room - linkLength(call)), .scalars), link(call),
    ]
    let level = settings.level(call.ring.urgency) ?? (call.isCritical ? "important" : "none")
    let body = JSONValue.members([
      "text": .string(parts.filter { !$0.isEmpty }.joined(separator: "\n")),
      "channel": settings.text("channel").map { .string($0) },
      "username": settings.text("username").map { .string($0) },
      "icon_url": settings.secret("icon").map { .string($0.reveal()) },
      "priority": level == "none" ? nil : ["priority": .string(level)],
    ])
    return .json(settings.address(), body)
  }

  private func link(_ call: ServiceCall) -> String {
    guard let link = call.message.link else { return "" }
    return link.isWebAddress && !link.contains(where: { "<>@".contains($0) }) ? "<\(link)>" : Mattermost.plain(link)
  }

  private func linkLength(_ call: ServiceCall) -> Int { link(call).unicodeScalars.count }

  private static func plain(_ text: String) -> String { Escaping.withoutMentions(Escaping.markdown(text)) }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    // Webhooks are switched off on this server.
    if answer.status == 501 { return .rejected(reason: "Mattermost \(answer.words)") }
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.text == "ok" ? .delivered : answer.stranger
  }
}
