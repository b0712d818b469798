package import Alarms
package import HTTP
package import Workdays

/// Sends rings to a service: the one place between what a service is and the client that knows libcurl.
package struct ServiceDeliverer: Deliverer {
  package let backoff = Backoff.network
  package let pace: Pace
  private let service: any Service
  private let wording: Wording
  private let client: HTTPClient
  private let userAgent: String
  private let redact: Redaction
  private let transport: Transport

  /// `userAgent` names the program: `notifier/1.0`.
  package init(
    _ settings: ServiceSettings, wording: Wording = Wording(), pace: Pace = Pace(), client: HTTPClient,
    userAgent: String
  ) {
    service = Services.service(settings)
    self.wording = wording
    self.pace = pace
    self.client = client
    self.userAgent = userAgent
    transport = settings.transport
    redact = Redaction(urls: settings.addresses, values: settings.hiddenValues)
  }

  package var language: Language { wording.language ?? .english }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    await send(request(for: ring, at: now), at: now).outcome
  }

  package func attempt(_ ring: Ring, at now: Instant) async -> Trial {
    let request = request(for: ring, at: now)
    let (outcome, response) = await send(request, at: now)
    return Trial(
      request: redact(request.text), answer: response.map { redact($0.text) } ?? "", outcome: outcome)
  }

  private func request(for ring: Ring, at now: Instant) -> HTTPRequest {
    let call = ServiceCall(
      ring: ring, message: Message(ring, at: now, wording: wording),
      words: MessageWords(language: wording.language ?? .english), now: now)
    var request = service.request(for: call)
    if !request.headers.contains(where: { $0.isNamed("user-agent") }) {
      request.headers.append(HTTPHeader("User-Agent", userAgent))
    }
    request.take(transport)
    return request
  }

  private func send(_ request: HTTPRequest, at now: Instant) async -> (outcome: Outcome, response: HTTPResponse?) {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      switch error {
      case .notSent(let reason): return (.retry(after: nil, reason: reason), nil)
      case .noAnswer(let reason): return (.unknown(reason: reason), nil)
      // Not without a body: some services say yes by nothing more than the status.
      case .answerTooLarge(let status, let limit, let wait):
        response = HTTPResponse(status: status, headers: wait, body: Array("(more than \(limit) bytes)".utf8))
      }
    }
    if let outcome = Redirect(response, from: request.url, redact: redact)?.outcome { return (outcome, response) }
    return (service.outcome(of: ServiceAnswer(response, now: now, redact: redact)), response)
  }
}

extension HTTPRequest {
  /// Goes the way that a person wants, and shares connections with the burst that it belongs to.
  fileprivate mutating func take(_ transport: Transport) {
    reusesConnections = true
    certificates = transport.authorities
    socket = transport.socket
    switch transport.proxy {
    case .environment: break
    case .direct: proxy = ""
    case .through(let address): proxy = address.reveal()
    }
    if let limit = transport.timeout {
      timeout = limit
      connectTimeout = min(connectTimeout, limit)
    }
  }

  /// Headers whose values are nobody's business.
  private static let open: Set<String> = [
    "content-type", "user-agent", "idempotency-key", "webhook-id", "webhook-timestamp",
  ]

  /// The request as it goes over the wire, but for what libcurl adds and for what is secret wherever it stands: all of the
  /// address behind the host, and the values of most headers.
  fileprivate var text: String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? ""
    let host = rest.prefix { !"/?#".contains($0) }
    let origin = url.prefix { $0 != ":" } + "://" + (host.split(separator: "@").last ?? "")
    let lines = headers.map { header in
      let isOpen = HTTPRequest.open.contains(header.name.lowercased()) || header.name.lowercased().hasPrefix("ce-")
      return "\(header.name): \(isOpen ? header.value : Secret("").description)\n"
    }
    return "\(method) \(origin)/\(Secret("").description)\n" + lines.joined() + "\n"
      + String(decoding: body, as: UTF8.self).cut(toUTF8Bytes: 10_000)
  }
}

extension HTTPResponse {
  /// The answer as it came.
  fileprivate var text: String {
    "HTTP \(status)\n" + headers.map { "\($0.name): \($0.value)\n" }.joined() + "\n"
      + String(decoding: body, as: UTF8.self).cut(toUTF8Bytes: 10_000)
  }
}

/// What there is for each kind.
enum Services {
  private static let types: [String: any Service.Type] = [
    "webhook": Webhook.self, "dingtalk": DingTalk.self, "feishu": Feishu.self, "wecom": WeCom.self,
    "slack": Slack.self, "discord": Discord.self, "telegram": Telegram.self, "teams": Teams.self,
    "google-chat": GoogleChat.self, "mattermost": Mattermost.self, "rocketchat": RocketChat.self,
    "matrix": Matrix.self, "ntfy": Ntfy.self, "gotify": Gotify.self, "bark": Bark.self, "serverchan": ServerChan.self,
    "pushplus": PushPlus.self, "pushdeer": PushDeer.self, "pushover": Pushover.self,
    "homeassistant": HomeAssistant.self, "ifttt": IFTTT.self,
  ]

  /// - Precondition: the settings are of one of ``ServiceKind/all``.
  static func service(_ settings: ServiceSettings) -> any Service {
    guard let type = types[settings.kind] else { preconditionFailure("no service of the kind \(settings.kind)") }
    return type.init(settings)
  }
}
