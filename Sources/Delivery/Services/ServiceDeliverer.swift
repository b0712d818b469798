package import Alarms
package import HTTP
package import Workdays

/// Sends rings to a service: the one place between what a service is and the client that knows libcurl.
package struct ServiceDeliverer: Deliverer {
  package let backoff = Backoff.network
  private let service: any Service
  private let wording: Wording
  private let client: HTTPClient
  private let userAgent: String
  private let redact: Redaction

  /// `userAgent` names the program: `notifier/1.0`.
  package init(_ settings: ServiceSettings, wording: Wording = Wording(), client: HTTPClient, userAgent: String) {
    service = Services.service(settings)
    self.wording = wording
    self.client = client
    self.userAgent = userAgent
    redact = Redaction(urls: settings.addresses, values: settings.hiddenValues)
  }

  package func deliver(_ ring: Ring, at now: Instant) async -> Outcome {
    let call = ServiceCall(
      ring: ring, message: Message(ring, at: now, wording: wording),
      words: MessageWords(language: wording.language ?? .english), now: now)
    var request = service.request(for: call)
    if !request.headers.contains(where: { $0.name.lowercased() == "user-agent" }) {
      request.headers.append(HTTPHeader("User-Agent", userAgent))
    }
    do throws(HTTPError) {
      return outcome(of: try await client.send(request), now: now)
    } catch {
      switch error {
      case .notSent(let reason): return .retry(after: nil, reason: reason)
      case .noAnswer(let reason): return .unknown(reason: reason)
      case .answerTooLarge(let status, _): return outcome(of: HTTPResponse(status: status), now: now)
      }
    }
  }

  private func outcome(of response: HTTPResponse, now: Instant) -> Outcome {
    service.outcome(of: ServiceAnswer(response, now: now, redact: redact))
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
