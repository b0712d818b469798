/// The dates of a schedule by a calendar: the pipeline's four steps, without times of day and zones.
struct ScheduleDates {
  let schedule: Schedule
  let calendar: WorkCalendar
  /// The schedule's rules, joined with its start; empty for a phrase.
  let rules: [RecurrenceDates]
  /// Counts from the date of `every N workdays`; `nil` for all else.
  private let count: WorkdayCount?

  init(schedule: Schedule, calendar: WorkCalendar) {
    (self.schedule, self.calendar) = (schedule, calendar)
    if case .phrase(.everyWorkdays(_, let anchor)) = schedule.days {
      count = WorkdayCount(from: anchor, by: calendar, seeing: schedule.holidays)
    } else {
      count = nil
    }
    guard case .recurrence(let recurrence) = schedule.days, !recurrence.hasOwnTimes else {
      rules = []
      return
    }
    rules = recurrence.rules.map { RecurrenceDates(rule: $0, start: schedule.start?.date ?? $0.unanchoredStart) }
  }

  /// How far a date may move; also how far beyond a range must be looked for dates that move into it.
  static let longestMove = 366

  /// The dates whose nominal date lies in the range, ascending by nominal date. `start` and `until` are obeyed by date.
  func dates(from first: CivilDate, through last: CivilDate) -> [ScheduledDate] {
    guard let range = bounded(from: first, through: last) else { return [] }
    return choose(from: range.lowerBound, through: range.upperBound, among: candidates).compactMap(place)
  }

  /// The same for one rule of a recurrence.
  ///
  /// - Parameter end: the last date that UNTIL allows; what lies past it is not counted by a position either.
  func dates(
    of rule: RecurrenceDates, until end: CivilDate?, from first: CivilDate, through last: CivilDate
  ) -> [ScheduledDate] {
    guard let range = bounded(from: first, through: last) else { return [] }
    return choose(from: range.lowerBound, through: range.upperBound) { first, last in
      ruleDates(rule, from: first, through: min(last, end ?? last))
    }.compactMap(place)
  }

  /// A single date, added to what the rules yield; `nil` where holidays or bounds leave it out.
  func scheduled(_ date: CivilDate) -> ScheduledDate? {
    bounded(from: date, through: date) != nil && isTaken(date) ? place(date) : nil
  }

  private func bounded(from first: CivilDate, through last: CivilDate) -> ClosedRange<CivilDate>? {
    let first = max(first, schedule.start?.date ?? first)
    let last = min(last, schedule.until ?? last)
    return first <= last ? first...last : nil
  }

  /// Of the candidates those of the class, at the places and not on the dates that the schedule wants.
  private func choose(
    from first: CivilDate, through last: CivilDate, among candidates: (CivilDate, CivilDate) -> [CivilDate]
  ) -> [CivilDate] {
    func kept(from first: CivilDate, through last: CivilDate) -> [CivilDate] {
      let candidates = candidates(first, last)
      guard let only = schedule.only else { return candidates }
      return candidates.filter { calendar.isDay($0, of: only) }
    }
    let chosen: [CivilDate]
    if let position = schedule.position {
      chosen = dates(at: position, from: first, through: last) { kept(from: $0.lowerBound, through: $0.upperBound) }
    } else {
      chosen = kept(from: first, through: last)
    }
    return schedule.except.isEmpty ? chosen : chosen.filter { !schedule.except.contains($0) }
  }

  /// What a position chooses in a range, from the dates of each period that reaches into it.
  private func dates(
    at position: Position, from first: CivilDate, through last: CivilDate,
    among dates: (ClosedRange<CivilDate>) -> [CivilDate]
  ) -> [CivilDate] {
    var (found, next): ([CivilDate], CivilDate) = ([], first)
    while true {
      let period = position.period.days(around: next, firstWeekday: calendar.week.firstWeekday)
      found += position.choose(from: dates(period)).filter { (first...last).contains($0) }
      guard period.upperBound < last else { return found }
      next = period.upperBound.adding(days: 1)
    }
  }

  /// *Expand*, *classify* and *choose*.
  private func candidates(from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    switch schedule.days {
    case .recurrence: return []
    case .phrase(.dates(let dates)): return dates.filter { (first...last).contains($0) && isSeen($0) }
    case .phrase(.position(let position, let counted)):
      return dates(at: position, from: first, through: last) { $0.filter { matches($0, counted) } }
    case .phrase(.everyWorkdays(let step, let anchor)):
      return everyWorkdays(step, since: anchor, from: first, through: last)
    case .phrase(.lunar(let day)):
      // A lunar year begins in January or February: its last month lies in the next civil year.
      return (first.year - 1...last.year).flatMap(day.dates).filter { (first...last).contains($0) && isSeen($0) }
    case .phrase(let phrase): return (first...last).filter { matches($0, phrase) }
    }
  }

