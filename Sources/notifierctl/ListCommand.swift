import Alarms
import Workdays

/// `notifierctl list`: the alarms as they are written down.
enum ListCommand {
  static let subcommand = Subcommand(
    name: "list", synopsis: "[--json]", summary: "List the alarms.",
    options: [Option("--json", help: "print an array for programs")], words: 0...0,
    examples: ["notifierctl list", "notifierctl list --json"], run: run)

  private struct Report: Encodable {
    let id: String
    let title: String
    let days: String
    // Only where the alarm says them.
    let only: String?
    let position: String?
    let except: [String]?
    let at: [String]
    let zone: String
    let remind: [String]
    let destinations: [String]
    let calendar: String?
    let enabled: Bool
    let place: String
    let next: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(title, forKey: .title)
      try container.encode(days, forKey: .days)
      try container.encodeIfPresent(only, forKey: .only)
      try container.encodeIfPresent(position, forKey: .position)
      try container.encodeIfPresent(except, forKey: .except)
      try container.encode(at, forKey: .at)
      try container.encode(zone, forKey: .zone)
      try container.encode(remind, forKey: .remind)
      try container.encode(destinations, forKey: .destinations)
      try container.encode(calendar, forKey: .calendar)
      try container.encode(enabled, forKey: .enabled)
      try container.encode(place, forKey: .place)
      try container.encode(next, forKey: .next)
    }

    private enum CodingKeys: CodingKey {
      case id, title, days, only, position, except, at, zone, remind, destinations, calendar, enabled, place, next
    }
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let planner = configuration.planner
    let plans = configuration.alarms.compactMap { planner.plan(of: $0.id) }
    if arguments["--json"] {
      try context.printJSON(plans.map { report($0, context) })
    } else {
      context.output.table(plans.map { row($0, at: context.now) })
    }
    if configuration.isBuiltIn {
      context.output.message(
        "these are the built-in examples; your own go into \(context.locations.personal)/notifier.yaml")
    }
    return .success
  }

  private static func report(_ plan: AlarmPlan, _ context: Context) -> Report {
    let alarm = plan.alarm
    let next = (try? plan.nextFiring(after: context.now)).flatMap { $0 }
    let schedule = alarm.schedule
    return Report(
      id: alarm.id, title: alarm.title, days: schedule.daysText, only: schedule.only?.rawValue,
      position: schedule.position?.description,
      except: schedule.except.isEmpty ? nil : schedule.except.map(\.description), at: schedule.times.map(\.description),
      zone: alarm.zone, remind: alarm.offsets.map(\.description), destinations: alarm.destinations,
      calendar: alarm.calendar, enabled: alarm.isEnabled, place: alarm.place.description,
      next: next.map { FiringReport($0, plan: plan).fires })
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

  private static func times(_ alarm: Alarm) -> String {
    if alarm.isAllDay { return "all day" }
    let times = alarm.schedule.times
    guard times.count > 3, let first = times.first, let last = times.last else {
      return times.map(\.description).joined(separator: ", ")
    }
    return "\(times.count) times from \(first) to \(last)"
  }
}
