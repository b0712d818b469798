/// A recurrence rule of RFC 5545, section 3.3.10, with periods of a day and longer.
///
/// The time of day is not part of it: it comes with each occurrence. Rules finer than a day are refused when read.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the period that INTERVAL counts and the BY parts fill.
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
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

  /// UNTIL: the last moment at which the rule may yield an occurrence.
  public enum Limit: Hashable, Sendable {
    /// The whole of this local date, also for a rule with times: many programs write it so.
    case date(CivilDate)
    /// This local time.
    case local(CivilDateTime)
    /// This point in time, wherever the rule's zone lies.
    case instant(Instant)
  }

  /// The period.
  public var frequency: Frequency
  /// Every how many periods, 1 or more.
  public var interval = 1
  /// How many occurrences in all, counted before holidays are taken away; `nil` for no such bound.
  public var count: Int?
  /// The inclusive end; `nil` for none.
  public var until: Limit?
  /// The day on which a week starts.
  public var weekStart = Weekday.monday
  /// BYMONTH, 1 through 12.
  public var months: [Int] = []
  /// BYWEEKNO, ±1 through ±53, with YEARLY only.
  public var weekNumbers: [Int] = []
  /// BYYEARDAY, ±1 through ±366.
  public var yearDays: [Int] = []
  /// BYMONTHDAY, ±1 through ±31.
  public var monthDays: [Int] = []
  /// BYDAY.
  public var weekdays: [WeekdayNumber] = []
  /// BYSETPOS, ±1 through ±366: which of a period's dates are kept.
  public var positions: [Int] = []

  /// A rule that yields every period.
  public init(frequency: Frequency) { self.frequency = frequency }

  /// Whether any BY part chooses days, so that the start's own day is not needed to complete the rule.
  var choosesDays: Bool { !(weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekdays.isEmpty) }

  /// Whether the rule yields other dates when it starts on another date, its bounds apart.
  public var dependsOnStart: Bool {
    interval > 1 || count != nil || (frequency != .daily && !choosesDays) || (!weekNumbers.isEmpty && weekdays.isEmpty)
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, parts in the RFC's order, defaults left out.
  public var description: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    switch until {
    case .date(let date): parts.append("UNTIL=\(compact(date))")
    case .local(let moment): parts.append("UNTIL=\(compact(moment))")
    case .instant(let instant): parts.append("UNTIL=\(compact(instant.civil(utcOffset: 0)))Z")
    case nil: break
    }
    if let count { parts.append("COUNT=\(count)") }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    func append(_ name: String, _ values: [some CustomStringConvertible]) {
      if !values.isEmpty { parts.append("\(name)=\(values.map(\.description).joined(separator: ","))") }
    }
    append("BYDAY", weekdays)
    append("BYMONTHDAY", monthDays)
    append("BYYEARDAY", yearDays)
    append("BYWEEKNO", weekNumbers)
    append("BYMONTH", months)
    append("BYSETPOS", positions)
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return parts.joined(separator: ";")
  }

  private func compact(_ date: CivilDate) -> String { date.description.filter { $0 != "-" } }

  private func compact(_ moment: CivilDateTime) -> String {
    let time = moment.time
    return
      "\(compact(moment.date))T\(padded(time.hour, to: 2))\(padded(time.minute, to: 2))\(padded(time.second, to: 2))"
  }
}

extension RecurrenceRule.WeekdayNumber: CustomStringConvertible {
  /// `FR`, `-1FR`.
  public var description: String { (number.map(String.init) ?? "") + weekday.code }
}
