package import Workdays

/// What a person keeps: an event that recurs, when to ring for it, and where.
package struct Alarm: Hashable, Sendable {
  /// Unique within one daemon: letters, digits, `-`, `_` and `.`.
  package var id: String
  package var title: String
  package var notes: String?
  package var location: String?
  package var link: String?
  /// The name of its calendar; `nil` for none.
  package var calendar: String?
  /// When its events take place.
  package var schedule: Schedule
  /// The IANA name of the zone in which its wall times are read.
  package var zone: String
  /// The code of the region whose holidays count for it; `nil` for that of the settings.
  package var region: String?
  /// The work week that counts for it; `nil` for that of its region or the settings.
  package var week: WorkWeek?
  /// How long an event lasts.
  package var duration: EventDuration
  /// Whether an event spans its whole civil date; its offsets count from 00:00.
  package var isAllDay: Bool
  /// When to ring, each once.
  package var offsets: [Offset]
  /// The names of the destinations it goes to.
  package var destinations: [String]
  package var missed: MissedPolicy
  package var urgency: Urgency
  /// What it does until it is acknowledged; `nil` where it does not ask for that.
  package var acknowledgement: Acknowledgement?
  /// By how long the buttons of its popup put it off; `nil` for the usual.
  package var snoozes: [Delay]?
  /// What becomes of a ring in quiet hours.
  package var duringQuiet = DuringQuiet.hold
  /// Whether a machine that is suspended is to be woken for it.
  package var wakes = false
  /// An icon's name in the desktop's theme, or the path of a picture.
  package var icon: String?
  /// Whether it rings at all.
  package var isEnabled: Bool
  /// Where it is written down.
  package var place: SourcePlace

  package init(
    id: String, title: String, schedule: Schedule, zone: String, place: SourcePlace, notes: String? = nil,
    location: String? = nil, link: String? = nil, calendar: String? = nil, duration: EventDuration = .none,
    isAllDay: Bool = false, offsets: [Offset] = [.atStart], destinations: [String] = ["desktop"],
    missed: MissedPolicy = .standard, urgency: Urgency = .normal, icon: String? = nil, isEnabled: Bool = true,
    region: String? = nil, week: WorkWeek? = nil
  ) {
    self.id = id
    self.title = title
    self.notes = notes
    self.location = location
    self.link = link
    self.calendar = calendar
    self.schedule = schedule
    self.zone = zone
    self.duration = duration
    self.isAllDay = isAllDay
    self.offsets = offsets
    self.destinations = destinations
    self.missed = missed
    self.urgency = urgency
    self.icon = icon
    self.isEnabled = isEnabled
    self.place = place
    self.region = region
    self.week = week
  }
}

/// How long an event lasts: days on the wall calendar, then exact seconds; neither negative.
package struct EventDuration: Hashable, Sendable {
  package let days: Int
  package let seconds: Int

  package init(days: Int, seconds: Int) {
    self.days = days
    self.seconds = seconds
  }

  /// An event that is over as it starts.
  package static let none = EventDuration(days: 0, seconds: 0)
}

/// What becomes of a firing whose instant passed while nobody could ring it.
package enum MissedPolicy: Hashable, Sendable {
  /// It rings once, however late.
  case always
  /// It rings once, if it is no later than this; zero or more.
  case within(Duration)
  /// It is recorded as missed.
  case never

  /// Within 30 minutes.
  package static let standard = MissedPolicy.within(.seconds(1800))

  /// How late a firing may still ring; `nil` for no bound.
  package var grace: Duration? {
    switch self {
    case .always: nil
    case .within(let grace): grace
    case .never: .zero
    }
  }
}

/// A named, coloured group of alarms, as EventKit's EKCalendar is.
package struct AlarmCalendar: Hashable, Sendable {
  /// The name that an alarm's `calendar:` uses.
  package let id: String
  package let title: String
  /// `#rrggbb` in lower case; `nil` for the view's choice.
  package let color: String?

  package init(id: String, title: String, color: String?) {
    self.id = id
    self.title = title
    self.color = color
  }
}

extension Alarm {
  /// All that decides when it rings, as text: two alarms with the same one ring at the same times.
  package var timing: String {
    let schedule = schedule
    var parts: [String] = [
      schedule.daysText, schedule.times.map(\.description).joined(separator: ","),
      schedule.start?.description ?? "", schedule.until?.description ?? "", schedule.count.map(String.init) ?? "",
      schedule.holidays.rawValue, schedule.move.rawValue, schedule.clockChange.rawValue, zone,
      "\(duration.days)d\(duration.seconds)s", offsets.map(\.idText).joined(separator: ","), isEnabled ? "on" : "off",
    ]
    // Only where they are said, so that what was recorded before there were such keys still compares equal.
    if schedule.halfDays != .keep { parts.append("half-days \(schedule.halfDays)") }
    if let only = schedule.only { parts.append("only \(only.rawValue)") }
    if let position = schedule.position { parts.append("position \(position)") }
    if !schedule.except.isEmpty {
      parts.append("except \(schedule.except.map(\.description).joined(separator: ","))")
    }
    if let region { parts.append("region \(region)") }
    if let week { parts.append("week \(week)") }
    return parts.joined(separator: "|")
  }
}