  private func matches(_ date: CivilDate, _ phrase: DaysPhrase) -> Bool {
    switch phrase {
    case .days(let dayClass): matches(date, .dayClass(dayClass))
    case .everyDay: isSeen(date)
    case .weekdays(let weekdays):
      // With `swap` the list is the whole work week: what it means is every real workday.
      schedule.holidays == .swap ? calendar.isWorkday(date) : weekdays.contains(date.weekday) && isSeen(date)
    case .dates, .position, .everyWorkdays, .lunar: false
    }
  }

  private func matches(_ date: CivilDate, _ counted: DaysPhrase.Counted) -> Bool {
    switch counted {
    case .days: isSeen(date)
    case .dayClass(.workdays): isWorkday(date)
    case .dayClass(let dayClass): calendar.isDay(date, of: dayClass)
    case .weekday(let weekday): date.weekday == weekday && isSeen(date)
    }
  }

  private func everyWorkdays(
    _ step: Int, since anchor: CivilDate, from first: CivilDate, through last: CivilDate
  ) -> [CivilDate] {
    guard anchor <= last, let count else { return [] }
    var number = count.workdays(before: first)
    return (max(first, anchor)...last).filter { date in
      guard isWorkday(date) else { return false }
      defer { number += 1 }
      return number % step == 0
    }
  }

  /// Whether `holidays:`, `only:` and `except:` let a single date stand.
  func isTaken(_ date: CivilDate) -> Bool {
    isSeen(date) && schedule.only.map { calendar.isDay(date, of: $0) } ?? true && !schedule.except.contains(date)
  }

  /// A workday as `holidays:` wants it.
  private func isWorkday(_ date: CivilDate) -> Bool {
    calendar.isWorkday(date, seeing: schedule.holidays)
  }

  /// Whether `holidays:` lets a date stand. A date that `move:` will move must reach that step.
  private func isSeen(_ date: CivilDate) -> Bool {
    switch schedule.move {
    case .next, .previous, .nearest: return true
    case .keep, .drop: break
    }
    return schedule.holidays == .ignore || !calendar.isDayOff(date)
  }

  private func ruleDates(_ rule: RecurrenceDates, from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    var dates: [CivilDate] = []
    let end = min(last, rule.lastCounted ?? last)
    guard first <= end else { return [] }
    rule.forEach(from: first, through: end) { date in
      if isSeen(date) { dates.append(date) }
      return true
    }
    guard schedule.holidays == .swap else { return dates }
    let makeUpDays = (first...end).filter(calendar.isMakeUpWorkday)
    return makeUpDays.isEmpty ? dates : Set(dates).union(makeUpDays).sorted()
  }

  /// *Move*: where a date takes place; `nil` when it is dropped.
  func place(_ nominal: CivilDate) -> ScheduledDate? {
    guard schedule.move != .keep, !calendar.isWorkday(nominal) else {
      return ScheduledDate(nominal: nominal, date: nominal)
    }
    let moved: CivilDate?
    switch schedule.move {
    case .keep, .drop: moved = nil
    case .next: moved = closestWorkday(to: nominal, step: 1)
    case .previous: moved = closestWorkday(to: nominal, step: -1)
    case .nearest:
      let (before, after) = (closestWorkday(to: nominal, step: -1), closestWorkday(to: nominal, step: 1))
      moved = [before, after].compactMap { $0 }.min { abs($0.days(until: nominal)) < abs($1.days(until: nominal)) }
    }
    return moved.map { ScheduledDate(nominal: nominal, date: $0) }
  }

  private func closestWorkday(to date: CivilDate, step: Int) -> CivilDate? {
    (1...ScheduleDates.longestMove).lazy.map { date.adding(days: step * $0) }.first(where: calendar.isWorkday)
  }
}

extension LunarDate {
  /// The last day of the lunar year 2100, where the table ends.
  static let endOfTable = civilDate(year: years.upperBound, month: 12, day: 30, clamped: true)!
}

extension RecurrenceRule {
  /// Where the periods of a rule are counted from that does not depend on its start.
  var unanchoredStart: CivilDate {
    scale == .chinese
      ? LunarDate.firstDay(ofYear: LunarDate.years.lowerBound)! : CivilDate(year: 1900, month: 1, day: 1)!
  }
}
