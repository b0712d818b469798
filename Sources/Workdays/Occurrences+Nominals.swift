extension Occurrences {
  /// A date of the pipeline at one of the times of day.
  struct Nominal: Comparable {
    let moment: CivilDateTime
    let scheduled: ScheduledDate
    /// The time of day at which it takes place; another one than the moment's on some half-days.
    let time: CivilTime
    /// When it is, where the rule itself says so.
    var instance: RecurrenceInstance?

    static func < (left: Nominal, right: Nominal) -> Bool { left.moment < right.moment }
  }

  func nominals(from first: CivilDate, through last: CivilDate) -> [Nominal] {
    guard let counted else { return uncountedNominals(from: first, through: last) }
    return counted.filter { (first...last).contains($0.scheduled.nominal) }
  }

  private func uncountedNominals(from first: CivilDate, through last: CivilDate) -> [Nominal] {
    if timed != nil { return timedNominals(in: instants(from: first, through: last)) }
    if case .recurrence(let recurrence) = schedule.days {
      return recurrenceNominals(recurrence, from: first, through: last)
    }
    return atTimes(dates.dates(from: first, through: last))
  }

  /// Dates at the schedule's times of day, those before its start left out.
  func atTimes(_ dates: [ScheduledDate]) -> [Nominal] {
    dates.flatMap(nominals).filter { nominal in schedule.start.map { nominal.moment >= $0 } ?? true }
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

  /// Whether a time that the rule itself says comes after the work of a half-day, and is left out for it.
  func isAfterWork(_ time: CivilTime, on date: CivilDate) -> Bool {
    guard schedule.halfDays != .keep, schedule.seesHolidays, let end = calendar.workEnd(on: date) else { return false }
    return time > end
  }

  /// The first `count` of the schedule since its start; `nil` when nothing is counted.
  func countedNominals() -> [Nominal]? {
    guard let count = schedule.count, let start = schedule.start else { return nil }
    if timed != nil { return timedNominals(in: instants(from: start.date, through: .latest), limit: count) }
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
  func resolve(_ nominal: Nominal) -> [Occurrence] {
    if let instance = nominal.instance, nominal.scheduled.date == nominal.scheduled.nominal {
      return [occurrence(instance, on: nominal.scheduled)]
    }
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
