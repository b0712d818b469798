/// Why a search found nothing, where that is not simply the schedule's end.
public enum SearchError: Error, Hashable, Sendable {
  /// No date up to this one matches: the rule asks for what the calendar does not have.
  case neverMatches(through: CivilDate)
  /// The schedule waits for days that only a notice sets, and none is announced after this one; `nil` where none is known.
  case notAnnounced(DayClass, after: CivilDate?)
}

/// The occurrences of a schedule in a zone, by a calendar.
public struct Occurrences: Sendable {
  /// Which days at which times.
  public let schedule: Schedule
  /// What says which days are workdays.
  public let calendar: WorkCalendar
  /// Where the wall clock hangs.
  public let zone: ZoneRules

  let dates: ScheduleDates
  /// The recurrence where it says itself at which times it yields; `nil` for all else.
  let timed: RecurrenceSet?
  /// All that a schedule with `count:` ever yields; `nil` where nothing is counted.
  private(set) var counted: [Nominal]?
  /// Where the bits of the calendar decide alone; `nil` for all else.
  let scan: DateScan?

  /// The occurrences of `schedule` on the wall clock of `zone`.
  public init(schedule: Schedule, calendar: WorkCalendar, zone: ZoneRules) {
    self.schedule = schedule
    self.calendar = calendar
    self.zone = zone
    dates = ScheduleDates(schedule: schedule, calendar: calendar)
    timed = Occurrences.timedSet(schedule, zone: zone)
    scan = DateScan(schedule: schedule, calendar: calendar)
    counted = countedNominals()
  }

  /// All occurrences that start in the range, ascending by instant.
  public func occurrences(in range: Range<Instant>) -> [Occurrence] {
    if let found = scannedOccurrences(in: range) { return found }
    // Two days cover any zone's offset and any gap; a move may carry a date further.
    let margin = timed != nil && !moves ? 0 : 2 + (moves ? ScheduleDates.longestMove : 0)
    let first = zone.civil(at: range.lowerBound).date.adding(days: -margin)
    let last = zone.civil(at: range.upperBound).date.adding(days: margin)
    let isTimed = timed != nil && counted == nil
    let found =
      isTimed
      ? timedNominals(in: margin == 0 ? range : instants(from: first, through: last))
      : nominals(from: first, through: last)
    return
      found
      .flatMap(resolve)
      .filter { range.contains($0.instant) }
      .sorted { ($0.instant, $0.nominal) < ($1.instant, $1.nominal) }
  }

  /// Whether a date may take place on another one.
  var moves: Bool { schedule.move != .keep && schedule.move != .drop }

  /// Returns the first occurrence after `instant`, or `nil` when the schedule has ended.
  ///
  /// A time in a gap moves forward by the gap; a time in a fold takes the first pass, unless the schedule says otherwise.
  ///
  /// - Throws: `SearchError.neverMatches` when no date matches within one cycle of 400 years, times the rule's interval.
  public func nextOccurrence(after instant: Instant) throws(SearchError) -> Occurrence? {
    if let (wall, utcOffset) = scan?.moment(after: instant, in: zone) {
      let moment = CivilDateTime(secondsSinceEpoch: wall)
      return Occurrence(
        nominal: moment, civil: moment, instant: Instant(seconds: wall - utcOffset), day: calendar.day(on: moment.date))
    }
    if let end = emptyThrough(after: instant) {
      if lastDate != nil { return nil }
      throw fault(nothingThrough: end)
    }
    return try search(after: instant) { occurrences(in: $0).first }
  }

  /// Where a search would give up, if bits alone say that it would find nothing.
  private func emptyThrough(after instant: Instant) -> CivilDate? {
    guard let scan else { return nil }
    let today = zone.civil(at: instant).date
    // Two days cover any zone's offset and any gap.
    let first = today.dayNumber - 2
    guard DateScan.days.contains(first), scan.first(from: first) == nil else { return nil }
    let end = horizon(after: today)
    return end.dayNumber < DateScan.days.upperBound ? end : nil
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
    if timed != nil {
      guard let first = try firstTimed(after: lower, reach: reach) else { return nil }
      lower = max(lower, first)
    }
    // A stretch with many times of day is short, so that the first one found is not paid for with thousands.
    let times = max(1, schedule.times.count)
    var seconds = times > 40 ? 86_400 * 10 / times : 86_400 * max(1, 40 / max(1, times / 4))
    if timed != nil { seconds = 60 }
    while true {
      let upper = lower.advanced(by: .seconds(seconds))
      if let found = find(lower..<upper) { return found }
      if let end, upper > end { return nil }
      let reached = zone.civil(at: upper).date
      if reached >= horizon { throw fault(nothingThrough: min(horizon, reached)) }
      lower = upper
      seconds = min(seconds * 2, 36_600 * 86_400)
    }
  }

  /// The last date on which anything can take place, moves included; `nil` for a schedule without an end.
  private var lastDate: CivilDate? {
    var bounds: [CivilDate] = []
    if let until = schedule.until { bounds.append(until) }
    switch schedule.days {
    case .phrase(.dates(let dates)): if let last = dates.last { bounds.append(last) }
    case .recurrence(let recurrence): if let last = lastDate(of: recurrence) { bounds.append(last) }
    case .phrase: break
    }
    if let last = counted?.last { bounds.append(last.scheduled.nominal) }
    guard let last = bounds.min() else { return nil }
    return moves ? last.adding(days: ScheduleDates.longestMove) : last
  }

  /// Why a search up to `date` found nothing.
  private func fault(nothingThrough date: CivilDate) -> SearchError {
    guard let awaited = schedule.awaitedClass else { return .neverMatches(through: date) }
    return .notAnnounced(awaited, after: calendar.lastKnownDay(of: awaited))
  }

  /// Where a search gives up: after one cycle of the Gregorian calendar times the interval, or where the lunar table ends.
  func horizon(after date: CivilDate) -> CivilDate {
    var interval = 1
    switch schedule.days {
    case .recurrence(let recurrence):
      if recurrence.rules.allSatisfy({ $0.scale == .chinese }) { return max(date, LunarDate.endOfTable) }
      interval = recurrence.rules.map(\.interval).max() ?? 1
    case .phrase(.lunar): return max(date, LunarDate.endOfTable)
    case .phrase: break
    }
    if let awaited = schedule.awaitedClass {
      // What an occurrence leads to may lie ten years after it, and a move one more.
      return max(date, calendar.lastKnownDay(of: awaited) ?? date).adding(days: 11 * 366)
    }
    let (days, overflow) = interval.multipliedReportingOverflow(by: 146_097)
    return max(date, schedule.start?.date ?? date).adding(days: overflow ? Int.max : days)
  }
}
