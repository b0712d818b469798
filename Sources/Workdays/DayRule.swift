/// The day parts of a recurrence rule, ready to be asked which days of a month they name.
///
/// The answer is a word: bit n stands for the n-th day of the month; bit 0 and the bit after the last day stand for the
/// days before and after the month, to which SKIP may carry a day that the month lacks. So a month costs some ten
/// operations, whatever the rule, and the number of days in it is a popcount.
struct DayRule {
  let scale: RecurrenceRule.Scale
  let frequency: RecurrenceRule.Frequency
  let interval: Int
  let skip: RecurrenceRule.Skip
  private let weekStart: Weekday
  /// Bit n: month n.
  private var months: UInt16 = 0
  private var leapMonths: UInt16 = 0
  private let namesMonths: Bool
  /// Bit n: day n, from the start and from the end.
  private var monthDays: UInt64 = 0
  private var monthDaysFromEnd: UInt64 = 0
  /// Bit 0: Monday.
  private var weekdays: UInt64 = 0
  private let numberedWeekdays: [RecurrenceRule.WeekdayNumber]
  private let numbersCountWithinYear: Bool
  private let yearDays: [Int]
  private var weeks: UInt64 = 0
  private var weeksFromEnd: UInt64 = 0
  /// The first day of the start's own week, month or year, or the start itself, by the frequency.
  let anchorDay: Int
  let anchorMonth: Int
  let anchorYear: Int

  /// - Parameter rule: completed from its start.
  /// - Returns: `nil` where the start lies outside the rule's calendar.
  init?(_ rule: RecurrenceRule, start: CivilDate) {
    guard let month = rule.scale.month(containing: start.dayNumber) else { return nil }
    (scale, frequency, interval, skip) = (rule.scale, rule.frequency, rule.interval, rule.skip)
    weekStart = rule.weekStart
    namesMonths = !rule.months.isEmpty
    for month in rule.months {
      if month.isLeap { leapMonths |= 1 << month.number } else { months |= 1 << month.number }
    }
    for day in rule.monthDays {
      if day > 0 { monthDays |= 1 << day } else { monthDaysFromEnd |= 1 << -day }
    }
    for entry in rule.weekdays where entry.number == nil { weekdays |= 1 << (entry.weekday.rawValue - 1) }
    numberedWeekdays = rule.weekdays.allSatisfy { $0.number == nil } ? [] : rule.weekdays.filter { $0.number != nil }
    numbersCountWithinYear = rule.frequency == .yearly && rule.months.isEmpty
    yearDays = rule.yearDays
    for week in rule.weekNumbers {
      if week > 0 { weeks |= 1 << week } else { weeksFromEnd |= 1 << -week }
    }
    anchorDay = rule.frequency == .weekly ? start.startOfWeek(on: rule.weekStart).dayNumber : start.dayNumber
    (anchorMonth, anchorYear) = (month.index, month.year.number)
  }

  /// Whether every period yields, and yields all of its days: nothing but the interval decides.
  var isBare: Bool {
    !namesMonths && monthDays | monthDaysFromEnd | weekdays | weeks | weeksFromEnd == 0 && numberedWeekdays.isEmpty
      && yearDays.isEmpty
  }

  /// How many days of each week a weekly rule names; `nil` where other parts have a say.
  var daysPerWeek: Int? {
    guard frequency == .weekly, !namesMonths, numberedWeekdays.isEmpty else { return nil }
    return weekdays.nonzeroBitCount
  }

  /// The days of the week that the start lies in, as a weekly rule names them, ascending.
  var daysOfFirstWeek: [Int] {
    let bits = pattern(from: anchorDay)
    return (0..<7).filter { bits >> $0 & 1 != 0 }.map { anchorDay + $0 }
  }

  /// The rule's days in a month, with those that SKIP carries into it and without those that it carries out.
  func keptDays(in month: CalendarMonth) -> UInt64 {
    let days = days(in: month)
    guard carries else { return days }
    var kept = days & ((2 << month.length) - 2)
    if let before = scale.month(before: month) { kept |= self.days(in: before) >> before.length & 2 }
    if let after = scale.month(after: month) { kept |= (self.days(in: after) & 1) << month.length }
    return kept
  }

  /// Whether a day that a month lacks may be carried into another month.
  var carries: Bool { skip != .omit && makesDays && (monthDays | monthDaysFromEnd != 0 || !yearDays.isEmpty) }

