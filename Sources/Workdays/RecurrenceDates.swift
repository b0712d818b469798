/// The dates that a recurrence rule yields from a start, in order: the *expand* step.
///
/// It goes month by month and steps over what INTERVAL leaves out by arithmetic, so that the cost does not grow with the
/// distance from the start. What COUNT allows is worked out once, in closed form where the rule is regular.
///
/// - Precondition: the rule is not finer than a day.
public struct RecurrenceDates: Hashable, Sendable {
  private let parts: Parts

  /// The rule.
  public var rule: RecurrenceRule { parts.rule }
  /// The first date that may be yielded; it anchors the interval and completes a rule that names no days.
  public var start: CivilDate { parts.start }
  /// The last date that COUNT allows; `nil` where it sets no bound within the calendar.
  public var lastCounted: CivilDate? { parts.lastCounted }
  /// `nil` where the start lies outside the rule's calendar: nothing is yielded.
  var days: DayRule? { parts.days }
  /// BYSETPOS; empty where all of a period's dates are kept.
  private var positions: [Int] { parts.positions }

  /// Shared, since a search costs less than copying it.
  private final class Parts: Sendable {
    let rule: RecurrenceRule
    let start: CivilDate
    let days: DayRule?
    let positions: [Int]
    let lastCounted: CivilDate?

    init(_ rule: RecurrenceRule, _ start: CivilDate, _ days: DayRule?, _ positions: [Int], lastCounted: CivilDate?) {
      (self.rule, self.start, self.days) = (rule, start, days)
      (self.positions, self.lastCounted) = (positions, lastCounted)
    }
  }

  /// The dates of `rule` from `start` on. A start that does not match the rule is not among them.
  public init(rule: RecurrenceRule, start: CivilDate) {
    // A day's only date is its first and its last.
    let isDaily = rule.frequency == .daily && rule.positions.contains { abs($0) == 1 }
    let endless = RecurrenceDates(rule, start: start, positions: isDaily ? [] : rule.positions)
    guard let last = rule.count.flatMap({ endless.date(number: $0) }) else {
      self = endless
      return
    }
    parts = Parts(rule, start, endless.days, endless.positions, lastCounted: last)
  }

  /// The dates without a bound by COUNT.
  init(_ rule: RecurrenceRule, start: CivilDate, positions: [Int]) {
    precondition(!rule.frequency.isFinerThanDay, "a rule finer than a day yields times, not dates")
    let neverChooses = rule.frequency == .daily && !positions.isEmpty
    let days = neverChooses ? nil : DayRule(rule.completed(from: start), start: start)
    parts = Parts(rule, start, days, positions, lastCounted: nil)
  }

  /// Calls `body` with each date from `first` on, in order, until it returns `false` or the rule or the calendar ends.
  ///
  /// COUNT is obeyed; UNTIL is left to the caller, who knows the time of day and the zone.
  ///
  /// - Parameter last: where to stop looking.
  public func forEach(from first: CivilDate, through last: CivilDate, _ body: (CivilDate) -> Bool) {
    let (first, last) = (max(first, start), min(last, lastCounted ?? .latest))
    guard first <= last else { return }
    if goesByMonths {
      forEachOfMonths(from: first.dayNumber, through: last.dayNumber) { body(CivilDate(dayNumber: $0)) }
    } else {
      forEachOfPeriods(from: first.dayNumber, through: last.dayNumber) { body(CivilDate(dayNumber: $0)) }
    }
  }

  /// Whether BYSETPOS, where it is there, chooses within a month, so that no day outside it has a say.
  private var goesByMonths: Bool {
    positions.isEmpty || rule.frequency == .monthly && days.map { !$0.carries } ?? true
  }

  private func kept(_ days: DayRule, in month: CalendarMonth) -> UInt64 {
    let kept = days.keptDays(in: month)
    return positions.isEmpty ? kept : chosen(positions, of: kept)
  }

  private func forEachOfMonths(from first: Int, through last: Int, _ body: (Int) -> Bool) {
    guard let days else { return }
    var month = days.scale.month(containing: first)
    while let current = month, current.firstDay <= last {
      var rest = kept(days, in: current)
      if current.firstDay < first { rest &= ~0 << (first - current.firstDay + 1) }
      while rest != 0 {
        let day = current.firstDay + rest.trailingZeroBitCount - 1
        guard day <= last, body(day) else { return }
        rest &= rest - 1
      }
      month = days.month(after: current)
    }
  }

  private func forEachOfPeriods(from first: Int, through last: Int, _ body: (Int) -> Bool) {
    guard let days else { return }
    let periods = RecurrencePeriods(days)
    var number = periods.number(atOrBefore: first)
    var previous = first - 1
    while let period = periods.days(ofPeriod: number) {
      if period.firstDay > last + 1 { return }
      for day in chosen(positions, of: period.days) where day > previous {
        guard day <= last, body(day) else { return }
        previous = day
      }
      number += 1
    }
  }

  /// The dates of equal rules from the same start are equal.
  public static func == (left: RecurrenceDates, right: RecurrenceDates) -> Bool {
    left.rule == right.rule && left.start == right.start
  }

