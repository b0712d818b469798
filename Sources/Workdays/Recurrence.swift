/// What the RRULE, RDATE and EXDATE lines of an event say, without its start.
public struct Recurrence: Hashable, Sendable {
  /// The rules, whose dates are joined.
  public var rules: [RecurrenceRule]
  /// RDATE: what is added. A date comes at the event's times of day.
  public var added: [RecurrenceMoment]
  /// EXDATE: what is taken away. A date takes away all of its day.
  public var excluded: [RecurrenceMoment]

  /// Joins rules and dates.
  public init(rules: [RecurrenceRule], added: [RecurrenceMoment] = [], excluded: [RecurrenceMoment] = []) {
    (self.rules, self.added, self.excluded) = (rules, added, excluded)
  }

  /// Whether a rule says at which times of day it yields, so that none can be given beside it.
  public var hasOwnTimes: Bool { rules.contains(where: \.hasOwnTimes) }

  /// The most instants that one day can have by the rules; rather too many than too few.
  public var mostPerDay: Int { rules.reduce(added.count) { $0 + $1.mostPerDay } }

  /// The single rule that makes up the recurrence; `nil` where there are more, or dates beside it.
  public var onlyRule: RecurrenceRule? { rules.count == 1 && added.isEmpty && excluded.isEmpty ? rules[0] : nil }
}

extension Recurrence: CustomStringConvertible {
  /// The rules, added and excluded dates, as iCalendar names them: `FREQ=DAILY;COUNT=5 EXDATE=20260101`.
  public var description: String {
    var parts = rules.map(\.description)
    if !added.isEmpty { parts.append("RDATE=\(added.map(\.description).joined(separator: ","))") }
    if !excluded.isEmpty { parts.append("EXDATE=\(excluded.map(\.description).joined(separator: ","))") }
    return parts.joined(separator: " ")
  }
}

extension RecurrenceRule {
  /// The most instants that one day can have by this rule.
  var mostPerDay: Int {
    func allowed(_ values: [Int], of all: Int) -> Int { values.isEmpty ? all : values.count }
    let all = count ?? .max
    guard frequency.isFinerThanDay else {
      return min(all, allowed(hours, of: 1) * allowed(minutes, of: 1) * allowed(seconds, of: 1))
    }
    let grid = PeriodGrid(self, start: 0, wall: 0)
    let periods = (86_400 + grid.step - 1) / grid.step
    // A change of the clock makes a day an hour longer, seldom more; what is wanted is the order.
    return min(
      all, periods * grid.mostPerPeriod(self),
      allowed(hours, of: 24) * allowed(minutes, of: 60) * allowed(seconds, of: 60))
  }
}

extension RecurrenceMoment {
  /// The last date on which a rule that ends here can have an occurrence, wherever its zone lies.
  var lastDate: CivilDate {
    switch self {
    case .date(let date): date
    case .local(let moment): moment.date
    case .instant(let instant): instant.civil(utcOffset: 0).date.adding(days: 1)
    }
  }

  /// Whether an occurrence still lies within this end.
  func allows(_ nominal: CivilDateTime, at instant: @autoclosure () -> Instant) -> Bool {
    switch self {
    case .date(let limit): nominal.date <= limit
    case .local(let limit): nominal <= limit
    case .instant(let limit): instant() <= limit
    }
  }

  /// Whether this moment, as EXDATE, takes away an occurrence.
  func excludes(_ nominal: CivilDateTime, at instant: @autoclosure () -> Instant) -> Bool {
    switch self {
    case .date(let date): nominal.date == date
    case .local(let moment): nominal == moment
    case .instant(let moment): instant() == moment
    }
  }
}
