import Alarms
import HTTP
import Workdays

/// A receiver of the user's own: the firing as JSON, as a CloudEvent, or in a form of their own.
struct Webhook: Service {
  private let settings: ServiceSettings
  private let body: Template?

  init(_ settings: ServiceSettings) {
    self.settings = settings
    // The reader of the configuration lets no other text through.
    body = settings.text("body").flatMap { try? Template($0) }
  }

  func request(for call: ServiceCall) -> HTTPRequest {
    let content = content(call)
    // The user's headers win, except for the one that lets a receiver drop a second copy.
    let theirs = settings.headers.filter { $0.name.lowercased() != "idempotency-key" }
    let names = Set(theirs.map { $0.name.lowercased() })
    let own = [HTTPHeader("Content-Type", content.type), HTTPHeader("Idempotency-Key", headerValue(call.ring.id))]
      .filter { !names.contains($0.name.lowercased()) }
    return HTTPRequest(
      method: settings.text("method") ?? "POST", url: settings.address(),
      headers: own + content.headers + theirs.map { HTTPHeader($0.name, $0.value.reveal()) }
        + signature(of: content.body, call), body: content.body)
  }

  private struct Content {
    let type: String
    var headers: [HTTPHeader] = []
    let body: [UInt8]
  }

  private func content(_ call: ServiceCall) -> Content {
    if let body {
      let encode = Webhook.encoding(for: settings.mediaType)
      // What is a test has to say so, wherever a person would read it first.
      let mark = call.ring.isTest ? call.words.testMark : ""
      let marked: Template.Field = body.has(.title) ? .title : .body
      let text = body.filled { field in
        let value = Message.value(of: field, call.ring, at: call.now, body: call.message.lines, call.words)
        return encode(field == marked ? mark + value : value)
      }
      return Content(type: settings.contentType, body: Array(text.utf8))
    }
    let payload = WebhookPayload(call.ring, message: call.message, at: call.now).json
    switch settings.text("format") {
    case "cloudevents": return Webhook.structured(call, payload)
    case "cloudevents-binary":
      let headers = Webhook.attributes(call).map { HTTPHeader("ce-\($0.name)", headerValue($0.value)) }
      return Content(type: "application/json; charset=utf-8", headers: headers, body: payload)
    default: return Content(type: settings.text("content-type") ?? "application/json; charset=utf-8", body: payload)
    }
  }

  /// The attributes of CloudEvents 1.0; source and id are the same for every try.
  private static func attributes(_ call: ServiceCall) -> [(name: String, value: String)] {
    [
      ("specversion", "1.0"), ("id", call.ring.id),
      ("source", "urn:notifier:\(call.ring.report.alarm.map(formEncoded) ?? "")"),
      ("type", "io.notifier.firing"), ("time", call.ring.report.fires),
    ]
  }

  private static func structured(_ call: ServiceCall, _ payload: [UInt8]) -> Content {
    var members = Dictionary(uniqueKeysWithValues: attributes(call).map { ($0.name, JSONValue.string($0.value)) })
    members["datacontenttype"] = "application/json"
    members["data"] = JSONValue(payload)
    return Content(type: "application/cloudevents+json; charset=utf-8", body: JSONValue.object(members).bytes)
  }

  /// What makes a value harmless in a body of that media type.
  private static func encoding(for name: String) -> (String) -> String {
    // Without its quotes, which the template has.
    func insideQuotes(_ text: String) -> String {
      String(decoding: JSONValue.string(text).bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    if name.hasSuffix("json") { return insideQuotes }
    if name.hasSuffix("x-www-form-urlencoded") { return formEncoded }
    if name.hasSuffix("html") || name.hasSuffix("xml") { return Escaping.html }
    return { $0 }
  }

  /// Of this try's time: a receiver takes no old one.
  private func signature(of body: [UInt8], _ call: ServiceCall) -> [HTTPHeader] {
    guard let key = settings.secret("signing-key") else { return [] }
    // No full stop may stand in the id.
    let id = "msg_\(call.token)"
    let seconds = call.now.seconds
    guard let signature = standardWebhooksSignature(key: key.reveal(), id: id, seconds: seconds, body: body) else {
      return []
    }
    return [
      HTTPHeader("webhook-id", id), HTTPHeader("webhook-timestamp", "\(seconds)"),
      HTTPHeader("webhook-signature", signature),
    ]
  }

  func outcome(of answer: ServiceAnswer) -> Outcome {
    switch StatusMeaning(answer.status) {
    case .taken: return .delivered
    case .later: return .retry(after: answer.retryAfter, reason: answer.words)
    case .refused where answer.status == 410: return .gone(reason: answer.words)
    case .refused: return .rejected(reason: answer.words)
    }
  }
}
