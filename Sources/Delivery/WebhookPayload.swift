import Alarms
import Workdays

/// What a webhook receives: the firing as `next --json` shows it, and what else a receiver may want to show.
///
/// Names and meanings change only with a version.
struct WebhookPayload: Encodable {
  private let ring: Ring
  private let message: Message
  private let lateSeconds: Int

  init(_ ring: Ring, message: Message, at now: Instant) {
    self.ring = ring
    self.message = message
    lateSeconds = ring.lateSeconds(at: now)
  }

  private enum CodingKeys: String, CodingKey {
    case notes, location, link, calendar, urgency, test, lateSeconds, alsoMissed, follows, message
  }

  private enum FollowsKeys: String, CodingKey { case kind, number, of, since }

  private enum MessageKeys: String, CodingKey { case title, body }

  /// Writes every key, `null` included.
  func encode(to encoder: any Encoder) throws {
    var report = ring.report
    report.id = ring.id
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ring.notes, forKey: .notes)
    try container.encode(ring.location, forKey: .location)
    try container.encode(ring.link, forKey: .link)
    try container.encode(ring.calendar, forKey: .calendar)
    try container.encode(ring.urgency, forKey: .urgency)
    try container.encode(ring.isTest, forKey: .test)
    try container.encode(lateSeconds, forKey: .lateSeconds)
    try container.encode(ring.alsoMissed, forKey: .alsoMissed)
    if let follows = ring.follows {
      var members = container.nestedContainer(keyedBy: FollowsKeys.self, forKey: .follows)
      try members.encode(follows.kind, forKey: .kind)
      try members.encode(follows.number, forKey: .number)
      try members.encode(follows.origin, forKey: .of)
      try members.encode(Instant(seconds: follows.since).formatted(utcOffset: ring.utcOffset), forKey: .since)
    } else {
      try container.encodeNil(forKey: .follows)
    }
    var words = container.nestedContainer(keyedBy: MessageKeys.self, forKey: .message)
    try words.encode(message.title, forKey: .title)
    try words.encode(message.body, forKey: .body)
  }
}
