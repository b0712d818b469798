extension RecurrenceSet {
  /// A rule, joined with its start.
  enum Member: Sendable {
    case wall(WallRecurrence)
    case exact(ExactRecurrence)
  }

  /// The first instance of one rule after `instant`; `nil` when it has ended.
  func next(of member: Member, after instant: Instant) throws(SearchError) -> RecurrenceInstance? {
    switch member {
    case .wall(let recurrence): try next(of: recurrence, after: instant)
    case .exact(let recurrence): try next(of: recurrence, after: instant)
    }
  }

  /// What a moment of RDATE stands for.
  func instances(of moment: RecurrenceMoment) -> [RecurrenceInstance] {
    let nominal: CivilDateTime
    switch moment {
    case .date(let date): nominal = CivilDateTime(date: date, time: start.time)
    case .local(let local): nominal = local
    case .instant(let instant): return [exactInstance(at: instant.seconds)]
    }
    let (first, second) = resolve(nominal)
    return [first, second].compactMap { $0 }
  }

  private func next(of recurrence: ExactRecurrence, after instant: Instant) throws(SearchError) -> RecurrenceInstance? {
    let horizon = horizon(of: recurrence.rule, after: zone.civil(at: instant).date)
    var last = (horizon.dayNumber + 1) * 86_400
    let ends = recurrence.rule.count != nil && recurrence.lastCounted != nil || recurrence.rule.until != nil
    if let counted = recurrence.lastCounted { last = min(last, counted) }
    switch recurrence.rule.until {
    case .date(let date): last = min(last, (date.dayNumber + 2) * 86_400)
    case .local(let local): last = min(last, local.secondsSinceEpoch + 2 * 86_400)
    case .instant(let until): last = min(last, until.seconds)
    case nil: break
    }
    guard let found = recurrence.next(from: instant.seconds + 1, through: last) else {
      if ends { return nil }
      throw .neverMatches(through: horizon)
    }
    let instance = exactInstance(at: found)
    return isWithin(recurrence.rule.until, instance) ? instance : nil
  }

  private func next(of recurrence: WallRecurrence, after instant: Instant) throws(SearchError) -> RecurrenceInstance? {
    let first = earliestWall(after: instant)
    let horizon = horizon(of: recurrence.rule, after: first.date)
    var last = horizon
    let ends = recurrence.lastCounted != nil || recurrence.rule.until != nil
    switch recurrence.rule.until {
    case .date(let date): last = min(last, date)
    case .local(let local): last = min(last, local.date)
    case .instant(let until): last = min(last, until.civil(utcOffset: 0).date.adding(days: 2))
    case nil: break
    }
    var best: RecurrenceInstance?
    var latestOffset = 0
    /// Keeps the earliest; `false` where nothing earlier can follow.
    func take(_ found: RecurrenceInstance?) -> Bool {
      guard let found, found.instant > instant, isWithin(recurrence.rule.until, found) else { return true }
      if let best, best.instant <= found.instant { return true }
      best = found
      guard let offset = zone.latestOffset(around: found.instant.seconds) else { return false }
      latestOffset = offset
      return true
    }
    recurrence.forEach(from: first, through: last) { nominal in
      if let best, nominal.secondsSinceEpoch - latestOffset > best.instant.seconds { return false }
      let (first, second) = resolve(nominal)
      return take(first) && take(second)
    }
    if best == nil, !ends { throw .neverMatches(through: horizon) }
    return best
  }

  private func isWithin(_ until: RecurrenceMoment?, _ instance: RecurrenceInstance) -> Bool {
    switch until {
    case .date(let date): instance.nominal.date <= date
    case .local(let local): instance.nominal <= local
    case .instant(let instant): instance.instant <= instant
    case nil: true
    }
  }

  /// The earliest wall time that may stand for an instant after `instant`: before what the clock shows then, where it was
  /// or will be changed by that much.
  private func earliestWall(after instant: Instant) -> CivilDateTime {
    let span = zone.span(at: instant.seconds)
    var wall = instant.seconds + span.type.utcOffset
    if span.start > Int.min, instant.seconds - span.start < ZoneRules.longestShift {
      let shift = abs(span.type.utcOffset - zone.span(at: span.start - 1).type.utcOffset)
      if instant.seconds - span.start <= shift { wall -= shift }
    }
    if span.end < Int.max, span.end - instant.seconds < ZoneRules.longestShift {
      let shift = abs(span.type.utcOffset - zone.span(at: span.end).type.utcOffset)
      if span.end - instant.seconds <= shift { wall -= shift }
    }
    return CivilDateTime(secondsSinceEpoch: wall)
  }

  private func exactInstance(at seconds: Int) -> RecurrenceInstance {
    let nominal = zone.civil(at: Instant(seconds: seconds))
    var isSecondPass = false
    if zone.latestOffset(around: seconds) != nil, case .fold(_, let second) = zone.resolve(nominal) {
      isSecondPass = second.seconds == seconds
    }
    return RecurrenceInstance(
      nominal: nominal, instant: Instant(seconds: seconds), isSecondPass: isSecondPass, gapShift: 0)
  }

  /// The instances that a wall time stands for: one, two, or none, as ``clockChange`` says.
  private func resolve(_ nominal: CivilDateTime) -> (RecurrenceInstance?, RecurrenceInstance?) {
    func instance(_ instant: Instant, isSecondPass: Bool = false, gapShift: Int = 0) -> RecurrenceInstance {
      RecurrenceInstance(nominal: nominal, instant: instant, isSecondPass: isSecondPass, gapShift: gapShift)
    }
    switch zone.resolve(nominal) {
    case .unique(let instant): return (instance(instant), nil)
    case .gap(_, let before, let after):
      guard clockChange != .skip else { return (nil, nil) }
      return (instance(Instant(nominal, utcOffset: before), gapShift: after - before), nil)
    case .fold(let first, let second):
      switch clockChange {
      case .first, .skip: return (instance(first), nil)
      case .last: return (instance(second, isSecondPass: true), nil)
      case .both: return (instance(first), instance(second, isSecondPass: true))
      }
    }
  }

  /// Where a search gives up: after one cycle of the Gregorian calendar times the interval, or where the lunar table ends.
  private func horizon(of rule: RecurrenceRule, after date: CivilDate) -> CivilDate {
    if rule.scale == .chinese { return LunarDate.endOfTable }
    let (days, overflow) = rule.interval.multipliedReportingOverflow(by: 146_097)
    return max(date, start.date).adding(days: overflow ? Int.max : days)
  }
}

extension ZoneRules {
  /// More seconds than any change of a clock moves it.
  static let longestShift = 2 * 86_400

  /// The largest offset from UTC within two days of a Unix time; `nil` where the clock is not touched then.
  func latestOffset(around seconds: Int) -> Int? {
    let span = span(at: seconds)
    let isNearStart = span.start > Int.min && seconds - span.start < ZoneRules.longestShift
    let isNearEnd = span.end < Int.max && span.end - seconds < ZoneRules.longestShift
    guard isNearStart || isNearEnd else { return nil }
    var offset = span.type.utcOffset
    if isNearStart { offset = max(offset, self.span(at: span.start - 1).type.utcOffset) }
    if isNearEnd { offset = max(offset, self.span(at: span.end).type.utcOffset) }
    return offset
  }
}

extension RecurrenceSet {
  /// The date of the last instance that COUNT allows each rule; `nil` where it sets no bound.
  var lastCounted: [CivilDate?] {
    members.map { member in
      switch member {
      case .wall(let recurrence): recurrence.lastCounted?.date
      case .exact(let recurrence): recurrence.lastCounted.map { zone.civil(at: Instant(seconds: $0)).date }
      }
    }
  }
}
