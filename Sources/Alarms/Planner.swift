package import Workdays

/// Works out when alarms ring: a pure function of alarms, calendar, zone rules and a range of time.
///
/// What `next` prints, what the daemon will do, what was missed while the machine slept and what a month view shows are
/// the same call with another range.
package struct Planner: Sendable {
  /// The plans of all alarms, enabled or not, in the order of the configuration.
  package let plans: [AlarmPlan]

  /// - Parameters:
  ///   - calendar: the calendar of every alarm that has none of its own.
  ///   - ownCalendars: the calendars of the others, by their ids.
  ///   - zones: rules for every zone that an alarm names; an alarm whose zone is not there never rings.
  ///   - adjustments: what of it does not ring.
  package init(
    alarms: [Alarm], calendar: WorkCalendar, ownCalendars: [String: WorkCalendar] = [:], zones: [String: ZoneRules],
    adjustments: Adjustments = Adjustments()
  ) {
    plans = alarms.compactMap { alarm in
      zones[alarm.zone].map {
        AlarmPlan(
          alarm: alarm, calendar: ownCalendars[alarm.id] ?? calendar, zone: $0, adjustments: adjustments.of(alarm.id))
      }
    }
  }

  /// The plans of alarms that ring, in the order of the configuration.
  package var enabledPlans: [AlarmPlan] { plans.filter { $0.alarm.isEnabled } }

  /// The plan of the alarm with that id, enabled or not.
  package func plan(of alarm: String) -> AlarmPlan? { plans.first { $0.alarm.id == alarm } }

  /// All firings of enabled alarms in the range, soonest first.
  package func firings(in range: Range<Instant>) -> [Firing] {
    // Of two at one instant the one whose id is the smaller comes first, and an id begins with the alarm's.
    let plans = enabledPlans.map { (order: "\($0.alarm.id)/", plan: $0) }.sorted { $0.order < $1.order }
    var all: [Firing] = []
    // Year by year: what is put in order stays small.
    let year = 366 * 86_400
    let years = (range.upperBound.seconds - range.lowerBound.seconds) / year
    for number in 0...years {
      let lower = number == 0 ? range.lowerBound : Instant(seconds: range.lowerBound.seconds + number * year)
      let upper =
        number == years ? range.upperBound : Instant(seconds: range.lowerBound.seconds + (number + 1) * year)
      guard lower < upper else { continue }
      FiringRuns(plans.map { $0.plan.runs(in: lower..<upper) }).append(to: &all)
      // Years differ by some days; a little too much room costs less than moving everything once.
      if number == 0, years > 0 { all.reserveCapacity(all.count * (years + 1) * 17 / 16) }
    }
    return all
  }

  /// The next `count` firings of enabled alarms after `instant`, soonest first.
  package func nextFirings(_ count: Int, after instant: Instant) -> [Firing] {
    var soonest = SoonestFirings(count)
    // One that never rings keeps no other from it.
    for plan in enabledPlans { _ = try? soonest.add(plan, after: instant) }
    return soonest.take().map(\.firing)
  }
}

