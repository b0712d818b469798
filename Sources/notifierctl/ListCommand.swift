import Alarms
import Workdays

/// `notifierctl list`: the alarms as they are written down.
enum ListCommand {
  static let subcommand = Subcommand(
    name: "list", synopsis: "[--all] [--json]", summary: "List the alarms.",
    options: [
      Option("--all", help: "also alarms that were added to ring once and are over"),
      Option("--json", help: "print an array for programs"),
    ], words: 0...0,
    examples: ["notifierctl list", "notifierctl list --json"], run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let plans = configuration.planner.plans
    let over = arguments["--all"] ? [] : over(plans, context)
    let listed = plans.filter { !over.contains($0.alarm.id) }
    if arguments["--json"] {
      try context.printJSON(listed.map { AlarmReport($0, at: context.now) })
    } else {
      context.output.table(listed.map { row($0, at: context.now) })
    }
    if configuration.isBuiltIn {
      context.output.message(
        "these are the built-in examples; notifierctl add makes one of your own, or write \(context.locations.mainFile)"
      )
    }
    return .success
  }

  /// The alarms that were added to ring once, have done so and are not put off.
  private static func over(_ plans: [AlarmPlan], _ context: Context) -> Set<String> {
    let file = OwnAlarmsFile(context.locations)
    let over = plans.filter { $0.isOver(at: context.now, file) }.map(\.alarm.id)
    guard !over.isEmpty else { return [] }
    let children = JournalView(path: context.locations.journal).children()
    return Set(over).subtracting(children.filter { $0.fires > context.now }.compactMap(\.report.alarm))
  }

  private static func row(_ plan: AlarmPlan, at now: Instant) -> [Output.Cell] {
    let alarm = plan.alarm
    return [
      Output.Cell(alarm.id, alarm.isEnabled ? .bold : .dim), Output.Cell(title: alarm.title),
      Output.Cell([alarm.schedule.summary, times(alarm)].filter { !$0.isEmpty }.joined(separator: ", ")),
      Output.Cell(alarm.offsets == [.atStart] ? "" : alarm.offsets.map(\.description).joined(separator: ", ")),
      Output.Cell("→ \(alarm.destinations.joined(separator: ", "))"),
      Output.Cell(
        said: !alarm.isEnabled ? "disabled" : plan.adjustments.pause(at: now) == nil ? "" : "paused", .dim),
    ]
  }

  static func times(_ alarm: Alarm) -> String { timesWords(alarm).description }

  private static func timesWords(_ alarm: Alarm) -> LocalText {
    if alarm.isAllDay { return "all day" }
    let times = alarm.schedule.times
    guard times.count > 3, let first = times.first, let last = times.last else {
      return LocalText(verbatim: times.map(\.description).joined(separator: ", "))
    }
    return "\(times.count) times from \(first) to \(last)"
  }
}
