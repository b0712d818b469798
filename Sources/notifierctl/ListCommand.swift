import Alarms
import Workdays

/// `notifierctl list`: the alarms as they are written down.
enum ListCommand {
  static let subcommand = Subcommand(
    name: "list", synopsis: "[--json]", summary: "List the alarms.",
    options: [Option("--json", help: "print an array for programs")], words: 0...0,
    examples: ["notifierctl list", "notifierctl list --json"], run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let planner = configuration.planner
    let plans = configuration.alarms.compactMap { planner.plan(of: $0.id) }
    if arguments["--json"] {
      try context.printJSON(plans.map { AlarmReport($0, at: context.now) })
    } else {
      context.output.table(plans.map { row($0, at: context.now) })
    }
    if configuration.isBuiltIn {
      context.output.message(
        "these are the built-in examples; your own go into \(context.locations.personal)/notifier.yaml")
    }
    return .success
  }

  private static func row(_ plan: AlarmPlan, at now: Instant) -> [Output.Cell] {
    let alarm = plan.alarm
    return [
      Output.Cell(alarm.id, alarm.isEnabled ? .bold : .dim), Output.Cell(alarm.title),
      Output.Cell([alarm.schedule.summary, times(alarm)].filter { !$0.isEmpty }.joined(separator: ", ")),
      Output.Cell(alarm.offsets == [.atStart] ? "" : alarm.offsets.map(\.description).joined(separator: ", ")),
      Output.Cell("→ \(alarm.destinations.joined(separator: ", "))"),
      Output.Cell(
        !alarm.isEnabled ? "disabled" : plan.adjustments.pause(at: now) == nil ? "" : "paused", .dim),
    ]
  }

  static func times(_ alarm: Alarm) -> String {
    if alarm.isAllDay { return "all day" }
    let times = alarm.schedule.times
    guard times.count > 3, let first = times.first, let last = times.last else {
      return times.map(\.description).joined(separator: ", ")
    }
    return "\(times.count) times from \(first) to \(last)"
  }
}
