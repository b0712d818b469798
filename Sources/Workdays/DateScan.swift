/// Finds the dates of a schedule by scanning the bits of its calendar, where those decide alone.
///
/// It knows some eighty years and gives no answer beyond them; then the pipeline of ``ScheduleDates`` is asked.
final class DateScan: Sendable {
  /// What is taken of the selected days.
  private enum Choice: Sendable {
    /// All of them, which are the real workdays.
    case workdays
    case all
    case places([Int], of: Position.Period, firstWeekday: Weekday)
    /// Each day with whose number a step is complete, the first day from an anchor on being number 0.
    case steps(Int, from: Int, counts: DayCounts)
  }

  /// The day numbers for which the scan has an answer, and those up to which it looks: a whole year before either end of
  /// the table, so that each period lies within it.
  static let days = WorkdayTable.days.lowerBound + 366..<WorkdayTable.days.upperBound - 366

  private let table: WorkdayTable
  private let selection: DaySelection
  private let choice: Choice
  /// The times of day in seconds since 00:00, ascending; at least one.
  private let times: [Int]
  /// The wall time before which nothing takes place, in seconds since 1970-01-01T00:00.
  let earliestWall: Int
  /// The number of the last day that counts.
  let lastDay: Int

  /// - Returns: `nil` where more than bits decides: halves of days, single dates, moves, classes that depend on the days
  ///   around.
  init?(schedule: Schedule, calendar: WorkCalendar) {
    guard schedule.count == nil, schedule.only == nil, schedule.except.isEmpty, !schedule.times.isEmpty,
      schedule.halfDays == .keep || !schedule.seesHolidays, schedule.move == .keep || schedule.move == .drop
    else { return nil }
    switch schedule.days {
    case .recurrence(let recurrence):
      guard schedule.position == nil, let selection = DaySelection(recurrence, in: schedule) else { return nil }
      (self.selection, choice) = (selection, .all)
    case .phrase(let phrase):
      guard let selection = DaySelection(phrase, in: schedule),
        let choice = DateScan.choice(phrase, in: schedule, of: selection, by: calendar)
      else { return nil }
      (self.selection, self.choice) = (selection, choice)
    }
    table = calendar.table
    times = schedule.times.map(\.secondOfDay)
    earliestWall = schedule.start?.secondsSinceEpoch ?? CivilDate.earliest.dayNumber * 86_400
    lastDay = schedule.until?.dayNumber ?? CivilDate.latest.dayNumber
  }

  private static func choice(
    _ phrase: DaysPhrase, in schedule: Schedule, of selection: DaySelection, by calendar: WorkCalendar
  ) -> Choice? {
    let chosen: Choice
    switch (phrase, schedule.position) {
    case (.position(let position, _), nil), (.days, let position?), (.weekdays, let position?),
      (.everyDay, let position?):
      chosen = .places(position.numbers, of: position.period, firstWeekday: calendar.week.firstWeekday)
    case (.everyWorkdays(let step, let anchor), nil):
      guard WorkdayTable.days.contains(anchor.dayNumber) else { return nil }
      chosen = .steps(step, from: anchor.dayNumber, counts: DayCounts(of: selection, in: calendar.table))
    case (_, nil): return selection.isWorkdays ? .workdays : .all
    case (_, _?): return nil
    }
    // What is no workday is dropped after the places are counted.
    return schedule.move == .drop ? nil : chosen
  }

  /// The first moment after an instant, and when it is; `nil` where more than the bits has to be looked at.
  ///
  /// It steps over days on the wall, which is right where the clocks are not touched near either end of the step.
  func moment(after instant: Instant, in zone: ZoneRules) -> (wall: Int, utcOffset: Int)? {
    let calm = zone.calm(at: instant.seconds)
    guard calm.seconds.contains(instant.seconds) else { return nil }
    let wall = max(instant.seconds + calm.utcOffset, earliestWall - 1)
    let today = wall.flooringDivision(by: 86_400)
    guard DateScan.days.contains(today), var day = first(from: today) else { return nil }
    var time = times[0]
    if day == today, today * 86_400 + time <= wall {
      if let later = times.first(where: { today * 86_400 + $0 > wall }) {
        time = later
      } else {
        guard let next = first(from: today + 1) else { return nil }
        day = next
      }
    }
    guard day <= lastDay else { return nil }
    let found = day * 86_400 + time
    if calm.seconds.contains(found - calm.utcOffset) { return (found, calm.utcOffset) }
    let later = zone.calm(at: found - calm.utcOffset)
    return later.seconds.contains(found - later.utcOffset) ? (found, later.utcOffset) : nil
  }

  /// The number of the first date on or after `day`, which is one of ``days``; `nil` where the scan has found none.
  func first(from day: Int) -> Int? {
    let found: Int?
    switch choice {
    case .workdays: found = table.firstDay(of: .workdays, from: day)
    case .all: found = table.firstDay(of: selection, from: day)
    case .places(let numbers, let period, let firstWeekday):
      found = first(from: day, at: numbers, of: period, firstWeekday)
    case .steps(let step, let anchor, let counts): found = first(from: day, step: step, since: anchor, counts)
    }
    return found.flatMap { $0 < DateScan.days.upperBound ? $0 : nil }
  }

  private func first(from day: Int, at numbers: [Int], of period: Position.Period, _ firstWeekday: Weekday) -> Int? {
    var start = day
    while start < DateScan.days.upperBound {
      let period = period.days(around: CivilDate(dayNumber: start), firstWeekday: firstWeekday)
      let days = period.lowerBound.dayNumber...period.upperBound.dayNumber
      var first: Int?
      for number in numbers {
        if let found = table.day(number, of: selection, in: days), found >= day, found < first ?? .max { first = found }
      }
      if first != nil { return first }
      start = days.upperBound + 1
    }
    return nil
  }

  private func first(from day: Int, step: Int, since anchor: Int, _ counts: DayCounts) -> Int? {
    let before = counts.count(before: anchor, of: selection, in: table)
    let number = counts.count(before: max(day, anchor), of: selection, in: table) - before
    return counts.day(number: before + (number + step - 1) / step * step, of: selection, in: table)
  }
}

/// How many days of a selection lie before each word of a table, so that a day's number is found, and a day by its
/// number, without a walk.
struct DayCounts: Sendable {
  /// For each word of the table, and at the end of all.
  private let before: [Int32]

  init(of selection: DaySelection, in table: WorkdayTable) {
    var sum: Int32 = 0
    before =
      stride(from: WorkdayTable.days.lowerBound, to: WorkdayTable.days.upperBound, by: 64).map { start in
        defer { sum += Int32(selection.bits(in: table.word(of: start), from: start).nonzeroBitCount) }
        return sum
      } + [sum]
  }

  /// The selected days of the table before `day`, which is one of its days.
  func count(before day: Int, of selection: DaySelection, in table: WorkdayTable) -> Int {
    let start = day & ~63
    let bits = selection.bits(in: table.word(of: start), from: start) & ~(~0 << UInt64(day & 63))
    return Int(before[(start - WorkdayTable.days.lowerBound) / 64]) + bits.nonzeroBitCount
  }

  /// The selected day before which there are `number` others; `nil` where the table has fewer.
  func day(number: Int, of selection: DaySelection, in table: WorkdayTable) -> Int? {
    guard number < before[before.count - 1] else { return nil }
    var (low, high) = (0, before.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if before[middle] <= number { low = middle } else { high = middle }
    }
    let start = WorkdayTable.days.lowerBound + low * 64
    return table.day(number - Int(before[low]) + 1, of: selection, in: start...start + 63)
  }
}
