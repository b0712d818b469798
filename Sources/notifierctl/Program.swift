import Alarms
import Workdays

/// Chooses the subcommand and runs it.
enum Program {
  /// Options that every subcommand takes.
  static let globalOptions = [
    Option("--config", value: "FILE", help: "read this file in place of the usual ones"),
    Option(
      "--color", value: "WHEN", help: "auto (a terminal), always or never",
      words: Output.ColorChoice.allCases.map(\.rawValue)),
    Option("--help", "-h", help: "tell what the command does"),
  ]

  static let subcommands = [
    AddCommand.subcommand, EditCommand.subcommand, RemoveCommand.subcommand, SwitchCommands.enable,
    SwitchCommands.disable,
    NextCommand.subcommand, ListCommand.subcommand, ShowCommand.subcommand, AgendaCommand.subcommand,
    HistoryCommand.subcommand, CalCommand.subcommand, WorkdayCommand.subcommand,
    WhyCommand.subcommand, CheckCommand.subcommand, PlanCommand.subcommand, SimulateCommand.subcommand,
    HolidaysCommand.subcommand, ImportCommand.subcommand, ExportCommand.subcommand, SyncCommand.subcommand,
    OwnDayCommands.off,
    OwnDayCommands.work, AnswerCommands.snooze, AnswerCommands.done, MissedCommand.subcommand,
    SkipCommands.skip, SkipCommands.unskip, PauseCommands.pause, PauseCommands.resume,
    OutboxCommands.outbox, OutboxCommands.retry, OutboxCommands.discard,
    DestinationCommands.destinations, DestinationCommands.test,
    StatusCommand.subcommand, DoctorCommand.subcommand,
    FireCommand.subcommand,
    VersionCommand.subcommand,
  ]

  static func run(_ arguments: [String], _ context: Context) -> ExitStatus {
    do {
      return try dispatch(arguments, context)
    } catch let failure as Failure {
      context.output.messages = .standardError
      context.output.message(failure.message)
      return failure.status
    } catch {
      context.output.message(LocalText(verbatim: "\(error)"))
      return .unavailable
    }
  }

  private static func dispatch(_ arguments: [String], _ context: Context) throws -> ExitStatus {
    // Global options may stand before the subcommand too.
    var leading: [String] = []
    var rest = arguments[...]
    while let first = rest.first, first.hasPrefix("-") {
      switch first {
      case "--help", "-h":
        context.output.line(help)
        return .success
      case "--version": return try VersionCommand.run(Arguments([], of: VersionCommand.subcommand), context)
      default:
        leading.append(rest.removeFirst())
        if !first.contains("="), ["--config", "--color"].contains(first), let value = rest.popFirst() {
          leading.append(value)
        }
      }
    }
    guard let name = rest.popFirst() else {
      context.output.note(LocalText(verbatim: help))
      return .usage
    }
    if name == "help" {
      guard let topic = rest.first.flatMap({ topic in subcommands.first { $0.name == topic } }) else {
        context.output.line(help)
        return .success
      }
      context.output.line(topic.help)
      return .success
    }
    if name == "complete" { return CompleteCommand.run(Array(rest), context) }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      let hint: LocalText =
        nearest(name, among: subcommands.map(\.name)).map { "did you mean \"\($0)\"?" } ?? "see notifierctl --help"
      throw Failure(.usage, "unknown command \"\(name)\"; \(hint)")
    }
    let parsed = try Arguments(leading + rest, of: subcommand)
    if let color = parsed.value("--color") {
      guard let choice = Output.ColorChoice(rawValue: color) else {
        throw Failure(.usage, "--color is \"\(color)\"; expected auto, always or never")
      }
      context.output.color = choice
    }
    if parsed["--help"] {
      context.output.line(subcommand.help)
      return .success
    }
    return try subcommand.run(parsed, context)
  }

  private static var help: String {
    let width = subcommands.map(\.name.count).max() ?? 0
    let list = subcommands.map {
      "  \($0.name)\(String(repeating: " ", count: width - $0.name.count + 2))\($0.summary)\n"
    }
    let text: LocalText = """
      usage: notifierctl COMMAND [options]

      Alarms that know real workdays: the weekday rule, minus holidays, plus make-up workdays.

      commands:
      \(list.joined())
      options:
      \(Subcommand.table(globalOptions))
      `notifierctl COMMAND --help` tells more, with examples.
      """
    return text.description
  }
}
