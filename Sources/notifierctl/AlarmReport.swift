import Alarms
import Workdays

/// An alarm as `list --json` shows it. Names and meanings change only with a version.
struct AlarmReport: Encodable {
  let id: String
  let title: String
  let days: String
  // Only where the alarm says them.
  let only: String?
  let position: String?
  let except: [String]?
  let at: [String]
  let zone: String
  let remind: [String]
  let destinations: [String]
  let calendar: String?
  let enabled: Bool
  let place: String
  let next: String?

  /// - Parameter now: after which moment its next ring lies.
  init(_ plan: AlarmPlan, at now: Instant) {
    let alarm = plan.alarm
    let schedule = alarm.schedule
    id = alarm.id
    title = alarm.title
    days = schedule.daysText
    only = schedule.only?.rawValue
    position = schedule.position?.description
    except = schedule.except.isEmpty ? nil : schedule.except.map(\.description)
    at = schedule.times.map(\.description)
    zone = alarm.zone
    remind = alarm.offsets.map(\.description)
    destinations = alarm.destinations
    calendar = alarm.calendar
    enabled = alarm.isEnabled
    place = alarm.place.description
    next = ((try? plan.nextFiring(after: now)) ?? nil).map { FiringReport($0, plan: plan).fires }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(days, forKey: .days)
    try container.encodeIfPresent(only, forKey: .only)
    try container.encodeIfPresent(position, forKey: .position)
    try container.encodeIfPresent(except, forKey: .except)
    try container.encode(at, forKey: .at)
    try container.encode(zone, forKey: .zone)
    try container.encode(remind, forKey: .remind)
    try container.encode(destinations, forKey: .destinations)
    try container.encode(calendar, forKey: .calendar)
    try container.encode(enabled, forKey: .enabled)
    try container.encode(place, forKey: .place)
    try container.encode(next, forKey: .next)
  }

  private enum CodingKeys: CodingKey {
    case id, title, days, only, position, except, at, zone, remind, destinations, calendar, enabled, place, next
  }
}
