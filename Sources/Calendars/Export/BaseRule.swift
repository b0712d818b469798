import Alarms
import Workdays

/// The RFC 5545 rule that a schedule nearly is.
struct BaseRule {
  let rule: RecurrenceRule
  /// Whether it counts from the schedule's own start: by an interval or a number.
  private let isAnchored: Bool

  /// - Parameter occurrences: what takes place in the horizon; they say which weekdays a phrase about workdays means.
  /// - Returns: `nil` where nothing but single days would do.
  init?(_ schedule: Schedule, _ occurrences: [Occurrence], horizon: ClosedRange<CivilDate>) {
    switch schedule.days {
    case .phrase(.everyDay): self.init("FREQ=DAILY")
    case .phrase(.weekdays), .phrase(.days):
      // The weekdays on which it takes place in most weeks.
      let dates = Set(occurrences.map(\.civil.date).filter { horizon.contains($0) })
      guard let first = dates.min(), let last = dates.max() else { return nil }
      let weeks = first.days(until: last) / 7 + 1
      let days = Weekday.allCases.filter { weekday in dates.count { $0.weekday == weekday } * 2 > weeks }
      guard !days.isEmpty else { return nil }
      self.init(days.count == 7 ? "FREQ=DAILY" : "FREQ=WEEKLY;BYDAY=\(days.map(\.code).joined(separator: ","))")
    case .recurrence(let recurrence):
      // What is added to it and taken from it is told beside it.
      guard recurrence.rules.count == 1, let rule = recurrence.rules.first, !rule.hasOwnTimes, rule.scale != .chinese,
        schedule.position == nil
      else {
        return nil
      }
      let isAnchored = rule.interval > 1 || rule.count != nil
      // Nobody else knows from where it counts.
      if isAnchored, schedule.start == nil { return nil }
      self.init(rule, isAnchored: isAnchored)
    case .phrase: return nil
    }
  }

  private init?(_ text: String) {
    guard let rule = try? RecurrenceRule(text) else { return nil }
    self.init(rule, isAnchored: false)
  }

  private init(_ rule: RecurrenceRule, isAnchored: Bool) { (self.rule, self.isAnchored) = (rule, isAnchored) }

  /// The moment from which it counts, which is one that it yields.
  ///
  /// - Parameter occurrences: what takes place at one time of day.
  func start(_ schedule: Schedule, _ occurrences: [Occurrence], _ plan: AlarmPlan) -> CivilDateTime? {
    func first(from start: CivilDateTime) -> CivilDateTime? {
      let bare = Schedule(days: .rule(rule), times: [start.time], start: start, holidays: .ignore)
      let all = Occurrences(schedule: bare, calendar: plan.occurrences.calendar, zone: plan.zone)
      guard let instant = plan.zone.instant(of: start) else { return nil }
      return (try? all.nextOccurrence(after: instant.advanced(by: .nanoseconds(-1))))?.nominal
    }
    guard let time = occurrences.first?.nominal.time else { return nil }
    if isAnchored { return schedule.start.flatMap { first(from: CivilDateTime(date: $0.date, time: time)) } }
    // A make-up workday may come before the first day of the rule.
    return occurrences.lazy.map(\.nominal).first { first(from: $0) == $0 }
  }

  var text: String { rule.description }

  /// The rule with an end, where it has none of its own.
  func text(until last: Instant, isAllDay: Bool, _ zone: ZoneRules) -> String {
    guard rule.count == nil, rule.until == nil else { return text }
    // Of the same kind as the start (RFC 5545, 3.3.10): a date, or an instant of UTC.
    let end = isAllDay ? ICalendarText.date(zone.civil(at: last).date) : ICalendarText.instant(last)
    return "\(text);UNTIL=\(end)"
  }
}
