import Alarms
import HTTP

/// A Discord webhook: an embed with title, text and link; only those who are named may be pinged.
struct Discord: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    // Waiting for the message, so that one that is not stored is reported.
    var url = addingQuery("wait", "true", to: settings.address())
    if let thread = settings.text("thread") { url = addingQuery("thread_id", thread, to: url) }
    let facts = call.message.facts.joined(separator: "\n")
    let isWeb = call.message.link?.isWebAddress == true
    let text = isWeb ? facts : call.message.body
    let embed = JSONValue.members([
      "title": .string(Escaping.discord(call.message.title).cutEscaped(to: 256, .utf16)),
      "description": text.isEmpty ? nil : .string(Escaping.discord(text).cutEscaped(to: 4096, .utf16)),
      "url": isWeb ? call.message.link.map { .string($0) } : nil,
      "timestamp": .string(call.ring.report.occurrence),
      "color": .integer(call.isCritical ? 0xD93F3F : call.isQuiet ? 0x8A8F98 : 0x2F6FDE),
    ])
    let body = JSONValue.members([
      "embeds": [embed],
      "content": settings.list("mentions").isEmpty
        ? nil : .string(settings.list("mentions").map(Discord.mention).joined(separator: " ")),
      "allowed_mentions": allowedMentions,
      "username": settings.text("username").map { .string($0.cut(to: 80, .utf16)) },
      "avatar_url": settings.secret("avatar").map { .string($0.reveal()) },
      "flags": call.isQuiet ? 4096 : nil,
    ])
    return .json(url, body)
  }

  private static func mention(_ name: String) -> String {
    ["here", "everyone"].contains(name) ? "@\(name)" : "<@\(name)>"
  }

  private var allowedMentions: JSONValue {
    let names = settings.list("mentions")
    let roles = names.filter { $0.hasPrefix("&") }.map { JSONValue.string(String($0.dropFirst())) }
    let users = names.filter { !$0.hasPrefix("&") && !["here", "everyone"].contains($0) }.map { JSONValue.string($0) }
    let isForAll = names.contains { ["here", "everyone"].contains($0) }
    return ["parse": isForAll ? ["everyone"] : [], "users": .array(users), "roles": .array(roles)]
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if answer.status == 429 {
      let wait = answer.json?["retry_after"]?.number.map { Duration.seconds(min(max($0, 0), 3600)) }
      return .retry(
        after: [wait, answer.retryAfter].compactMap(\.self).max(), reason: "too many messages, \(answer.words)")
    }
    // "Unknown Webhook": asking again gets the address of the sender blocked.
    if answer.status == 404, answer.json?["code"]?.integer == 10_015 { return .gone(reason: "Discord \(answer.words)") }
    if let failure = answer.failureByStatus { return failure }
    if answer.status == 204 { return .delivered }
    return answer.json?["id"]?.text == nil ? answer.stranger : .delivered
  }
}
