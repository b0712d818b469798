/// The instants that a rule finer than a day yields from a start.
///
/// Periods are spans of exact time, counted from the start's own hour, minute or second; the BY parts test what the clock
/// on the wall shows. What a BY part does not name keeps its distance from the period's start. So an hourly rule is every
/// hour also where the clock is changed, and `BYHOUR=9` is the hour that the clock calls nine.
///
/// A class, since a search costs less than copying its parts.
final class ExactRecurrence: Sendable {
  let rule: RecurrenceRule
  let zone: ZoneRules
  /// Unix time, as all that follows.
  let start: Int
  /// The last instant that COUNT allows; `nil` where it sets no bound within the calendar.
  let lastCounted: Int?

  let grid: PeriodGrid
  let wall: WallTimes
  /// BYSETPOS; empty where all of a period's instants are kept.
  let positions: [Int]
  private let days: DayRule?

  convenience init(_ rule: RecurrenceRule, start: CivilDateTime, zone: ZoneRules) {
    let instant = zone.instant(of: start, .compatible)!.seconds
    let last = rule.count.flatMap { number in
      ExactCount(ExactRecurrence(rule, start: instant, date: start.date, zone: zone, lastCounted: nil))
        .lastInstant(number: number)
    }
    self.init(rule, start: instant, date: start.date, zone: zone, lastCounted: last)
  }

  private init(_ rule: RecurrenceRule, start: Int, date: CivilDate, zone: ZoneRules, lastCounted: Int?) {
    (self.rule, self.start, self.zone, self.lastCounted) = (rule, start, zone, lastCounted)
    wall = WallTimes(rule)
    grid = PeriodGrid(rule, start: start, wall: zone.civil(at: Instant(seconds: start)).time.secondOfDay)
    let most = grid.mostPerPeriod(rule)
    let positions = rule.positions.filter { abs($0) <= most }
    let rulesOutAll = positions.isEmpty && !rule.positions.isEmpty || wall.isEmpty
    // A period's only instant is its first and its last.
    self.positions = most == 1 ? [] : positions
    days = rulesOutAll ? nil : DayRule(rule, start: date)
  }

  /// Whether any instant can be let pass.
  var canYield: Bool { days != nil }

  /// Whether the BY parts let everything pass.
  var isBare: Bool { wall.isUnbounded && (days?.isBare ?? false) && grid.mostPerPeriod(rule) == 1 }

  /// The first instant of the rule from `first` on and up to `last`; COUNT and UNTIL are left to the caller.
  func next(from first: Int, through last: Int) -> Int? {
    guard let days else { return nil }
    var search = ExactSearch(self, days)
    let first = max(first, start)
    guard !positions.isEmpty else { return search.next(from: first, through: last) }
    var from = grid.periodStart(of: first)
    while let element = search.next(from: from, through: last) {
      let period = grid.periodStart(of: element)
      var elements: [Int] = []
      var next: Int? = element
      while let found = next, found < period + grid.unit {
        elements.append(found)
        next = search.next(from: found + 1, through: period + grid.unit)
      }
      if let found = chosen(positions, of: elements).first(where: { $0 >= first }) {
        return found <= last ? found : nil
      }
      from = period + grid.step
    }
    return nil
  }

  /// The days that the rule lets pass in the month that a day lies in.
  func days(around day: Int) -> (month: CalendarMonth, days: UInt64)? {
    guard let days, let month = days.scale.month(containing: day) else { return nil }
    return (month, days.days(in: month))
  }
}

/// BYHOUR, BYMINUTE and BYSECOND as sets of what a clock shows.
struct WallTimes: Sendable {
  /// Bit n: n is allowed.
  let hours: UInt64
  let minutes: UInt64
  let seconds: UInt64

  init(_ rule: RecurrenceRule) {
    func bits(_ values: [Int], below end: Int) -> UInt64 {
      values.isEmpty ? (1 << end) - 1 : values.filter { $0 < end }.reduce(0) { $0 | 1 << $1 }
    }
    hours = bits(rule.hours, below: 24)
    minutes = bits(rule.minutes, below: 60)
    seconds = bits(rule.seconds, below: 60)
  }

  var isEmpty: Bool { hours == 0 || minutes == 0 || seconds == 0 }
  var isUnbounded: Bool {
    hours.nonzeroBitCount == 24 && minutes.nonzeroBitCount == 60 && seconds.nonzeroBitCount == 60
  }

  /// Whether the clock may show that second of the day.
  func contains(_ second: Int) -> Bool {
    hours >> (second / 3600) & 1 != 0 && minutes >> (second / 60 % 60) & 1 != 0 && seconds >> (second % 60) & 1 != 0
  }

  /// The first second of the day from `second` on at which a part that forbids `second` may be satisfied; `second` itself
  /// where all parts are, 86,400 where the day is over.
  func advance(_ second: Int) -> Int {
    let (hour, minute) = (second / 3600, second / 60)
    if hours >> hour & 1 == 0 {
      let rest = hours >> hour
      return rest == 0 ? 86_400 : (hour + rest.trailingZeroBitCount) * 3600
    }
    if minutes >> (minute % 60) & 1 == 0 {
      let rest = minutes >> (minute % 60)
      return rest == 0 ? (hour + 1) * 3600 : (minute + rest.trailingZeroBitCount) * 60
    }
    if seconds >> (second % 60) & 1 == 0 {
      let rest = seconds >> (second % 60)
      return rest == 0 ? (minute + 1) * 60 : second + rest.trailingZeroBitCount
    }
    return second
  }
}

