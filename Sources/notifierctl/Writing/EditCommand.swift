import Alarms
import Glibc
import Workdays

/// `notifierctl edit`: a file of alarms in an editor, on a copy that is checked before it is kept.
enum EditCommand {
  static let subcommand = Subcommand(
    name: "edit", synopsis: "[ALARM]", summary: "Edit alarms in your editor; what has errors is not kept.", options: [],
    words: 0...1,
    examples: [
      "notifierctl edit", "notifierctl edit tea", "EDITOR=nano notifierctl edit clock-in",
      "notifierctl edit --config ~/.config/notifier/notifier.yaml",
    ],
    details: """
      Without a name it opens notifier.d/\(OwnAlarmsFile.name), in which notifierctl add writes; with an alarm's name the file
      in which that is written, at its line; with --config any file. The editor is $VISUAL, $EDITOR, sensible-editor or vi,
      and works on a copy: an error is told with its line, and on a terminal you are asked to go on editing; else the draft
      is kept beside and the exit status is 78. What was there before is kept in drafts/ of the state directory, and an empty
      file is asked about, or not kept. Exit status 1 when nothing was changed.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    var (path, line) = (OwnAlarmsFile(context.locations).path, 1)
    if let file = arguments.value("--config") {
      guard arguments.words.isEmpty else {
        throw Failure(.usage, "edit: --config and an alarm's name exclude each other")
      }
      path = Files.absolute(file, home: context.locations.home)
    } else if let name = arguments.words.first {
      let configuration = try context.configuration(arguments)
      let alarm = try NextCommand.plan(named: name, configuration.planner, configuration).alarm
      guard !configuration.isBuiltIn else {
        throw Failure(
          .notPermitted,
          "\(name) is a built-in example; write what you want into \(context.locations.mainFile), or add an alarm of your "
            + "own: notifierctl add")
      }
      if let source = ImportStore(context.locations).name(ofSourceWith: alarm.place.file) {
        throw Failure(
          .notPermitted,
          "\(name) comes from the calendar \"\(source)\" under imports:; change the event there, or run notifierctl disable \(name)"
        )
      }
      (path, line) = (alarm.place.file, alarm.place.line)
    }
    do {
      return try EditSession(path: path, line: line, context: context).run()
    } catch let error as FileError {
      throw Failure(.unavailable, "\(path) cannot be edited: \(error)")
    }
  }
}
