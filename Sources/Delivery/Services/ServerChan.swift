import Alarms
import HTTP
import Workdays

/// ServerChan (Server酱), Turbo or ³ by what the key begins with.
struct ServerChan: Service {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let title = call.message.title.cut(to: 32, .utf16)
    // A title that had to be cut is whole in the text.
    let lines = (title == call.message.title ? [] : [call.message.title]) + call.message.lines
    // A line breaks only where a blank one stands.
    let body = fitting(lines.joined(separator: "\n"), into: 32_000) { text in
      .members([
        "title": .string(title),
        "desp": .string(
          text.split(separator: "\n").map { Escaping.markdown(String($0)) }.joined(separator: "\n\n")),
        "channel": settings.list("channels").isEmpty
          ? nil : .string(settings.list("channels").joined(separator: "|")),
      ])
    }
    return .json(address, body)
  }

  private var address: String {
    let key = settings.secret("key")?.reveal() ?? ""
    let own = settings.address()
    if !own.isEmpty { return appending("/\(key).send", to: own) }
    // The number of the user stands in keys of the newer kind: sctp123tABC.
    if key.hasPrefix("sctp"), let end = key.dropFirst(4).firstIndex(of: "t"),
      end > key.index(key.startIndex, offsetBy: 4)
    {
      return "https://\(key.dropFirst(4)[..<end]).push.ft07.com/send/\(key).send"
    }
    return "https://sctapi.ftqq.com/\(key).send"
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    guard let code = answer.json?["code"]?.integer else { return answer.failureByStatus ?? answer.stranger }
    let message = answer.json?["message"]?.text ?? answer.json?["info"]?.text ?? ""
    let words = "ServerChan \(code): \(answer.clean(message))"
    if code == 0 { return answer.failureByStatus ?? .delivered }
    if code == 40_001 && message.contains("次数") || message.contains("超过当天") {
      return .retry(after: answer.now.untilMidnight(utcOffset: 28_800), reason: words)
    }
    if case .retry(let wait, _)? = answer.failureByStatus { return .retry(after: wait, reason: words) }
    return .rejected(reason: words)
  }
}
