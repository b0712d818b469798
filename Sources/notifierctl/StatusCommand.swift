import Alarms
import Control
import Workdays

/// `notifierctl status`: how the daemon stands.
enum StatusCommand {
  static let subcommand = Subcommand(
    name: "status", synopsis: "[--json]", summary: "Tell how notifierd stands: what it waits for, what it has sent.",
    options: [Option("--json", help: "print an object for programs")], words: 0...0,
    examples: ["notifierctl status", "notifierctl status --json"],
    details: "Exit status 3 when notifierd does not run.", run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let status = try Daemon.call { try $0.getStatus() }
    if arguments["--json"] {
      try context.printJSON(status)
    } else {
      print(status, context.output)
    }
    return .success
  }

  private static func print(_ status: StatusReport, _ output: Output) {
    output.line("notifierd \(status.version), process \(status.pid), running since \(status.started)")
    let files = status.configuration.joined(separator: ", ")
    output.line("  configuration  \(files): \(counted(status.alarms, "alarm"))")
    if !status.lastLoad.ok {
      output.line(
        output.styled("  last reload    failed at \(status.lastLoad.at); what was in force before stays so:", .red))
      for error in status.lastLoad.errors { output.line("    \(error)") }
    }
    if let next = status.next {
      output.line("  next           \(next.fires)  \(next.alarm ?? "")  \(next.title) (\(next.offset.text))")
    } else {
      output.line("  next           nothing")
    }
    output.line("  holiday data   \(status.holidays)")
    let deliveries = status.deliveries
    output.line("  rung           \(status.rung), missed \(status.missed)")
    output.line(
      "  deliveries     \(deliveries.delivered) delivered, \(deliveries.pending + deliveries.sending) under way, "
        + "\(deliveries.retrying + deliveries.unknown) to be tried again, \(deliveries.rejected) rejected, "
        + "\(deliveries.expired) expired")
  }
}

/// `notifierctl fire`: a test ring.
enum FireCommand {
  static let subcommand = Subcommand(
    name: "fire", synopsis: "ALARM", summary: "Ring an alarm now on all its destinations, marked as a test.",
    options: [], words: 1...1, examples: ["notifierctl fire clock-in"],
    details: "Exit status 3 when notifierd does not run, 4 when there is no such alarm.", run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let id = try Daemon.call { try $0.fire(alarm: arguments.words[0]) }
    context.output.line("rings: \(id)")
    return .success
  }
}

/// Asks the daemon, and makes exit statuses of its answers.
enum Daemon {
  static func call<Answer>(_ body: (ControlClient) throws -> Answer) throws -> Answer {
    guard let path = ControlSocket.path() else {
      throw Failure(.unavailable, "no place for the control socket is known; set HOME or NOTIFIER_SOCKET")
    }
    do {
      return try body(try ControlClient(path: path))
    } catch let error as ControlClientError {
      throw Failure(status(of: error), "\(error)")
    }
  }

  private static func status(of error: ControlClientError) -> ExitStatus {
    switch error {
    case .notRunning: .notRunning
    case .noSuchAlarm: .unknownName
    case .timedOut: .tryAgain
    case .closed, .failed, .refused, .badReply, .pathTooLong, .unusable: .unavailable
    }
  }
}
