import Alarms
import Workdays

/// A rule from the command line, which is in no file: so that it can be tried before it is trusted.
struct AdHocRule {
  let plan: AlarmPlan
  /// The moment after which is looked.
  let from: Instant
  private let context: Context

  init(_ arguments: Arguments, _ context: Context, _ configuration: Configuration) throws {
    guard arguments.words.isEmpty else {
      throw Failure(.usage, "next: an alarm's id and --days or --rrule exclude each other")
    }
    self.context = context
    let zone = try CalendarOptions.zone(arguments, configuration)
    var calendar = try CalendarOptions.calendar(arguments, configuration)
    if let week = try arguments.value("--work-week", expected: LocalText(verbatim: WorkWeek.forms), { WorkWeek($0) }) {
      calendar = WorkCalendar(week: week, national: calendar.national, own: calendar.own)
    }
    from = try AdHocRule.from(arguments, context, zone: zone, calendar: calendar)
    let days = try AdHocRule.days(arguments)
    let hasOwnTimes = if case .recurrence(let recurrence) = days { recurrence.hasOwnTimes } else { false }
    var times = try arguments.all("--at").flatMap { AlarmTimes.texts($0) }.flatMap { text in
      guard let times = TimesOfDay.read(text) else {
        throw Failure(.usage, "--at is \"\(text)\"; expected \(TimesOfDay.forms)")
      }
      return times
    }
    let written = try arguments.value("--start", expected: "YYYY-MM-DD or YYYY-MM-DDTHH:MM") {
      text -> (CivilDateTime, Bool)? in
      if let date = CivilDate(text) { return (CivilDateTime(date: date, time: .midnight), false) }
      return CivilDateTime(text).map { ($0, true) }
    }
    if hasOwnTimes, !times.isEmpty, written?.1 == true {
      throw Failure(.usage, "next: \(AdHocRule.inOptions(Recurrence.timesAreSaidTwice))")
    }
    if times.isEmpty, let written, written.1 { times = [written.0.time] }
    guard times.count <= TimesOfDay.most else {
      throw Failure(.usage, "--at names \(times.count) times a day; expected at most \(TimesOfDay.most)")
    }
    guard let firstTime = times.min() else {
      throw Failure(
        .usage,
        hasOwnTimes
          ? "next: \(AdHocRule.inOptions(Recurrence.startNeedsTime))"
          : "next: the rule has no time of day; add --at 09:00, or a time to --start")
    }
    if hasOwnTimes {
      // The time only completes the start: the rule says itself when it rings.
      guard times.count == 1 else {
        throw Failure(.usage, "next: \(AdHocRule.inOptions(Recurrence.timesAreSaidTwice))")
      }
      times = []
    }
    // The rule starts on the day from which is asked, unless it is told otherwise.
    let fromDate = zone.civil(at: from.advanced(by: .nanoseconds(1))).date
    var start: CivilDateTime? = written?.0
    if hasOwnTimes, let date = written?.0.date { start = CivilDateTime(date: date, time: firstTime) }
    let until = try arguments.value("--until", expected: "YYYY-MM-DD") { CivilDate($0) }
    if let start, let until, until < start.date {
      throw Failure(.usage, "next: --until lies before --start; expected \(start.date) or later")
    }
    if start == nil, case .recurrence = days { start = CivilDateTime(date: fromDate, time: firstTime) }
    if start == nil, arguments["--count"] { start = CivilDateTime(date: fromDate, time: .midnight) }
    let schedule = Schedule(
      days: days, times: times, start: start, until: until,
      count: try arguments.value("--count", expected: "a whole number from 1 to 100000") {
        Int($0).flatMap { (1...100_000).contains($0) ? $0 : nil }
      },
      holidays: try AdHocRule.choice(arguments, "--holidays"), only: try AdHocRule.only(arguments),
      position: try AdHocRule.position(arguments), except: try AdHocRule.except(arguments),
      move: try AdHocRule.choice(arguments, "--move") ?? .keep,
      clockChange: try AdHocRule.choice(arguments, "--dst") ?? .first,
      halfDays: try arguments.value("--half-days", expected: "keep, drop, or a time such as 11:30") {
        Schedule.HalfDays($0)
      } ?? .keep)
    if let fault = schedule.contradiction(week: calendar.week) {
      throw Failure(.usage, "next: \(AdHocRule.inOptions("\(fault)"))")
    }
    let alarm = Alarm(
      id: "rule", title: arguments.value("--days") ?? days.text, schedule: schedule,
      zone: zone.identifier, place: SourcePlace(file: "command line", line: 1, column: 1),
      duration: try AdHocRule.duration(arguments), offsets: try AdHocRule.offsets(arguments))
    plan = AlarmPlan(alarm: alarm, calendar: calendar, zone: zone)
  }

