import Alarms
import Glibc

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
      "notifierctl export >alarms.ics", "notifierctl export --calendar work --output ~/public_html/work.ics",
    ],
    details: """
      An alarm whose days are nearly those of a rule becomes a series: what holidays take away are its exceptions, and make-up
      workdays single events beside it. All others, such as lunar days and last workdays of months, become single events. The
      identifiers are the same on every run, and the file changes only with what is in it. Each offset is a reminder. Skips
      and pauses are not in it, nor alarms that are disabled. Exit status 1 when there are no events.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    var words = ["notifier-calendars", "export"]
    for option in ["--config", "--from", "--to", "--output"] {
      if let value = arguments.value(option) { words += [option, value] }
    }
    for name in arguments.all("--calendar") { words += ["--calendar", name] }
    guard let path = HelperProgram.path(of: words[0]) else {
      throw Failure(.unavailable, "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    context.output.flush()
    // It takes this program's place: there is nothing left to do here.
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(path, &pointers)
    let reason = String(cString: strerror(errno))
    pointers.forEach { free($0) }
    throw Failure(.unavailable, "\(path) cannot be started: \(reason)")
  }
}