  /// The days that the rule names in a month, with those that SKIP carries out of it.
  func days(in month: CalendarMonth) -> UInt64 {
    guard isNamed(month) else { return 0 }
    let own: UInt64 = (2 << month.length) - 2
    var (days, carried) = (own, 0 as UInt64)
    if monthDays | monthDaysFromEnd != 0 { (days, carried) = namedMonthDays(month, own) }
    if !yearDays.isEmpty {
      let (named, out) = namedYearDays(month)
      (days, carried) = monthDays | monthDaysFromEnd == 0 ? (named, out) : (days & named, 0)
    }
    if weeks | weeksFromEnd != 0 { (days, carried) = (days & namedWeeks(month), 0) }
    days = days & own | carried
    if weekdays != 0 || !numberedWeekdays.isEmpty {
      var named = weekdays == 0 ? 0 : pattern(from: month.firstDay - 1)
      for entry in numberedWeekdays { named |= numberedDay(entry, month) & own }
      days &= named
    }
    switch frequency {
    case .daily where interval > 1: return days & dailyPhase(month)
    case .weekly where interval > 1: return days & weeklyPhase(month)
    default: return days
    }
  }

  /// The next month in which INTERVAL lets days be; `nil` at the end of the calendar.
  func month(after month: CalendarMonth) -> CalendarMonth? {
    guard interval > 1, !carries else { return scale.month(after: month) }
    switch frequency {
    case .yearly:
      let missing = (anchorYear - month.year.number).flooringRemainder(by: interval)
      if missing == 0, month.place + 1 < month.year.monthCount { return scale.month(after: month) }
      let (year, overflow) = month.year.number.addingReportingOverflow(missing == 0 ? interval : missing)
      return overflow ? nil : scale.month(ofYear: year, place: 0)
    case .monthly:
      let missing = (anchorMonth - month.index).flooringRemainder(by: interval)
      let (index, overflow) = month.index.addingReportingOverflow(missing == 0 ? interval : missing)
      return overflow ? nil : scale.month(at: index)
    case .daily, .weekly:
      let days = frequency == .daily ? 1 : 7
      guard interval > 62 / days else { return scale.month(after: month) }
      let periods = (month.lastDay + 1 - anchorDay).flooringDivision(by: days)
      let missing = (-periods).flooringRemainder(by: interval)
      // A week that has begun may reach into the next month.
      if days == 7, missing == 0 { return scale.month(after: month) }
      let (day, overflow) = (periods &+ missing).multipliedReportingOverflow(by: days)
      guard missing < CivilDate.latest.dayNumber, !overflow else { return nil }
      return scale.month(containing: anchorDay + day)
    case .secondly, .minutely, .hourly: return scale.month(after: month)
    }
  }
}

extension DayRule {
  /// Whether BYMONTH and the interval let days be in a month.
  private func isNamed(_ month: CalendarMonth) -> Bool {
    switch frequency {
    case .yearly: return isNamedInYear(month)
    case .monthly:
      guard month.index >= anchorMonth, interval == 1 || (month.index - anchorMonth) % interval == 0 else {
        return false
      }
    case .secondly, .minutely, .hourly, .daily, .weekly: break
    }
    return !namesMonths || (month.isLeap ? leapMonths : months) >> month.number & 1 != 0
  }

  private func isNamedInYear(_ month: CalendarMonth) -> Bool {
    let year = month.year.number
    if isInPhase(year: year) {
      if !namesMonths || (month.isLeap ? leapMonths : months) >> month.number & 1 != 0 { return true }
      // A leap month that the year lacks is the month before or after it, as SKIP says (RFC 7529, 4.1).
      if !month.isLeap, skip == .backward, lacksWanted(month.number, year: year) { return true }
      if !month.isLeap, skip == .forward, lacksWanted(month.number - 1, year: year) { return true }
    }
    return skip == .forward && month.place == 0 && isInPhase(year: year - 1) && lacksWanted(12, year: year - 1)
  }

  private func lacksWanted(_ leapMonth: Int, year: Int) -> Bool {
    leapMonths >> leapMonth & 1 != 0 && LunarDate.leapMonth(ofYear: year) != leapMonth
  }

  private func isInPhase(year: Int) -> Bool {
    year >= anchorYear && (interval == 1 || (year - anchorYear) % interval == 0)
  }

  /// Only MONTHLY and YEARLY make days of BYMONTHDAY and BYYEARDAY; elsewhere these choose among days that exist.
  private var makesDays: Bool { frequency == .monthly || frequency == .yearly }

