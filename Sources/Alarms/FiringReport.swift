/// One firing as `next --json`, the control socket and webhooks show it. Names and meanings change only with a version.
package struct FiringReport: Codable, Hashable, Sendable {
  /// The firing's id, the same on every run and machine: `clock-in/2026-09-20T09:00/-10m`; `nil` for an ad-hoc rule.
  package var id: String?
  /// The alarm's id; `nil` for an ad-hoc rule.
  package var alarm: String?
  package var title: String
  /// The occurrence's start, RFC 3339 with the zone's offset at that instant.
  package var occurrence: String
  /// The IANA name of the alarm's zone.
  package var zone: String
  package var offset: OffsetReport
  /// When it rings, RFC 3339 with the zone's offset at that instant.
  package var fires: String
  package var day: DayReport
  /// Names of the destinations it goes to.
  package var destinations: [String]

  /// An offset as JSON shows it.
  package struct OffsetReport: Codable, Hashable, Sendable {
    /// The canonical text: `-10m`.
    package var text: String
    /// `exact`, `nominal`, `time-of-day` or `workdays`.
    package var kind: String

    package init(text: String, kind: String) {
      self.text = text
      self.kind = kind
    }
  }

  package init(
    id: String?, alarm: String?, title: String, occurrence: String, zone: String, offset: OffsetReport, fires: String,
    day: DayReport, destinations: [String]
  ) {
    self.id = id
    self.alarm = alarm
    self.title = title
    self.occurrence = occurrence
    self.zone = zone
    self.offset = offset
    self.fires = fires
    self.day = day
    self.destinations = destinations
  }

  /// Writes every key, `null` included, so that readers need not tell "absent" from "none".
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(title, forKey: .title)
    try container.encode(occurrence, forKey: .occurrence)
    try container.encode(zone, forKey: .zone)
    try container.encode(offset, forKey: .offset)
    try container.encode(fires, forKey: .fires)
    try container.encode(day, forKey: .day)
    try container.encode(destinations, forKey: .destinations)
  }
}
