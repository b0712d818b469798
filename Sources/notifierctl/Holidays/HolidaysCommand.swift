import Alarms
import Workdays

/// `notifierctl holidays`: where the holidays come from, what they are, and how fresh that is.
enum HolidaysCommand {
  static let subcommand = Subcommand(
    name: "holidays", synopsis: "[list | show [YEAR] | status | update | diff PLACE | import PLACE]",
    summary: "Tell where the holidays come from, show a year, fetch or import data.",
    options: HolidayOffer.options + [
      Option(
        "--layer", value: "LAYER", help: "import: national (the default), company or personal",
        words: HolidaySource.Layer.allCases.map(\.rawValue)),
      Option("--remove", value: "YEAR", help: "import: forget what was imported of a year"),
      Option("--json", help: "print data for programs"),
    ],
    words: 0...2,
    examples: [
      "notifierctl holidays", "notifierctl holidays show 2026", "notifierctl holidays status",
      "notifierctl holidays update", "notifierctl holidays import 2027.json",
    ],
    details: """
        list         the sources, lowest first, with the years that each gives and how fresh they are
        show YEAR    every day of a year that departs from the work week, with its source and notice
        status       how far ahead the holidays are announced; 75 when a source could not be fetched
        update       fetch now what notifierd fetches once a day, and tell what moves
        diff PLACE   the days that a file or an address would change: 1 when there are some
        import PLACE keep the years of a file or an address, and tell what moves
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let verb = arguments.words.first ?? "list"
    let argument = arguments.words.count == 2 ? arguments.words[1] : nil
    switch (verb, argument) {
    case ("list", nil): return try HolidaySources.list(arguments, context)
    case ("status", nil): return try HolidaySources.status(arguments, context)
    case ("show", _): return try HolidayYear.show(argument, arguments, context)
    case ("update", nil): return try HolidayUpdate.run(arguments, context)
    case ("diff", let place?): return try diff(place, arguments, context)
    case ("import", _): return try HolidayImport.run(argument, arguments, context)
    case ("diff", nil): throw Failure(.usage, "holidays diff needs a file or an address")
    default:
      let verbs = ["list", "show", "status", "update", "diff", "import"]
      guard verbs.contains(verb) else {
        let hint =
          nearest(verb, among: verbs).map { "did you mean \"\($0)\"?" } ?? "expected \(verbs.joined(separator: ", "))"
        throw Failure(.usage, "holidays: unknown command \"\(verb)\"; \(hint)")
      }
      throw Failure(.usage, "holidays \(verb): unexpected \"\(argument ?? "")\"")
    }
  }

  private static func diff(_ place: String, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let offer = try HolidayOffer(place, arguments, context, configuration)
    let national = try offer.applied(to: configuration, context)
    let diff = HolidayDiff.between(
      old: configuration.calendar.national, new: national, week: configuration.calendar.week)
    if arguments["--json"] {
      try context.printJSON(diff.changes.map(NewsView.DayChange.init))
    } else {
      NewsView.printDays(diff.changes, context.output)
      if diff.changes.isEmpty { context.output.line("no day changes") }
    }
    return diff.changes.isEmpty ? .success : .no
  }
}

/// `holidays update`: fetches at once.
enum HolidayUpdate {
  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let before = try context.configuration(arguments)
    guard let job = before.refreshJob(in: context.locations, at: context.now, isForced: arguments["--force"]) else {
      context.output.message(
        "no source of holidaySources: is fetched; the days are those that ship, and those of files")
      return .success
    }
    let report: RefreshReport
    do {
      report = try Progress.waiting(for: "the holiday sources", context.output) { try RefreshProgram.run(job) }
    } catch {
      throw Failure(.unavailable, "\(error)")
    }
    for source in report.sources {
      for failure in source.failures { context.output.message("\(source.title): \(failure)") }
      for warning in source.warnings { context.output.message("\(source.title): warning: \(warning)") }
    }
    let news = HolidayNews(old: before, new: try context.configuration(arguments), from: context.now)
    if arguments["--json"] {
      try context.printJSON(Report(sources: report.sources, news: NewsView.Report(news)))
    } else {
      for source in report.sources { context.output.line("\(source.title): \(words(source))") }
      if !news.isEmpty { NewsView(news: news).print(context.output) }
    }
    return report.sources.allSatisfy(\.failures.isEmpty) ? .success : .tryAgain
  }

  private static func words(_ source: RefreshReport.Source) -> String {
    var parts: [String] = []
    if !source.changed.isEmpty { parts.append("new data for \(list(source.changed))") }
    if !source.notAnnounced.isEmpty { parts.append("\(list(source.notAnnounced)) not announced yet") }
    if !source.failures.isEmpty { parts.append("not all could be had; what was known stays in use") }
    return parts.isEmpty ? "nothing new" : parts.joined(separator: "; ")
  }

  private static func list(_ years: [Int]) -> String { years.map(String.init).joined(separator: ", ") }

  private struct Report: Encodable {
    let sources: [RefreshReport.Source]
    let news: NewsView.Report
  }
}

/// `holidays import`: keeps the years of a file among the person's own.
enum HolidayImport {
  static func run(_ place: String?, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments["--config"] else {
      throw Failure(.usage, "imported holidays go with your own configuration; leave --config out")
    }
    let names = HolidaySource.Layer.allCases.map(\.rawValue).joined(separator: ", ")
    let layer =
      try arguments.value("--layer", expected: LocalText(verbatim: names)) { HolidaySource.Layer(rawValue: $0) }
      ?? HolidaySource.Layer.national
    let before = try context.configuration(arguments)
    let files = ImportedHolidays(context.locations)
    do {
      if let year = try arguments.value("--remove", expected: "a year such as 2027", { Int($0) }) {
        guard place == nil else { throw Failure(.usage, "holidays import: --remove takes no file") }
        guard try files.forget(year: year, layer: layer) else {
          throw Failure(.no, "nothing was imported of \(year) in the \(layer.rawValue) layer")
        }
      } else {
        guard let place else { throw Failure(.usage, "holidays import needs a file or an address") }
        try keep(place, layer, files, arguments, context, before)
      }
    } catch let error as FileError {
      throw Failure(.unavailable, "\(files.path) cannot be written: \(error)")
    }
    NewsView(news: HolidayNews(old: before, new: try context.configuration(arguments), from: context.now))
      .print(context.output)
    return .success
  }

  private static func keep(
    _ place: String, _ layer: HolidaySource.Layer, _ files: ImportedHolidays, _ arguments: Arguments,
    _ context: Context, _ configuration: Configuration
  ) throws {
    let offer = try HolidayOffer(place, arguments, context, configuration)
    // The guard knows the national layer; a person's own days may become fewer.
    if layer == .national { _ = try offer.applied(to: configuration, context) }
    let years = offer.noticeYears.filter { !$0.overrides.isEmpty }
    guard !years.isEmpty else {
      throw Failure(.badData, "\(offer.title) sets no day; nothing was imported")
    }
    try files.keep(years, layer: layer)
    for year in years {
      context.output.note("\(files.file(year: year.year, layer: layer)): \(counted(year.overrides.count, "day"))")
    }
  }
}
