/// Finds the instant at which COUNT is used up, by counting whole days at once.
struct ExactCount {
  private let recurrence: ExactRecurrence
  /// How many occurrences a period has before and after BYSETPOS.
  private let most: Int
  private let kept: Int
  /// By how far the day's start lies in the period that it falls into: how many instants the day has; −1 for unknown.
  private var counts: [Int32]
  /// How many allowed seconds the day has before each.
  private let before: [Int32]

  /// A number of instants that are found sooner one by one.
  private static let few = 1000

  init(_ recurrence: ExactRecurrence) {
    self.recurrence = recurrence
    (most, kept) = recurrence.perPeriod
    let isNeeded = (!recurrence.isBare || most > 1) && recurrence.rule.count ?? 0 > ExactCount.few
    counts = isNeeded && recurrence.grid.step <= 86_400 ? Array(repeating: -1, count: recurrence.grid.step) : []
    before =
      isNeeded ? (0..<86_400).reduce(into: [0]) { $0.append($0.last! + (recurrence.wall.contains($1) ? 1 : 0)) } : []
  }

  /// The instant with that number, 1 for the first; `nil` where the calendar ends before.
  consuming func lastInstant(number: Int) -> Int? {
    var counting = self
    return counting.instant(number: number)
  }

  private mutating func instant(number: Int) -> Int? {
    let grid = recurrence.grid
    let last = ZoneSpan.lastYearEnd - 1
    guard recurrence.days(around: recurrence.start.flooringDivision(by: 86_400)) != nil else { return nil }
    guard kept > 0 else { return nil }
    if number <= ExactCount.few {
      var left = number
      return count(&left, from: recurrence.start, to: last + 1)
    }
    if before.isEmpty {
      let (elapsed, overflow) = (number - 1).multipliedReportingOverflow(by: grid.step)
      return overflow || elapsed > last - recurrence.start ? nil : recurrence.start + elapsed
    }
    guard number <= last - recurrence.start else { return nil }
    var left = number
    var instant = recurrence.start
    while instant <= last {
      let span = recurrence.zone.span(at: instant)
      let end = min(span.end, last + 1)
      let offset = span.type.utcOffset
      // The whole days of the span; what lies before and after them is counted one by one.
      let firstDay = -(-(instant + offset)).flooringDivision(by: 86_400)
      let endDay = (end + offset).flooringDivision(by: 86_400)
      let isWhole = (offset + grid.base) % grid.unit == 0 || kept == most
      if isWhole, firstDay < endDay {
        if let found = count(&left, from: instant, to: firstDay * 86_400 - offset) { return found }
        if let day = countDays(&left, firstDay..<endDay, offset) {
          return count(&left, from: day * 86_400 - offset, to: end)
        }
        instant = endDay * 86_400 - offset
      }
      if let found = count(&left, from: instant, to: end) { return found }
      instant = end
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

  /// Counts whole days; returns the one within which `left` is used up.
  private mutating func countDays(_ left: inout Int, _ range: Range<Int>, _ offset: Int) -> Int? {
    var day = range.lowerBound
    let isSteady = 86_400 % recurrence.grid.step == 0
    while day < range.upperBound, let (month, days) = recurrence.days(around: day) {
      var rest = days & ~0 << (day - month.firstDay + 1)
      let next = min(month.lastDay + 1, range.upperBound)
      if next <= month.lastDay { rest &= (1 << (next - month.firstDay + 1)) - 1 }
      if isSteady, rest != 0 {
        let all = rest.nonzeroBitCount * count(ofDay: day * 86_400 - offset)
        if all < left { (left, rest) = (left - all, 0) }
      }
      while rest != 0 {
        let found = month.firstDay + rest.trailingZeroBitCount - 1
        let inDay = count(ofDay: found * 86_400 - offset)
        if inDay >= left { return found }
        left -= inDay
        rest &= rest - 1
      }
      day = next
    }
    return nil
  }

  /// How many instants a whole day has that begins at `start` and is let pass.
  private mutating func count(ofDay start: Int) -> Int {
    let grid = recurrence.grid
    let phase = (start - grid.base).flooringRemainder(by: grid.step)
    if !counts.isEmpty, counts[phase] >= 0 { return Int(counts[phase]) }
    var found = 0
    var period = -phase
    while period < 86_400 {
      let (first, end) = (max(0, period + grid.first), min(86_400, period + grid.end))
      if grid.stride == 1 {
        if first < end { found += Int(before[end] - before[first]) }
      } else {
        for second in stride(from: period + grid.first, to: end, by: grid.stride) where second >= 0 {
          found += Int(before[second + 1] - before[second])
        }
      }
      period += grid.step
    }
    // With BYSETPOS a period is there as a whole or not at all.
    if kept != most { found = found / most * kept }
    if !counts.isEmpty { counts[phase] = Int32(found) }
    return found
  }
}
