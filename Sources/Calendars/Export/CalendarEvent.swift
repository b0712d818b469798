package import Alarms
package import Workdays

/// One event as calendars exchange it, before it is text: a series by a rule, or a single one.
package struct CalendarEvent: Hashable, Sendable {
  /// When to ring, in seconds from the start or the end; negative before it.
  package struct Trigger: Hashable, Sendable {
    package let seconds: Int
    package let anchor: Offset.Anchor
  }

  /// When something takes place: a date, a moment on the wall of the event's zone, or where that moment comes twice and the
  /// second is meant, an instant.
  package enum Moment: Hashable, Sendable {
    case date(CivilDate)
    case local(CivilDateTime)
    case instant(Instant)
  }

  /// The same on every run and machine: the alarm's id, and for a single day that of its occurrence.
  package let uid: String
  /// The id of the alarm that it is made of.
  package let alarm: String
  package let start: Moment
  /// The IANA name of the zone of its local moments.
  package let zone: String
  /// How long it lasts; at least a day for one that is all-day.
  package let duration: EventDuration
  /// An RFC 5545 rule; `nil` for a single event.
  package var rule: String?
  /// Of what the rule yields that which does not take place, ascending.
  package var excluded: [Moment] = []
  package let triggers: [Trigger]
  package let title: String
  package let notes: String?
  package let location: String?
  package let link: String?
  /// The alarm's calendar; `nil` where it has none.
  package let calendar: AlarmCalendar?
}
