import Alarms
import Glibc

/// `notifierctl sync`: the alarms in calendars on servers.
enum SyncCommand {
  static let subcommand = Subcommand(
    name: "sync", synopsis: "[--dry-run] [--calendar NAME] [--json]",
    summary: "Bring calendars on CalDAV servers up to date with the alarms.",
    options: [
      Option("--dry-run", help: "say what would be done, and do nothing"),
      Option("--calendar", value: "NAME", help: "this calendar only; may be repeated"),
      Option("--json", help: "print an array with an object for each calendar"),
    ],
    words: 0...0,
    examples: ["notifierctl sync --dry-run", "notifierctl sync"],
    details: """
      The servers stand in the configuration under sync:. Each calendar of alarms gets a calendar of its own there, with its title
      and colour, and its events are those that export writes. Only events that were written from here are looked at, changed or
      removed. One that a person changed or removed there is left so and named on standard error, or restored, as edited: says.
      Exit status 1 without a server, 69 when one refuses, 75 when something is to be tried again, 77 when one does not accept
      who asks.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    var words = ["sync"]
    if let file = arguments.value("--config") { words += ["--config", file] }
    for flag in ["--dry-run", "--json"] where arguments[flag] { words.append(flag) }
    for name in arguments.all("--calendar") { words += ["--calendar", name] }
    throw CalendarProgram.takeOver(words, context)
  }
}
