import Alarms
package import HTTP
package import Workdays

extension HTTPResponse {
  /// The wait that a Retry-After header asks for, seconds (fractions too) or a date; zero up to an hour.
  ///
  /// A date is counted from the answer's own Date header, so that a wrong local clock does no harm.
  package func retryAfter(now: Instant) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    let longest = Duration.seconds(3600)
    if let seconds = Double(value), seconds.isFinite { return min(max(.zero, .seconds(min(seconds, 1e6))), longest) }
    guard let date = httpDate(value, now: now) else { return nil }
    return min(max(.zero, (serverTime(now: now) ?? now).duration(to: date)), longest)
  }

  /// The server's clock, by its Date header.
  func serverTime(now: Instant) -> Instant? { header("Date").flatMap { httpDate($0, now: now) } }

}

/// What an HTTP status means for a message where the service says nothing else (RFC 9110; 425 by RFC 8470).
enum StatusMeaning: Equatable {
  case taken, later, refused

  init(_ status: Int) {
    switch status {
    case 200..<300: self = .taken
    case 408, 425, 429, 500...: self = .later
    // Redirects are not followed: the secret would go with them.
    default: self = .refused
    }
  }
}

extension Outcome {
  /// The outcome of a request that got no whole answer; `nil` where the status came and decides.
  init?(_ error: HTTPError) {
    switch error {
    case .notSent(let reason): self = .retry(after: nil, reason: reason)
    case .noAnswer(let reason): self = .unknown(reason: reason)
    case .answerTooLarge: return nil
    }
  }
}
