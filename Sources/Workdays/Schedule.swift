/// When an alarm's events take place: which days, at which times of day, from when to when.
///
/// One pipeline decides every schedule: *expand* the rule into candidate dates, *classify* them by the calendar, *choose*
/// positions within the period after that, *move* what is no workday. A time of day then makes occurrences of dates.
public struct Schedule: Hashable, Sendable {
  /// Where candidate dates come from.
  public enum Days: Hashable, Sendable {
    /// A phrase of the `days:` grammar.
    case phrase(DaysPhrase)
    /// RFC 5545 rules and dates, anchored at the schedule's start.
    case recurrence(Recurrence)

    /// A single rule.
    public static func rule(_ rule: RecurrenceRule) -> Days { .recurrence(Recurrence(rules: [rule])) }
  }

  /// Which overrides of the holiday calendar a schedule sees.
  public enum Holidays: String, CaseIterable, Hashable, Sendable {
    /// Rest days are skipped and make-up workdays added.
    case swap
    /// Rest days are skipped, make-up workdays not added, as exchanges and funds do.
    case skip
    /// Neither: the bare rule.
    case ignore
  }

  /// What becomes of a date that is no real workday.
  public enum Move: String, CaseIterable, Hashable, Sendable {
    /// It stays.
    case keep
    /// It is dropped.
    case drop
    /// It moves to the next real workday.
    case next
    /// It moves to the real workday before it.
    case previous
    /// It moves to the closer of the two, to the one before where both are as close.
    case nearest
  }

  /// What becomes of a wall time that a change of the clock repeats or leaves out.
  public enum ClockChange: String, CaseIterable, Hashable, Sendable {
    /// Repeated: the first pass. Left out: moved forward by the gap.
    case first
    /// Repeated: the second pass. Left out: moved forward by the gap.
    case last
    /// Repeated: both passes. Left out: moved forward by the gap.
    case both
    /// Repeated: the first pass. Left out: dropped.
    case skip
  }

  /// What becomes of an occurrence on a day whose work ends early.
  public enum HalfDays: Hashable, Sendable {
    /// It stays as it is.
    case keep
    /// It is dropped where it begins after the work has ended.
    case drop
    /// The last of the times of day becomes this one; of the others those are dropped that begin after the work has
    /// ended. So "clock out at 18:00" is at 11:55, and the end of the lunch break is none.
    case at(CivilTime)
  }

  /// Which days.
  public var days: Days
  /// The times of day, ascending and each once; an all-day event has the single time 00:00. Empty for a recurrence that
  /// says itself at which times it yields.
  public var times: [CivilTime]
  /// The first moment that counts, inclusive; it anchors an RFC 5545 rule. `nil` for no bound.
  public var start: CivilDateTime?
  /// The last date that counts, inclusive; `nil` for no bound.
  public var until: CivilDate?
  /// How many occurrences after the start come out of the pipeline in all; `nil` for no bound. Needs a start.
  public var count: Int?
  /// Which overrides it sees.
  public var holidays: Holidays
  /// The class of days that is kept, whatever `holidays` says; `nil` for all.
  public var only: DayClass?
  /// Which of the days that are left in a period are taken; `nil` for all.
  public var position: Position?
  /// Dates on which nothing takes place, ascending; they are taken away after the position is counted, before any move.
  public var except: [CivilDate]
  /// What becomes of a date that is no real workday.
  public var move: Move
  /// What becomes of a wall time that a change of the clock repeats or leaves out.
  public var clockChange: ClockChange
  /// What becomes of an occurrence on a half-day; without a meaning where the schedule does not see holidays.
  public var halfDays: HalfDays

  /// A schedule without bounds.
  ///
  /// - Parameter holidays: `nil` for what is usual: `swap` where a phrase speaks of workdays or rest days, else `ignore`.
  public init(
    days: Days, times: [CivilTime], start: CivilDateTime? = nil, until: CivilDate? = nil, count: Int? = nil,
    holidays: Holidays? = nil, only: DayClass? = nil, position: Position? = nil, except: some Sequence<CivilDate> = [],
    move: Move = .keep, clockChange: ClockChange = .first, halfDays: HalfDays = .keep
  ) {
    self.days = days
    self.times = Array(Set(times)).sorted()
    self.start = start
    self.until = until
    self.count = count
    self.holidays = holidays ?? Schedule.usualHolidays(of: days)
    self.only = only
    self.position = position
    self.except = Array(Set(except)).sorted()
    self.move = move
    self.clockChange = clockChange
    self.halfDays = halfDays
  }

