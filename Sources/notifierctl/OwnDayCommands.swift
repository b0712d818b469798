import Alarms
import Workdays

/// `notifierctl off` and `notifierctl work`: days of one's own, above all holiday data.
enum OwnDayCommands {
  static let off = subcommand(
    "off", kind: .off, summary: "Take days off: leave, a company shutdown. Without a date, list your own days.",
    examples: [
      "notifierctl off 2026-12-24..31 \"leave\"", "notifierctl off tomorrow --alarm clock-in",
      "notifierctl off --remove 2026-12-24",
    ])

  static let work = subcommand(
    "work", kind: .work,
    summary: "Work on days that would rest, or only half of a day. Without a date, list your own days.",
    options: [Option("--until", value: "TIME", help: "the work ends at this time: a half-day")],
    examples: [
      "notifierctl work 2026-12-26", "notifierctl work 2026-12-24 --until 12:00 \"Christmas Eve\"",
      "notifierctl work --remove 2026-12-26",
    ])

  private static func subcommand(
    _ name: String, kind: DayOverride.Kind, summary: LocalText, options: [Option] = [], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: name, synopsis: "[DATE | FIRST..LAST] [NAME] [--alarm ID] [--remove]", summary: summary,
      options: options + [
        Option("--alarm", value: "ID", help: "for this alarm alone, or for several with commas; may be repeated"),
        Option("--remove", help: "forget what you said of these days, with --alarm only what you said of it alone"),
      ], words: 0...2,
      examples: examples,
      details: """
        DATE is \(DateArgument.forms), or a range such as 2026-12-24..31. It is kept in
        notifier.d/\(OwnDaysFile.name), which a running notifierd takes over at once, and the rings that it moves are told.
        A half-day off is a half-day that is worked: notifierctl work DATE --until TIME.
        """,
      run: { try run(kind, $0, $1) })
  }

  private static func run(_ kind: DayOverride.Kind, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments["--config"] else {
      throw Failure(.usage, "days of your own go with your own configuration; leave --config out")
    }
    let file = OwnDaysFile(context.locations)
    guard let word = arguments.words.first else { return try list(file, context) }
    let before = try context.configuration(arguments)
    let range = try range(word, before, context)
    // Taken for a name, it would silence the whole day.
    if arguments.words.count == 2, CivilTime(arguments.words[1]) != nil {
      throw Failure(
        .usage,
        "\"\(arguments.words[1])\" is a time, expected a name; for a half-day run: notifierctl work \(word) --until \(arguments.words[1])"
      )
    }
    let scope = try scope(arguments, before)
    let entry = OwnDays.Entry(
      kind: kind, name: arguments.words.count == 2 ? arguments.words[1] : "",
      worksUntil: try arguments.value("--until", expected: "a time such as 12:00") { CivilTime($0) }, scope: scope)
    do {
      try file.update { days in
        for date in range {
          if arguments["--remove"] { days.forget(scope, on: date) } else { days.set(entry, on: date) }
        }
      }
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      throw Failure(.badConfiguration, "\(file.path) has errors; nothing was changed")
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
    let after = try context.configuration(arguments)
    tell(range, scope, before: before, after: after, context)
    return .success
  }

  /// The alarms that `--alarm` names.
  private static func scope(_ arguments: Arguments, _ configuration: Configuration) throws -> AlarmScope {
    let ids = arguments.all("--alarm").flatMap { $0.split(separator: ",").map(String.init) }
    guard !arguments["--alarm"] || !ids.isEmpty else { throw Failure(.usage, "--alarm names no alarm; expected an id") }
    let planner = configuration.planner
    return AlarmScope(try ids.map { try NextCommand.plan(named: $0, planner, configuration).alarm.id })
  }

  private static func range(
    _ text: String, _ configuration: Configuration, _ context: Context
  ) throws -> ClosedRange<CivilDate> {
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: context.now).date
    let date = DateArgument(today: today, calendar: configuration.calendar).read(text)
    guard let range = OwnDays.range(text) ?? date.map({ $0...$0 }) else {
      throw Failure(.usage, "\"\(text)\" is no date; expected \(DateArgument.forms), or a range such as 2026-12-24..31")
    }
    return range
  }

  /// What the days are now, to each of the alarms where some are meant, and which rings moved.
  private static func tell(
    _ range: ClosedRange<CivilDate>, _ scope: AlarmScope, before: Configuration, after: Configuration,
    _ context: Context
  ) {
    context.output.table(
      range.flatMap { date in
        let head = Output.Cell("\(date.dated)", .bold)
        guard scope != .all else { return [[head, Output.Cell(after.calendar.day(on: date).localWords)]] }
        let words = Dictionary(grouping: scope.ids) {
          (after.ownCalendars[$0] ?? after.calendar).day(on: date).localWords
        }
        return words.sorted { $0.value[0] < $1.value[0] }.map {
          [head, Output.Cell($0.key), Output.Cell("for \($0.value.joined(separator: ", "))")]
        }
      })
    NewsView(news: HolidayNews(old: before, new: after, from: context.now)).printRings(context.output)
  }

  private static func list(_ file: OwnDaysFile, _ context: Context) throws -> ExitStatus {
    let days: OwnDays
    do {
      days = try file.read()
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      throw Failure(.badConfiguration, "\(file.path) has errors")
    }
    context.output.table(
      days.entries.sorted { $0.key < $1.key }.flatMap { date, entries in
        entries.map { entry in
          [
            Output.Cell("\(date.dated)"),
            Output.Cell(entry.kind.rawValue + (entry.worksUntil.map { " until \($0)" } ?? "")),
            Output.Cell(entry.name),
            Output.Cell(entry.scope == .all ? "" : "for \(entry.scope.ids.joined(separator: ", "))"),
          ]
        }
      })
    return .success
  }
}
