/// Days that the bits of a ``WorkdayTable`` tell apart, a word of 64 at a time.
struct DaySelection: Sendable {
  /// Where the days come from.
  enum Source: Sendable {
    case works
    case rests
    case makeUp
    case pattern
    /// Bit 0: Monday.
    case weekdays(UInt64)
  }

  var source: Source
  /// Without the days that an override or the law takes off.
  var isWithoutDaysOff = false
  /// With the make-up workdays.
  var isWithMakeUpDays = false
  /// Without days that are not really worked.
  var isOnlyWorked = false

  /// Real workdays.
  static let workdays = DaySelection(source: .works)

  /// Whether the days are the real workdays.
  var isWorkdays: Bool {
    if case .works = source { return !isWithoutDaysOff && !isWithMakeUpDays }
    return false
  }

  /// The selected ones of the 64 days from `start` on, which are those of `word`; bit n is the n-th.
  @inline(__always)
  func bits(in word: WorkdayTable.Word, from start: Int) -> UInt64 {
    var bits: UInt64
    switch source {
    case .works: bits = word.works
    case .rests: bits = ~word.works
    case .makeUp: bits = word.works & ~word.pattern
    case .pattern: bits = word.pattern
    case .weekdays(let weekdays): bits = DaySelection.repeating(weekdays, from: start)
    }
    if isWithoutDaysOff { bits &= ~word.off }
    if isWithMakeUpDays { bits |= word.works & ~word.pattern }
    if isOnlyWorked { bits &= word.works }
    return bits
  }

  private static func repeating(_ weekdays: UInt64, from day: Int) -> UInt64 {
    // 1970-01-01 was a Thursday.
    let weekday = UInt64((day + 3).flooringRemainder(by: 7))
    let week = (weekdays >> weekday | weekdays << (7 - weekday)) & 0x7f
    // A one in every seventh place: a product that holds the week ten times.
    return week &* 0x8102_0408_1020_4081
  }
}

extension DaySelection {
  /// The days that a phrase names before any position counts them; `nil` where bits do not tell them apart.
  init?(_ phrase: DaysPhrase, in schedule: Schedule) {
    switch phrase {
    case .days(let dayClass), .position(_, of: .dayClass(let dayClass)): self.init(dayClass, in: schedule)
    case .everyWorkdays: self.init(.workdays, in: schedule)
    case .everyDay, .position(_, of: .days): self.init(seen: 0x7f, in: schedule)
    case .weekdays(let weekdays):
      if schedule.holidays == .swap {
        self.init(source: .works)
      } else {
        self.init(seen: DaySelection.mask(of: weekdays), in: schedule)
      }
    case .position(_, of: .weekday(let weekday)): self.init(seen: DaySelection.mask(of: [weekday]), in: schedule)
    case .dates, .lunar: return nil
    }
    isOnlyWorked = schedule.move == .drop
  }

  /// The days of a rule that names weekdays of every week and nothing else; `nil` for all other rules.
  init?(_ recurrence: Recurrence, in schedule: Schedule) {
    guard let rule = recurrence.onlyRule, rule.isOfEveryWeek else { return nil }
    self.init(seen: DaySelection.mask(of: rule.weekdays.map(\.weekday)), in: schedule)
    isWithMakeUpDays = schedule.holidays == .swap
    isOnlyWorked = schedule.move == .drop
  }

  private init?(_ dayClass: DayClass, in schedule: Schedule) {
    switch (dayClass, schedule.holidays) {
    case (.workdays, .swap): self.init(source: .works)
    case (.workdays, .skip): self.init(source: .pattern, isWithoutDaysOff: true)
    case (.workdays, .ignore): self.init(source: .pattern)
    case (.restDays, _): self.init(source: .rests)
    case (.makeUpWorkdays, _): self.init(source: .makeUp)
    default: return nil
    }
  }

  /// Weekdays, without those that holidays take off where the schedule sees holidays.
  private init(seen weekdays: UInt64, in schedule: Schedule) {
    self.init(source: .weekdays(weekdays), isWithoutDaysOff: schedule.holidays != .ignore)
  }

  private static func mask(of weekdays: some Sequence<Weekday>) -> UInt64 {
    weekdays.reduce(0) { $0 | 1 << UInt64($1.rawValue - 1) }
  }
}

extension RecurrenceRule {
  /// Whether the rule names weekdays of every week, without an end, and nothing else has a say in it.
  fileprivate var isOfEveryWeek: Bool {
    (frequency == .weekly || frequency == .daily) && interval == 1 && scale == .gregorian && !hasOwnTimes
      && until == nil && count == nil && months.isEmpty && monthDays.isEmpty && yearDays.isEmpty
      && weekNumbers.isEmpty && positions.isEmpty && !weekdays.isEmpty && weekdays.allSatisfy { $0.number == nil }
  }
}
