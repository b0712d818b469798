import Alarms
import Workdays

/// Reads moments as the command line takes them: an instant, a local date-time, or a date, at whose midnight it is.
struct MomentArgument {
  static let forms: LocalText =
    "an instant such as 2026-09-01T08:00:00+08:00, a local date-time, or a date: \(DateArgument.forms)"

  let zone: ZoneRules
  let calendar: WorkCalendar
  let now: Instant

  /// In the configured zone, by the configured calendar.
  init(_ configuration: Configuration, now: Instant) {
    zone = configuration.zones[configuration.zone] ?? .utc
    calendar = configuration.calendar
    self.now = now
  }

  /// The moment that `text` names; `nil` for anything else.
  func read(_ text: String) -> Instant? {
    if let date = DateArgument(today: zone.civil(at: now).date, calendar: calendar).read(text) {
      return zone.instant(of: CivilDateTime(date: date, time: .midnight))
    }
    return Instant(text) ?? CivilDateTime(text).flatMap { zone.instant(of: $0) }
  }

  /// A moment for a person, in the zone.
  func text(_ moment: Instant) -> String { "\(zone.civil(at: moment))" }
}