/// The spans of exact time that a rule counts, and the places within each at which it may yield.
struct PeriodGrid: Sendable {
  /// Seconds in a period: 1, 60 or 3600.
  let unit: Int
  /// Seconds from one period that INTERVAL lets through to the next; bounded by what the calendar holds.
  let step: Int
  /// Where the start's own period begins.
  let base: Int
  /// The places, in seconds after a period's start: from `first` up to and without `end`, every `stride`.
  let first: Int
  let end: Int
  let stride: Int

  /// - Parameters:
  ///   - start: Unix time.
  ///   - wall: the second of the day that the clock shows then.
  init(_ rule: RecurrenceRule, start: Int, wall: Int) {
    unit = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    step = min(rule.interval, 400_000_000_000 / unit) * unit
    let place = wall % unit
    base = start - place
    switch (rule.frequency == .hourly && !rule.minutes.isEmpty, unit > 1 && !rule.seconds.isEmpty) {
    case (true, true): (first, end, stride) = (0, unit, 1)
    case (true, false): (first, end, stride) = (place % 60, unit, 60)
    case (false, true): (first, end, stride) = (place - place % 60, place - place % 60 + 60, 1)
    case (false, false): (first, end, stride) = (place, place + 1, 1)
    }
  }

  func periodStart(of instant: Int) -> Int { instant - (instant - base).flooringRemainder(by: step) }

  /// The first place from `instant` on.
  func align(_ instant: Int) -> Int {
    let place = (instant - base).flooringRemainder(by: step)
    let wanted = place <= first ? first : first + (place - first + stride - 1) / stride * stride
    return instant - place + (wanted < end ? wanted : step + first)
  }

  /// How many occurrences a period can have.
  func mostPerPeriod(_ rule: RecurrenceRule) -> Int {
    let minutes = unit == 3600 && !rule.minutes.isEmpty ? rule.minutes.count : 1
    let seconds = unit > 1 && !rule.seconds.isEmpty ? rule.seconds.count { $0 < 60 } : 1
    return minutes * seconds
  }
}

/// Looks for instants, keeping at hand the span between two changes of the clock and the month that it is in.
struct ExactSearch {
  private let grid: PeriodGrid
  private let wall: WallTimes
  private let rule: DayRule
  private let zone: ZoneRules
  private var span: ZoneSpan
  private var month: CalendarMonth?
  private var days: UInt64 = 0
  /// The greatest common divisor of the step and a day.
  private let cycle: Int
  /// Shifts with which no place ever meets an allowed time of day.
  private var hopeless: Set<Int> = []

  init(_ recurrence: ExactRecurrence, _ days: DayRule) {
    (grid, wall, zone, rule) = (recurrence.grid, recurrence.wall, recurrence.zone, days)
    span = zone.span(at: recurrence.start)
    cycle = greatestCommonDivisor(grid.step, 86_400)
  }

  mutating func next(from first: Int, through last: Int) -> Int? {
    var instant = first
    var steps = 0
    while true {
      instant = grid.align(instant)
      guard instant <= last else { return nil }
      if !(instant >= span.start && instant < span.end) {
        span = zone.span(at: instant)
        if hopeless.contains(shift) {
          guard span.end < last else { return nil }
          instant = span.end
          continue
        }
      }
      let offset = span.type.utcOffset
      let local = instant + offset
      let day = local.flooringDivision(by: 86_400)
      let second = local - day * 86_400
      let wanted: Int
      guard let nextDay = matchingDay(from: day, through: (last + offset).flooringDivision(by: 86_400) + 1) else {
        return nil
      }
      wanted = nextDay == day ? day * 86_400 + wall.advance(second) : nextDay * 86_400
      if wanted == local { return instant }
      // What the clock shows is known up to its next change only.
      instant = min(wanted - offset, span.end)
      steps += 1
      if steps % 4096 == 0, isHopeless() {
        guard span.end < last else { return nil }
        instant = span.end
      }
    }
  }

  /// The first day from `day` on that the rule lets pass; `nil` where that lies after `last` and at the calendar's end.
  private mutating func matchingDay(from day: Int, through last: Int) -> Int? {
    if month.map({ day < $0.firstDay || day > $0.lastDay }) ?? true {
      month = rule.scale.month(containing: day)
      days = month.map(rule.days) ?? 0
    }
    guard var current = month else { return nil }
    var rest = days & ~0 << (day - current.firstDay + 1)
    while rest == 0 {
      guard current.lastDay < last, let next = rule.scale.month(after: current) else { return nil }
      (current, rest) = (next, rule.days(in: next))
      (month, days) = (next, rest)
    }
    return current.firstDay + rest.trailingZeroBitCount - 1
  }

  /// What matters of the offset from UTC: places and times of day both repeat with the cycle.
  private var shift: Int { (span.type.utcOffset + grid.base).flooringRemainder(by: cycle) }

  /// Whether no place of the grid can meet an allowed time of day while the clock has its present offset.
  private mutating func isHopeless() -> Bool {
    let shift = shift
    for second in 0..<86_400 where wall.contains(second) {
      let place = (second - shift).flooringRemainder(by: cycle)
      if place >= grid.first, place < grid.end, (place - grid.first) % grid.stride == 0 { return false }
    }
    hopeless.insert(shift)
    return true
  }
}

func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
  var (large, small) = (left, right)
  while small != 0 { (large, small) = (small, large % small) }
  return large
}
