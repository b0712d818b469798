/// Finds the instant at which COUNT is used up, by counting whole days at once.
///
/// A period belongs to the day on which it begins. Where the clock keeps its offset, how many instants the periods of a day
/// yield depends on three things alone: at which second the first of them begins, and whether the rule lets the day and
/// the one after it pass, into which the last period may reach. So each such case is worked out once.
struct ExactCount {
  private let recurrence: ExactRecurrence
  private let grid: PeriodGrid
  /// How many allowed seconds the day has before each.
  private let before: [Int32]
  /// How many instants a day yields, by its case; −1 for unknown. Empty where a period is longer than a day.
  private var counts: [Int32]
  /// How many of so many instants of a period BYSETPOS keeps.
  private var kept: [Int: Int] = [:]
  /// The month looked at last, and its days that the rule lets pass.
  private var month: (month: CalendarMonth, days: UInt64)?

  /// A number of instants that are found sooner one by one.
  private static let few = 1000
  private static let day = 86_400

  init(_ recurrence: ExactRecurrence) {
    self.recurrence = recurrence
    grid = recurrence.grid
    let isNeeded = !recurrence.isBare && recurrence.rule.count ?? 0 > ExactCount.few
    counts = isNeeded && grid.step <= ExactCount.day ? Array(repeating: -1, count: grid.step * 4) : []
    before =
      isNeeded
      ? (0..<ExactCount.day).reduce(into: [0]) { $0.append($0.last! + (recurrence.wall.contains($1) ? 1 : 0)) } : []
  }

  /// The instant with that number, 1 for the first; `nil` where the calendar ends before.
  consuming func lastInstant(number: Int) -> Int? {
    var counting = self
    return counting.instant(number: number)
  }

  private mutating func instant(number: Int) -> Int? {
    let last = ZoneSpan.lastYearEnd - 1
    guard recurrence.canYield, passes(recurrence.start.flooringDivision(by: ExactCount.day)) != nil else { return nil }
    var left = number
    if number <= ExactCount.few { return count(&left, from: recurrence.start, to: last + 1) }
    if before.isEmpty {
      let (elapsed, overflow) = (number - 1).multipliedReportingOverflow(by: grid.step)
      return overflow || elapsed > last - recurrence.start ? nil : recurrence.start + elapsed
    }
    guard number <= last - recurrence.start else { return nil }
    // The start may lie in the middle of its period.
    if let found = count(&left, from: recurrence.start, to: grid.base + grid.unit) { return found }
    var period = grid.base + grid.step
    while period <= last {
      let span = recurrence.zone.span(at: period)
      let end = min(span.end, last + 1)
      if period + grid.unit <= end {
        if let piece = countPeriods(&left, from: &period, to: end, span.type.utcOffset) {
          return count(&left, from: piece.lowerBound, to: piece.upperBound)
        }
        continue
      }
      // The clock changes in the midst of this one.
      if let found = count(&left, from: period, to: min(period + grid.unit, last + 1)) { return found }
      period += grid.step
    }
    return nil
  }

  /// Counts instants one by one; returns the one that uses up `left`.
  private func count(_ left: inout Int, from first: Int, to end: Int) -> Int? {
    var from = first
    while let found = recurrence.next(from: from, through: end - 1) {
      left -= 1
      if left == 0 { return found }
      from = found + 1
    }
    return nil
  }

  /// Counts the periods that lie before `end` as a whole, where the clock has one offset; returns the time in which `left`
  /// is used up, and leaves `period` at the first one that was not counted.
  private mutating func countPeriods(_ left: inout Int, from period: inout Int, to end: Int, _ offset: Int) -> Range<
    Int
  >? {
    let endDay = (end + offset).flooringDivision(by: ExactCount.day)
    // The first period that does not lie before the end.
    let stop = first(from: end - grid.unit + 1)
    while period < stop {
      let day = (period + offset).flooringDivision(by: ExactCount.day)
      let start = day * ExactCount.day - offset
      guard let (passes, following) = passes(day) else {
        period = Int.max
        return nil
      }
      guard passes || following else {
        // At least two days on, so that this gets ahead.
        let next = passingDay(after: day + 1, upTo: endDay + 2)
        period = min(stop, first(from: next * ExactCount.day - offset - grid.unit + 1))
        continue
      }
      if let days = countMonth(&left, from: period - start, of: day, before: stop - start) {
        period += days * ExactCount.day
        continue
      }
      let isWhole = period - start < grid.step && start + ExactCount.day <= stop
      let next = min(stop, first(from: start + ExactCount.day))
      let inDay = count(from: period - start, to: next - start, (passes, following), isWhole: isWhole)
      if inDay >= left { return period..<next - grid.step + grid.unit }
      left -= inDay
      period = next
    }
    return nil
  }

