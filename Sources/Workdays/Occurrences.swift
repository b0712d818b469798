/// Why a search found nothing, where that is not simply the schedule's end.
public enum SearchError: Error, Hashable, Sendable {
  /// No date up to this one matches: the rule asks for what the calendar does not have.
  case neverMatches(through: CivilDate)
  /// The schedule waits for make-up workdays, and none is announced after this one; `nil` where none is known at all.
  case notAnnounced(after: CivilDate?)
}

/// The occurrences of a schedule in a zone, by a calendar.
public struct Occurrences: Sendable {
  /// Which days at which times.
  public let schedule: Schedule
  /// What says which days are workdays.
  public let calendar: WorkCalendar
  /// Where the wall clock hangs.
  public let zone: ZoneRules

  /// All that a schedule with `count:` ever yields; `nil` where nothing is counted.
  private var counted: [Nominal]?

  /// The occurrences of `schedule` on the wall clock of `zone`.
  public init(schedule: Schedule, calendar: WorkCalendar, zone: ZoneRules) {
    self.schedule = schedule
    self.calendar = calendar
    self.zone = zone
    counted = countedNominals()
  }

  /// All occurrences that start in the range, ascending by instant.
  public func occurrences(in range: Range<Instant>) -> [Occurrence] {
    // Two days cover any zone's offset and any gap; a move may carry a date further.
    let margin = 2 + (schedule.move == .keep || schedule.move == .drop ? 0 : ScheduleDates.longestMove)
    let first = zone.civil(at: range.lowerBound).date.adding(days: -margin)
    let last = zone.civil(at: range.upperBound).date.adding(days: margin)
    return nominals(from: first, through: last)
      .flatMap(resolve)
      .filter { range.contains($0.instant) }
      .sorted { ($0.instant, $0.nominal) < ($1.instant, $1.nominal) }
  }

  /// Returns the first occurrence after `instant`, or `nil` when the schedule has ended.
  ///
  /// A time in a gap moves forward by the gap; a time in a fold takes the first pass, unless the schedule says otherwise.
  ///
  /// - Throws: `SearchError.neverMatches` when no date matches within one cycle of 400 years, times the rule's interval.
  public func nextOccurrence(after instant: Instant) throws(SearchError) -> Occurrence? {
    try search(after: instant) { occurrences(in: $0).first }
  }

  /// Looks through growing stretches of time after `instant` until `find` gives an answer.
  ///
  /// - Parameter reach: how many days before (negative) and after its occurrence a thing that is looked for may lie.
  /// - Returns: `nil` when the schedule has ended before anything was found.
  /// - Throws: `SearchError.neverMatches` when a whole cycle holds nothing.
  public func search<Found>(
    after instant: Instant, reach: ClosedRange<Int> = 0...0, for find: (Range<Instant>) -> Found?
  ) throws(SearchError) -> Found? {
    let horizon = horizon(after: zone.civil(at: instant).date)
    let end = lastDate.map {
      Instant(CivilDateTime(date: $0.adding(days: reach.upperBound + 3), time: .midnight), utcOffset: 0)
    }
    // Before its start a schedule has nothing to find; one that lies years ahead costs no walk through them. A move may
    // carry its first date back by up to a year.
    let daysBefore = 400 - reach.lowerBound
    let start = schedule.start.map { Instant($0, utcOffset: 0).advanced(by: .seconds(-daysBefore * 86_400)) } ?? instant
    // One nanosecond, so that the range starts after `instant` and not at it.
    var lower = max(instant.advanced(by: .nanoseconds(1)), start)
    // A stretch with many times of day is short, so that the first one found is not paid for with thousands.
    var days = max(1, 40 / max(1, schedule.times.count / 4))
    while true {
      let upper = lower.advanced(by: .seconds(days * 86_400))
      if let found = find(lower..<upper) { return found }
      if let end, upper > end { return nil }
      let reached = zone.civil(at: upper).date
      if reached >= horizon { throw fault(nothingThrough: min(horizon, reached)) }
      lower = upper
      days = min(days * 2, 36_600)
    }
  }

  /// The last date on which anything can take place, moves included; `nil` for a schedule without an end.
  private var lastDate: CivilDate? {
    var bounds: [CivilDate] = []
    if let until = schedule.until { bounds.append(until) }
    switch schedule.days {
    case .phrase(.dates(let dates)): if let last = dates.last { bounds.append(last) }
    case .rule(let rule):
      switch rule.until {
      case .date(let date): bounds.append(date)
      case .local(let moment): bounds.append(moment.date)
      case .instant(let instant): bounds.append(instant.civil(utcOffset: 0).date.adding(days: 1))
      case nil: break
      }
      if rule.count != nil, let last = lastCountedDate(rule) { bounds.append(last) }
    case .phrase: break
    }
    if let last = counted?.last { bounds.append(last.scheduled.nominal) }
    guard let last = bounds.min() else { return nil }
    return schedule.move == .keep || schedule.move == .drop ? last : last.adding(days: ScheduleDates.longestMove)
  }

  private func lastCountedDate(_ rule: RecurrenceRule) -> CivilDate? {
    guard let start = schedule.start?.date else { return nil }
    var last = start
    RecurrenceDates(rule: rule, start: start).forEach(from: start, through: horizon(after: start)) { date in
      last = date
      return true
    }
    return last
  }

