extension DaysPhrase {
  /// The class whose days the phrase names or counts; `nil` where it asks for no class.
  var dayClass: DayClass? {
    switch self {
    case .days(let dayClass), .position(_, of: .dayClass(let dayClass)): dayClass
    case .everyWorkdays: .workdays
    case .everyDay, .weekdays, .dates, .position, .lunar: nil
    }
  }
}

extension Schedule {
  /// The class of days without which nothing takes place and which only notices set; `nil` where there is none.
  var awaitedClass: DayClass? {
    if let only, only.needsNotice { return only }
    guard case .phrase(let phrase) = days, let dayClass = phrase.dayClass, dayClass.needsNotice else { return nil }
    return dayClass
  }

  /// The days, and which of them are taken, in words.
  public var summary: String {
    var parts = [daysText]
    if let only { parts.append("only \(only.rawValue)") }
    if let position { parts.append("\(position)") }
    if !except.isEmpty {
      parts.append("except \(except.count == 1 ? except[0].description : "\(except.count) dates")")
    }
    return parts.joined(separator: ", ")
  }

  /// Why `position:` has nothing to count; `nil` where it may stand.
  var contradictionOfPosition: Contradiction? {
    guard position != nil, case .recurrence(let recurrence) = days,
      recurrence.hasOwnTimes || recurrence.rules.count != 1 || !recurrence.added.isEmpty
    else { return nil }
    return Contradiction(
      part: .position,
      description: recurrence.hasOwnTimes
        ? "position: counts days, and this rule says times of day; use BYSETPOS, or at: for the times"
        : "position: counts the dates of one rule; leave the other rules and rdate: out, or write an alarm for each")
  }

  /// Why `only:` would leave nothing; `nil` where it may leave something.
  func contradiction(keeping only: DayClass) -> Contradiction? {
    func nothing(_ reason: String) -> Contradiction {
      Contradiction(part: .only, description: "only: \(only.rawValue) would leave nothing: \(reason)")
    }
    if let isWorked = daysAreWorked, isWorked != only.isWorked {
      return nothing("nobody works on one and everybody on the other; change days: or leave only: out")
    }
    if !only.isWorked, move == .drop {
      return nothing("move: drop takes away what is no workday; leave move: out")
    }
    let isNamed = only == .holidays || only == .statutoryHolidays || only == .inLieuRestDays
    if isNamed, holidays != .ignore, daysAreWorked == nil, move == .keep {
      return nothing("holidays: \(holidays.rawValue) takes away holidays; leave holidays: out")
    }
    return nil
  }

  /// Whether all of the days are really worked, or none of them is; `nil` where that is open.
  private var daysAreWorked: Bool? {
    guard holidays != .ignore else { return nil }
    switch days {
    case .phrase(.weekdays): return holidays == .swap ? true : nil
    case .recurrence(let recurrence):
      // A daily rule without BYDAY keeps the days of rest that no holiday takes away.
      return holidays == .swap && recurrence.onlyRule?.weekdays.isEmpty == false ? true : nil
    case .phrase(let phrase): return phrase.dayClass?.isWorked
    }
  }
}
