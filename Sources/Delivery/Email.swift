import Alarms
import HTTP
import Workdays

/// E-mail, through a server that takes it for others.
struct Email: Deliverer {
  let backoff = Backoff.network
  let pace: Pace
  private let settings: EmailSettings
  private let wording: Wording
  private let client: HTTPClient
  private let redact: Redaction

  init(_ settings: EmailSettings, wording: Wording, pace: Pace, client: HTTPClient) {
    self.settings = settings
    self.wording = wording
    self.pace = pace
    // libcurl waits for a mail server's farewell, and all else on its thread does, too.
    self.client = client.separate()
    // Who logs in is mostly the sender's own address, which a server's words may well name.
    redact = Redaction(urls: [], values: [settings.password].compactMap(\.self))
  }

  var language: Language { wording.language ?? .english }

  func deliver(_ ring: Ring, at now: Instant) async -> Outcome { await attempt(ring, at: now).outcome }

  func attempt(_ ring: Ring, at now: Instant) async -> Trial {
    let message = Message(ring, at: now, wording: wording)
    let mail = MailMessage(ring, message, at: now, from: settings.from, to: settings.to)
    let request = "\(settings.server.url)\n\(mail.header)\n\(message.body)"
    do throws(HTTPError) {
      let reply = try await client.send(submission(of: mail))
      return Trial(request: request, answer: words(reply), outcome: outcome(of: reply))
    } catch {
      // There is no answer of a size.
      return Trial(request: request, outcome: Outcome(error) ?? .unknown(reason: "no answer"))
    }
  }

  private func submission(of mail: MailMessage) -> MailSubmission {
    MailSubmission(
      url: settings.server.url,
      login: settings.user.flatMap { user in settings.password.map { (user.reveal(), $0.reveal()) } },
      from: settings.from.address, to: settings.to.map(\.address), message: mail.bytes,
      requiresTLS: !settings.server.isLoopback)
  }

  /// RFC 5321, 4.2.1: 4yz may pass, 5yz will not.
  private func outcome(of reply: MailReply) -> Outcome {
    switch reply.code {
    case 200..<300: .delivered
    case 400..<500: .retry(after: nil, reason: "the mail server is not ready: \(words(reply))")
    // RFC 4954, 6.
    case 530, 534, 535, 538:
      .rejected(reason: "the mail server does not let us in, look at user and password: \(words(reply))")
    default: .rejected(reason: "the mail server refuses it: \(words(reply))")
    }
  }

  private func words(_ reply: MailReply) -> String { redact(reply.text.singleLine).trimmed.cut(toUTF8Bytes: 500) }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
