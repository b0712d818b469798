import Alarms
import Workdays

/// `notifierctl disable` and `notifierctl enable`: alarms that do not ring till they are wanted again, wherever they are written.
enum SwitchCommands {
  static let disable = Subcommand(
    name: "disable", synopsis: "ALARM...", summary: "Have alarms not ring until they are enabled again.", options: [],
    words: 1...1000, examples: ["notifierctl disable clock-in"],
    details: """
      It is kept in notifier.d/\(DisabledFile.name); the file in which you wrote the alarm is left alone. For a while there
      is notifierctl pause. What would ring in between does not ring late. Exit status 4 when there is no such alarm.
      """,
    run: { try run(false, $0, $1) })

  static let enable = Subcommand(
    name: "enable", synopsis: "ALARM...", summary: "Have alarms ring again that were disabled.", options: [],
    words: 1...1000, examples: ["notifierctl enable clock-in"],
    details: """
      Exit status 4 when there is no such alarm, 77 when the alarm itself says enabled: false, where the answer tells where.
      """,
    run: { try run(true, $0, $1) })

  private static func run(_ isOn: Bool, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments["--config"] else {
      throw Failure(.usage, "alarms of your own configuration are switched; leave --config out")
    }
    let file = DisabledFile(context.locations)
    let before = try context.configuration(arguments)
    do {
      let known = try file.read()
      let ids = try arguments.words.map { word in
        // What names no alarm any more can be forgotten.
        isOn && known.contains(word) ? word : try NextCommand.plan(named: word, before.planner, before).alarm.id
      }
      try file.update { disabled in
        if isOn { disabled.subtract(ids) } else { disabled.formUnion(ids) }
      }
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      throw Failure(.badConfiguration, "\(file.path) has errors; nothing was changed")
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
    return try tell(isOn, arguments, context)
  }

  private static func tell(_ isOn: Bool, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let after = try context.configuration(arguments)
    let planner = after.planner
    var status = ExitStatus.success
    for id in arguments.words {
      guard let plan = planner.plan(of: id) else {
        context.output.line("\(id): forgotten; there is no such alarm any more")
        continue
      }
      if !isOn {
        context.output.line("\(id): disabled until notifierctl enable \(id)")
      } else if plan.alarm.isEnabled {
        let next = ((try? plan.nextFiring(after: context.now)) ?? nil).map { plan.zone.civil(at: $0.instant) }
        context.output.line(
          "\(id): enabled" + (next.map { "; next \($0.date.weekday.shortTitle) \($0.date) \($0.time)" } ?? ""))
      } else {
        context.output.message(
          "\(id) says enabled: false at \(plan.alarm.place); take that out there, with notifierctl edit \(id)")
        status = .notPermitted
      }
    }
    return status
  }
}
