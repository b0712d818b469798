import Alarms
import Workdays

/// `notifierctl remove`: alarms that were added are taken away; of those written by hand it is told where they stand.
enum RemoveCommand {
  static let subcommand = Subcommand(
    name: "remove", synopsis: "ALARM...", summary: "Take away alarms that were added; tell where others are written.",
    options: [], words: 1...1000, examples: ["notifierctl remove tea"],
    details: """
      An alarm that you wrote by hand is left to you: the answer names the file and the lines, and the exit status is 77.
      To silence one and keep it: notifierctl disable. Exit status 4 when there is no such alarm; nothing is done then.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments["--config"] else {
      throw Failure(.usage, "remove: alarms are taken from your own configuration; leave --config out")
    }
    let file = OwnAlarmsFile(context.locations)
    do {
      return try file.locked { try remove(arguments.words, file, arguments, context) }
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
  }

  private static func remove(
    _ names: [String], _ file: OwnAlarmsFile, _ arguments: Arguments, _ context: Context
  ) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let planner = configuration.planner
    let alarms = try names.map { try NextCommand.plan(named: $0, planner, configuration).alarm }
    var text = try file.read()
    var removed: [Alarm] = []
    for alarm in alarms where !removed.contains(where: { $0.id == alarm.id }) {
      guard alarm.place.file == file.path else {
        tellWhere(alarm, configuration, context)
        continue
      }
      guard let shorter = try AlarmLines(text, file: file.path).removing(alarm.id) else {
        throw Failure(
          .badData, "\(alarm.id) cannot be told from the rest of \(alarm.place); take it out with notifierctl edit")
      }
      text = shorter
      removed.append(alarm)
    }
    if !removed.isEmpty {
      try check(text, file, context)
      try file.write(text)
      try DisabledFile(context.locations).update { ids in removed.forEach { ids.remove($0.id) } }
      for alarm in removed { context.output.line("removed: \(alarm.id)  \(context.output.title(alarm.title))") }
    }
    return removed.count == Set(alarms.map(\.id)).count ? .success : .notPermitted
  }

  /// Whether the configuration is good without what is taken away: days off may name it.
  private static func check(_ text: String, _ file: OwnAlarmsFile, _ context: Context) throws {
    let loader = ConfigurationLoader(locations: context.locations)
    do { _ = try loader.load(loader.inputs(replacing: file.path, with: text)) } catch {
      context.report(error.diagnostics.filter { $0.severity == .error })
      throw Failure(
        .badConfiguration, "without it the configuration would have errors; mend these first, then remove it")
    }
  }

  /// Where an alarm stands that no program changes, with its lines.
  private static func tellWhere(_ alarm: Alarm, _ configuration: Configuration, _ context: Context) {
    if let name = ImportStore(context.locations).name(ofSourceWith: alarm.place.file) {
      context.output.message(
        "\(alarm.id) comes from the calendar \"\(name)\" under imports:; take the event out there, or run notifierctl disable \(alarm.id)"
      )
      return
    }
    guard let written = WrittenAlarm(alarm) else {
      let remedy: LocalText =
        configuration.isBuiltIn
        ? "it is an example, which goes as soon as you have an alarm of your own: notifierctl add"
        : "it is written by hand: take it out there, with notifierctl edit \(alarm.id)"
      context.output.message("\(alarm.id) stands in \(alarm.place); \(remedy)")
      return
    }
    context.output.message(
      "\(alarm.id) is written by hand; delete \(written.linesInWords) of \(alarm.place.file), with notifierctl edit "
        + "\(alarm.id) for example:")
    for line in written.lines { context.output.note("  \(line.singleLine)") }
  }
}

/// The lines on which an alarm is written.
struct WrittenAlarm {
  let lines: [String]
  /// The first one, counted from 1.
  let first: Int

  /// `nil` where it stands on no lines of its own.
  init?(_ alarm: Alarm) {
    guard let bytes = try? Files.read(alarm.place.file).bytes,
      let file = try? AlarmLines(String(decoding: bytes, as: UTF8.self), file: alarm.place.file),
      let range = file[alarm.id]?.lines
    else { return nil }
    (lines, first) = (Array(file.lines[range]), range.lowerBound + 1)
  }

  /// `line 7`, `lines 7 to 12`.
  var linesInWords: String {
    lines.count == 1 ? "line \(first)" : "lines \(first) to \(first + lines.count - 1)"
  }
}