  /// Whether holidays and make-up workdays have a say in it: else a date's kind changes nothing.
  public var seesHolidays: Bool { holidays != .ignore || move != .keep || only != nil }

  /// What `holidays:` is where nothing is said of it.
  public static func usualHolidays(of days: Days) -> Holidays {
    switch days {
    case .phrase(.days), .phrase(.position(_, of: .dayClass)), .phrase(.everyWorkdays): .swap
    case .phrase, .recurrence: .ignore
    }
  }
}

extension Schedule.HalfDays: CustomStringConvertible {
  /// Reads `keep`, `drop` or a time of day; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "keep": self = .keep
    case "drop": self = .drop
    default:
      guard let time = CivilTime(text) else { return nil }
      self = .at(time)
    }
  }

  /// The text that reads back as the same.
  public var description: String {
    switch self {
    case .keep: "keep"
    case .drop: "drop"
    case .at(let time): time.description
    }
  }
}

extension Schedule {
  /// Why a schedule asks for what cannot be.
  public struct Contradiction: Hashable, Sendable, CustomStringConvertible {
    /// What a schedule says of itself.
    public enum Part: Hashable, Sendable {
      case days
      case count
      case holidays
      case only
      case position
    }

    /// Where the remedy is to be applied.
    public let part: Part
    /// One sentence with the remedy.
    public let description: String
  }

  /// What cannot be in this schedule; `nil` when it is sound.
  public func contradiction(week: WorkWeek) -> Contradiction? {
    if count != nil, start == nil {
      return Contradiction(
        part: .count, description: "count needs a start to count from; add start: with a date")
    }
    switch days {
    case .recurrence(let recurrence):
      if start == nil, recurrence.rules.contains(where: \.dependsOnStart) {
        return Contradiction(
          part: .days, description: "this rule depends on the day it starts on; add start: with a date")
      }
      if recurrence.hasOwnTimes, case .at(let time) = halfDays {
        return Contradiction(
          part: .days,
          description:
            "this rule says itself at which times it rings, so half-days: \(time) has no time to stand for; use "
            + "half-days: drop")
      }
      if holidays == .swap, recurrence.onlyRule?.namesWholeWeek(week) != true {
        return Contradiction(
          part: .holidays,
          description:
            "holidays: swap would add make-up workdays, which this rule cannot place; it needs FREQ=WEEKLY or "
            + "DAILY, INTERVAL=1 and the whole work week; use holidays: skip, or days: workdays")
      }
    case .phrase(.weekdays(let weekdays)):
      if holidays == .swap, !week.consists(of: weekdays) {
        return Contradiction(
          part: .holidays,
          description: "holidays: swap would add make-up workdays, which a list of some weekdays does not have; use "
            + "holidays: skip, or days: workdays")
      }
    case .phrase(let phrase):
      if holidays != .swap, let dayClass = phrase.dayClass, dayClass != .workdays {
        return Contradiction(
          part: .holidays, description: "these days exist only with holidays: swap; leave holidays: out")
      }
    }
    return contradictionOfPosition ?? only.flatMap { contradiction(keeping: $0) }
  }
}

extension RecurrenceRule {
  /// Whether the rule is weekly or daily, every period, over all workdays of `week`, so that a make-up workday has a
  /// place in it.
  func namesWholeWeek(_ week: WorkWeek) -> Bool {
    guard !hasOwnTimes, interval == 1, months.isEmpty, monthDays.isEmpty, positions.isEmpty,
      weekdays.allSatisfy({ $0.number == nil })
    else { return false }
    switch frequency {
    case .daily: return weekdays.isEmpty || namesWorkdays(of: week)
    case .weekly: return namesWorkdays(of: week)
    case .secondly, .minutely, .hourly, .monthly, .yearly: return false
    }
  }

  /// Whether BYDAY names the workdays of `week` and no other day.
  public func namesWorkdays(of week: WorkWeek) -> Bool { week.consists(of: Set(weekdays.map(\.weekday))) }
}

extension Schedule {
  /// The days as the configuration writes them: the phrase, or the rule.
  public var daysText: String { days.text }
}

extension Schedule.Days {
  /// The phrase, or the rules and dates.
  public var text: String {
    switch self {
    case .phrase(let phrase): phrase.description
    case .recurrence(let recurrence): recurrence.description
    }
  }
}
