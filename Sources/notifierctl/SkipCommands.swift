import Alarms
import Control

/// `notifierctl skip` and `notifierctl unskip`: the next occurrences of an alarm that are not wanted.
enum SkipCommands {
  static let skip = Subcommand(
    name: "skip", synopsis: "ALARM [-n N] [--json]", summary: "Have the next occurrence of an alarm not ring.",
    options: [
      Option("-n", value: "N", help: "the next N occurrences, beyond those that are skipped already"),
      Option("--json", help: "print the rings that do not come, for programs"),
    ],
    words: 1...1, examples: ["notifierctl skip clock-in", "notifierctl skip stretch -n 3"],
    details: """
      All rings of the occurrence that are still to come are left out. next shows them as skipped. Exit status 3 when
      notifierd does not run, 4 when there is no such alarm, 1 when it has nothing to skip.
      """,
    run: runSkip)

  static let unskip = Subcommand(
    name: "unskip", synopsis: "ALARM", summary: "Take back what skip said of an alarm.", options: [], words: 1...1,
    examples: ["notifierctl unskip clock-in"],
    details: "Exit status 3 when notifierd does not run, 4 when there is no such alarm, 1 when nothing was skipped.",
    run: runUnskip)

  private static func runSkip(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let count = try arguments.value("-n", expected: "a whole number from 1 to 1000") {
      Int($0).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
    let firings = try Daemon.call { try $0.skip(alarm: arguments.words[0], count: count ?? 1) }
    if arguments["--json"] {
      try context.printJSON(firings)
    } else {
      for firing in firings {
        context.output.say("skipped: \(context.output.title(firing.title)) of \(firing.occurrence)")
      }
      if firings.isEmpty {
        context.output.message(
          "\(arguments.words[0]): nothing is next that could be skipped; it is paused, or its rule has ended")
      }
    }
    return firings.isEmpty ? .no : .success
  }

  private static func runUnskip(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let count = try Daemon.call { try $0.unskip(alarm: arguments.words[0]) }
    context.output.say("\(counted(count, "occurrence")) will ring again")
    return count == 0 ? .no : .success
  }
}
