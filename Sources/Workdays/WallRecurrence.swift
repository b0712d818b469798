/// The moments on the wall that a rule of a day and longer yields from a start: its dates, each at its times of day.
///
/// A class, since a search costs less than copying its parts.
final class WallRecurrence: Sendable {
  let rule: RecurrenceRule
  let start: CivilDateTime
  private let dates: RecurrenceDates
  /// Seconds after 00:00, ascending.
  private let times: [Int]
  /// Whether BYSETPOS chooses among several times of several days.
  private let choosesAmongTimes: Bool
  /// The last moment that COUNT allows; `nil` where it sets no bound within the calendar.
  let lastCounted: CivilDateTime?

  convenience init(_ rule: RecurrenceRule, start: CivilDateTime) {
    let last = rule.count.flatMap { WallRecurrence(rule, start: start, lastCounted: nil).moment(number: $0) }
    self.init(rule, start: start, lastCounted: last)
  }

  private init(_ rule: RecurrenceRule, start: CivilDateTime, lastCounted: CivilDateTime?) {
    (self.rule, self.start, self.lastCounted) = (rule, start, lastCounted)
    let times = WallRecurrence.times(rule, start: start.time)
    let choosesPerDay = rule.frequency == .daily && !rule.positions.isEmpty
    choosesAmongTimes = !choosesPerDay && !rule.positions.isEmpty && times.count > 1
    self.times = choosesPerDay ? chosen(rule.positions, of: times) : times
    dates = RecurrenceDates(rule, start: start.date, positions: choosesPerDay ? [] : rule.positions)
  }

  /// BYHOUR, BYMINUTE and BYSECOND, each of which the start completes.
  private static func times(_ rule: RecurrenceRule, start: CivilTime) -> [Int] {
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [start.second] : rule.seconds.filter { $0 < 60 }
    return hours.flatMap { hour in
      minutes.flatMap { minute in seconds.map { hour * 3600 + minute * 60 + $0 } }
    }
  }

  /// Calls `body` with each moment from `first` on, in order, until it returns `false` or the rule or the calendar ends.
  ///
  /// COUNT is obeyed; UNTIL is left to the caller, who knows the zone.
  ///
  /// - Parameter last: where to stop looking.
  func forEach(from first: CivilDateTime, through last: CivilDate, _ body: (CivilDateTime) -> Bool) {
    let first = max(first, start)
    let last = min(last, lastCounted?.date ?? last)
    func pass(_ moment: CivilDateTime) -> Bool {
      if let lastCounted, moment > lastCounted { return false }
      return moment < first || body(moment)
    }
    guard choosesAmongTimes else {
      return dates.forEach(from: first.date, through: last) { date in
        for time in times where !pass(CivilDateTime(date: date, time: CivilTime(secondOfDay: time)!)) { return false }
        return true
      }
    }
    forEachChosen(from: first.date, through: last, pass)
  }

  private func forEachChosen(from first: CivilDate, through last: CivilDate, _ body: (CivilDateTime) -> Bool) {
    guard let days = dates.days else { return }
    let periods = RecurrencePeriods(days)
    var number = periods.number(atOrBefore: first.dayNumber)
    var previous = Int.min
    while let period = periods.days(ofPeriod: number), period.firstDay <= last.dayNumber + 1 {
      for moment in chosenMoments(of: period.days) where moment > previous {
        guard moment < (last.dayNumber + 1) * 86_400, body(CivilDateTime(secondsSinceEpoch: moment)) else { return }
        previous = moment
      }
      number += 1
    }
  }

  /// What BYSETPOS leaves of all times of some days, in seconds; the whole list may be very long.
  private func chosenMoments(of days: [Int]) -> [Int] {
    chosenIndices(rule.positions, count: days.count * times.count).map { index in
      days[index / times.count] * 86_400 + times[index % times.count]
    }
  }

  /// The moment with that number from the start on, 1 for the first; `nil` where the calendar ends before.
  private func moment(number: Int) -> CivilDateTime? {
    guard !times.isEmpty, number <= CivilDate.latest.days(until: CivilDate.earliest).magnitude * 86_400 else {
      return nil
    }
    if choosesAmongTimes {
      guard let days = dates.days else { return nil }
      let first = start.secondsSinceEpoch
      return RecurrencePeriods(days).element(number: number) { period in
        chosenMoments(of: period.days).filter { $0 >= first }
      }.map { CivilDateTime(secondsSinceEpoch: $0) }
    }
    var startsOnDate = false
    dates.forEach(from: start.date, through: start.date) { _ in
      startsOnDate = true
      return false
    }
    let early = startsOnDate ? times.count { $0 < start.time.secondOfDay } : 0
    let (days, time) = (number - 1 + early).quotientAndRemainder(dividingBy: times.count)
    return dates.date(number: days + 1).map { CivilDateTime(date: $0, time: CivilTime(secondOfDay: times[time])!) }
  }
}
