import Alarms
import Workdays

/// What a webhook receives: the firing as `next --json` shows it, and what else a receiver may want to show.
///
/// Names and meanings change only with a version.
struct WebhookPayload {
  private let ring: Ring
  private let message: Message
  private let lateSeconds: Int

  init(_ ring: Ring, message: Message, at now: Instant) {
    self.ring = ring
    self.message = message
    lateSeconds = ring.lateSeconds(at: now)
  }

  /// The document in UTF-8: every member, `null` included, in the order of their names.
  var json: [UInt8] {
    let report = ring.report
    return JSONWriter.object { json in
      json.member("alarm", report.alarm)
      json.member("alsoMissed", ring.alsoMissed)
      json.member("calendar", ring.calendar)
      json.object("day", report.day.write)
      json.member("destinations", report.destinations)
      json.member("fires", report.fires)
      if let follows = ring.follows {
        json.object("follows") { write(follows, to: &$0) }
      } else {
        json.null("follows")
      }
      json.member("id", ring.id)
      json.member("lateSeconds", lateSeconds)
      json.member("link", ring.link)
      json.member("location", ring.location)
      json.object("message") { json in
        json.member("body", message.body)
        json.member("title", message.title)
      }
      json.member("notes", ring.notes)
      json.member("occurrence", report.occurrence)
      json.object("offset", report.offset.write)
      json.member("test", ring.isTest)
      json.member("title", report.title)
      json.member("urgency", ring.urgency.rawValue)
      json.member("zone", report.zone)
    }
  }

  /// Which ring it follows.
  private func write(_ follows: Following, to json: inout JSONWriter) {
    json.member("kind", follows.kind.rawValue)
    json.member("number", follows.number)
    json.member("of", follows.origin)
    json.member("since", Instant(seconds: follows.since).formatted(utcOffset: ring.utcOffset))
  }
}
