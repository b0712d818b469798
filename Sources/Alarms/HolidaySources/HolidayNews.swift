package import Workdays

/// What a change of holiday data makes different: days, and exactly the rings that it moves.
package struct HolidayNews: Sendable {
  package let old: Configuration
  package let new: Configuration
  /// The days that change, ascending.
  package let days: [HolidayDiff.Change]
  /// The rings that change, up to a month after the last of the days.
  package let rings: RingDiff
  /// The years that become announced.
  package let announced: [Int]

  /// Compares two configurations with the same alarms, from `now` on.
  package init(old: Configuration, new: Configuration, from now: Instant) {
    (self.old, self.new) = (old, new)
    let today = (new.zones[new.zone] ?? .utc).civil(at: now).date
    days = HolidayDiff.between(old: old.calendar, new: new.calendar).changes.filter { $0.date >= today }
    // Data for some alarms only makes no day of the calendar different, and moves rings all the same.
    let dates = days.map(\.date) + HolidayNews.ownDates(old, new).filter { $0 >= today }
    // A ring may lie up to some days before or after the day that it is for.
    let last = (dates.max() ?? today).adding(days: 32)
    let end = Instant(CivilDateTime(date: last, time: .midnight), utcOffset: 0)
    rings =
      dates.isEmpty
      ? RingDiff(added: [], removed: [], moved: [])
      : RingDiff.between(old: old.planner, new: new.planner, in: now..<max(now, end))
    announced = new.calendar.national.announcedYears.filter {
      $0 >= today.year && !old.calendar.national.isAnnounced(year: $0)
    }
  }

  /// The dates that change to alarms with a calendar of their own.
  private static func ownDates(_ old: Configuration, _ new: Configuration) -> [CivilDate] {
    var pairs: [(old: WorkCalendar, new: WorkCalendar)] = []
    for alarm in Set(old.ownCalendars.keys).union(new.ownCalendars.keys) {
      let pair = (old: old.ownCalendars[alarm] ?? old.calendar, new: new.ownCalendars[alarm] ?? new.calendar)
      // Alarms share calendars: few pairs differ, however many alarms there are.
      if !pairs.contains(where: { $0 == pair }) { pairs.append(pair) }
    }
    return pairs.flatMap { HolidayDiff.between(old: $0.old, new: $0.new).changes.map(\.date) }
  }

  /// Whether there is nothing to tell.
  package var isEmpty: Bool { days.isEmpty && announced.isEmpty && rings.isEmpty }

  /// One line that says what it is about.
  package var title: String {
    guard let year = announced.first else { return "Holiday data changed" }
    let years = announced.count == 1 ? "\(year)" : "\(year) to \(announced[announced.count - 1])"
    return "The holidays of \(years) are announced"
  }

  /// How many lines of each kind a message has: who wants more asks the command.
  private static let mostLines = 16

  /// The days and the rings, in lines for a person.
  package var lines: [String] {
    func shortened(_ lines: [String], _ what: String) -> [String] {
      guard lines.count > Self.mostLines else { return lines }
      return lines.prefix(Self.mostLines) + ["and \(lines.count - Self.mostLines) more \(what)"]
    }
    let moves = ringLines.map { "\($0.sign) \($0.text)  \($0.firing.alarm) \($0.firing.offset)" }
    return shortened(dayLines, "stretches of days")
      + (moves.isEmpty ? ["no ring moves"] : shortened(moves, "rings"))
  }

  /// Runs of days that become the same.
  private var dayLines: [String] {
    var runs: [(first: CivilDate, last: CivilDate, text: String)] = []
    for change in days {
      let text = change.after.plainWords
      if let run = runs.last, run.text == text, run.last.days(until: change.date) == 1 {
        runs[runs.count - 1].last = change.date
      } else {
        runs.append((change.date, change.date, text))
      }
    }
    return runs.map { first, last, text in
      let end = first == last ? "" : " to \(last.weekday.shortTitle) \(last)"
      return "\(first.weekday.shortTitle) \(first)\(end): \(text)"
    }
  }

  /// The rings that one plan has and the other has not, or has at another time, in the order of their old instants.
  package var ringLines: [(sign: String, text: String, firing: Firing)] {
    // Both have the same alarms, with the same zones.
    let zones = Dictionary(new.planner.plans.map { ($0.alarm.id, $0.zone) }, uniquingKeysWith: { first, _ in first })
    func time(_ firing: Firing) -> String {
      guard let zone = zones[firing.alarm] else { return firing.instant.description }
      let civil = zone.civil(at: firing.instant)
      return "\(civil.date.weekday.shortTitle) \(civil.date) \(civil.time)"
    }
    let rows =
      rings.removed.map { ("-", "\(time($0)) no longer rings", $0) }
      + rings.added.map { ("+", "\(time($0)) rings", $0) }
      + rings.moved.map { ("~", "\(time($0.before)) moves to \(time($0.after))", $0.before) }
    return rows.sorted { ($0.2.instant, $0.2.id) < ($1.2.instant, $1.2.id) }
  }
}