  /// Hashes rule and start.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(start)
  }
}

extension RecurrenceDates {
  /// The date with that number, 1 for the first; `nil` where the calendar ends before.
  func date(number: Int) -> CivilDate? {
    guard let days else { return nil }
    if positions.isEmpty {
      if days.frequency == .daily, days.isBare { return date(periods: number - 1, ofDays: 1, from: start.dayNumber) }
      if let perWeek = days.daysPerWeek { return date(number: number, perWeek: perWeek, days) }
    }
    // A number beyond all days needs no counting.
    guard number <= CivilDate.latest.days(until: start).magnitude + 1 else { return nil }
    var left = number
    if goesByMonths {
      var month = days.scale.month(containing: start.dayNumber)
      let cycle = 400 * min(rule.interval, 100)
      while let current = month {
        // What a whole cycle of the calendar does not hold never comes.
        if left == number, current.year.number - start.year > cycle { return nil }
        var rest = kept(days, in: current)
        if current.firstDay < start.dayNumber { rest &= ~0 << (start.dayNumber - current.firstDay + 1) }
        if rest.nonzeroBitCount >= left {
          for _ in 1..<left { rest &= rest - 1 }
          return CivilDate(dayNumber: current.firstDay + rest.trailingZeroBitCount - 1)
        }
        left -= rest.nonzeroBitCount
        month = days.month(after: current)
      }
      return nil
    }
    return RecurrencePeriods(days).element(number: number) { period in
      chosen(positions, of: period.days).filter { $0 >= start.dayNumber }
    }.map { CivilDate(dayNumber: $0) }
  }

  /// Whole weeks hold as many dates each; only the first one is not whole.
  private func date(number: Int, perWeek: Int, _ days: DayRule) -> CivilDate? {
    let week = start.startOfWeek(on: rule.weekStart)
    let inFirst = days.daysOfFirstWeek.filter { $0 >= start.dayNumber }
    if number <= inFirst.count { return CivilDate(dayNumber: inFirst[number - 1]) }
    let (weeks, place) = (number - inFirst.count - 1).quotientAndRemainder(dividingBy: perWeek)
    let offset = days.daysOfFirstWeek[place] - week.dayNumber
    return date(periods: weeks + 1, ofDays: 7, from: week.dayNumber, offset: offset)
  }

  private func date(periods: Int, ofDays length: Int, from day: Int, offset: Int = 0) -> CivilDate? {
    let (elapsed, overflow) = periods.multipliedReportingOverflow(by: rule.interval)
    let (inDays, tooMany) = elapsed.multipliedReportingOverflow(by: length)
    guard !overflow, !tooMany, inDays <= CivilDate.latest.dayNumber - day - offset else { return nil }
    return CivilDate(dayNumber: day + inDays + offset)
  }
}

extension RecurrenceRule {
  /// The rule with what it leaves open about days taken from its start (RFC 5545, 3.3.10), in the rule's own calendar.
  func completed(from start: CivilDate) -> RecurrenceRule {
    var rule = self
    switch frequency {
    case .secondly, .minutely, .hourly, .daily: break
    case .weekly: if weekdays.isEmpty { rule.weekdays = [.init(start.weekday)] }
    case .monthly: if !choosesDays { rule.monthDays = [day(of: start)] }
    case .yearly:
      if !choosesDays {
        if months.isEmpty { rule.months = [month(of: start)] }
        rule.monthDays = [day(of: start)]
      } else if !weekNumbers.isEmpty, weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty {
        rule.weekdays = [.init(start.weekday)]
      }
    }
    return rule
  }

  private func day(of date: CivilDate) -> Int {
    scale == .gregorian ? date.day : LunarDate(date)?.day ?? 1
  }

  private func month(of date: CivilDate) -> Month {
    guard scale == .chinese, let lunar = LunarDate(date) else { return Month(date.month) }
    return Month(lunar.month, isLeap: lunar.isLeapMonth)
  }
}

/// The values at BYSETPOS's positions, ascending and each once.
///
/// - Parameter values: a period's occurrences, ascending.
func chosen(_ positions: [Int], of values: [Int]) -> [Int] {
  chosenIndices(positions, count: values.count).map { values[$0] }
}

/// At which of `count` places BYSETPOS chooses, from 0, ascending and each once.
func chosenIndices(_ positions: [Int], count: Int) -> [Int] {
  let indices = positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) }.sorted()
  return indices.enumerated().filter { $0.offset == 0 || indices[$0.offset - 1] != $0.element }.map(\.element)
}

/// The bits at BYSETPOS's positions among those that are set, the lowest being the first.
private func chosen(_ positions: [Int], of bits: UInt64) -> UInt64 {
  let count = bits.nonzeroBitCount
  var chosen: UInt64 = 0
  for position in positions where abs(position) <= count {
    var rest = bits
    for _ in 0..<(position > 0 ? position - 1 : count + position) { rest &= rest - 1 }
    chosen |= rest & ~(rest - 1)
  }
  return chosen
}
