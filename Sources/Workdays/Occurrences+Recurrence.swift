extension Occurrences {
  /// The set of a recurrence that says itself at which times it yields; it needs a start.
  static func timedSet(_ schedule: Schedule, zone: ZoneRules) -> RecurrenceSet? {
    guard case .recurrence(let recurrence) = schedule.days, recurrence.hasOwnTimes, let start = schedule.start else {
      return nil
    }
    return RecurrenceSet(
      rules: recurrence.rules, added: recurrence.added, excluded: recurrence.excluded, start: start, zone: zone,
      clockChange: schedule.clockChange)
  }

  /// The dates of rules at the schedule's times, with RDATE and without EXDATE.
  func recurrenceNominals(_ recurrence: Recurrence, from first: CivilDate, through last: CivilDate) -> [Nominal] {
    var found: [CivilDateTime: Nominal] = [:]
    func add(_ nominals: [Nominal]) {
      for nominal in nominals where found[nominal.moment] == nil { found[nominal.moment] = nominal }
    }
    for rule in dates.rules {
      let until = rule.rule.until
      let nominals = atTimes(dates.dates(of: rule, until: until.map(lastDate(within:)), from: first, through: last))
      guard let until else {
        add(nominals)
        continue
      }
      add(nominals.filter { until.allows($0.moment, at: instant(of: $0.moment)) })
    }
    for moment in recurrence.added { add(addedNominals(moment, from: first, through: last)) }
    return found.values.filter { nominal in
      !recurrence.excluded.contains { $0.excludes(nominal.moment, at: instant(of: nominal.moment)) }
    }.sorted()
  }

  /// The last date of which a time lies within an end.
  private func lastDate(within end: RecurrenceMoment) -> CivilDate {
    let moment: CivilDateTime
    switch end {
    case .date(let date): return date
    case .local(let local): moment = local
    case .instant(let instant): moment = zone.civil(at: instant)
    }
    return moment.time < schedule.times.first ?? .midnight ? moment.date.adding(days: -1) : moment.date
  }

  private func addedNominals(_ moment: RecurrenceMoment, from first: CivilDate, through last: CivilDate) -> [Nominal] {
    let local: CivilDateTime
    switch moment {
    case .date(let date):
      return (first...last).contains(date) ? atTimes([dates.scheduled(date)].compactMap { $0 }) : []
    case .local(let moment): local = moment
    case .instant(let instant): local = zone.civil(at: instant)
    }
    guard (first...last).contains(local.date), local >= schedule.start ?? local, let date = dates.scheduled(local.date)
    else { return [] }
    return isAfterWork(local.time, on: date.date) ? [] : [Nominal(moment: local, scheduled: date, time: local.time)]
  }

  private func instant(of moment: CivilDateTime) -> Instant { zone.instant(of: moment, .compatible)! }

  /// The instances of a recurrence with times of its own, those left out that `holidays:` and the bounds leave out.
  ///
  /// - Parameter limit: how many are wanted at most.
  func timedNominals(in range: Range<Instant>, limit: Int = .max) -> [Nominal] {
    guard let timed else { return [] }
    var found: [Nominal] = []
    var after = range.lowerBound.advanced(by: .nanoseconds(-1))
    while found.count < limit, let instance = try? timed.next(after: after), instance.instant < range.upperBound {
      let date = instance.nominal.date
      if let until = schedule.until, date > until { break }
      if !dates.isTaken(date) {
        // None of the day's instances is seen, and there may be many.
        let nextDay = CivilDateTime(date: date.adding(days: 1), time: .midnight)
        after = max(instance.instant, instant(of: nextDay).advanced(by: .nanoseconds(-1)))
        continue
      }
      after = instance.instant
      let time = instance.nominal.time
      guard instance.nominal >= timed.start, let scheduled = dates.place(date), !isAfterWork(time, on: scheduled.date)
      else { continue }
      found.append(Nominal(moment: instance.nominal, scheduled: scheduled, time: time, instance: instance))
    }
    return found
  }

  /// Where looking for something that lies within `reach` days of an instance may begin; `nil` where the set has ended.
  func firstTimed(after instant: Instant, reach: ClosedRange<Int>) throws(SearchError) -> Instant? {
    guard let timed else { return nil }
    let moved = moves ? ScheduleDates.longestMove + 2 : 0
    let earliest = instant.advanced(by: .seconds(-86_400 * (reach.upperBound + moved + 1)))
    let first = try timed.next(after: moved == 0 && reach == 0...0 ? instant.advanced(by: .nanoseconds(-1)) : earliest)
    return first?.instant.advanced(by: .seconds(86_400 * (reach.lowerBound - moved)))
  }

  /// All instants that the wall shows as one of the dates.
  func instants(from first: CivilDate, through last: CivilDate) -> Range<Instant> {
    let start = Instant(CivilDateTime(date: first, time: .midnight), utcOffset: LocalTimeType.utcOffsets.upperBound)
    let end = Instant(CivilDateTime(date: last, time: .midnight), utcOffset: LocalTimeType.utcOffsets.lowerBound)
    return start..<end.advanced(by: .seconds(86_400))
  }

  func occurrence(_ instance: RecurrenceInstance, on scheduled: ScheduledDate) -> Occurrence {
    Occurrence(
      nominal: instance.nominal, isSecondPass: instance.isSecondPass, civil: zone.civil(at: instance.instant),
      instant: instance.instant, day: calendar.day(on: scheduled.date), gapShift: instance.gapShift)
  }

  /// The last date of a recurrence; `nil` where a rule has no end.
  func lastDate(of recurrence: Recurrence) -> CivilDate? {
    var bounds = recurrence.added.map(\.lastDate)
    let counted = timed?.lastCounted ?? dates.rules.map(\.lastCounted)
    for (rule, counted) in zip(recurrence.rules, counted) {
      guard let last = rule.until?.lastDate ?? counted else { return nil }
      bounds.append(last)
    }
    return bounds.max() ?? .earliest
  }
}
