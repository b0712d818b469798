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
    let children = children(configuration, context)
    let shape = Shape(zone: zone, context: context)
    var json = context.jsonLines()
    var (shown, isAnything): ([Day], Bool) = ([], false)
    // A stretch at a time, told before the next one is looked at: what is kept does not grow with what is told.
    var (first, length) = (days.lowerBound, 1)
    while true {
      let last = min(first.adding(days: length - 1), days.upperBound)
      let range = midnight(first, zone)..<end(of: last, zone)
      var entries: [CivilDate: [Entry]] = [:]
      let found = rings(in: range, configuration) + children.filter { range.contains($0.instant) }
      for entry in found { entries[zone.civil(at: entry.instant).date, default: []].append(entry) }
      for date in first...last {
        let entries = sorted(entries[date])
        let day = configuration.calendar.day(on: date)
        if arguments["--json"] {
          try json.append(
            Report(day: DayReport(day), rings: entries.map { Report.Entry(firing: $0.report, state: $0.state) }))
        } else {
          shape.print(day, entries)
        }
        if !entries.isEmpty { shown.append(day) }
        if !isAnything { isAnything = entries.contains { $0.state == "rings" } }
      }
      context.output.flush()
      guard last < days.upperBound else { break }
      first = last.adding(days: 1)
      length = max(1, min(31, mostAtOnce * length / max(1, found.count)))
    }
    if arguments["--json"] {
      json.end()
    } else if !isAnything {
      context.output.message("nothing rings from \(days.lowerBound) to \(days.upperBound)")
    }
    context.noteUncertainty(shown, calendar: configuration.calendar)
    return isAnything ? .success : .no
  }

  /// How many rings are looked at at once, but for those of one day.
  private static let mostAtOnce = 4000

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

  private static func midnight(_ date: CivilDate, _ zone: ZoneRules) -> Instant {
    zone.instant(of: CivilDateTime(date: date, time: .midnight), .compatible)!
  }

  /// Where a day is over. After the last one that there is comes no midnight of another.
  private static func end(of date: CivilDate, _ zone: ZoneRules) -> Instant {
    date == .latest
      ? midnight(date, zone).adding(seconds: 86_400) : midnight(date.adding(days: 1), zone)
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
  private static func children(_ configuration: Configuration, _ context: Context) -> [Entry] {
    let planner = configuration.planner
    return JournalView(path: context.locations.journal).children().filter { ring in
      ring.fires > context.now && ring.report.alarm.flatMap(planner.plan(of:)) != nil
    }.map { Entry(instant: $0.fires, report: $0.report, words: NextCommand.purpose($0), state: "rings") }
  }

  /// How a day is shown to a person.
  private struct Shape {
    let zone: ZoneRules
    let context: Context
    private let today: CivilDate

    init(zone: ZoneRules, context: Context) {
      (self.zone, self.context) = (zone, context)
      today = zone.civil(at: context.now).date
    }

    func print(_ day: Day, _ rings: [Entry]) {
      let date = day.date
      guard !rings.isEmpty || ![.workday, .restDay].contains(day.kind) || day.name != nil else { return }
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