  /// Why a search up to `date` found nothing.
  private func fault(nothingThrough date: CivilDate) -> SearchError {
    guard case .phrase(.makeUpWorkdays) = schedule.days else { return .neverMatches(through: date) }
    return .notAnnounced(after: calendar.lastMakeUpWorkday)
  }

  /// Where a search gives up: after one cycle of the Gregorian calendar times the interval, or where the lunar table ends.
  private func horizon(after date: CivilDate) -> CivilDate {
    var interval = 1
    switch schedule.days {
    case .rule(let rule): interval = rule.interval
    case .phrase(.lunar): return max(date, LunarDate.endOfTable)
    case .phrase(.makeUpWorkdays):
      // What an occurrence leads to may lie ten years after it, and a move one more.
      return max(date, calendar.lastMakeUpWorkday ?? date).adding(days: 11 * 366)
    case .phrase: break
    }
    let (days, overflow) = interval.multipliedReportingOverflow(by: 146_097)
    return max(date, schedule.start?.date ?? date).adding(days: overflow ? Int.max : days)
  }
}

extension Occurrences {
  /// A date of the pipeline at one of the times of day.
  private struct Nominal: Comparable {
    let moment: CivilDateTime
    let scheduled: ScheduledDate
    /// The time of day at which it takes place; another one than the moment's on some half-days.
    let time: CivilTime

    static func < (left: Nominal, right: Nominal) -> Bool { left.moment < right.moment }
  }

  private func nominals(from first: CivilDate, through last: CivilDate) -> [Nominal] {
    guard let counted else { return uncountedNominals(from: first, through: last) }
    return counted.filter { (first...last).contains($0.scheduled.nominal) }
  }

  private func uncountedNominals(from first: CivilDate, through last: CivilDate) -> [Nominal] {
    let dates = ScheduleDates(schedule: schedule, calendar: calendar).dates(from: first, through: last)
    return dates.flatMap(nominals).filter { nominal in
      if let start = schedule.start, nominal.moment < start { return false }
      guard case .rule(let rule) = schedule.days else { return true }
      switch rule.until {
      case .date(let limit): return nominal.moment.date <= limit
      case .local(let limit): return nominal.moment <= limit
      case .instant(let limit): return zone.instant(of: nominal.moment).map { $0 <= limit } ?? true
      case nil: return true
      }
    }
  }

  /// A date at the schedule's times of day, those of a half-day as `halfDays` wants them.
  private func nominals(on scheduled: ScheduledDate) -> [Nominal] {
    func nominal(_ time: CivilTime, at wanted: CivilTime) -> Nominal {
      Nominal(moment: CivilDateTime(date: scheduled.nominal, time: time), scheduled: scheduled, time: wanted)
    }
    guard schedule.halfDays != .keep, schedule.seesHolidays, let end = calendar.workEnd(on: scheduled.date) else {
      return schedule.times.map { nominal($0, at: $0) }
    }
    guard case .at(let time) = schedule.halfDays, let last = schedule.times.last else {
      return schedule.times.filter { $0 <= end }.map { nominal($0, at: $0) }
    }
    return schedule.times.dropLast().filter { $0 <= end }.map { nominal($0, at: $0) } + [nominal(last, at: time)]
  }

  /// The first `count` of the schedule since its start; `nil` when nothing is counted.
  private func countedNominals() -> [Nominal]? {
    guard let count = schedule.count, let start = schedule.start else { return nil }
    var found: [Nominal] = []
    var first = start.date
    let horizon = horizon(after: first)
    var days = 400
    while found.count < count, first <= horizon {
      let last = min(first.adding(days: days), horizon)
      found += uncountedNominals(from: first, through: last)
      if last == horizon { break }
      first = last.adding(days: 1)
      days *= 2
    }
    return Array(found.prefix(count))
  }

  /// The occurrences that a nominal moment stands for: one; none where the clock leaves it out and that is to be
  /// dropped; two where the clock repeats it and both are wanted.
  private func resolve(_ nominal: Nominal) -> [Occurrence] {
    let wanted = CivilDateTime(date: nominal.scheduled.date, time: nominal.time)
    let resolved: [(instant: Instant, isSecondPass: Bool, shift: Int)]
    switch zone.resolve(wanted) {
    case .unique(let instant): resolved = [(instant, false, 0)]
    case .gap(_, let before, let after):
      // Read with the offset before the gap, which moves it forward by the gap (RFC 5545, 3.3.5).
      resolved = schedule.clockChange == .skip ? [] : [(Instant(wanted, utcOffset: before), false, after - before)]
    case .fold(let first, let second):
      switch schedule.clockChange {
      case .first, .skip: resolved = [(first, false, 0)]
      case .last: resolved = [(second, true, 0)]
      case .both: resolved = [(first, false, 0), (second, true, 0)]
      }
    }
    let day = calendar.day(on: nominal.scheduled.date)
    return resolved.map { instant, isSecondPass, shift in
      Occurrence(
        nominal: nominal.moment, isSecondPass: isSecondPass, civil: wanted.adding(seconds: shift), instant: instant,
        day: day, gapShift: shift)
    }
  }
}
