import Alarms
import Journal
import Scheduler
import Workdays

/// `notifierctl simulate`: what the daemon would do, on a clock that runs by itself.
enum SimulateCommand {
  static let subcommand = Subcommand(
    name: "simulate",
    synopsis: "[ALARM] [--from WHEN] [--to WHEN] [--off SPAN] [--asleep SPAN] [--clock WHEN=WHEN] [--json]",
    summary:
      "Tell all that notifierd would do in a span of time, and what if the machine were off, asleep, or its clock set.",
    options: [
      Option("--from", value: "WHEN", help: "when it starts, with nothing rung before; now where nothing is said"),
      Option("--to", value: "WHEN", help: "when it ends; a week later where nothing is said"),
      Option("--off", value: "SPAN", help: "the machine is off from one moment to another: WHEN/WHEN"),
      Option("--asleep", value: "SPAN", help: "it is suspended: WHEN/WHEN"),
      Option("--clock", value: "WHEN=WHEN", help: "at one moment its clock is set to another"),
      Option("--json", help: "print an array for programs"),
    ],
    words: 0...1,
    examples: [
      "notifierctl simulate --from 2026-09-19 --to 2026-09-27",
      "notifierctl simulate clock-in --from 2026-09-19 --off 2026-09-20T08:00/2026-09-20T09:30",
      "notifierctl simulate --from 2026-09-19 --clock 2026-09-20T08:45=2026-09-20T09:45",
    ],
    details: """
      WHEN is an instant such as 2026-09-01T08:00:00+08:00, a local date-time, or a date, at whose midnight it is
      (\(DateArgument.forms)). The real scheduler decides, with what is missed, late, held for quiet hours, or comes again
      since nobody says that it is done: nobody does. Nothing is sent, nothing is recorded, and skips and pauses of now do
      not count. --off, --asleep and --clock may be given more than once. Exit status 1 when nothing happens, 4 when there
      is no such alarm.
      """,
    run: run)

  /// The longest time that is simulated.
  private static let longest = Duration.seconds(3660 * 86_400)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    var configuration = try context.configuration(arguments)
    configuration.adjustments = Adjustments()
    let name = arguments.words.first
    if let name {
      _ = try NextCommand.plan(named: name, configuration.planner, configuration)
      configuration = configuration.with(onlyAlarm: name)
    }
    let moments = MomentArgument(configuration, now: context.now)
    let start = try moment(arguments.value("--from"), "--from", moments) ?? context.now
    let end = try moment(arguments.value("--to"), "--to", moments) ?? start.advanced(by: .seconds(7 * 86_400))
    guard start < end, start.duration(to: end) <= longest else {
      throw Failure(
        .usage, "simulate: \(moments.text(start)) to \(moments.text(end)): expected a span of at most ten years")
    }
    let events = try events(arguments, moments)
    if let event = events.first(where: { !(start..<end).contains($0.at) }) {
      throw Failure(
        .usage,
        "simulate: \(moments.text(event.at)) is not between \(moments.text(start)) and \(moments.text(end)); see --from and --to"
      )
    }
    if let event = events.first(where: { $0.resumes.duration(to: end) > longest }) {
      throw Failure(
        .usage,
        "simulate: a clock that is set to \(moments.text(event.resumes)) takes more than ten years to \(moments.text(end)); expected a later moment"
      )
    }
    guard Set(events.map(\.at)).count == events.count else {
      throw Failure(.usage, "simulate: two things happen to the machine at one moment; give each a time of its own")
    }
    let simulation = Simulation(configuration, on: SimulatedClock(from: start, to: end, events: events))
    let progress = Progress(context.output)
    let all: [FiringRecord]
    do {
      defer { progress.end() }
      all = try JournalView.wait { try await simulation.run { progress.tell("simulating \(moments.text($0))") } }
    } catch let error as Simulation.TooMany {
      throw Failure(
        .usage,
        "simulate: more than \(error.limit) deliveries up to \(moments.text(error.reached)); expected fewer: give an earlier --to"
      )
    }
    let records = name == nil ? all : all.filter { $0.ring.report.alarm == name }
    if arguments["--json"] {
      try context.printJSON(records.map(HistoryCommand.Report.init))
    } else {
      context.output.table(
        records.map { record in
          let cells = HistoryCommand.row(record)
          return [
            cells[0], Output.Cell(record.ring.report.alarm ?? ""), Output.Cell(record.ring.report.title), cells[1],
          ]
            + [Output.Cell(record.deliveries.map(\.destination).joined(separator: ", "), .dim)]
        })
    }
    let plans = Dictionary(
      configuration.planner.plans.map { ($0.alarm.id, $0) }, uniquingKeysWith: { first, _ in first })
    context.noteUncertainty(
      records.compactMap { record in
        guard let plan = plans[record.ring.report.alarm ?? ""] else { return nil }
        let calendar = plan.occurrences.calendar
        return CivilDate(record.ring.report.day.date).map { (calendar.day(on: $0), calendar) }
      })
    if records.isEmpty, !arguments["--json"] { context.output.message("nothing happens in that time") }
    return records.isEmpty ? .no : .success
  }

  private static func moment(_ text: String?, _ option: String, _ moments: MomentArgument) throws -> Instant? {
    guard let text else { return nil }
    guard let moment = moments.read(text) else {
      throw Failure(.usage, "\(option): \"\(text)\" is no moment; expected \(MomentArgument.forms)")
    }
    return moment
  }

  private static func events(_ arguments: Arguments, _ moments: MomentArgument) throws -> [SimulatedClock.Event] {
    let kinds: [(option: String, separator: Character, restarts: Bool)] = [
      ("--off", "/", true), ("--asleep", "/", false), ("--clock", "=", false),
    ]
    return try kinds.flatMap { option, separator, restarts in
      try arguments.all(option).map { text in
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let at = try moment(parts[0], option, moments),
          let resumes = try moment(parts[1], option, moments)
        else { throw Failure(.usage, "\(option): \"\(text)\" should be two moments with \(separator) between them") }
        guard option == "--clock" || at < resumes else {
          throw Failure(.usage, "\(option): \"\(text)\" ends before it begins")
        }
        return SimulatedClock.Event(at: at, resumes: resumes, restarts: restarts)
      }
    }
  }
}
