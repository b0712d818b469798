import Alarms
import Control
import Glibc
import Journal
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
      print(status, context)
    }
    return .success
  }

  private static func print(_ status: StatusReport, _ context: Context) {
    let output = context.output
    output.say("notifierd \(status.version), process \(status.pid), running since \(status.started)")
    let files = status.configuration.joined(separator: ", ")
    output.say("  configuration  \(files): \(counted(status.alarms, "alarm"))")
    if !status.lastLoad.ok {
      let failed: LocalText =
        "  last reload    failed at \(status.lastLoad.at); what was in force before stays so:"
      output.line(output.styled(failed.description, .red))
      for error in status.lastLoad.errors { output.line("    \(error.singleLine)") }
    }
    if let next = status.next {
      output.say(
        "  next           \(next.fires)  \(next.alarm ?? "")  \(output.title(next.title)) (\(next.offset.text))")
    } else {
      output.say("  next           nothing")
    }
    if let wake = status.wake {
      let when: LocalText =
        wake.problem.map { "not: \($0)" } ?? wake.at.map { LocalText(verbatim: $0) } ?? "nothing to wake for"
      output.say("  wakes          \(when)")
    }
    output.say("  holiday data   \(status.holidays)")
    let deliveries = status.deliveries
    output.say("  rung           \(status.rung), missed \(status.missed)")
    output.say(
      "  deliveries     \(deliveries.delivered) delivered, \(deliveries.pending + deliveries.sending) under way, "
        + "\(deliveries.retrying + deliveries.unknown) to be tried again, \(deliveries.rejected) rejected, "
        + "\(deliveries.expired) expired")
    printProblems(JournalView(path: status.journal), context)
  }

  private static func missed(_ id: String, _ reason: String) -> LocalText { "\(id): missed: \(reason)" }

  /// What went wrong last: rings that were missed, deliveries that failed or wait.
  private static func printProblems(_ journal: JournalView, _ context: Context) {
    let yesterday = context.now.advanced(by: .seconds(-86_400))
    var lines: [String] = []
    for record in journal.firings(limit: 200) where record.recorded >= yesterday {
      if case .missed(let reason) = record.verdict { lines.append(missed(record.ring.id, reason).description) }
      lines += record.deliveries.filter { $0.state != .delivered && !$0.isOpen }.map {
        "\(record.ring.id): \($0.words)"
      }
    }
    guard !lines.isEmpty else { return }
    context.output.say(
      lines.count > 5 ? "  last day       5 of \(lines.count) problems:" : "  last day       problems:")
    for line in lines.prefix(5) { context.output.line("    \(line.singleLine)") }
  }
}

/// `notifierctl fire`: a test ring.
enum FireCommand {
  static let subcommand = Subcommand(
    name: "fire", synopsis: "ALARM", summary: "Ring an alarm now on all its destinations, marked as a test.",
    options: [], words: 1...1, examples: ["notifierctl fire clock-in"],
    details: "Exit status 3 when notifierd does not run, 4 when there is no such alarm.", run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let (id, journal) = try Daemon.call { daemon in
      (try daemon.fire(alarm: arguments.words[0]), JournalView(path: try daemon.getStatus().journal))
    }
    context.output.say("rings: \(id)")
    context.output.flush()
    return report(id, journal, context)
  }

  /// Tells what each destination said, waiting a few seconds for their answers.
  private static func report(_ id: String, _ journal: JournalView, _ context: Context) -> ExitStatus {
    var told: Set<String> = []
    for _ in 0..<50 {
      let deliveries = journal.firings(limit: 20).first { $0.ring.id == id }?.deliveries ?? []
      for delivery in deliveries where !delivery.isOpen && told.insert(delivery.destination).inserted {
        context.output.line("  \(delivery.words.singleLine)")
        context.output.flush()
      }
      if !deliveries.isEmpty, deliveries.allSatisfy({ !$0.isOpen }) { return .success }
      usleep(100_000)
    }
    context.output.note("still under way; notifierctl status tells how it goes on")
    return .success
  }
}

/// Asks the daemon, and makes exit statuses of its answers.
enum Daemon {
  /// - Parameter timeout: how long an answer may take.
  static func call<Answer>(
    timeout: Duration = .seconds(10), _ body: (ControlClient) throws -> Answer
  ) throws -> Answer {
    guard let path = ControlSocket.path() else {
      throw Failure(.unavailable, "no place for the control socket is known; set HOME or NOTIFIER_SOCKET")
    }
    do {
      return try body(try ControlClient(path: path, timeout: timeout))
    } catch let error as ControlClientError {
      throw Failure(status(of: error), error.message)
    }
  }

  private static func status(of error: ControlClientError) -> ExitStatus {
    switch error {
    case .notRunning: .notRunning
    case .noSuchAlarm, .noSuchRing, .noSuchDestination: .unknownName
    case .timedOut: .tryAgain
    case .closed, .failed, .refused, .badReply, .pathTooLong, .unusable: .unavailable
    }
  }
}
