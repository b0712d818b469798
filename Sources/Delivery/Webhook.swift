package import Alarms
package import HTTP
package import Workdays
internal import class FoundationEssentials.JSONEncoder

/// A POST of generic JSON to an address of the user's own.
package struct Webhook: Deliverer {
  package let backoff = Backoff.network
  private let settings: Destination.Webhook
  private let client: HTTPClient
  private let userAgent: String
  private let redact: Redaction

  /// `userAgent` names the program: `notifier/1.0`.
  package init(_ settings: Destination.Webhook, client: HTTPClient, userAgent: String) {
    self.settings = settings
    self.client = client
    self.userAgent = userAgent
    redact = Redaction(urls: [settings.url], values: settings.headers.map(\.value))
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    let body: [UInt8]
    do {
      body = try encodeJSON(WebhookPayload(ring, at: now))
    } catch {
      return .rejected(reason: "the message could not be written as JSON: \(error)")
    }
    let request = HTTPRequest(method: "POST", url: settings.url.reveal(), headers: headers(for: ring), body: body)
    do throws(HTTPError) {
      return outcome(of: try await client.send(request), now: now)
    } catch {
      if case .answerTooLarge(let status, _) = error { return outcome(of: HTTPResponse(status: status), now: now) }
      return Outcome(error) ?? .unknown(reason: "no answer")
    }
  }

  /// The user's headers win, except for the one that lets a receiver drop a second copy.
  private func headers(for ring: Ring) -> [HTTPHeader] {
    let own = [
      HTTPHeader("Content-Type", "application/json; charset=utf-8"), HTTPHeader("User-Agent", userAgent),
      HTTPHeader("Idempotency-Key", headerValue(ring.id)),
    ]
    let theirs = settings.headers.filter { $0.name.lowercased() != "idempotency-key" }
    let names = Set(theirs.map { $0.name.lowercased() })
    return own.filter { !names.contains($0.name.lowercased()) } + theirs.map { HTTPHeader($0.name, $0.value.reveal()) }
  }

  private func outcome(of response: HTTPResponse, now: Instant) -> Outcome {
    let reason = response.words(redact)
    switch StatusMeaning(response.status) {
    case .taken: return .delivered
    case .later: return .retry(after: response.retryAfter(now: now), reason: reason)
    case .refused: return .rejected(reason: reason)
    }
  }
}

/// JSON as raw UTF-8, keys sorted, slashes as they are: the same message gives the same bytes.
func encodeJSON(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}

/// `text` as the value of a header: bytes outside visible ASCII percent-encoded, once, as CloudEvents' HTTP binding does.
func headerValue(_ text: String) -> String {
  percentEncoded(text) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "%") }
}

/// `text` with every byte of its UTF-8 that `isPlain` refuses as `%` and two capital hexadecimal digits.
func percentEncoded(_ text: String, isPlain: (UInt8) -> Bool) -> String {
  let digits = Array("0123456789ABCDEF")
  return text.utf8.reduce(into: "") { result, byte in
    if isPlain(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
}