/// One alarm with what is needed to say when it rings.
///
/// An object, since it is large, and there may be many to hand around.
package final class AlarmPlan: Sendable {
  package let alarm: Alarm
  package let occurrences: Occurrences
  /// What of its firings does not ring: they are left out of every answer.
  package let adjustments: Adjustments

  package init(
    alarm: Alarm, calendar: WorkCalendar, zone: ZoneRules, adjustments: Adjustments = Adjustments()
  ) {
    self.alarm = alarm
    self.adjustments = adjustments
    occurrences = Occurrences(schedule: alarm.schedule, calendar: calendar, zone: zone)
  }

  private init(_ plan: AlarmPlan, adjustments: Adjustments) {
    (alarm, occurrences) = (plan.alarm, plan.occurrences)
    self.adjustments = adjustments
  }

  /// The rules of the alarm's zone.
  package var zone: ZoneRules { occurrences.zone }

  /// The same with all firings of the schedule, those too that do not ring.
  package var unadjusted: AlarmPlan {
    adjustments.isEmpty ? self : AlarmPlan(self, adjustments: Adjustments())
  }

  /// The firings whose instant lies in the range, soonest first. Those that fall on one instant are one.
  package func firings(in range: Range<Instant>) -> [Firing] {
    var all: [Firing] = []
    FiringRuns([runsOfOffsets(in: range)]).append(to: &all)
    return adjustments.isEmpty ? all : all.filter { adjustments.reason(for: $0) == nil }
  }

  /// Lists that hold the firings in the range, not yet in order.
  fileprivate func runs(in range: Range<Instant>) -> [[Firing]] {
    adjustments.isEmpty ? runsOfOffsets(in: range) : [firings(in: range)]
  }

  private func runsOfOffsets(in range: Range<Instant>) -> [[Firing]] {
    alarm.offsets.map { offset in
      let found = occurrences.occurrences(in: occurrenceRange(for: range, offset))
      var run: [Firing] = []
      run.reserveCapacity(found.count)
      for occurrence in found {
        guard let instant = instant(of: offset, for: occurrence), range.contains(instant) else { continue }
        run.append(Firing(alarm: alarm.id, occurrence: occurrence, offset: offset, instant: instant))
      }
      return run
    }
  }

  /// Returns the first firing after `instant`, or `nil` when the schedule has ended.
  ///
  /// With large offsets it need not belong to the next occurrence.
  package func nextFiring(after instant: Instant) throws(SearchError) -> Firing? {
    guard let start = searchStart(after: instant) else { return nil }
    if isExact { return try nextExactFiring(after: start) }
    return try occurrences.search(after: start, reach: reach) { firings(in: $0).first }
  }

  /// Whether each of its rings is an exact time away from the start of its occurrence, and all of them ring.
  private var isExact: Bool {
    adjustments.isEmpty
      && alarm.offsets.allSatisfy { offset in
        guard case .span(0, _) = offset.shift else { return false }
        return offset.anchor == .start
      }
  }

  /// The next firing of a plan that is exact: then the order of occurrences is that of their rings.
  private func nextExactFiring(after instant: Instant) throws(SearchError) -> Firing? {
    var next: Firing?
    for offset in alarm.offsets {
      guard case .span(_, let seconds) = offset.shift,
        let occurrence = try occurrences.nextOccurrence(after: instant.adding(seconds: -seconds))
      else { continue }
      let firing = Firing(
        alarm: alarm.id, occurrence: occurrence, offset: offset, instant: occurrence.instant.adding(seconds: seconds))
      if next.map({ firing.comesBefore($0) }) ?? true { next = firing }
    }
    return next
  }

  /// How many days before (negative) and after its occurrence the farthest offsets ring; rather too many than too few.
  private var reach: ClosedRange<Int> {
    var (earliest, latest) = (0, 0)
    for offset in alarm.offsets {
      var (first, last): (Int, Int)
      switch offset.shift {
      case .span(let days, let seconds):
        let whole = days + seconds / 86_400
        (first, last) = (whole - 2, whole + 2)
      case .timeOfDay(_, let days): (first, last) = (days - 2, days + 2)
      // The calendar has gaps of any length up to ten years; beyond that it gives no date at all.
      case .workdays(let count): (first, last) = (min(0, 14 * count - 3660), max(0, 14 * count + 3660))
      }
      if offset.anchor == .end { last += alarm.duration.days + alarm.duration.seconds / 86_400 + 2 }
      (earliest, latest) = (min(earliest, first), max(latest, last))
    }
    return earliest...latest
  }

  /// The next `count` firings after `instant`, fewer where the schedule ends.
  package func nextFirings(_ count: Int, after instant: Instant) throws(SearchError) -> [Firing] {
    if count == 1 { return try nextFiring(after: instant).map { [$0] } ?? [] }
    var found: [Firing] = []
    while found.count < count, let start = searchStart(after: found.last?.instant ?? instant) {
      do throws(SearchError) {
        // All of the stretch that was looked through, not one: a search costs the same for both.
        let next = try occurrences.search(after: start, reach: reach) { range in
          let firings = firings(in: range)
          return firings.isEmpty ? nil : firings
        }
        guard let next else { break }
        found += next
      } catch {
        // A rule that rang and then never again within a cycle has ended; one that never rang at all is a mistake.
        if found.isEmpty { throw error }
        break
      }
    }
    return Array(found.prefix(count))
  }

  /// When an offset rings for an occurrence; `nil` where it counts workdays that the calendar does not have.
  package func instant(of offset: Offset, for occurrence: Occurrence) -> Instant? {
    switch offset.anchor {
    case .start:
      // Days count from the wall time that was wanted on the occurrence's own date, not from one shifted out of a gap.
      return instant(of: offset.shift, civil: occurrence.wanted, exact: occurrence.instant)
    case .end:
      let end = end(of: occurrence)
      return instant(of: offset.shift, civil: zone.civil(at: end), exact: end)
    }
  }

  /// When an occurrence ends: days of its duration keep the time of day, hours and minutes are exact.
  package func end(of occurrence: Occurrence) -> Instant {
    let date = occurrence.wanted.date.adding(days: alarm.duration.days)
    let dayPart =
      alarm.duration.days == 0
      ? occurrence.instant : resolve(CivilDateTime(date: date, time: occurrence.wanted.time))
    return dayPart.advanced(by: .seconds(alarm.duration.seconds))
  }

  private func instant(
    of shift: Offset.Shift, civil: @autoclosure () -> CivilDateTime, exact: Instant
  ) -> Instant? {
    switch shift {
    case .span(0, let seconds): return exact.adding(seconds: seconds)
    case .span(let days, let seconds):
      let civil = civil()
      return resolve(CivilDateTime(date: civil.date.adding(days: days), time: civil.time)).adding(seconds: seconds)
    case .timeOfDay(let time, let days):
      return resolve(CivilDateTime(date: civil().date.adding(days: days), time: time))
    case .workdays(let count):
      let civil = civil()
      return occurrences.calendar.date(count, workdaysFrom: civil.date).map {
        resolve(CivilDateTime(date: $0, time: civil.time))
      }
    }
  }

  /// A wall time in a gap moves forward by it, one that happens twice is the first.
  private func resolve(_ civil: CivilDateTime) -> Instant { zone.instant(of: civil, .compatible)! }

  /// The range in which occurrences must be looked for so that none whose ring lies in `range` is left out.
  ///
  /// Events are looked up around the ring minus the offset, not around the ring: an offset may reach over weeks.
  private func occurrenceRange(for range: Range<Instant>, _ offset: Offset) -> Range<Instant> {
    let day = 86_400
    var (earliest, latest) = (-2 * day, 2 * day)  // around a change of the clock, and for wall times
    switch offset.shift {
    case .span(0, let seconds) where offset.anchor == .start || alarm.duration.days == 0:
      // Nothing in it hangs on the wall.
      let shift = Duration.seconds(-seconds - (offset.anchor == .end ? alarm.duration.seconds : 0))
      return range.lowerBound.advanced(by: shift)..<range.upperBound.advanced(by: shift)
    case .span(let days, let seconds):
      earliest -= days * day + seconds
      latest -= days * day + seconds
    case .timeOfDay(_, let days):
      earliest -= (days + 1) * day
      latest -= (days - 1) * day
    case .workdays(let count): return workdayRange(for: range, count)
    }
    if offset.anchor == .end {
      earliest -= alarm.duration.days * day + alarm.duration.seconds
    }
    return range.lowerBound.advanced(by: .seconds(earliest))..<range.upperBound.advanced(by: .seconds(latest))
  }

  /// Counting workdays keeps the order of dates, so counting back from the ends of the range gives its bounds.
  private func workdayRange(for range: Range<Instant>, _ count: Int) -> Range<Instant> {
    let calendar = occurrences.calendar
    let first = zone.civil(at: range.lowerBound).date.adding(days: -2)
    let last = zone.civil(at: range.upperBound).date.adding(days: 2)
    let spare = count < 0 ? 1 : -1
    let reach = alarm.duration.days + alarm.duration.seconds / 86_400 + 1
    let lower = (count < 0 ? first : calendar.date(-count + spare, workdaysFrom: first) ?? first).adding(days: -reach)
    let upper = (count < 0 ? calendar.date(-count + spare, workdaysFrom: last) ?? last : last).adding(days: 1)
    return Instant(CivilDateTime(date: lower, time: .midnight), utcOffset: 0).advanced(
      by: .seconds(-86_400))..<Instant(CivilDateTime(date: upper, time: .midnight), utcOffset: 0).advanced(
        by: .seconds(2 * 86_400))
  }
}

extension AlarmPlan {
  /// Whether all its rings lie before an instant, and none can come.
  package func isOver(at instant: Instant) -> Bool {
    do throws(SearchError) { return try unadjusted.nextFiring(after: instant) == nil } catch {
      if case .notAnnounced = error { return false }
      return true
    }
  }
}
