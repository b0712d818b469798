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

  /// Which ring it follows.
  private struct Follows: Encodable {
    let kind: Following.Kind
    let number: Int
    let of: String
    let since: String
  }

  private struct Words: Encodable {
    let title: String
    let body: String
  }

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
    let follows = ring.follows.map { follows in
      Follows(
        kind: follows.kind, number: follows.number, of: follows.origin,
        since: Instant(seconds: follows.since).formatted(utcOffset: ring.utcOffset))
    }
    try container.encode(follows, forKey: .follows)
    try container.encode(Words(title: message.title, body: message.body), forKey: .message)
  }
}
