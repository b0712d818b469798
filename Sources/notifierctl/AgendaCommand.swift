import Alarms
import Workdays

/// `notifierctl agenda`: what rings, day by day.
enum AgendaCommand {
  static let subcommand = Subcommand(
    name: "agenda", synopsis: "[--from DATE] [--to DATE | -n DAYS] [--json]",
    summary: "List what rings day by day, with what kind of day each is.",
    options: [
      Option("--from", value: "DATE", help: "the first day, today where nothing is said"),
      Option("--to", value: "DATE", help: "the last day"),
      Option("-n", value: "DAYS", help: "how many days, 7 where nothing is said"),
      Option("--json", help: "print an array for programs, one element a day"),
    ],
    words: 0...0,
    examples: ["notifierctl agenda", "notifierctl agenda --from monday -n 5", "notifierctl agenda --to 2026-10-08"],
    details: """
      Times are those of your own zone. A day on which nothing rings is shown where it is a holiday, a make-up workday or a
      day of your own. What is skipped or paused is shown as that. Exit status 1 when nothing rings.
      """,
    run: run)

  /// The most days that are listed.
  private static let most = 3660

  private struct Report: Encodable {
    struct Entry: Encodable {
      let firing: FiringReport
      let state: String

      enum CodingKeys: CodingKey { case state }

      func encode(to encoder: any Encoder) throws {
        try firing.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
      }
    }

    let day: DayReport
    let rings: [Entry]
  }

  /// Something that rings, or would.
  private struct Entry {
    let instant: Instant
    let report: FiringReport
    /// What it is for, in words.
    let words: String
    /// `rings`, `skipped` or `paused`.
    let state: String
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let zone = configuration.zones[configuration.zone] ?? .utc
    let days = try days(arguments, today: zone.civil(at: context.now).date, configuration)
    guard let lower = midnight(days.lowerBound, zone), let upper = end(of: days.upperBound, zone) else {
      throw Failure(.usage, "agenda: these days are too far away")
    }
    var entries: [CivilDate: [Entry]] = [:]
    for entry in rings(in: lower..<upper, configuration) + children(in: lower..<upper, configuration, context) {
      entries[zone.civil(at: entry.instant).date, default: []].append(entry)
    }
    if arguments["--json"] {
      try context.printJSON(
        days.map { date in
          Report(
            day: DayReport(configuration.calendar.day(on: date)),
            rings: sorted(entries[date]).map { Report.Entry(firing: $0.report, state: $0.state) })
        })
    } else {
      print(days, entries, zone, configuration, context)
    }
    let shown = days.filter { entries[$0] != nil }
    context.noteUncertainty(shown.map { configuration.calendar.day(on: $0) }, calendar: configuration.calendar)
    return entries.values.joined().contains { $0.state == "rings" } ? .success : .no
  }

  private static func days(
    _ arguments: Arguments, today: CivilDate, _ configuration: Configuration
  ) throws -> ClosedRange<CivilDate> {
    let dates = DateArgument(today: today, calendar: configuration.calendar)
    let from = try arguments.value("--from", expected: DateArgument.forms, dates.read) ?? today
    let count = try arguments.value("-n", expected: "a whole number from 1 to \(most)") {
      Int($0).flatMap { (1...most).contains($0) ? $0 : nil }
    }
    guard let to = try arguments.value("--to", expected: DateArgument.forms, dates.read) else {
      return from...from.adding(days: (count ?? 7) - 1)
    }
    guard count == nil else { throw Failure(.usage, "agenda: --to and -n exclude each other; keep one of them") }
    guard from <= to, from.days(until: to) < most else {
      throw Failure(.usage, "agenda: --to is \(to); expected a day from \(from) on, at most \(most) days")
    }
    return from...to
  }

  private static func midnight(_ date: CivilDate, _ zone: ZoneRules) -> Instant? {
    zone.instant(of: CivilDateTime(date: date, time: .midnight))
  }

  /// Where a day is over. After the last one that there is comes no midnight of another.
  private static func end(of date: CivilDate, _ zone: ZoneRules) -> Instant? {
    date == .latest
      ? midnight(date, zone)?.adding(seconds: 86_400) : midnight(date.adding(days: 1), zone)
  }

  private static func sorted(_ entries: [Entry]?) -> [Entry] {
    (entries ?? []).sorted { ($0.instant, $0.report.id ?? "") < ($1.instant, $1.report.id ?? "") }
  }

  private static func rings(in range: Range<Instant>, _ configuration: Configuration) -> [Entry] {
    configuration.planner.enabledPlans.flatMap { plan in
      plan.unadjusted.firings(in: range).map { firing in
        let listed = NextCommand.Listed(
          firing: firing, plan: plan, quiet: NextCommand.quietWords(firing, plan, configuration))
        return Entry(
          instant: firing.instant, report: FiringReport(firing, plan: plan), words: NextCommand.purpose(listed),
          state: plan.adjustments.reason(for: firing) ?? "rings")
      }
    }
  }

  /// Snoozes and their like.
  private static func children(
    in range: Range<Instant>, _ configuration: Configuration, _ context: Context
  ) -> [Entry] {
    let planner = configuration.planner
    return JournalView(path: context.locations.journal).children().filter { ring in
      ring.fires > context.now && range.contains(ring.fires) && ring.report.alarm.flatMap(planner.plan(of:)) != nil
    }.map { Entry(instant: $0.fires, report: $0.report, words: NextCommand.purpose($0), state: "rings") }
  }

  private static func print(
    _ days: ClosedRange<CivilDate>, _ entries: [CivilDate: [Entry]], _ zone: ZoneRules, _ configuration: Configuration,
    _ context: Context
  ) {
    let today = zone.civil(at: context.now).date
    for date in days {
      let day = configuration.calendar.day(on: date)
      let rings = sorted(entries[date])
      guard !rings.isEmpty || ![.workday, .restDay].contains(day.kind) || day.name != nil else { continue }
      let name: LocalText = date == today ? "today, " : date == today.adding(days: 1) ? "tomorrow, " : ""
      let head = context.output.styled("\(date.dated)", .bold)
      context.output.line("\(head)  \(name)\(day.localWords.singleLine)")
      context.output.table(
        rings.map { entry in
          let isOff = entry.state != "rings"
          let other = entry.report.zone == zone.identifier ? "" : " (\(entry.report.zone))"
          return [
            "", Output.Cell("\(zone.civil(at: entry.instant).time)", isOff ? .dim : .bold),
            Output.Cell(entry.report.alarm ?? ""), Output.Cell(title: entry.report.title),
            Output.Cell(isOff ? entry.state : entry.words + other, isOff ? .dim : nil),
          ]
        })
    }
  }
}
