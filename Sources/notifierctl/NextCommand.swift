import Alarms
import Workdays

/// `notifierctl next`: what rings next.
enum NextCommand {
  static let subcommand = Subcommand(
    name: "next",
    synopsis: "[ALARM] [-n N] [--json] [--format FORM] [--watch] | (--days PHRASE | --rrule RULE) --at TIME [options]",
    summary: "Tell what rings next.",
    options: [
      Option("-n", value: "N", help: "the next N firings, over all alarms"),
      Option("--all", help: "the next one of every alarm, however many there are"),
      Option("--json", help: "print an array for programs"),
      Option(
        "--format", value: "FORM", help: "one line for a status bar: line, waybar or i3bar",
        words: BarFormat.allCases.map(\.rawValue)),
      Option("--watch", help: "stay, and tell it again whenever it changes"),
      Option("--from", value: "WHEN", help: "answer as if it were then: a date (the whole day counts) or an instant"),
      Option("--days", value: "PHRASE", help: "try a phrase: \"last workday of the month\"", words: phrases),
      Option("--rrule", value: "RULE", help: "try an RFC 5545 rule: \"FREQ=WEEKLY;BYDAY=MO\"; may be repeated"),
      Option("--rdate", value: "WHEN", help: "add a date or time to the rules; may be repeated"),
      Option("--exdate", value: "WHEN", help: "take a date or time from the rules; may be repeated"),
      Option(
        "--as", value: "FORM", help: "print the rules themselves, as rrule or as fields of the configuration",
        words: ["rrule", "fields"]),
      Option("--at", value: "TIME", help: "the time of day: 09:00, or \"every 50m from 09:00 to 18:00\""),
      Option("--tz", value: "ZONE", help: "the zone of the rule, such as Asia/Shanghai"),
      Option("--region", value: "CC", help: "whose holidays count, such as CN or DE-BY"),
      Option("--work-week", value: "WEEK", help: "mon-fri, \"mon-sat / mon-fri from DATE\", \"4 on 2 off from DATE\""),
      Option("--start", value: "WHEN", help: "where the rule starts: a local date or date-time"),
      Option("--until", value: "DATE", help: "the last date that counts"),
      Option("--count", value: "N", help: "how many occurrences after the start there are"),
      Option(
        "--holidays", value: "MODE", help: "swap, skip or ignore holidays",
        words: Schedule.Holidays.allCases.map(\.rawValue)),
      Option("--only", value: "CLASS", help: "keep days of one class: workdays, \"last workday before a holiday\""),
      Option("--position", value: "PLACE", help: "of the days that are left: \"last of the month\""),
      Option("--except", value: "DATE", help: "a date or a range that is left out; may be repeated"),
      Option(
        "--move", value: "WAY", help: "keep, drop, next, previous, nearest: a date that is no workday",
        words: Schedule.Move.allCases.map(\.rawValue)),
      Option(
        "--dst", value: "WAY", help: "first, last, both, skip: a time that the clock repeats or leaves out",
        words: Schedule.ClockChange.allCases.map(\.rawValue)),
      Option(
        "--half-days", value: "WAY", help: "keep, drop, or a time: what becomes of a time after a half-day's end",
        words: ["keep", "drop"]),
      Option("--remind", value: "OFFSET", help: "ring at -10m, -1d, -2wd, \"20:00 the day before\"; may be repeated"),
      Option("--duration", value: "SPAN", help: "how long an event lasts, for \"end -5m\""),
    ],
    words: 0...1,
    examples: [
      "notifierctl next", "notifierctl next clock-in -n 5",
      "notifierctl next --days \"last workday of the month\" --at 10:00 --from 2026-09-01 -n 12",
      "notifierctl next --rrule \"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\" --at 09:00 --tz America/New_York --json",
      "notifierctl next --format line",
    ],
    details: """
      Bare, it prints the next firing of every alarm, soonest first; of more than 50 alarms those that ring soonest, and how many
      more there are. It answers from the configuration's files, whether
      or not notifierd runs, by the planner that the daemon rings by. With --days or --rrule it evaluates a rule that is
      in no file. Exit status 1 when nothing is next. With --watch it is told again as the minutes go by and when the
      configuration or what was skipped, paused or put off changes: on a terminal in place, until Ctrl-C.
      """,
    run: run)

