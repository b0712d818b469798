import Alarms
import Concurrency
import HTTP

/// A bot of Telegram: plain text whose title is bold by position, so that nothing typed is markup. A name after `@` calls
/// people even so.
struct Telegram: Service {
  private let settings: ServiceSettings
  /// Where a group went that has become a larger one, as the service has said.
  private let movedTo = Guarded<Int?>(nil)

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let mentions = settings.list("mentions").joined(separator: " ")
    let told = Escaping.withoutMentions(call.text)
    let text = (mentions.isEmpty ? told : "\(told)\n\(mentions)").cut(to: 4096, .utf16)
    // A title of a very long first line is cut with it.
    let bold = min(Escaping.withoutMentions(call.message.title).utf16.count, text.utf16.count)
    let chat: JSONValue =
      movedTo.withLock { $0 }.map { .integer($0) } ?? settings.text("chat").map { text in
        Int(text).map { .integer($0) } ?? .string(text)
      } ?? .null
    let button: JSONValue? = call.message.link.flatMap { link in
      link.isWebAddress
        ? ["inline_keyboard": [[["text": .string(call.words.open), "url": .string(link)]]]] : nil
    }
    let body = JSONValue.members([
      "chat_id": chat, "text": .string(text),
      "entities": [["type": "bold", "offset": 0, "length": .integer(bold)]],
      "disable_notification": call.isQuiet ? true : nil,
      "message_thread_id": settings.number("thread").map { .integer($0) },
      "link_preview_options": ["is_disabled": true], "reply_markup": button,
    ])
    let token = settings.secret("token")?.reveal() ?? ""
    return .json(appending("/bot\(token)/sendMessage", to: settings.address()), body)
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    let words = "Telegram \(answer.clean(answer.json?["description"]?.text))"
    switch answer.json?["ok"] {
    case .bool(true)? where answer.status == 200: return .delivered
    case .bool(false)?: break
    default: return answer.failureByStatus ?? answer.stranger
    }
    let parameters = answer.json?["parameters"]
    if let chat = parameters?["migrate_to_chat_id"]?.integer {
      movedTo.withLock { $0 = chat }
      return .retry(after: .zero, reason: "\(words): the group has another id now; write chat: \"\(chat)\"")
    }
    if answer.status == 429 {
      let wait = parameters?["retry_after"]?.number.map { Duration.seconds(min(max($0, 0), 86_400)) }
      return .retry(after: wait ?? answer.retryAfter, reason: words)
    }
    if case .retry(let wait, _)? = answer.failureByStatus { return .retry(after: wait, reason: words) }
    return .rejected(reason: words)
  }
}