  /// Counts a month at once from a day on, where all of its days are alike: how many days were counted, or `nil`.
  ///
  /// - Parameters:
  ///   - first: the second of the day at which its first period begins.
  ///   - end: where to stop, in seconds after the day's start.
  private mutating func countMonth(_ left: inout Int, from first: Int, of day: Int, before end: Int) -> Int? {
    guard let (month, days) = month, ExactCount.day % grid.step == 0, first < grid.step,
      // No period reaches into another day.
      first + (ExactCount.day / grid.step - 1) * grid.step + grid.end <= ExactCount.day
    else { return nil }
    let count = month.lastDay + 1 - day
    guard count * ExactCount.day <= end else { return nil }
    let rest = (days >> (day - month.firstDay + 1)) & (1 << count - 1)
    let inMonth = rest.nonzeroBitCount * self.count(from: first, to: ExactCount.day, (true, false), isWhole: true)
    guard inMonth < left else { return nil }
    left -= inMonth
    return count
  }

  /// The first period from an instant on.
  private func first(from instant: Int) -> Int {
    instant + (grid.base - instant).flooringRemainder(by: grid.step)
  }

  /// How many instants the periods yield that begin on a day from one second on and before another one.
  private mutating func count(
    from first: Int, to end: Int, _ passes: (Bool, following: Bool), isWhole: Bool
  ) -> Int {
    guard isWhole, !counts.isEmpty else { return count(from: first, to: end, passes) }
    let key = first * 4 + (passes.0 ? 2 : 0) + (passes.following ? 1 : 0)
    if counts[key] < 0 { counts[key] = Int32(count(from: first, to: end, passes)) }
    return Int(counts[key])
  }

  private mutating func count(from first: Int, to end: Int, _ passes: (Bool, following: Bool)) -> Int {
    // Periods of one second each: what is allowed is what is yielded.
    if grid.step == 1 { return passes.0 ? Int(before[end] - before[first]) : 0 }
    var total = 0
    for period in stride(from: first, to: end, by: grid.step) {
      var count = 0
      if grid.stride == 1 {
        let (from, to) = (period + grid.first, period + grid.end)
        if passes.0, from < ExactCount.day { count += Int(before[min(to, ExactCount.day)] - before[from]) }
        if passes.following, to > ExactCount.day {
          count += Int(before[to - ExactCount.day] - before[max(0, from - ExactCount.day)])
        }
      } else {
        for place in stride(from: period + grid.first, to: period + grid.end, by: grid.stride)
        where place < ExactCount.day ? passes.0 : passes.following {
          count += recurrence.wall.contains(place % ExactCount.day) ? 1 : 0
        }
      }
      total += keptCount(of: count)
    }
    return total
  }

  private mutating func keptCount(of count: Int) -> Int {
    guard !recurrence.positions.isEmpty else { return count }
    if let known = kept[count] { return known }
    let known = chosenIndices(recurrence.positions, count: count).count
    kept[count] = known
    return known
  }

  /// Whether the rule lets a day and the one after it pass; `nil` at the end of the calendar.
  private mutating func passes(_ day: Int) -> (Bool, following: Bool)? {
    if month.map({ day < $0.month.firstDay || day > $0.month.lastDay }) ?? true { month = recurrence.days(around: day) }
    guard let (current, days) = month else { return nil }
    let isToday = days >> (day - current.firstDay + 1) & 1 != 0
    if day < current.lastDay { return (isToday, days >> (day - current.firstDay + 2) & 1 != 0) }
    guard let (next, nextDays) = recurrence.days(around: day + 1) else { return nil }
    return (isToday, nextDays >> (day + 1 - next.firstDay + 1) & 1 != 0)
  }

  /// The first day after `day` that the rule lets pass; `end` where there is none before.
  private mutating func passingDay(after day: Int, upTo end: Int) -> Int {
    var from = day + 1
    while from < end, let (month, days) = recurrence.days(around: from) {
      let rest = days & ~0 << (from - month.firstDay + 1)
      if rest != 0 { return min(end, month.firstDay + rest.trailingZeroBitCount - 1) }
      from = month.lastDay + 1
    }
    return end
  }
}
