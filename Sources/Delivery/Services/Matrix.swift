import Alarms
import HTTP

/// A room of Matrix. Trying again does no harm: the server knows the transaction.
struct Matrix: Service {
  private let settings: ServiceSettings

  /// An event may have 65,536 bytes, of which the server needs some, and carries the text twice, once as HTML.
  private static let maximumBytes = 63_000

  init(_ settings: ServiceSettings) { self.settings = settings }

  func request(for call: ServiceCall) -> HTTPRequest {
    let room = formEncoded(settings.text("room") ?? "")
    let path = "/_matrix/client/v3/rooms/\(room)/send/m.room.message/notifier-\(call.token)"
    let body = fitting(call.text.cut(toUTF8Bytes: 10_000), into: Matrix.maximumBytes) { content(of: $0) }
    return .json(
      appending(path, to: settings.address()), body,
      headers: [HTTPHeader("Authorization", "Bearer \(settings.secret("token")?.reveal() ?? "")")], method: "PUT")
  }

  private func content(of plain: String) -> JSONValue {
    let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.html(String($0)) }
    let html = "<strong>\(lines[0])</strong>" + lines.dropFirst().map { "<br>\($0)" }.joined()
    let mentions = settings.list("mentions")
    let people = mentions.filter { $0 != "@room" }
    return [
      "msgtype": settings.flag("notice") ? "m.notice" : "m.text", "body": .string(plain),
      "format": "org.matrix.custom.html", "formatted_body": .string(html),
      // Always there, so that old servers call nobody whom the text happens to name.
      "m.mentions": .members([
        "user_ids": .array(people.map { .string($0) }), "room": mentions.contains("@room") ? true : nil,
      ]),
    ]
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    if answer.status == 429 {
      let wait = answer.json?["retry_after_ms"]?.integer.map { Duration.milliseconds(min(max($0, 0), 3_600_000)) }
      return .retry(after: answer.retryAfter ?? wait, reason: "too many messages, \(answer.words)")
    }
    if let failure = answer.failureByStatus { return failure }
    return answer.status == 200 && answer.json?["event_id"]?.text != nil ? .delivered : answer.stranger
  }
}
