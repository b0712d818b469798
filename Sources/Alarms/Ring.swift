package import Workdays

/// What a firing has to say, fixed when the journal records it: a delivery retried after a restart or an edit of the
/// alarm still says the same.
package struct Ring: Codable, Hashable, Sendable {
  /// The firing's id: `clock-in/2026-09-20T09:00/-10m`. It goes with every delivery.
  package var id: String
  /// The firing as every interface shows it.
  package var report: FiringReport
  /// Unix time of the occurrence's start, in seconds.
  package var occurrenceSeconds: Int
  /// Unix time of the event's end, in seconds, where the ring counts from it; `nil` where it counts from the start.
  package var endSeconds: Int?
  /// Unix time at which it rings, in seconds.
  package var firesSeconds: Int
  /// The zone's offset at the occurrence, in seconds east of UTC.
  package var utcOffset: Int
  /// Whether the alarm spans its whole day, so that no time of day is shown.
  package var allDay: Bool
  /// Whether the alarm's rule looks at the day's kind; `nil`, in records of earlier versions, for yes.
  package var seesHolidays: Bool?
  package var notes: String?
  package var location: String?
  package var link: String?
  /// The title of the alarm's calendar.
  package var calendar: String?
  package var urgency: Urgency
  /// An icon's name in the desktop's theme, or the path of a picture.
  package var icon: String?
  /// Whether a person asked for it with `notifierctl fire`; every destination marks it as a test.
  package var isTest: Bool
  /// How many earlier firings of the same alarm, missed with this one, it stands for; usually 0.
  package var alsoMissed: Int
  /// Whether it asks to be acknowledged; `nil` for no.
  package var asks: Bool?
  /// By how long its buttons put it off, as text; `nil` for the usual.
  package var snoozes: [String]?
  /// What it follows; `nil` for a ring that the alarm's own schedule makes.
  package var follows: Following?

  package init(
    id: String, report: FiringReport, occurrenceSeconds: Int, endSeconds: Int? = nil, firesSeconds: Int, utcOffset: Int,
    allDay: Bool = false, seesHolidays: Bool? = nil,
    notes: String? = nil, location: String? = nil, link: String? = nil, calendar: String? = nil,
    urgency: Urgency = .normal, icon: String? = nil, isTest: Bool = false, alsoMissed: Int = 0
  ) {
    self.id = id
    self.report = report
    self.occurrenceSeconds = occurrenceSeconds
    self.endSeconds = endSeconds
    self.firesSeconds = firesSeconds
    self.utcOffset = utcOffset
    self.allDay = allDay
    self.seesHolidays = seesHolidays
    self.notes = notes
    self.location = location
    self.link = link
    self.calendar = calendar
    self.urgency = urgency
    self.icon = icon
    self.isTest = isTest
    self.alsoMissed = alsoMissed
  }

  /// By how long a ring is put off where nothing is said.
  package static let usualSnoozes = ["10m"]

  /// When the occurrence starts.
  package var occurrence: Instant { Instant(seconds: occurrenceSeconds) }
  /// When the event ends, where the ring counts from that.
  package var end: Instant? { endSeconds.map { Instant(seconds: $0) } }
  /// When it rings.
  package var fires: Instant { Instant(seconds: firesSeconds) }
}
