import Alarms
import Workdays

/// `notifierctl workday`: the exit status says whether people work on a date; and which days they do.
enum WorkdayCommand {
  static let subcommand = Subcommand(
    name: "workday",
    synopsis: "[DATE] | next|previous [DATE] | add DATE N | count|list DATE DATE [--announced] [--json]",
    summary:
      "Say whether a date is a real workday: exit status 0 when it is, 1 when it is not. Or find, count, list them.",
    options: [
      Option("--announced", help: "exit 75 when the date is not announced yet, so that nothing rests on a guess"),
      Option("--tz", value: "ZONE", help: "the zone in which today is today"),
      Option("--region", value: "CC", help: "whose holidays count, such as CN or DE-BY"),
      Option("--json", help: "print an object for programs"),
      Option("--quiet", "-q", help: "print nothing"),
    ],
    words: 0...3,
    examples: [
      "notifierctl workday 2026-09-20 && ./nightly-report", "notifierctl workday tomorrow",
      "notifierctl workday --announced +30d", "notifierctl workday next 2026-09-30",
      "notifierctl workday add today 10", "notifierctl workday count 2026-10-01 2026-10-31",
    ],
    details: """
      DATE is today, or \(DateArgument.forms). Where the date is provisional or unknown the answer is the best
      estimate, and standard error says so.

      next and previous tell the workday after and before DATE, add the Nth workday after it (before it where N is below
      zero). count and list take both dates with what lies between them; list has exit status 1 where nobody works.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let calendar = try CalendarOptions.calendar(arguments, configuration)
    if let verb = arguments.words.first.flatMap(WorkdayQuestion.Verb.init(rawValue:)) {
      let today = try CalendarOptions.today(arguments, context, configuration)
      let words = Array(arguments.words.dropFirst())
      return try WorkdayQuestion(verb: verb, words: words, calendar: calendar, today: today).run(arguments, context)
    }
    guard arguments.words.count <= 1 else {
      let forms = WorkdayQuestion.Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage,
        "workday: unexpected \"\(arguments.words[1])\"; expected one date, or one of \(forms) and what it asks about")
    }
    let date = try CalendarOptions.date(arguments, context, configuration, calendar)
    let day = calendar.day(on: date)
    let isQuiet = arguments["--quiet"]
    if arguments["--json"] {
      try context.printJSON(DayReport(day))
    } else if !isQuiet {
      context.output.say("\(date.dated): \(day.localWords)")
    }
    if !isQuiet { context.noteUncertainty([day], calendar: calendar) }
    if arguments["--announced"], day.certainty != .announced { return .tryAgain }
    return day.isWorkday ? .success : .no
  }
}

/// Options that several commands share.
enum CalendarOptions {
  /// The configured calendar, or that of `--region`.
  static func calendar(_ arguments: Arguments, _ configuration: Configuration) throws -> WorkCalendar {
    guard let region = arguments.value("--region"), region.uppercased() != configuration.region else {
      return configuration.calendar
    }
    do throws(RegionError) {
      let shipped = try ShippedRegion(region)
      return WorkCalendar(week: configuration.writtenWeek ?? shipped.week, national: shipped.calendar)
    } catch {
      throw Failure(.usage, "--region is \(error)")
    }
  }

  /// The configured zone, or that of `--tz`.
  static func zone(_ arguments: Arguments, _ configuration: Configuration) throws -> ZoneRules {
    let name = arguments.value("--tz") ?? configuration.zone
    do throws(FileError) {
      return try ZoneStore().rules(named: name)
    } catch {
      throw Failure(.usage, "--tz: \(error)")
    }
  }

  /// Today in the zone.
  static func today(_ arguments: Arguments, _ context: Context, _ configuration: Configuration) throws -> CivilDate {
    try zone(arguments, configuration).civil(at: context.now).date
  }

  /// The date that the command's first word names; today without one.
  static func date(
    _ arguments: Arguments, _ context: Context, _ configuration: Configuration, _ calendar: WorkCalendar
  ) throws -> CivilDate {
    let today = try today(arguments, context, configuration)
    guard let word = arguments.words.first else { return today }
    guard let date = DateArgument(today: today, calendar: calendar).read(word) else {
      throw Failure(.usage, "\"\(word)\" is no date; expected \(DateArgument.forms)")
    }
    return date
  }
}
