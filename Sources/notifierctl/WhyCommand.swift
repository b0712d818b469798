import Alarms
import Workdays

/// `notifierctl why`: what a date is and who said so, or why an alarm rings when it does.
enum WhyCommand {
  static let subcommand = Subcommand(
    name: "why", synopsis: "DATE | ALARM [DATE] [--json]",
    summary: "Tell why a date is a workday or a rest day, also to one alarm, or why an alarm rings next when it does.",
    options: [
      Option("--from", value: "WHEN", help: "for an alarm: answer as if it were then"),
      Option("--region", value: "CC", help: "for a date: whose holidays count, such as CN or DE-BY"),
      Option("--tz", value: "ZONE", help: "for a date: the zone in which today is today"),
      Option("--json", help: "print an object for programs"),
    ],
    words: 1...2,
    examples: [
      "notifierctl why 2026-09-20", "notifierctl why tomorrow", "notifierctl why clock-in",
      "notifierctl why clock-in 2026-12-24",
    ],
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let planner = configuration.planner
    let word = arguments.words[0]
    if arguments.words.count == 2 {
      let plan = try NextCommand.plan(named: word, planner, configuration)
      return try explain(arguments.words[1], to: plan, arguments, context)
    }
    let calendar = try CalendarOptions.calendar(arguments, configuration)
    let today = try CalendarOptions.today(arguments, context, configuration)
    let date = DateArgument(today: today, calendar: calendar).read(word)
    if let plan = planner.plan(of: word) {
      if date != nil { context.output.message("\"\(word)\" is an alarm's id here; write a date as YYYY-MM-DD") }
      return try explain(plan, arguments, context)
    }
    guard let date else {
      let hint: LocalText? = nearest(word, among: configuration.alarms.map(\.id)).map {
        "did you mean the alarm \"\($0)\"?"
      }
      let expected: LocalText = "expected an alarm's id, or \(DateArgument.forms)"
      throw Failure(
        .unknownName,
        "\"\(word)\" is neither an alarm nor a date; \(hint ?? expected)")
    }
    return try explain(calendar.day(on: date), arguments, context, calendar)
  }

  /// What a date is to an alarm, whose calendar may be its own, and what takes place then.
  private static func explain(
    _ word: String, to plan: AlarmPlan, _ arguments: Arguments, _ context: Context
  ) throws -> ExitStatus {
    if let option = ["--from", "--region", "--tz"].first(where: { arguments[$0] }) {
      throw Failure(.usage, "why: \(option) does not go with an alarm and a date")
    }
    let calendar = plan.occurrences.calendar
    guard let date = DateArgument(today: plan.zone.civil(at: context.now).date, calendar: calendar).read(word) else {
      throw Failure(.usage, "\"\(word)\" is no date; expected \(DateArgument.forms)")
    }
    let status = try explain(calendar.day(on: date), arguments, context, calendar)
    guard !arguments["--json"] else { return status }
    let (start, end) = (date.adding(days: -1), date.adding(days: 2))
    let range =
      Instant(
        CivilDateTime(date: start, time: .midnight), utcOffset: 0)..<Instant(
        CivilDateTime(date: end, time: .midnight), utcOffset: 0)
    let times = plan.occurrences.occurrences(in: range).filter { $0.day.date == date }.map { "\($0.civil.time)" }
    if times.isEmpty {
      context.output.say("  events    none of \(plan.alarm.id)")
    } else if plan.alarm.isAllDay {
      context.output.say("  events    all day")
    } else {
      context.output.say("  events    \(times.joined(separator: ", "))")
    }
    return status
  }

  private static func explain(
    _ day: Day, _ arguments: Arguments, _ context: Context, _ calendar: WorkCalendar
  ) throws -> ExitStatus {
    if arguments["--json"] {
      try context.printJSON(DayReport(day))
    } else {
      context.output.say("\(day.date.dated): \(day.localWords)")
      for line in reasons(day, calendar) { context.output.line("  \(line)") }
    }
    context.noteUncertainty([day], calendar: calendar)
    return .success
  }