  /// Some of the phrases, for completion.
  private static let phrases = [
    "workdays", "rest days", "holidays", "make-up workdays", "every day", "mon-fri", "last workday of the month",
    "first workday of the month", "last workday before a holiday", "first workday after a holiday",
  ]

  /// Options that only mean something for a rule that is in no file.
  private static let ruleOptions = [
    "--at", "--tz", "--region", "--start", "--until", "--count", "--holidays", "--only", "--position", "--except",
    "--move", "--dst", "--half-days", "--remind", "--duration", "--work-week", "--exdate", "--as",
  ]

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let format = try arguments.value(
      "--format", expected: LocalText(verbatim: BarFormat.allCases.map(\.rawValue).joined(separator: ", "))
    ) {
      BarFormat(rawValue: $0)
    }
    if let option = ["--json", "--as"].first(where: { arguments[$0] }), arguments["--watch"] || format != nil {
      throw Failure(.usage, "next: \(option) goes neither with --watch nor with --format")
    }
    guard arguments["--watch"] else { return try answer(arguments, format, context).status }
    guard !arguments["--from"] else { throw Failure(.usage, "next: --watch tells of now; leave --from out") }
    return try NextWatch(context, configuration: arguments.value("--config"), isDrawn: format == nil).run { context in
      try answer(arguments, format, context)
    }
  }

  /// What was printed, and what it was about.
  struct Answer {
    let status: ExitStatus
    var rings: [BarFormat.Ring] = []
  }

  private static func answer(_ arguments: Arguments, _ format: BarFormat?, _ context: Context) throws -> Answer {
    let before = context.output.said
    let answer = try told(arguments, format, context)
    if answer.status == .no, context.output.said == before {
      context.output.message("nothing is next: all rules have ended")
    }
    return answer
  }

  private static func told(_ arguments: Arguments, _ format: BarFormat?, _ context: Context) throws -> Answer {
    if format != nil { context.output.messages = .standardError }
    let configuration = try context.configuration(arguments)
    // A bar has no room for remarks, and nobody sees them there.
    if format != nil { context.output.messages = .nowhere }
    let count = try arguments.value("-n", expected: "a whole number from 1 to 10000") {
      Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    let isRecurrence = arguments["--rrule"] || arguments["--rdate"]
    if isRecurrence, let form = arguments.value("--as") {
      return Answer(status: try printRules(arguments, as: form, context))
    }
    if arguments["--days"] || isRecurrence {
      let rule = try AdHocRule(arguments, context, configuration)
      return try print(rule.firings(count ?? 1), from: rule.from, arguments, format, context)
    }
    if let option = ruleOptions.first(where: { arguments[$0] }) {
      throw Failure(.usage, "next: \(option) goes with --days or --rrule, a rule that is in no file")
    }
    let zone = configuration.zones[configuration.zone] ?? .utc
    let from = try AdHocRule.from(arguments, context, zone: zone, calendar: configuration.calendar)
    let planner = configuration.planner
    let (listed, cut) = try firings(arguments, configuration, planner, from: from, count: count, context)
    let children = children(arguments, planner, after: from, context)
    let answer = try print(listed, children, count: count, from: from, arguments, format, context)
    if cut > 0 { context.output.message("\(cut) more alarms ring later; to see them all: notifierctl next --all") }
    if listed.isEmpty, planner.enabledPlans.isEmpty {
      context.output.message("there are no alarms; notifierctl add makes one")
    }
    return answer
  }

  private static func printRules(_ arguments: Arguments, as form: String, _ context: Context) throws -> ExitStatus {
    guard ["rrule", "fields"].contains(form) else {
      throw Failure(.usage, "--as is \"\(form)\"; expected rrule or fields")
    }
    for rule in try AdHocRule.recurrence(arguments).rules {
      context.output.line(form == "rrule" ? rule.description : rule.fields)
    }
    return .success
  }

  /// One firing with its plan, `alarm` left out for a rule that is in no file.
  ///
  /// An object, since both are large and there may be many to put in order.
  final class Listed {
    let firing: Firing
    let plan: AlarmPlan
    let isAdHoc: Bool
    /// Whether the person does not want it.
    let isSkipped: Bool
    /// What becomes of it, where it lies in quiet hours.
    let quiet: LocalText?

    init(firing: Firing, plan: AlarmPlan, isAdHoc: Bool = false, isSkipped: Bool = false, quiet: LocalText? = nil) {
      self.firing = firing
      self.plan = plan
      self.isAdHoc = isAdHoc
      self.isSkipped = isSkipped
      self.quiet = quiet
    }
  }

  /// What of an alarm is skipped after `from` and before its last firing that is shown, or the next where none is.
  static func skipped(_ plan: AlarmPlan, _ shown: [Firing], after from: Instant) -> [Listed] {
    guard !plan.adjustments.skipped.isEmpty else { return [] }
    var found: [Listed] = []
    var after = from
    // As many as there are skips and offsets, since the plan may have no end.
    for _ in 0..<(plan.adjustments.skipped.count * plan.alarm.offsets.count + shown.count) {
      guard let firing = (try? plan.unadjusted.nextFiring(after: after)) ?? nil,
        shown.last.map({ firing.instant < $0.instant }) ?? true
      else { break }
      if plan.adjustments.skipped.contains(firing.occurrenceID) {
        found.append(Listed(firing: firing, plan: plan, isSkipped: true))
      }
      after = firing.instant
    }
    return found
  }

  private static let forNow: LocalText = "for now"

  /// That an alarm is silent at `from`, and until when; `nil` where it is not.
  static func pauseWords(_ plan: AlarmPlan, at from: Instant) -> LocalText? {
    guard let pause = plan.adjustments.pause(at: from.advanced(by: .nanoseconds(1))) else { return nil }
    let ends: LocalText? = pause.until.map { until in
      let civil = plan.zone.civil(at: until)
      return "until \(civil.date.dated) \(civil.time)"
    }
    let command = "notifierctl resume \(pause.alarm ?? "--all")"
    return "\(plan.alarm.id): paused \(ends ?? NextCommand.forNow); \(command) ends that"
  }

  /// What becomes of a firing that lies in quiet hours; `nil` for any other.
  static func quietWords(_ firing: Firing, _ plan: AlarmPlan, _ configuration: Configuration) -> LocalText? {
    guard let end = configuration.quietEnd(of: plan.alarm, at: firing.instant) else { return nil }
    return plan.alarm.duringQuiet == .drop ? "dropped" : "held until \(plan.zone.civil(at: end).time)"
  }

  /// What is to ring because of rings before, of all alarms or of one.
  ///
  /// As if it were another time nothing of that is: it may not have rung.
  private static func children(
    _ arguments: Arguments, _ planner: Planner, after from: Instant, _ context: Context
  ) -> [Ring] {
    guard !arguments["--from"] else { return [] }
    return JournalView(path: context.locations.journal).children().filter { ring in
      ring.report.alarm.flatMap(planner.plan(of:)) != nil && ring.fires > from
        && (arguments.words.first ?? ring.report.alarm) == ring.report.alarm
    }
  }

  /// What rings next, and of how many alarms more it is left out.
  private static func firings(
    _ arguments: Arguments, _ configuration: Configuration, _ planner: Planner, from: Instant, count: Int?,
    _ context: Context
  ) throws -> (listed: [Listed], cut: Int) {
    var plans = planner.enabledPlans
    if let name = arguments.words.first {
      plans = [try plan(named: name, planner, configuration)]
      if !plans[0].alarm.isEnabled { context.output.message("\(name) is disabled: notifierd does not ring it") }
    }
    // Bare, the next one of every alarm; with a number, that many over all alarms.
    // Nobody reads a thousand lines; a program does.
    let isWhole = arguments["--all"] || arguments["--json"] || arguments["--watch"]
    let most = count ?? (isWhole ? .max : mostAlarms)
    var (soonest, ringing) = (SoonestFirings(most), 0)
    var listed: [Listed] = []
    var silent: [(sentence: LocalText, alarms: [String])] = []
    for plan in plans {
      do throws(SearchError) {
        let rings = try soonest.add(plan, after: from, most: count ?? 1)
        if rings { ringing += 1 }
        // Of what has ended nobody wants to hear each time, but where it is asked for.
        let pause = pauseWords(plan, at: from)
        if let pause { context.output.message(pause) }
        if !rings, !arguments.words.isEmpty, pause == nil {
          context.output.message("\(plan.alarm.id): nothing is next; its rule has ended")
        }
        if !plan.adjustments.skipped.isEmpty {
          listed += skipped(plan, try plan.nextFirings(count ?? 1, after: from), after: from)
        }
      } catch {
        let sentence = sentence(error)
        if let index = silent.firstIndex(where: { $0.sentence == sentence }) {
          silent[index].alarms.append(plan.alarm.id)
        } else {
          silent.append((sentence, [plan.alarm.id]))
        }
      }
    }
    for (sentence, alarms) in silent {
      let more: LocalText = alarms.count > 3 ? " and \(alarms.count - 3) more" : ""
      context.output.message("\(alarms.prefix(3).joined(separator: ", "))\(more): \(sentence)")
    }
    let cut = count == nil ? max(0, ringing - most) : 0
    let found = soonest.take()
    if count != nil || cut > 0, let last = found.last?.firing { listed.removeAll { $0.firing > last } }
    listed += found.map { Listed(firing: $0, plan: $1, quiet: quietWords($0, $1, configuration)) }
    listed.sort { $0.firing < $1.firing }
    return (listed, cut)
  }

  /// How many alarms are told of where nobody says how many.
  private static let mostAlarms = 50

  /// The plan of an alarm, or the failure that names the nearest one.
  static func plan(named name: String, _ planner: Planner, _ configuration: Configuration) throws -> AlarmPlan {
    if let plan = planner.plan(of: name) { return plan }
    let ids = configuration.alarms.map(\.id)
    let hint: LocalText = nearest(name, among: ids).map { "did you mean \"\($0)\"?" } ?? "see notifierctl list"
    throw Failure(.unknownName, "there is no alarm \"\(name)\"; \(hint)")
  }

  static func sentence(_ error: SearchError) -> LocalText {
    switch error {
    case .neverMatches(let date): "nothing is next: no date up to \(date) matches the rule"
    case .notAnnounced(let days, let last?):
      "nothing is next: the last \(days.singularName) known is \(last); a later holiday notice brings the next"
    case .notAnnounced(let days, nil):
      "nothing is next: no \(days.singularName) is known; set region:, or name holidaySources:"
    }
  }

  /// What is told of one ring; only what is asked for is made.
  private struct Entry {
    let instant: Instant
    let id: String
    /// Whether it rings.
    let isWanted: Bool
    let utcOffset: Int
    let report: () -> FiringReport
    let cells: () -> [Output.Cell]
  }

  private static func print(
    _ listed: [Listed], _ children: [Ring] = [], count: Int? = nil, from: Instant, _ arguments: Arguments,
    _ format: BarFormat?, _ context: Context
  ) throws -> Answer {
    var entries = listed.map { listed in
      Entry(
        instant: listed.firing.instant, id: listed.isAdHoc ? "" : listed.firing.id, isWanted: !listed.isSkipped,
        utcOffset: listed.plan.zone.utcOffset(at: listed.firing.instant), report: { report(listed) },
        cells: { row(listed, from: from) })
    }
    entries += children.map { child in
      Entry(
        instant: child.fires, id: child.id, isWanted: true, utcOffset: child.utcOffset, report: { child.report },
        cells: { row(child, from: from) })
    }
    entries.sort { ($0.instant, $0.id) < ($1.instant, $1.id) }
    if let count {
      let last = entries.indices.filter { entries[$0].isWanted }.prefix(count).last
      entries = Array(entries.prefix(through: last ?? entries.endIndex - 1))
    }
    let ringing = entries.filter(\.isWanted)
    var rings: [BarFormat.Ring] = []
    if arguments["--watch"] || format != nil {
      rings = ringing.map { entry in
        BarFormat.Ring(
          title: entry.report().title.singleLine.isolated, fires: entry.instant, utcOffset: entry.utcOffset)
      }
    }
    if let format {
      context.output.line(try format.text(of: rings, at: from))
    } else if arguments["--json"] {
      try context.printJSON(ringing.map { $0.report() })
    } else {
      context.output.table(entries.map { $0.cells() })
    }
    let uncertain = listed.filter(\.plan.alarm.schedule.seesHolidays)
    context.noteUncertainty(uncertain.map { ($0.firing.occurrence.day, $0.plan.occurrences.calendar) })
    return Answer(status: ringing.isEmpty ? .no : .success, rings: rings)
  }

  private static func reason(_ kind: Following.Kind) -> LocalText {
    switch kind {
    case .snooze: "snoozed"
    case .held: "held for quiet hours"
    case .nag: "again, until it is done"
    case .escalation: "to others, unless it is done"
    }
  }

  /// Why a ring that follows another one comes.
  static func purpose(_ ring: Ring) -> String {
    ring.follows.map { reason($0.kind).description } ?? ""
  }

  /// A ring that follows another one.
  static func row(_ ring: Ring, from: Instant) -> [Output.Cell] {
    let rings = ring.fires.civil(utcOffset: ring.utcOffset)
    return [
      Output.Cell("\(rings.date.dated) \(rings.time)", .bold),
      Output.Cell(
        localRelativeTime(from: from.advanced(by: .nanoseconds(1)), to: ring.fires, utcOffset: ring.utcOffset), .dim),
      Output.Cell(ring.report.alarm ?? ""), Output.Cell(title: ring.report.title),
      Output.Cell(purpose(ring)),
    ]
  }

  private static func report(_ listed: Listed) -> FiringReport {
    var report = FiringReport(listed.firing, plan: listed.plan)
    if listed.isAdHoc { (report.id, report.alarm, report.destinations) = (nil, nil, []) }
    return report
  }

  /// - Parameter from: what is taken for now.
  static func row(_ listed: Listed, from: Instant) -> [Output.Cell] {
    let (firing, plan) = (listed.firing, listed.plan)
    let zone = plan.zone
    let rings = zone.civil(at: firing.instant)
    let day = firing.occurrence.day
    let utcOffset = zone.utcOffset(at: firing.instant)
    var cells: [Output.Cell] = [
      Output.Cell("\(rings.date.dated) \(rings.time)", .bold),
      Output.Cell(
        localRelativeTime(from: from.advanced(by: .nanoseconds(1)), to: firing.instant, utcOffset: utcOffset), .dim),
    ]
    if listed.isSkipped { cells[1] = Output.Cell(said: "skipped", .dim) }
    if !listed.isAdHoc { cells += [Output.Cell(plan.alarm.id), Output.Cell(title: plan.alarm.title)] }
    cells += [
      Output.Cell(purpose(listed)),
      Output.Cell(day.localWords, day.kind == .makeUpWorkday ? .yellow : nil),
    ]
    return cells
  }

  /// What a ring is for, and what becomes of it in quiet hours.
  static func purpose(_ listed: Listed) -> String {
    let quiet: LocalText = listed.quiet.map { " (quiet hours: \($0))" } ?? ""
    return offsetWords(listed.firing, listed.plan).description + quiet.description
  }

  /// What the ring is for: `for 09:00`, with the date where that is another.
  private static func offsetWords(_ firing: Firing, _ plan: AlarmPlan) -> LocalText {
    let occurrence = firing.occurrence
    var notes: [LocalText] = []
    if occurrence.gapShift != 0 { notes.append(" (the clock leaves \(occurrence.wanted.time) out)") }
    if case .fold = plan.zone.resolve(occurrence.civil) {
      notes.append(
        occurrence.isSecondPass
          ? " (the second \(occurrence.civil.time) of two)" : " (the first \(occurrence.civil.time) of two)")
    }
    if occurrence.wanted.time != occurrence.nominal.time {
      notes.append(" (half-day, not \(occurrence.nominal.time))")
    }
    let nominal = occurrence.nominal.date
    if nominal != occurrence.day.date { notes.append(" (moved from \(nominal.dated))") }
    let remarks = notes.map(\.description).joined()
    if plan.alarm.isAllDay { return "for \(occurrence.civil.date) (\(firing.offset))\(remarks)" }
    if firing.offset == .atStart { return "at its time\(remarks)" }
    let ringsOn = plan.zone.civil(at: firing.instant).date
    let date = ringsOn == occurrence.civil.date ? "" : "\(occurrence.civil.date.dated) "
    return "for \(date)\(occurrence.civil.time) (\(firing.offset))\(remarks)"
  }
}
