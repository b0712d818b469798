import Testing
import Workdays

/// What is found by bits is compared with a walk over days that reads each of them where it is written.
@Suite("Searches by the bits of a calendar")
struct DateScanTests {
  private static let zones = [
    // Changes of the clock by an hour, by half an hour and at midnight, and a day that was left out (Samoa, 2011).
    "Asia/Shanghai", "Europe/Budapest", "Australia/Lord_Howe", "America/Havana", "Pacific/Apia",
  ]

  /// A schedule with which of its days are taken before any place is counted.
  private struct Case {
    let days: WrittenDays
    let schedule: Schedule
    let zone: ZoneRules
    let isTaken: (CivilDate) -> Bool

    init(around date: CivilDate, using random: inout SplitMix64) throws {
      days = .random(around: date, using: &random)
      zone = try systemZone(DateScanTests.zones.randomElement(using: &random)!)
      let holidays = Schedule.Holidays.allCases.randomElement(using: &random)!
      let weekdays = Set(Weekday.allCases.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)))
      let (what, isTaken) = DateScanTests.days(days, holidays, weekdays, around: date, using: &random)
      self.isTaken = isTaken
      var schedule = Schedule(
        days: what,
        times: (0..<Int.random(in: 1...3, using: &random)).map { _ in
          CivilTime(secondOfDay: Int.random(in: 0..<48, using: &random) * 1800)!
        }, holidays: holidays,
        clockChange: Schedule.ClockChange.allCases.randomElement(using: &random)!)
      if Int.random(in: 0..<3, using: &random) == 0 {
        schedule.start = CivilDateTime(
          date: date.adding(days: Int.random(in: -100...100, using: &random)), time: CivilTime("11:00")!)
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        schedule.until = date.adding(days: Int.random(in: 0...300, using: &random))
      }
      if Bool.random(using: &random), case .phrase(let phrase) = what, phrase.isOfAllDays {
        schedule.position = DateScanTests.position(using: &random)
      }
      if Int.random(in: 0..<6, using: &random) == 0 { schedule.move = .drop }
      if Int.random(in: 0..<6, using: &random) == 0 { schedule.halfDays = .drop }
      self.schedule = schedule
    }

    /// The moments of the days from `first` through `last`.
    func moments(from first: CivilDate, through last: CivilDate) -> [CivilDateTime] {
      (first...last).filter(isChosen).flatMap { date in
        let end = schedule.halfDays == .drop && schedule.seesHolidays ? days.override(on: date)?.worksUntil : nil
        return schedule.times.filter { $0 <= end ?? $0 }.map { CivilDateTime(date: date, time: $0) }
      }.filter { $0 >= schedule.start ?? $0 }
    }

    private func isChosen(_ date: CivilDate) -> Bool {
      guard date <= schedule.until ?? date, date >= schedule.start?.date ?? date else { return false }
      guard schedule.move != .drop || days.isWorked(date) else { return false }
      switch (schedule.days, schedule.position) {
      case (.phrase(.everyWorkdays(let step, let anchor)), _):
        return date >= anchor && isTaken(date) && (anchor..<date).count(where: isTaken) % step == 0
      case (.phrase(.position(let position, _)), _), (_, let position?):
        return isTaken(date) && isAt(position, date)
      default: return isTaken(date)
      }
    }

    private func isAt(_ position: Position, _ date: CivilDate) -> Bool {
      func isBeside(_ other: CivilDate) -> Bool {
        let (a, b) = (date.fields, other.fields)
        switch position.period {
        case .week:
          let first = days.calendar.week.firstWeekday
          return date.startOfWeek(on: first) == other.startOfWeek(on: first)
        case .month: return (a.year, a.month) == (b.year, b.month)
        case .quarter: return (a.year, (a.month - 1) / 3) == (b.year, (b.month - 1) / 3)
        case .year: return a.year == b.year
        }
      }
      func count(_ step: Int) -> Int {
        var (count, other) = (0, date)
        while isBeside(other) {
          if isTaken(other) { count += 1 }
          other = other.adding(days: step)
        }
        return count
      }
      return position.numbers.contains(count(-1)) || position.numbers.contains(-count(1))
    }

    /// When a moment is: every instant at which the clocks show it, as far as the schedule wants it.
    func instants(_ moment: CivilDateTime) -> [Int] {
      let wall = moment.secondsSinceEpoch
      let offsets = [-200_000, -100_000, 0, 100_000, 200_000].map { zone.utcOffset(at: Instant(seconds: wall + $0)) }
      let shown = Set(offsets.map { wall - $0 }).filter { zone.civil(at: Instant(seconds: $0)) == moment }.sorted()
      switch (shown.count, schedule.clockChange) {
      case (0, .skip): return []
      case (0, _): return [wall - offsets[0]]
      case (1, _): return shown
      case (_, .both): return shown
      case (_, .last): return [shown[1]]
      case (_, .first), (_, .skip): return [shown[0]]
      }
    }
  }

  private static func position(using random: inout SplitMix64) -> Position {
    let period = Position.Period.allCases.randomElement(using: &random)!
    return Position(
      (0...Int.random(in: 0..<3, using: &random)).map { _ in
        Int.random(in: 1...max(5, period.mostDays / 4), using: &random) * (Bool.random(using: &random) ? 1 : -1)
      }, of: period)!
  }

  private static func days(
    _ written: WrittenDays, _ holidays: Schedule.Holidays, _ weekdays: Set<Weekday>, around date: CivilDate,
    using random: inout SplitMix64
  ) -> (Schedule.Days, (CivilDate) -> Bool) {
    let isSeen = { (date: CivilDate) in holidays == .ignore || !written.isOff(date) }
    let named = { (date: CivilDate) in weekdays.contains(date.weekday) && isSeen(date) }
    let workday = { (date: CivilDate) in written.isWorkday(date, holidays) }
    let position = position(using: &random)
    let weekday = weekdays.first!
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return (.phrase(.days(.workdays)), workday)
    case 2: return (.phrase(.days(.restDays)), { !written.isWorked($0) })
    case 3: return (.phrase(.days(.makeUpWorkdays)), written.isMakeUp)
    case 4: return (.phrase(.everyDay), isSeen)
    case 5: return (.phrase(.weekdays(weekdays)), holidays == .swap ? written.isWorked : named)
    case 6, 7: return (.phrase(.position(position, of: .dayClass(.workdays))), workday)
    case 8: return (.phrase(.position(position, of: .days)), isSeen)
    case 9: return (.phrase(.position(position, of: .weekday(weekday))), { $0.weekday == weekday && isSeen($0) })
    case 10:
      let anchor = date.adding(days: Int.random(in: -400...100, using: &random))
      return (.phrase(.everyWorkdays(Int.random(in: 2...30, using: &random), from: anchor)), workday)
    default:
      var rule = RecurrenceRule(frequency: Bool.random(using: &random) ? .weekly : .daily)
      rule.weekdays = weekdays.map { .init($0) }
      return (.rule(rule), { named($0) || holidays == .swap && written.isMakeUp($0) })
    }
  }

  @Test("a schedule's times are those of a walk over the days as they are written", arguments: 0..<400)
  func agreesWithWalk(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let centre = CivilDate(year: Int.random(in: 1988...2072, using: &random), month: 1, day: 1)!
      .adding(days: Int.random(in: 0..<365, using: &random))
    let item = try Case(around: seed % 4 == 0 ? CivilDate("2011-12-30")! : centre, using: &random)
    let date = seed % 4 == 0 ? CivilDate("2011-12-30")! : centre
    let (first, last) = (date.adding(days: -40), date.adding(days: 140))
    let expected = item.moments(from: first, through: last)
      .flatMap { moment in item.instants(moment).map { (moment, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let occurrences = Occurrences(schedule: item.schedule, calendar: item.days.calendar, zone: item.zone)
    let range = Instant(seconds: (first.dayNumber + 3) * 86_400)..<Instant(seconds: (last.dayNumber - 3) * 86_400)
    let inRange = expected.filter { range.contains(Instant(seconds: $0.1)) }
    let found = occurrences.occurrences(in: range)
    #expect(found.map(\.nominal) == inRange.map(\.0), "\(item.schedule) in \(item.zone.identifier)")
    #expect(found.map(\.instant.seconds) == inRange.map(\.1), "\(item.schedule) in \(item.zone.identifier)")
    #expect(found.allSatisfy { $0.day == item.days.calendar.day(on: $0.wanted.date) })

    var asked = (0..<20).map { _ in
      Int.random(in: range.lowerBound.seconds..<range.upperBound.seconds, using: &random)
    }
    asked += inRange.shuffled(using: &random).prefix(10).flatMap { [$0.1 - 1, $0.1] }
    if let change = item.zone.nextTransition(after: range.lowerBound)?.seconds { asked += [change - 1, change] }
    for seconds in asked where range.contains(Instant(seconds: seconds)) {
      guard let next = inRange.first(where: { $0.1 > seconds }) else { continue }
      let found = try occurrences.nextOccurrence(after: Instant(seconds: seconds, nanoseconds: 5))
      #expect(
        found?.instant.seconds == next.1 && found?.nominal == next.0,
        "\(item.schedule) in \(item.zone.identifier) after \(Instant(seconds: seconds))")
    }
  }

  @Test("each day of a century is what is written of it", arguments: 0..<12)
  func days(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let centre = CivilDate(year: Int.random(in: 1985...2075, using: &random), month: 7, day: 1)!
    let written = WrittenDays.random(around: centre, using: &random)
    let calendar = written.calendar
    for date in CivilDate(year: 1985, month: 1, day: 1)!...CivilDate(year: 2085, month: 1, day: 1)! {
      let day = calendar.day(on: date)
      #expect(day.date == date && day.isWorkday == written.isWorked(date))
      #expect(calendar.isWorkday(date) == written.isWorked(date) && calendar.isDayOff(date) == written.isOff(date))
      #expect(calendar.isMakeUpWorkday(date) == written.isMakeUp(date))
      let isOwn = calendar.own.contains { $0.override(on: date) != nil }
      #expect(day.certainty == (isOwn ? .announced : calendar.national.certainty(of: date)))
      let isPlain = written.override(on: date) == nil && !written.isComputedHoliday(date)
      #expect(isPlain == (day.reason == .pattern))
      guard isPlain else { continue }
      #expect(day.kind == (written.pattern(date) ? .workday : .restDay))
      #expect(day.name == nil && day.source == nil && day.worksUntil == nil)
    }
  }

  @Test("counting workdays either way is a walk", arguments: 0..<40)
  func counts(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let edge = [CivilDate("1989-08-17")!, CivilDate("2026-02-14")!, CivilDate("2070-12-06")!]
    let start = edge.randomElement(using: &random)!.adding(days: Int.random(in: -60...60, using: &random))
    let written = WrittenDays.random(around: start, using: &random)
    for count in [-30, -3, -1, 0, 1, 2, 25] {
      var (date, left) = (start, abs(count))
      while left > 0 {
        date = date.adding(days: count.signum())
        if written.isWorked(date) { left -= 1 }
      }
      #expect(written.calendar.date(count, workdaysFrom: start) == date, "\(count) from \(start)")
    }
  }

  @Test("ten years without work are the most over which workdays are counted")
  func longestRest() throws {
    let start = CivilDate("2010-01-04")!
    func calendar(restDays: Int) -> WorkCalendar {
      let off = (1...restDays).map {
        DayOverride(date: start.adding(days: $0), kind: .off, name: "", source: "test")
      }
      return WorkCalendar(
        week: WorkWeek(workdays: Weekday.allCases), national: .unknown(region: "XX"), own: [.init(off)])
    }
    #expect(calendar(restDays: 3659).date(1, workdaysFrom: start) == start.adding(days: 3660))
    #expect(calendar(restDays: 3660).date(1, workdaysFrom: start) == nil)
  }
}

extension DaysPhrase {
  /// Whether it names all days of a kind, so that a position may count them.
  fileprivate var isOfAllDays: Bool {
    switch self {
    case .days, .everyDay, .weekdays: true
    case .dates, .position, .everyWorkdays, .lunar: false
    }
  }
}