  /// A sentence about keys of the configuration, for options of the command line.
  static func inOptions(_ sentence: String) -> String {
    ["at", "holidays", "half-days", "days", "start", "count", "move", "only"].reduce(sentence) { text, key in
      text.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0 == "\(key):" ? "--\(key)" : String($0) }.joined(separator: " ")
    }
  }

  /// The rule's next firings.
  func firings(_ count: Int) throws -> [NextCommand.Listed] {
    do throws(SearchError) {
      return try plan.nextFirings(count, after: from).map { NextCommand.Listed(firing: $0, plan: plan, isAdHoc: true) }
    } catch {
      // An empty answer, with the reason on standard error.
      context.output.message(NextCommand.sentence(error))
      return []
    }
  }

  /// The moment after which is looked: `--from`, or now. Of a date the whole day counts.
  static func from(_ arguments: Arguments, _ context: Context, zone: ZoneRules, calendar: WorkCalendar) throws
    -> Instant
  {
    let dates = DateArgument(today: zone.civil(at: context.now).date, calendar: calendar)
    let expected: LocalText =
      "an instant such as 2026-09-01T08:00:00+08:00, a local date-time, or a date: \(DateArgument.forms)"
    return try arguments.value("--from", expected: expected) { text -> Instant? in
      if let date = dates.read(text) {
        return zone.instant(of: CivilDateTime(date: date, time: .midnight))?.advanced(by: .nanoseconds(-1))
      }
      return Instant(text) ?? CivilDateTime(text).flatMap { zone.instant(of: $0) }
    } ?? context.now
  }

  private static func days(_ arguments: Arguments) throws -> Schedule.Days {
    let isRecurrence = arguments["--rrule"] || arguments["--rdate"]
    guard let phrase = arguments.value("--days") else {
      let recurrence = try recurrence(arguments)
      if let excess = recurrence.excess { throw Failure(.usage, "--rrule: \(excess)") }
      return .recurrence(recurrence)
    }
    guard !isRecurrence, !arguments["--exdate"] else {
      throw Failure(.usage, "next: --days and --rrule, --rdate and --exdate exclude each other")
    }
    do throws(PhraseError) {
      return .phrase(try DaysPhrase(phrase))
    } catch {
      throw Failure(.usage, "--days: \(error.advice)")
    }
  }

  /// What --rrule, --rdate and --exdate say.
  static func recurrence(_ arguments: Arguments) throws -> Recurrence {
    let rules = try arguments.all("--rrule").map { text in
      do throws(RuleSyntaxError) {
        return try RecurrenceRule(written: text)
      } catch {
        throw Failure(.usage, "--rrule: \(error) (at character \(error.offset + 1))")
      }
    }
    return Recurrence(
      rules: rules, added: try moments(arguments, "--rdate"), excluded: try moments(arguments, "--exdate"))
  }

  private static func moments(_ arguments: Arguments, _ name: String) throws -> [RecurrenceMoment] {
    let zones = ZoneStore()
    return try arguments.all(name).flatMap(AlarmEntry.words).map { text in
      guard let moment = RecurrenceMoment(written: text, zone: { try? zones.rules(named: $0) }) else {
        throw Failure(.usage, "\(name) has \"\(text)\"; expected \(RecurrenceMoment.forms)")
      }
      return moment
    }
  }

  private static func only(_ arguments: Arguments) throws -> DayClass? {
    guard let text = arguments.value("--only") else { return nil }
    do throws(PhraseError) {
      return try DayClass(phrase: text)
    } catch {
      throw Failure(.usage, "--only: \(error.advice)")
    }
  }

  private static func position(_ arguments: Arguments) throws -> Position? {
    guard let text = arguments.value("--position") else { return nil }
    do throws(PhraseError) {
      return try Position(text)
    } catch {
      throw Failure(.usage, "--position: \(error.advice)")
    }
  }

  private static func except(_ arguments: Arguments) throws -> [CivilDate] {
    try arguments.all("--except").flatMap { text in
      guard let range = OwnDays.range(text) else {
        throw Failure(.usage, "--except is \"\(text)\"; expected a date, or a range such as 2026-12-24..31")
      }
      return Array(range)
    }
  }

  private static func offsets(_ arguments: Arguments) throws -> [Offset] {
    let offsets = try arguments.all("--remind").map { text in
      guard let offset = Offset(text) else {
        throw Failure(.usage, "--remind is \"\(text)\"; \(Offset.fault(in: text))")
      }
      return offset
    }
    return offsets.isEmpty ? [.atStart] : offsets
  }

  private static func duration(_ arguments: Arguments) throws -> EventDuration {
    try arguments.value("--duration", expected: "a span such as 1h30m or 2d") { text -> EventDuration? in
      guard let span = SpanComponents(text), span.workdays == nil else { return nil }
      return EventDuration(days: span.days, seconds: span.seconds)
    } ?? .none
  }

  private static func choice<Value: RawRepresentable & CaseIterable>(_ arguments: Arguments, _ name: String) throws
    -> Value?
  where Value.RawValue == String {
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return try arguments.value(name, expected: LocalText(verbatim: names)) { Value(rawValue: $0) }
  }
}
