/// A kind of destination that is reached over HTTP: its name and what may be said of one.
///
/// The reader of the configuration, the documentation's table and the tests that every service must pass go by the list
/// in ``all``. What a message becomes at a service is the business of the module that sends.
package struct ServiceKind: Sendable {
  /// As `kind:` writes it.
  package let name: String
  /// As its people call it.
  package let title: String
  package let fields: [ServiceField]
  /// How fast it takes messages by its own word, where it gives one.
  package var pace = Pace()
  /// Whether who knows the address can send.
  var hidesAddress: Bool {
    !["webhook", "matrix", "gotify"].contains(name) && fields.contains { $0.name == "url" && $0.isRequired }
  }

  /// All of them, in the order in which they are listed to a person.
  package static let all = [
    webhook, dingtalk, feishu, wecom, slack, discord, telegram, teams, googleChat, mattermost, rocketChat, matrix, ntfy,
    gotify, bark, serverChan, pushPlus, pushDeer, pushover, homeAssistant, ifttt,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The kind of that name.
  package static func named(_ name: String) -> ServiceKind? { byName[name] }

  /// The field of that name.
  package func field(_ name: String) -> ServiceField? { fields.first { $0.name == name } }
}

extension ServiceKind {
  private static let webhook = ServiceKind(
    name: "webhook", title: "generic webhook",
    fields: [
      .ownAddress, ServiceField("method", .choice(["POST", "PUT", "PATCH"])), ServiceField("headers", .headers),
      ServiceField("format", .choice(["json", "cloudevents", "cloudevents-binary"])),
      ServiceField("body", .template), .line("content-type"), ServiceField("signing-key", .signingKey),
    ])

  private static let dingtalk = ServiceKind(
    name: "dingtalk", title: "DingTalk 钉钉",
    fields: [
      .ownAddress, ServiceField("secret", .secret),
      ServiceField(
        "mentions",
        .texts(expected: "mobile numbers, or all") { text in
          text == "all"
            || !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "+" || $0 == "-" }
        }),
    ], pace: Pace(limits: [RateLimit(20, per: .seconds(60))]))

  private static let feishu = ServiceKind(
    name: "feishu", title: "Feishu 飞书, Lark",
    fields: [
      .ownAddress, ServiceField("secret", .secret), .mentions("Open IDs (ou_…), user IDs, or all"),
      .levels([
        "blue", "wathet", "turquoise", "green", "yellow", "orange", "red", "carmine", "violet", "purple", "indigo",
        "grey",
      ]),
    ], pace: Pace(limits: [RateLimit(5, per: .seconds(1)), RateLimit(100, per: .seconds(60))], jitter: .seconds(5)))

  private static let wecom = ServiceKind(
    name: "wecom", title: "WeCom 企业微信",
    fields: [.ownAddress, .mentions("user IDs, mobile numbers, or @all")],
    pace: Pace(limits: [RateLimit(20, per: .seconds(60))]))

  private static let slack = ServiceKind(
    name: "slack", title: "Slack",
    fields: [.ownAddress, .mentions("member IDs (U…), group IDs (S…), here, channel or everyone")],
    pace: Pace(limits: [RateLimit(1, per: .seconds(1))]))

  private static let discord = ServiceKind(
    name: "discord", title: "Discord",
    fields: [
      .ownAddress, .line("username"), .line("thread"), ServiceField("avatar", .address(usual: nil)),
      .mentions("user IDs, role IDs as &ID, here or everyone"),
    ], pace: Pace(limits: [RateLimit(5, per: .seconds(2)), RateLimit(30, per: .seconds(60))]))

  private static let telegram = ServiceKind(
    name: "telegram", title: "Telegram",
    fields: [
      .server("https://api.telegram.org"), .key("token"), .line("chat", isRequired: true),
      ServiceField("thread", .number(1...Int.max)), .mentions("names as @name"),
    ], pace: Pace(limits: [RateLimit(1, per: .seconds(1)), RateLimit(20, per: .seconds(60))]))

  private static let teams = ServiceKind(
    name: "teams", title: "Microsoft Teams (Workflows)", fields: [.ownAddress],
    pace: Pace(limits: [RateLimit(4, per: .seconds(1))]))

  private static let googleChat = ServiceKind(
    name: "google-chat", title: "Google Chat", fields: [.ownAddress, .line("thread"), .mentions("user IDs, or all")],
    pace: Pace(limits: [RateLimit(1, per: .seconds(1))]))

  private static let mattermost = ServiceKind(
    name: "mattermost", title: "Mattermost",
    fields: [
      .ownAddress, .line("channel"), .line("username"), ServiceField("icon", .address(usual: nil)),
      .mentions("names as @name, @here, @channel or @all"), .levels(["none", "important", "urgent"]),
    ])

  private static let rocketChat = ServiceKind(
    name: "rocketchat", title: "Rocket.Chat",
    fields: [
      .ownAddress, .line("channel"), .line("username"), ServiceField("icon", .address(usual: nil)),
      .mentions("names as @name, @here or @all"),
    ], pace: Pace(limits: [RateLimit(10, per: .seconds(60))]))

  private static let matrix = ServiceKind(
    name: "matrix", title: "Matrix",
    fields: [
      .ownAddress, .line("room", isRequired: true), .key("token"), .mentions("user IDs as @user:server, or @room"),
      ServiceField("notice", .flag),
    ])

  private static let ntfy = ServiceKind(
    name: "ntfy", title: "ntfy",
    fields: [
      .server("https://ntfy.sh"), .key("topic"), ServiceField("token", .secret), ServiceField("user", .secret),
      ServiceField("password", .secret), ServiceField("icon", .address(usual: nil)),
      ServiceField("tags", .texts(expected: "words") { !$0.isEmpty && !$0.contains(where: \.isNewline) }),
      .levels((1...5).map(String.init)),
    ], pace: Pace(limits: [RateLimit(60, per: .seconds(300))]))

  private static let gotify = ServiceKind(
    name: "gotify", title: "Gotify",
    fields: [.ownAddress, .key("token"), .levels((0...10).map(String.init))])

  private static let bark = ServiceKind(
    name: "bark", title: "Bark",
    fields: [
      .server("https://api.day.app"), .key("key"), .line("sound"), ServiceField("icon", .address(usual: nil)),
      ServiceField("call", .flag), .levels(["passive", "active", "timeSensitive", "critical"]),
    ])

  private static let serverChan = ServiceKind(
    name: "serverchan", title: "ServerChan Server酱",
    fields: [
      ServiceField("url", .address(usual: "")), .key("key"),
      ServiceField("channels", .texts(expected: "numbers of channels") { Int($0) != nil }),
    ])

  private static let pushPlus = ServiceKind(
    name: "pushplus", title: "PushPlus 推送加",
    fields: [
      .server("https://www.pushplus.plus"), .key("token"), .line("topic"),
      ServiceField("channel", .choice(["wechat", "webhook", "cp", "mail", "sms", "app"])),
    ], pace: Pace(limits: [RateLimit(5, per: .seconds(60))]))

  private static let pushDeer = ServiceKind(
    name: "pushdeer", title: "PushDeer", fields: [.server("https://api2.pushdeer.com"), .key("key")])

  private static let pushover = ServiceKind(
    name: "pushover", title: "Pushover",
    fields: [
      .server("https://api.pushover.net"), .key("token"), .key("user"), .line("device"), .line("sound"),
      .levels(["-2", "-1", "0", "1", "2"]), ServiceField("retry", .number(30...10_800)),
      ServiceField("expire", .number(30...10_800)),
    ])

  private static let homeAssistant = ServiceKind(
    name: "homeassistant", title: "Home Assistant", fields: [.ownAddress, ServiceField("token", .secret)])

  private static let ifttt = ServiceKind(
    name: "ifttt", title: "IFTTT",
    fields: [.server("https://maker.ifttt.com"), .line("event", isRequired: true), .key("key")])
}
