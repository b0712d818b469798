import Alarms

/// `notifierctl export`: the alarms as a file that other calendars read.
enum ExportCommand {
  static let subcommand = Subcommand(
    name: "export", synopsis: "[--calendar NAME] [--from DATE] [--to DATE] [--output FILE]",
    summary: "Write the alarms as iCalendar (.ics), for other calendars to read.",
    options: [
      Option("--calendar", value: "NAME", help: "the alarms of this calendar only; may be repeated"),
      Option("--from", value: "DATE", help: "the first day; the first of this year where nothing is said"),
      Option(
        "--to", value: "DATE", help: "the last day; the last of the fifth year after this one where nothing is said"),
      Option("--output", value: "FILE", help: "write the file, in one step, in place of standard output"),
    ],
    words: 0...0,
    examples: [
      "notifierctl export >alarms.ics", "notifierctl export --output ~/alarms.ics --from 2026-01-01 --to 2026-12-31",
    ],
    details: """
      An alarm whose days are nearly those of a rule becomes a series: what holidays take away are its exceptions, and make-up
      workdays single events beside it. All others, such as lunar days and last workdays of months, become single events. The
      identifiers are the same on every run, and the file changes only with what is in it. Each offset is a reminder. Skips
      and pauses are not in it, nor alarms that are disabled. Exit status 1 when there are no events.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    var words = ["export"]
    for option in ["--config", "--from", "--to", "--output"] {
      if let value = arguments.value(option) { words += [option, value] }
    }
    for name in arguments.all("--calendar") { words += ["--calendar", name] }
    throw CalendarProgram.takeOver(words, context)
  }
}
