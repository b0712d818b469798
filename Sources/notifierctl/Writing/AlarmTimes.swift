import Alarms
import Workdays

/// When an alarm from the command line takes place, as it is written down.
struct AlarmTimes {
  enum Days {
    case phrase(String)
    /// RFC 5545 rules, RDATE and EXDATE.
    case rules([String], added: [String], excluded: [String])
  }

  let days: Days
  /// The option that gives the days.
  let option: String
  private(set) var at: [String] = []
  private(set) var start: String?
  private(set) var clockChange: String?

  /// Options of which only one says the days.
  private static let ways = ["--in", "--on", "--lunar", "--days"]

  init(_ arguments: Arguments, _ context: Context, _ configuration: Configuration) throws {
    let given = AlarmTimes.ways.filter { arguments[$0] } + (AlarmTimes.isRecurrence(arguments) ? ["--rrule"] : [])
    guard given.count <= 1 else {
      throw Failure(.usage, "add: \(given[0]) and \(given[1]) exclude each other; keep one of them")
    }
    let zone = try CalendarOptions.zone(arguments, configuration)
    at = arguments.all("--at").flatMap(AlarmTimes.texts)
    for text in at where TimesOfDay.read(text) == nil {
      throw Failure(.usage, "--at is \"\(text)\"; expected \(TimesOfDay.forms)")
    }
    start = arguments.value("--start")
    clockChange = arguments.value("--dst")
    let today = zone.civil(at: context.now).date
    switch given.first {
    case "--in":
      guard at.isEmpty else { throw Failure(.usage, "add: --in and --at exclude each other; keep one of them") }
      let moment = try AlarmTimes.moment(arguments.value("--in") ?? "", zone, context)
      (days, option) = (.phrase("\(moment.civil.date)"), "--in")
      at = ["\(moment.civil.time)"]
      if moment.isSecondPass { clockChange = "last" }
    case "--on":
      let dates = DateArgument(today: today, calendar: configuration.calendar)
      let date = try arguments.value("--on", expected: DateArgument.forms, dates.read)
      (days, option) = (.phrase("\(date ?? today)"), "--on")
    case "--lunar": (days, option) = (.phrase("lunar \(arguments.value("--lunar") ?? "")"), "--lunar")
    case "--days": (days, option) = (.phrase(arguments.value("--days") ?? ""), "--days")
    case .some:
      let recurrence = try AdHocRule.recurrence(arguments)
      days = .rules(
        recurrence.rules.map(\.description), added: arguments.all("--rdate").flatMap(AlarmEntry.words),
        excluded: arguments.all("--exdate").flatMap(AlarmEntry.words))
      option = "--rrule"
      try anchor(recurrence, today: today)
    case nil:
      guard let first = at.compactMap(TimesOfDay.read).joined().min() else {
        throw Failure(
          .usage,
          "add: it is not said when; add --in 20m, --at 15:00, --days workdays --at 09:00, or --rrule, and see "
            + "notifierctl add --help")
      }
      // One ring: today, or tomorrow where that time is over.
      let isOver = zone.civil(at: context.now).time >= first
      (days, option) = (.phrase("\(isOver ? today.adding(days: 1) : today)"), "--at")
    }
    if start == nil, arguments["--count"] { start = "\(today)" }
  }

  /// What stands between the commas of a time of day, as people write several.
  static func texts(_ text: String) -> [String] {
    TimesOfDay.read(text) == nil ? AlarmEntry.words(text) : [text]
  }

  private static func isRecurrence(_ arguments: Arguments) -> Bool {
    ["--rrule", "--rdate", "--exdate"].contains { arguments[$0] }
  }

  /// A rule counts from the day on which it is added, unless it is told otherwise; one that says times of day takes what it
  /// leaves open from `--at`.
  private mutating func anchor(_ recurrence: Recurrence, today: CivilDate) throws {
    if start == nil { start = "\(today)" }
    guard recurrence.hasOwnTimes, !at.isEmpty else { return }
    guard at.count == 1, let time = CivilTime(at[0]), let date = start.flatMap({ CivilDate($0) }) else {
      throw Failure(.usage, "add: this rule says itself at which times it rings; give one --at, for its start")
    }
    (start, at) = ("\(CivilDateTime(date: date, time: time))", [])
  }

  /// The moment a span from now, to the second, and whether its wall time is the second of two.
  private static func moment(
    _ text: String, _ zone: ZoneRules, _ context: Context
  ) throws -> (civil: CivilDateTime, isSecondPass: Bool) {
    guard let span = SpanComponents(text), span.workdays == nil, span.days * 86_400 + span.seconds >= shortest else {
      throw Failure(.usage, "--in is \"\(text)\"; expected a span of \(shortest)s to 3660d such as 20m, 1h30m or 2d")
    }
    let civil = zone.civil(at: context.now)
    let wall = CivilDateTime(date: civil.date.adding(days: span.days), time: civil.time)
    let begin = span.days == 0 ? context.now : zone.instant(of: wall) ?? context.now
    // Not a moment too soon: up to the next full second.
    let instant = Instant(seconds: begin.advanced(by: .seconds(span.seconds) + .nanoseconds(999_999_999)).seconds)
    let result = zone.civil(at: instant)
    return (result, zone.instant(of: result) != instant)
  }

  /// Until it has read what is new the daemon needs a moment, and what lies behind it then never rings. In seconds.
  private static let shortest = 5
}
