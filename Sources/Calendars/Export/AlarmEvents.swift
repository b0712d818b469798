package import Alarms
package import Workdays

/// Turns alarms into events: a rule where the days are nearly those of one, with what holidays take away as exceptions and
/// what they add as single events; single events for all else.
package struct AlarmEvents: Sendable {
  /// The span of time for which there are events, but for rules that are right without end.
  package let horizon: ClosedRange<CivilDate>
  private let configuration: Configuration

  package init(_ configuration: Configuration, horizon: ClosedRange<CivilDate>) {
    (self.configuration, self.horizon) = (configuration, horizon)
  }

  /// From the first day of the year through the last day of the fifth year after it: it changes once a year.
  package static func usualHorizon(today: CivilDate) -> ClosedRange<CivilDate> {
    let first = CivilDate(year: today.year, month: 1, day: 1)!
    return first...(CivilDate(year: today.year + 5, month: 12, day: 31) ?? .latest)
  }

  /// The events of all alarms that ring, in the order of the configuration, or of those of some calendars.
  package func events(ofCalendars names: Set<String>? = nil) -> [CalendarEvent] {
    configuration.planner.enabledPlans.flatMap { plan in
      names.map { $0.contains(plan.alarm.calendar ?? "") } ?? true ? events(of: plan) : []
    }
  }

  /// One occurrence with what tells the days of a series apart.
  private struct Taking {
    let occurrence: Occurrence
    let triggers: [CalendarEvent.Trigger]
  }

  /// The events of one alarm.
  package func events(of plan: AlarmPlan) -> [CalendarEvent] {
    let schedule = plan.alarm.schedule
    // A rule counts from its start.
    let first = min(horizon.lowerBound, schedule.start?.date ?? horizon.lowerBound)
    guard let lower = plan.zone.instant(of: CivilDateTime(date: first, time: .midnight)),
      let upper = plan.zone.instant(of: CivilDateTime(date: horizon.upperBound.adding(days: 1), time: .midnight))
    else { return [] }
    let taken = plan.occurrences.occurrences(in: lower..<upper).map { occurrence in
      Taking(occurrence: occurrence, triggers: triggers(of: occurrence, plan))
    }
    // By the time of day that was planned: each may have a series of its own.
    let times = Set(taken.map(\.occurrence.nominal.time)).sorted()
    guard times.count <= AlarmEvents.mostSeries else { return taken.map { single($0, plan) } }
    return times.flatMap { time in
      let group = taken.filter { $0.occurrence.nominal.time == time }
      return series(group, plan, isOnly: times.count == 1, range: lower..<upper)
        ?? group.filter { $0.occurrence.civil.date >= horizon.lowerBound }.map { single($0, plan) }
    }
  }

  /// More times of day than this have no series each.
  private static let mostSeries = 48

  /// A series with its single events; `nil` where no rule comes near.
  private func series(
    _ group: [Taking], _ plan: AlarmPlan, isOnly: Bool, range: Range<Instant>
  ) -> [CalendarEvent]? {
    // Of times that a change of the clock leaves out readers make different things, on the day after it too.
    guard group.allSatisfy({ $0.occurrence.gapShift == 0 }) else { return nil }
    let usual = mostCommon(group.map(\.triggers))
    let regular = group.filter { $0.triggers == usual && !isRepeated($0.occurrence, plan) }
    let occurrences = regular.map(\.occurrence)
    guard regular.count > 2, let rule = BaseRule(plan.alarm.schedule, occurrences, horizon: horizon),
      let start = rule.start(plan.alarm.schedule, occurrences, plan)
    else { return nil }
    let schedule = Schedule(days: .rule(rule.rule), times: [start.time], start: start, holidays: .ignore)
    let yielded = Occurrences(schedule: schedule, calendar: plan.occurrences.calendar, zone: plan.zone)
      .occurrences(in: range)
    let wanted = Set(occurrences.map(\.instant))
    let excluded = yielded.filter { !wanted.contains($0.instant) }
    let covered = Set(yielded.map(\.instant))
    let singles = group.filter { !covered.contains($0.occurrence.instant) || !wanted.contains($0.occurrence.instant) }
      .filter { $0.occurrence.civil.date >= horizon.lowerBound }
    // What is mostly exceptions is no rule.
    guard excluded.count + singles.count <= regular.count / 2 else { return nil }
    let alarm = plan.alarm
    let name = isOnly ? alarm.id : "\(alarm.id)/\(start.time)"
    var event = event(uid: name, start: moment(start, alarm), usual, plan)
    let isExact = excluded.isEmpty && singles.isEmpty && !alarm.schedule.seesHolidays && alarm.schedule.except.isEmpty
    event.rule =
      isExact ? rule.text : rule.text(until: range.upperBound.adding(seconds: -1), isAllDay: alarm.isAllDay, plan.zone)
    event.excluded = excluded.map { moment($0.nominal, alarm) }
    return [event] + singles.map { single($0, plan) }
  }

  private func single(_ taking: Taking, _ plan: AlarmPlan) -> CalendarEvent {
    let occurrence = taking.occurrence
    // What takes place once is called as the alarm is.
    let uid =
      plan.alarm.schedule.isOfOneTime
      ? plan.alarm.id
      : Firing(alarm: plan.alarm.id, occurrence: occurrence, offset: .atStart, instant: occurrence.instant).occurrenceID
    let start: CalendarEvent.Moment =
      isRepeated(occurrence, plan) && !plan.alarm.isAllDay
      ? .instant(occurrence.instant) : moment(occurrence.civil, plan.alarm)
    return event(uid: uid, start: start, taking.triggers, plan)
  }

  private func event(
    uid: String, start: CalendarEvent.Moment, _ triggers: [CalendarEvent.Trigger], _ plan: AlarmPlan
  ) -> CalendarEvent {
    let alarm = plan.alarm
    return CalendarEvent(
      uid: "\(uid)@notifier", alarm: alarm.id, start: start, zone: alarm.zone,
      duration: alarm.isAllDay ? EventDuration(days: max(1, alarm.duration.days), seconds: 0) : alarm.duration,
      triggers: triggers, title: alarm.title, notes: alarm.notes, location: alarm.location, link: alarm.link,
      calendar: configuration.calendar(of: alarm))
  }

  private func moment(_ civil: CivilDateTime, _ alarm: Alarm) -> CalendarEvent.Moment {
    alarm.isAllDay ? .date(civil.date) : .local(civil)
  }

  private func triggers(of occurrence: Occurrence, _ plan: AlarmPlan) -> [CalendarEvent.Trigger] {
    var seen: Set<Instant> = []
    return plan.alarm.offsets.compactMap { offset in
      guard let instant = plan.instant(of: offset, for: occurrence), seen.insert(instant).inserted else { return nil }
      let base = offset.anchor == .end ? plan.end(of: occurrence) : occurrence.instant
      return CalendarEvent.Trigger(seconds: instant.seconds - base.seconds, anchor: offset.anchor)
    }
  }

  /// Whether the clock shows the time of an occurrence twice, so that only an instant says which is meant.
  private func isRepeated(_ occurrence: Occurrence, _ plan: AlarmPlan) -> Bool {
    if case .fold = plan.zone.resolve(occurrence.civil) { true } else { false }
  }

  private func mostCommon(_ all: [[CalendarEvent.Trigger]]) -> [CalendarEvent.Trigger] {
    var counts: [[CalendarEvent.Trigger]: Int] = [:]
    for triggers in all { counts[triggers, default: 0] += 1 }
    // Of two that are as common the one that comes first, so that every run takes the same.
    let most = counts.values.max() ?? 0
    return all.first { counts[$0] == most } ?? []
  }
}

extension Schedule {
  /// Whether it is one time of one date.
  fileprivate var isOfOneTime: Bool {
    guard case .phrase(.dates(let dates)) = days else { return false }
    return dates.count == 1 && times.count <= 1
  }
}