  /// The steps of the classification, lowest layer first.
  static func reasons(_ day: Day, _ calendar: WorkCalendar) -> [LocalText] {
    var lines: [LocalText] = []
    let weekday = day.date.weekday.localTitle
    lines.append(
      calendar.week.isWorkday(day.date)
        ? "pattern   \(weekday) is a workday in the weekly pattern"
        : "pattern   \(weekday) is a day of rest in the weekly pattern")
    switch day.reason {
    case .pattern: lines.append("override  none: \(certainty(day, calendar))")
    case .override:
      let effect: LocalText =
        day.isWorkday ? (calendar.week.isWorkday(day.date) ? "confirms it" : "makes it work") : "takes it off"
      lines.append(day.name.map { "override  \(effect), for \($0)" } ?? "override  \(effect)")
      if let end = day.worksUntil { lines.append("half-day  the work ends at \(end)") }
    case .statute:
      let name: LocalText = day.name.map { LocalText(verbatim: $0) } ?? "a holiday"
      lines.append("law       \(name) by the law in force; \(certainty(day, calendar))")
    }
    if let source = day.source { lines.append("source    \(source)") }
    return lines
  }

  private static func certainty(_ day: Day, _ calendar: WorkCalendar) -> LocalText {
    switch day.certainty {
    case .announced where calendar.national.noticeYear(day.date.year)?.basis == .law:
      "the law of \(day.date.year) leaves it as it is"
    case .announced: "the notice of \(day.date.year) leaves it as it is"
    case .provisional:
      "the notice of \(calendar.national.isAnnounced(year: day.date.year) ? day.date.year + 1 : day.date.year) is not out yet"
    case .unknown: "there is no data for region \(calendar.national.region) in \(day.date.year)"
    }
  }

  private static func explain(_ plan: AlarmPlan, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let calendar = plan.occurrences.calendar
    let from = try AdHocRule.from(arguments, context, zone: plan.zone, calendar: calendar)
    let next: Firing?
    do throws(SearchError) {
      next = try plan.nextFiring(after: from)
    } catch {
      context.output.message("\(plan.alarm.id): \(NextCommand.sentence(error))")
      return .no
    }
    if let pause = NextCommand.pauseWords(plan, at: from) { context.output.message(pause) }
    guard let firing = next else {
      if plan.adjustments.pause(at: from) == nil {
        context.output.message("\(plan.alarm.id): nothing is next; its rule has ended")
      }
      return .no
    }
    if arguments["--json"] {
      try context.printJSON(FiringReport(firing, plan: plan))
    } else {
      print(firing, plan, context)
      for skipped in NextCommand.skipped(plan, [firing], after: from) {
        let date = skipped.firing.occurrence.civil.date
        context.output.say(
          "  skipped   \(date.weekday.localShortTitle) \(skipped.firing.occurrence.civil) \(skipped.firing.offset)")
      }
    }
    context.noteUncertainty([firing.occurrence.day], calendar: calendar)
    return .success
  }

  private static func print(_ firing: Firing, _ plan: AlarmPlan, _ context: Context) {
    let (alarm, occurrence, zone) = (plan.alarm, firing.occurrence, plan.zone)
    let rings = zone.civil(at: firing.instant)
    context.output.say("\(alarm.id) rings next on \(rings.date.dated) at \(rings.time)")
    context.output.say("  rule      \(alarm.schedule.summary)\(bounds(alarm.schedule))")
    if let region = alarm.region { context.output.say("  region    \(region)") }
    context.output.say("  holidays  \(alarm.schedule.holidays.rawValue), move: \(alarm.schedule.move.rawValue)")
    if occurrence.nominal.date != occurrence.day.date {
      context.output.say("  moved     from \(occurrence.nominal.date), which is no workday")
    }
    if occurrence.wanted.time != occurrence.nominal.time {
      context.output.say("  half-day  \(occurrence.wanted.time) in place of \(occurrence.nominal.time)")
    }
    context.output.say(
      "  event     \(occurrence.civil.date.weekday.localShortTitle) \(occurrence.civil) \(zone.identifier)")
    if occurrence.gapShift != 0 {
      context.output.say("  clock     \(occurrence.wanted.time) does not exist that day; moved forward by the gap")
    }
    context.output.say("  offset    \(firing.offset) (\(firing.offset.kind))")
    context.output.say("  day       \(occurrence.day.localWords)")
    for line in reasons(occurrence.day, plan.occurrences.calendar) { context.output.line("  \(line)") }
    context.output.say("  written   \(alarm.place)")
  }

  static func bounds(_ schedule: Schedule) -> String {
    var parts: [LocalText] = []
    if let start = schedule.start {
      parts.append(", from \(start.time == .midnight ? "\(start.date)" : "\(start)")")
    }
    if let until = schedule.until { parts.append(", until \(until)") }
    if let count = schedule.count { parts.append(", \(count) times") }
    return parts.map(\.description).joined()
  }
}
