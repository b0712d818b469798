import Alarms
import Workdays

/// `notifierctl off` and `notifierctl work`: days of one's own, above all holiday data.
enum OwnDayCommands {
  static let off = subcommand(
    "off", kind: .off, summary: "Take days off: leave, a company shutdown. Without a date, list your own days.",
    examples: [
      "notifierctl off 2026-12-24..31 \"leave\"", "notifierctl off tomorrow", "notifierctl off --remove 2026-12-24",
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
    _ name: String, kind: DayOverride.Kind, summary: String, options: [Option] = [], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: name, synopsis: "[DATE | FIRST..LAST] [NAME] [--remove]", summary: summary,
      options: options + [Option("--remove", help: "forget what you said of these days")], words: 0...2,
      examples: examples,
      details: """
        DATE is \(DateArgument.forms), or a range such as 2026-12-24..31. It is kept in
        notifier.d/\(OwnDaysFile.name), which a running notifierd takes over at once, and the rings that it moves are told.
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
    let entry = OwnDays.Entry(
      kind: kind, name: arguments.words.count == 2 ? arguments.words[1] : "",
      worksUntil: try arguments.value("--until", expected: "a time such as 12:00") { CivilTime($0) })
    do {
      try file.update { days in
        for date in range { days.entries[date] = arguments["--remove"] ? nil : entry }
      }
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      throw Failure(.badConfiguration, "\(file.path) has errors; nothing was changed")
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
    let after = try context.configuration(arguments)
    tell(range, before: before, after: after, context)
    return .success
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

  /// What the days are now, and which rings moved.
  private static func tell(
    _ range: ClosedRange<CivilDate>, before: Configuration, after: Configuration, _ context: Context
  ) {
    context.output.table(
      range.map { date in
        let day = after.calendar.day(on: date)
        return [Output.Cell("\(date.weekday.shortTitle) \(date)", .bold), Output.Cell(day.words)]
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
      days.entries.sorted { $0.key < $1.key }.map { date, entry in
        [
          Output.Cell("\(date.weekday.shortTitle) \(date)"),
          Output.Cell(entry.kind.rawValue + (entry.worksUntil.map { " until \($0)" } ?? "")), Output.Cell(entry.name),
        ]
      })
    return .success
  }
}
