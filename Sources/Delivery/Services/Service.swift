import Alarms
import HTTP
import Workdays

/// A chat or push service, or any other receiver over HTTP: what makes a request of a message, and an outcome of an
/// answer.
///
/// It knows nothing of connections, retries and secrets in logs: ``ServiceDeliverer`` does.
protocol Service: Sendable {
  init(_ settings: ServiceSettings)

  /// What to send. It may be asked again for the same ring at another time, and signs for that one.
  func request(for call: ServiceCall) -> HTTPRequest

  /// What an answer means. That of an answer that is none of the service's is never "delivered".
  func outcome(of answer: ServiceAnswer) -> Outcome
}

/// What is to be said, and when.
struct ServiceCall {
  let ring: Ring
  let message: Message
  /// The program's words in the destination's language.
  let words: MessageWords
  /// The time of this try.
  let now: Instant

  /// Title and body, one under the other, in plain text.
  var text: String { message.body.isEmpty ? message.title : "\(message.title)\n\(message.body)" }

  /// Whether the ring insists.
  var isCritical: Bool { ring.urgency == .critical }
  /// Whether the ring is to be quiet.
  var isQuiet: Bool { ring.urgency == .low }

  /// An id of the ring that is the same for every try, of letters and digits.
  var token: String { stableHash([ring.id]) }
}

/// What came back.
struct ServiceAnswer {
  let status: Int
  /// The body as JSON; `nil` where it is none.
  let json: JSONValue?
  /// The body as one line, without secrets, cut.
  var text: String { redact(String(decoding: response.body, as: UTF8.self).singleLine).cut(toUTF8Bytes: 200) }
  /// The wait that a Retry-After header asks for.
  let retryAfter: Duration?
  /// The answer as it came.
  let response: HTTPResponse
  /// The time of the answer, by the local clock.
  let now: Instant
  private let redact: Redaction

  init(_ response: HTTPResponse, now: Instant, redact: Redaction) {
    self.response = response
    self.now = now
    self.redact = redact
    status = response.status
    json = JSONValue(response.body)
    retryAfter = response.retryAfter(now: now)
  }

  /// The status with the beginning of the body, for a person.
  var words: String { text.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(text)" }

  /// The service's own words as a person may see them.
  func clean(_ text: String?) -> String { redact((text ?? "").singleLine).cut(toUTF8Bytes: 500) }

  /// What the status alone means where that is not that the service took the message; `nil` for 2xx.
  var failureByStatus: Outcome? {
    switch StatusMeaning(status) {
    case .taken: nil
    case .later: .retry(after: retryAfter, reason: words)
    case .refused where status >= 400: .rejected(reason: words)
    // No service redirects; a login page of the network in between does.
    case .refused: stranger
    }
  }

  /// What an answer means that is not of the service's kind: something in between has answered in its place.
  var stranger: Outcome {
    .retry(
      after: nil,
      reason: "HTTP \(status): not this service's kind of answer: a proxy or a login page may have answered instead")
  }
}
