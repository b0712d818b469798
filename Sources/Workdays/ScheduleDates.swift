/// The dates of a schedule by a calendar: the pipeline's four steps, without times of day and zones.
struct ScheduleDates {
  let schedule: Schedule
  let calendar: WorkCalendar
  /// The schedule's rules, joined with its start; empty for a phrase.
  let rules: [RecurrenceDates]

  init(schedule: Schedule, calendar: WorkCalendar) {
    (self.schedule, self.calendar) = (schedule, calendar)
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
    return candidates(from: range.lowerBound, through: range.upperBound).compactMap(place)
  }

  /// The same for one rule of a recurrence, whose UNTIL is obeyed by date.
  func dates(of rule: RecurrenceDates, from first: CivilDate, through last: CivilDate) -> [ScheduledDate] {
    guard let range = bounded(from: first, through: last) else { return [] }
    return ruleDates(rule, from: range.lowerBound, through: range.upperBound).compactMap(place)
  }

  /// A single date, added to what the rules yield; `nil` where holidays or bounds leave it out.
  func scheduled(_ date: CivilDate) -> ScheduledDate? {
    bounded(from: date, through: date) != nil && isSeen(date) ? place(date) : nil
  }

  private func bounded(from first: CivilDate, through last: CivilDate) -> ClosedRange<CivilDate>? {
    let first = max(first, schedule.start?.date ?? first)
    let last = min(last, schedule.until ?? last)
    return first <= last ? first...last : nil
  }

  /// *Expand*, *classify* and *choose*.
  private func candidates(from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    switch schedule.days {
    case .recurrence: return []
    case .phrase(.dates(let dates)): return dates.filter { (first...last).contains($0) && isSeen($0) }
    case .phrase(.workdayOfMonth(let number)):
      return months(from: first, through: last).compactMap { workday(number, ofMonth: $0) }
        .filter { (first...last).contains($0) }
    case .phrase(.lunar(let month, let day)): return lunarDates(month: month, day: day, from: first, through: last)
    case .phrase(let phrase): return (first...last).filter { matches($0, phrase) }
    }
  }

  private func matches(_ date: CivilDate, _ phrase: DaysPhrase) -> Bool {
    switch phrase {
    case .workdays: isWorkday(date)
    case .restDays: !calendar.isWorkday(date)
    case .holidays: calendar.isHoliday(date)
    case .makeUpWorkdays: calendar.isMakeUpWorkday(date)
    case .everyDay: isSeen(date)
    case .weekdays(let weekdays):
      // With `swap` the list is the whole work week: what it means is every real workday.
      schedule.holidays == .swap ? calendar.isWorkday(date) : weekdays.contains(date.weekday) && isSeen(date)
    case .dates, .workdayOfMonth, .lunar: false
    }
  }

  /// A workday as `holidays:` wants it.
  private func isWorkday(_ date: CivilDate) -> Bool {
    switch schedule.holidays {
    case .swap: calendar.isWorkday(date)
    case .skip: calendar.week.isWorkday(date) && !calendar.isDayOff(date)
    case .ignore: calendar.week.isWorkday(date)
    }
  }

  /// Whether `holidays:` lets a date stand. A date that `move:` will move must reach that step.
  func isSeen(_ date: CivilDate) -> Bool {
    switch schedule.move {
    case .next, .previous, .nearest: return true
    case .keep, .drop: break
    }
    return schedule.holidays == .ignore || !calendar.isDayOff(date)
  }

  private func ruleDates(_ rule: RecurrenceDates, from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    var dates: [CivilDate] = []
    let end = min(last, rule.rule.until?.lastDate ?? last, rule.lastCounted ?? last)
    guard first <= end else { return [] }
    rule.forEach(from: first, through: end) { date in
      if isSeen(date) { dates.append(date) }
      return true
    }
    guard schedule.holidays == .swap else { return dates }
    let makeUpDays = (first...end).filter(calendar.isMakeUpWorkday)
    return makeUpDays.isEmpty ? dates : Set(dates).union(makeUpDays).sorted()
  }

  private func months(from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    var months = [first.startOfMonth]
    while let month = months.last, month.endOfMonth < last { months.append(month.endOfMonth.adding(days: 1)) }
    return months
  }

  /// The `number`-th workday of a month, from its end when negative; `nil` where the month has fewer.
  private func workday(_ number: Int, ofMonth month: CivilDate) -> CivilDate? {
    let workdays = (month...month.endOfMonth).filter(isWorkday)
    let index = number > 0 ? number - 1 : workdays.count + number
    return workdays.indices.contains(index) ? workdays[index] : nil
  }

  private func lunarDates(month: Int, day: Int, from first: CivilDate, through last: CivilDate) -> [CivilDate] {
    // A lunar year begins in January or February: its last month lies in the next civil year.
    (first.year - 1...last.year).compactMap { LunarDate.civilDate(year: $0, month: month, day: day, clamped: true) }
      .filter { (first...last).contains($0) && isSeen($0) }
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
