extension RecurrenceRule {
  /// The parts of a rule, by the names that RFC 5545 and RFC 7529 give them.
  public enum PartName: String, CaseIterable, Hashable, Sendable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case weekStart = "WKST"
    case months = "BYMONTH"
    case weekNumbers = "BYWEEKNO"
    case yearDays = "BYYEARDAY"
    case monthDays = "BYMONTHDAY"
    case weekdays = "BYDAY"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
    case positions = "BYSETPOS"
    case scale = "RSCALE"
    case skip = "SKIP"

    /// The names by their last eight bytes as one number.
    static let byKey = allCases.map { name in
      (key: name.rawValue.utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }, name: name)
    }

    static let list = allCases.map(\.rawValue).dropLast().joined(separator: ", ") + " or SKIP"
  }

  /// What the standards forbid in combination.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part that does not go with the others.
    public let part: PartName
    /// Whether its value is at fault, or that it is there at all.
    public let isOfValue: Bool
    /// One sentence with the remedy.
    public let description: String
  }

  /// What RFC 5545, 3.3.10, and RFC 7529 forbid in this rule; `nil` when it is sound.
  public var fault: Fault? {
    func whole(_ part: PartName, _ description: String) -> Fault {
      Fault(part: part, isOfValue: false, description: description)
    }
    if count != nil, until != nil { return whole(.until, "COUNT and UNTIL exclude each other; keep one") }
    if !weekNumbers.isEmpty, frequency != .yearly {
      return whole(.weekNumbers, "BYWEEKNO goes with FREQ=YEARLY only")
    }
    if !yearDays.isEmpty, frequency == .daily || frequency == .weekly || frequency == .monthly {
      return whole(.yearDays, "BYYEARDAY goes with FREQ=YEARLY, HOURLY, MINUTELY or SECONDLY only")
    }
    if !monthDays.isEmpty, frequency == .weekly {
      return whole(.monthDays, "BYMONTHDAY does not go with FREQ=WEEKLY")
    }
    let numbersHaveMeaning = frequency == .monthly || (frequency == .yearly && weekNumbers.isEmpty)
    if !numbersHaveMeaning, weekdays.contains(where: { $0.number != nil }) {
      return Fault(
        part: .weekdays, isOfValue: true,
        description: "a numbered weekday in BYDAY goes with FREQ=MONTHLY, or with YEARLY without BYWEEKNO")
    }
    let choosesTimes = !(hours.isEmpty && minutes.isEmpty && seconds.isEmpty)
    if !positions.isEmpty, !choosesDays, months.isEmpty, !choosesTimes {
      return whole(.positions, "BYSETPOS chooses among what another BY part names; add one")
    }
    if scale != .chinese, months.contains(where: \.isLeap) {
      return Fault(
        part: .months, isOfValue: true, description: "a leap month such as 5L goes with RSCALE=CHINESE only")
    }
    return nil
  }
}
