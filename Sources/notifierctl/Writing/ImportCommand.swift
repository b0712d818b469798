import Alarms
import FoundationEssentials
import Glibc
import Workdays

/// `notifierctl import`: the events of an iCalendar file as alarms, which are kept.
enum ImportCommand {
  static let subcommand = Subcommand(
    name: "import", synopsis: "[FILE|URL|-] [--calendar NAME] [--dry-run] [--json]",
    summary: "Take the events of an iCalendar file (.ics) as alarms.",
    options: [
      Option("--calendar", value: "NAME", help: "the group of alarms that they belong to"),
      Option("--dry-run", help: "say what would be kept, and keep nothing"),
      Option("--json", help: "print an object for programs"),
    ],
    words: 0...1,
    examples: ["notifierctl import --dry-run team.ics", "notifierctl import - <team.ics"],
    details: """
      Each event becomes an alarm, and its reminders (VALARM) when it rings; one without rings when it begins. They are kept in
      notifier.d/\(OwnAlarmsFile.name), where add keeps its own, under ids made of the events' identifiers: the same file
      again changes nothing, a newer one what is new. An event that is gone from the file stays until you remove it. Events
      that are over are left out. Whatever an alarm cannot have is told, line by line, on standard error.

      Without a file it reads the calendars under imports: in the configuration again, whose alarms come and go with their
      events; notifierd does so by itself.

      Exit status 1 when something that would ring was lost, 65 when the file cannot be read, 69 when the address cannot be
      had, 75 when a calendar under imports: could not be read, 78 when the configuration has errors already.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments.words.isEmpty else { return try ConfiguredImports.update(arguments, context) }
    guard !arguments["--config"] else {
      throw Failure(.usage, "import: alarms are added to your own configuration; leave --config out")
    }
    let before = try context.configuration(arguments)
    if let name = arguments.value("--calendar"), !before.calendars.contains(where: { $0.id == name }) {
      let known = before.calendars.map(\.id).joined(separator: ", ")
      let expected: LocalText = known.isEmpty ? "write it under calendars: first" : "expected \(known)"
      throw Failure(.usage, "there is no calendar \"\(name)\"; \(expected)")
    }
    let found = try read(arguments, before, context)
    let file = OwnAlarmsFile(context.locations)
    do {
      let plan =
        try arguments["--dry-run"]
        ? ImportPlan(found, file, context) : file.locked { try kept(found, file, context) }
      return try tell(plan, before, arguments, context)
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
  }

  private static func kept(_ found: ImportPlan.Found, _ file: OwnAlarmsFile, _ context: Context) throws -> ImportPlan {
    let plan = try ImportPlan(found, file, context)
    if plan.text != nil, !(plan.added.isEmpty && plan.changed.isEmpty) { try file.write(plan.text ?? "") }
    return plan
  }

  /// What the helper program makes of the file.
  private static func read(
    _ arguments: Arguments, _ configuration: Configuration, _ context: Context
  ) throws -> ImportPlan.Found {
    guard let program = RefreshProgram.path else {
      throw Failure(.unavailable, "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    let place = arguments.words[0]
    var words = ["import", "--zone", configuration.zone]
    if let name = arguments.value("--calendar") { words += ["--calendar", name] }
    let input = place == "-" ? try standardInput() : []
    let (output, status) = try Progress.waiting(for: "the file", context.output) {
      try RefreshProgram.run(program, words + [place], input: input, mostBytes: longest)
    }
    switch status {
    case 0: return try JSONDecoder().decode(ImportPlan.Found.self, from: Data(output))
    case ExitStatus.unavailable.rawValue:
      throw Failure(.unavailable, "the file could not be had; try again later, or save it and name the file")
    default: throw Failure(.badData, "nothing was imported")
    }
  }

  /// The longest file, and what is made of it, in bytes.
  private static let longest = 256 << 20

  private static func standardInput() throws -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(.badData, "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= longest else { throw Failure(.badData, "standard input is larger than \(longest) bytes") }
    }
  }

  /// More than these are counted only.
  private static let mostNamed = 20

  private static func tell(
    _ plan: ImportPlan, _ before: Configuration, _ arguments: Arguments, _ context: Context
  ) throws -> ExitStatus {
    let isDry = arguments["--dry-run"]
    for note in plan.notes {
      context.output.message(note.event.map { "import: \($0): \(note.text)" } ?? "import: \(note.text)")
    }
    if arguments["--json"] {
      try context.printJSON(ImportPlan.Report(plan, isKept: !isDry))
    } else {
      let named: [(LocalText, [String])] = [("added", plan.added), ("changed", plan.changed)]
      for (word, ids) in named where ids.count <= mostNamed {
        for id in ids {
          let title = plan.configuration.alarms.first { $0.id == id }?.title ?? ""
          context.output.line("\(word): \(id)  \(context.output.title(title))")
        }
      }
      context.output.say(
        "\(plan.added.count) added, \(plan.changed.count) changed, \(plan.unchanged.count) as before, \(plan.over) over"
      )
      if isDry { context.output.message("nothing was kept; leave --dry-run out to keep it") }
    }
    if !isDry, before.isBuiltIn, !plan.added.isEmpty {
      context.output.message("now that you have an alarm of your own, the built-in examples do not ring any more")
    }
    if !isDry, !plan.added.isEmpty { AddCommand.noteDaemon(context) }
    return plan.notes.contains(where: \.isLoss) ? .no : .success
  }
}