  private func namedMonthDays(_ month: CalendarMonth, _ own: UInt64) -> (days: UInt64, carried: UInt64) {
    var days = monthDays & own
    var rest = monthDaysFromEnd
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      if number <= month.length { days |= 1 << (month.length + 1 - number) }
      rest &= rest - 1
    }
    guard skip != .omit, makesDays else { return (days, 0) }
    var carried: UInt64 = 0
    if monthDays >> (month.length + 1) != 0 { carried |= 1 << (skip == .forward ? month.length + 1 : month.length) }
    if monthDaysFromEnd >> (month.length + 1) != 0 { carried |= skip == .forward ? 2 : 1 }
    return (days, carried)
  }

  private func namedYearDays(_ month: CalendarMonth) -> (days: UInt64, carried: UInt64) {
    let before = month.firstDay - month.year.firstDay
    var (days, carried) = (0 as UInt64, 0 as UInt64)
    for number in yearDays {
      let position = (number > 0 ? number - 1 : month.year.length + number) - before
      if (0..<month.length).contains(position) { days |= 2 << position }
      guard skip != .omit, makesDays, abs(number) > month.year.length else { continue }
      if number > 0, month.place == month.year.monthCount - 1 {
        carried |= 1 << (skip == .forward ? month.length + 1 : month.length)
      }
      if number < 0, month.place == 0 { carried |= skip == .forward ? 2 : 1 }
    }
    return (days, carried)
  }

  /// Week 1 is the first that has at least four days in the year (ISO 8601, with WKST as its first day): a week belongs
  /// to the year that its fourth day lies in.
  private func namedWeeks(_ month: CalendarMonth) -> UInt64 {
    var days: UInt64 = 0
    var first = CivilDate(dayNumber: month.firstDay).startOfWeek(on: weekStart).dayNumber
    while first <= month.lastDay {
      var year: CalendarYear? = month.year
      if first + 3 < month.year.firstDay { year = scale.year(month.year.number - 1) }
      if first + 3 >= month.year.endDay { year = scale.year(month.year.number + 1) }
      if let year {
        let position = first + 3 - year.firstDay
        let (number, fromEnd) = (position / 7 + 1, (year.length - 1 - position) / 7 + 1)
        if weeks >> number & 1 != 0 || weeksFromEnd >> fromEnd & 1 != 0 { days |= week(at: first, month) }
      }
      first += 7
    }
    return days
  }

  /// The seven days from `first` on, those of `month` among them.
  private func week(at first: Int, _ month: CalendarMonth) -> UInt64 { (0x7f << (first - month.firstDay + 8)) >> 7 }

  /// The days that fall on one of the plain weekdays; bit 0 stands for `day`.
  private func pattern(from day: Int) -> UInt64 {
    // 1970-01-01 was a Thursday.
    let weekday = (day + 3).flooringRemainder(by: 7)
    let week = (weekdays >> weekday | weekdays << (7 - weekday)) & 0x7f
    return week &* 0x1020_4081
  }

  private func numberedDay(_ entry: RecurrenceRule.WeekdayNumber, _ month: CalendarMonth) -> UInt64 {
    let (first, length) =
      numbersCountWithinYear ? (month.year.firstDay, month.year.length) : (month.firstDay, month.length)
    let earliest = (entry.weekday.rawValue - 1 - (first + 3)).flooringRemainder(by: 7)
    let number = entry.number!
    let position =
      number > 0 ? earliest + 7 * (number - 1) : earliest + 7 * ((length - 1 - earliest) / 7 + number + 1)
    guard (0..<length).contains(position) else { return 0 }
    let place = position - (month.firstDay - first)
    return (0..<month.length).contains(place) ? 2 << place : 0
  }

  private func dailyPhase(_ month: CalendarMonth) -> UInt64 {
    var place = (anchorDay - month.firstDay).flooringRemainder(by: interval)
    var days: UInt64 = 0
    while place < month.length {
      days |= 2 << place
      place += min(interval, 31)
    }
    return days
  }

  private func weeklyPhase(_ month: CalendarMonth) -> UInt64 {
    let first = CivilDate(dayNumber: month.firstDay).startOfWeek(on: weekStart).dayNumber
    var index = ((anchorDay - first) / 7).flooringRemainder(by: interval)
    var days: UInt64 = 0
    while index < 6 {
      days |= week(at: first + 7 * index, month)
      index += min(interval, 6)
    }
    return days
  }
}
