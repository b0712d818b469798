/// A recurrence rule of RFC 5545, section 3.3.10, with RFC 7529's RSCALE and SKIP.
///
/// What it leaves open (the time of day, the day of the month) is taken from the start that it is joined with.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the period that INTERVAL counts and the BY parts fill.
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// Whether periods are spans of exact time, not of the wall calendar.
    public var isFinerThanDay: Bool { self == .secondly || self == .minutely || self == .hourly }
  }

  /// One entry of BYDAY: a weekday, or the n-th one of the month or year (from its end when negative).
  public struct WeekdayNumber: Hashable, Sendable {
    /// The weekday.
    public let weekday: Weekday
    /// 1 through 53 or −53 through −1; `nil` for every such weekday.
    public let number: Int?

    /// The weekday, or its n-th one.
    public init(_ weekday: Weekday, number: Int? = nil) {
      self.weekday = weekday
      self.number = number
    }
  }

  /// One entry of BYMONTH: `5`, or `5L`, the leap month after the fifth.
  public struct Month: Hashable, Comparable, Sendable {
    /// 1 through 12.
    public let number: Int
    /// Whether the second month of its number is meant, which only some years of a lunar calendar have.
    public let isLeap: Bool

    /// The month with that number, 1 through 12.
    public init(_ number: Int, isLeap: Bool = false) {
      self.number = number
      self.isLeap = isLeap
    }

    /// The order in the year: a leap month follows the month that it repeats.
    public static func < (left: Month, right: Month) -> Bool {
      (left.number, left.isLeap ? 1 : 0) < (right.number, right.isLeap ? 1 : 0)
    }
  }

  /// RSCALE: the calendar whose years, months and days the BY parts speak of. Weeks are the same in all.
  public enum Scale: String, CaseIterable, Hashable, Sendable {
    case gregorian = "GREGORIAN"
    case chinese = "CHINESE"
  }

  /// SKIP: what becomes of a day or month that YEARLY and MONTHLY name and the calendar lacks.
  public enum Skip: String, CaseIterable, Hashable, Sendable {
    /// It is left out.
    case omit = "OMIT"
    /// The last day or month before it.
    case backward = "BACKWARD"
    /// The first day or month after it.
    case forward = "FORWARD"
  }

  /// The period.
  public var frequency: Frequency
  /// RSCALE.
  public var scale = Scale.gregorian
  /// SKIP.
  public var skip = Skip.omit
  /// Every how many periods, 1 or more.
  public var interval = 1
  /// How many occurrences in all, counted before holidays are taken away; `nil` for no such bound.
  public var count: Int?
  /// UNTIL: the inclusive end; `nil` for none. A date stands for all of it, also for a rule with times: many programs
  /// write it so.
  public var until: RecurrenceMoment?
  /// The day on which a week starts.
  public var weekStart = Weekday.monday
  /// BYMONTH, ascending.
  public var months: [Month] = []
  /// BYWEEKNO, ±1 through ±53, with YEARLY only.
  public var weekNumbers: [Int] = []
  /// BYYEARDAY, ±1 through ±366.
  public var yearDays: [Int] = []
  /// BYMONTHDAY, ±1 through ±31.
  public var monthDays: [Int] = []
  /// BYDAY.
  public var weekdays: [WeekdayNumber] = []
  /// BYHOUR, 0 through 23.
  public var hours: [Int] = []
  /// BYMINUTE, 0 through 59.
  public var minutes: [Int] = []
  /// BYSECOND, 0 through 60; no clock here shows second 60, which therefore never comes.
  public var seconds: [Int] = []
  /// BYSETPOS, ±1 through ±366: which of a period's occurrences are kept.
  public var positions: [Int] = []

  /// A rule that yields every period.
  public init(frequency: Frequency) { self.frequency = frequency }

  /// Whether any BY part chooses days, so that the start's own day is not needed to complete the rule.
  var choosesDays: Bool { !(weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty) }

  /// Whether the rule says at which times of day it yields, so that none can be given beside it.
  public var hasOwnTimes: Bool {
    frequency.isFinerThanDay || !(hours.isEmpty && minutes.isEmpty && seconds.isEmpty)
  }

  /// Whether the rule yields other dates when it starts on another date, its bounds apart.
  public var dependsOnStart: Bool {
    interval > 1 || count != nil || (frequency != .daily && !choosesDays) || (!weekNumbers.isEmpty && weekdays.isEmpty)
      || hasOwnTimes
  }
}

/// A moment as UNTIL, RDATE and EXDATE write it.
public enum RecurrenceMoment: Hashable, Sendable {
  /// A local date.
  case date(CivilDate)
  /// A local time.
  case local(CivilDateTime)
  /// A point in time, wherever the rule's zone lies.
  case instant(Instant)
}
