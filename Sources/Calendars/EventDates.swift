import Workdays

/// The civil dates that an event covers.
struct EventDates {
  /// Why an event cannot be placed, in words for a person.
  struct Fault: Error {
    let message: String
  }

  /// How long an event may last, in days.
  private static let longest = 366
  /// How long a rule may be, in bytes: the more days it names, the longer each day of the years takes.
  private static let longestRule = 400

  /// The first dates of its occurrences.
  let starts: [CivilDate]
  /// How many days each covers; 1 or more.
  let length: Int

  /// - Parameters:
  ///   - years: the years in which occurrences of a rule are looked for.
  ///   - replaced: dates of a recurring event that events of their own stand for.
  init(_ event: ParsedEvent, years: ClosedRange<Int>, replaced: Set<CivilDate>) throws(Fault) {
    if let fault = event.fault { throw Fault(message: "the event cannot be read: \(fault); fetch the file again") }
    guard let text = event.start else { throw Fault(message: "the event has no usable DTSTART; fetch the file again") }
    let start = try EventTime(text)
    length = try EventDates.length(of: event, from: start)
    var dates: Set<CivilDate> = [start.date]
    if let rule = event.rule { dates = Set(try EventDates.expand(rule, from: start.date, years: years)) }
    for text in event.addedDates { dates.insert(try EventTime(text).date) }
    for text in event.excludedDates { dates.remove(try EventTime(text).date) }
    starts = dates.subtracting(replaced).sorted()
  }

  /// Whether an event has a time of day and is over within a day: an appointment, which takes no day off.
  static func isPartOfDay(_ event: ParsedEvent) -> Bool {
    guard let text = event.start, text.contains("T"), let start = try? EventTime(text, takesUTC: true) else {
      return false
    }
    if let duration = event.duration, event.end == nil { return duration < 86_400 }
    guard let end = event.end.flatMap({ try? EventTime($0, takesUTC: true) }) else { return event.end == nil }
    let seconds = start.date.days(until: end.date) * 86_400 + end.secondOfDay - start.secondOfDay
    return (0..<86_400).contains(seconds)
  }

  /// DTEND is exclusive (RFC 5545, 3.6.1); a time of day within a date covers that date.
  private static func length(of event: ParsedEvent, from start: EventTime) throws(Fault) -> Int {
    var seconds = 0
    if let text = event.end {
      let end = try EventTime(text)
      seconds = start.date.days(until: end.date) * 86_400 + end.secondOfDay - start.secondOfDay
      guard seconds >= 0 else { throw Fault(message: "the event ends before it begins; fetch the file again") }
    } else if let duration = event.duration {
      seconds = duration
    }
    let length = max(1, (start.secondOfDay + seconds + 86_399) / 86_400)
    guard length <= longest else {
      throw Fault(message: "the event covers \(length) days, more than \(longest); this is no holiday")
    }
    return length
  }

  /// Only some years are looked at, whatever the rule says, so that its cost is bounded.
  private static func expand(_ text: String, from start: CivilDate, years: ClosedRange<Int>) throws(Fault)
    -> [CivilDate]
  {
    guard text.utf8.count <= longestRule else {
      throw Fault(message: "the rule is longer than \(longestRule) bytes; this is no holiday")
    }
    guard start.year >= 1900 else { throw Fault(message: "the recurring event starts before 1900; this is no holiday") }
    let rule: RecurrenceRule
    do {
      rule = try RecurrenceRule(text)
    } catch {
      throw Fault(message: "the rule \"\(text.prefix(80))\" cannot be used: \(error.description)")
    }
    guard rule.count == nil || start.year >= 1970 else {
      throw Fault(message: "the rule counts its dates from before 1970; this is no holiday")
    }
    guard !rule.hasOwnTimes else {
      throw Fault(
        message: "the rule \"\(text.prefix(80))\" cannot be used: it is finer than a day, or names times of day")
    }
    guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1),
      var last = CivilDate(year: years.upperBound, month: 12, day: 31)
    else { return [] }
    switch rule.until {
    case .date(let date): last = min(last, date)
    case .local(let time): last = min(last, time.date)
    case .instant(let instant): last = min(last, CivilDate(dayNumber: instant.seconds / 86_400))
    case nil: break
    }
    var dates: [CivilDate] = []
    RecurrenceDates(rule: rule, start: start).forEach(from: first, through: last) { date in
      dates.append(date)
      return true
    }
    return dates
  }
}

/// A date, or a date with a time of day, as iCalendar writes them: `20270101`, `20270101T090000`.
struct EventTime {
  let date: CivilDate
  /// 0 for a date alone.
  let secondOfDay: Int

  /// A time in UTC is a date of its own only at midnight: elsewhere its date depends on a zone that it does not name.
  ///
  /// - Parameter takesUTC: whether that does not matter, since only the distance of two times is asked for.
  init(_ text: String, takesUTC: Bool = false) throws(EventDates.Fault) {
    let text = text.prefix { $0 != "/" }
    let digits = Array(text)
    guard digits.count >= 8,
      let date = CivilDate("\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))")
    else { throw EventDates.Fault(message: "\"\(text.prefix(40))\" is no date; expected one such as 20270101") }
    self.date = date
    guard digits.count > 8 else {
      secondOfDay = 0
      return
    }
    guard digits.count >= 15, digits[8] == "T", let hour = Int(String(digits[9..<11])),
      let minute = Int(String(digits[11..<13])), let second = Int(String(digits[13..<15])),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { throw EventDates.Fault(message: "\"\(text.prefix(40))\" is no time; expected one such as 20270101T000000") }
    secondOfDay = hour * 3600 + minute * 60 + second
    guard digits.last != "Z" || secondOfDay == 0 || takesUTC else {
      throw EventDates.Fault(
        message: "\"\(text.prefix(40))\" is in UTC and its date depends on the zone; expected a date such as 20270101")
    }
  }
}
