import Alarms
import Control

/// `notifierctl snooze` and `notifierctl done`: what a person answers to a ring.
enum AnswerCommands {
  static let snooze = Subcommand(
    name: "snooze", synopsis: "[RING | ALARM] [SPAN]",
    summary: "Have a ring come again later: the last one, or another.",
    options: [Option("--json", help: "print the ring that is to come, for programs")], words: 0...3,
    examples: [
      "notifierctl snooze", "notifierctl snooze 1h30m", "notifierctl snooze clock-in 5m",
      "notifierctl snooze payroll next workday",
    ],
    details: """
      SPAN is \(Delay.forms); \(usual) where it is left out. Until then nothing else of the ring comes. A snooze to
      another workday rings at the time at which the alarm did. It survives a restart. Exit status 3 when notifierd does not
      run, 4 when nothing has rung by that name.
      """,
    run: runSnooze)

  static let done = Subcommand(
    name: "done", synopsis: "[RING | ALARM]", summary: "Say that a ring is done: the last one, or another.",
    options: [],
    words: 0...1, examples: ["notifierctl done", "notifierctl done clock-in"],
    details: """
      A snooze of it is taken back, it does not insist any more, and nobody else is told. Exit status 3 when notifierd does
      not run, 4 when nothing has rung by that name.
      """,
    run: runDone)

  /// How long a snooze is where nothing is said.
  private static let usual = Delay("10m")!

  private static func runSnooze(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let (ring, delay) = try words(arguments.words)
    let report = try Daemon.call { try $0.snooze(ring: ring, delay: delay) }
    if arguments["--json"] {
      try context.printJSON(report)
    } else {
      context.output.line("\(context.output.title(report.title)) rings again at \(report.fires)")
    }
    return .success
  }

  private static func runDone(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    context.output.line("done: \(try Daemon.call { try $0.done(ring: arguments.words.first) })")
    return .success
  }

  /// The ring and the span that the words name; one word alone is a span where it can be one.
  private static func words(_ words: [String]) throws -> (ring: String?, Delay) {
    guard let first = words.first else { return (nil, usual) }
    if let delay = Delay(words.joined(separator: " ")) { return (nil, delay) }
    let span = words.dropFirst().joined(separator: " ")
    guard !span.isEmpty else { return (first, usual) }
    guard let delay = Delay(span) else {
      throw Failure(.usage, "snooze: \"\(span)\" is no span; expected \(Delay.forms)")
    }
    return (first, delay)
  }
}
