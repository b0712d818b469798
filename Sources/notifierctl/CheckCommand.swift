import Alarms
import Workdays

/// `notifierctl check`: what is wrong with a configuration or a holiday file, all of it in one run.
enum CheckCommand {
  static let subcommand = Subcommand(
    name: "check", synopsis: "[FILE]", summary: "Check the configuration, or one file of it, or a holiday year file.",
    options: [], words: 0...1,
    examples: ["notifierctl check", "notifierctl check ~/notifier.yaml", "notifierctl check 2027.json"],
    details:
      "Every problem is told with file, line and column. Exit status 0 when there is no error, else 78 (65 for a holiday file).",
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let file = arguments.words.first ?? arguments.value("--config")
    if let file, isHolidayFile(file) { return try checkHolidays(file, context) }
    let loader = ConfigurationLoader(locations: context.locations)
    do {
      let configuration = try loader.load(loader.inputs(file: file))
      if let language = configuration.language { Language.inForce = language }
      context.report(configuration.warnings)
      let never = try neverRinging(configuration, context)
      let warnings = configuration.warnings.count + never
      let more: LocalText = warnings == 0 ? "" : ", \(counted(warnings, "warning"))"
      context.output.say(
        "\(configuration.sources.joined(separator: ", ")): good: \(counted(configuration.alarms.count, "alarm")), \(counted(configuration.destinations.count, "destination"))\(more)"
      )
      if configuration.silentAlarms > 0, let machine = context.locations.machineFile {
        context.output.note(
          "\(machine): its \(counted(configuration.silentAlarms, "alarm")) do not ring for you; copy what you want into "
            + "\(context.locations.personal)/notifier.yaml")
      }
      noteUnknownHolidays(configuration, context)
      if let problem = Waking.problem(configuration) {
        context.output.note("\(Waking.asking(configuration).joined(separator: ", ")): wake: true: \(problem)")
      }
      return .success
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      context.output.message(
        "\(counted(list.diagnostics.count { $0.severity == .error }, "error")); this configuration would not be taken over"
      )
      return .badConfiguration
    }
  }

  /// Says so where alarms heed holidays of which none is known: their region may be misspelt.
  private static func noteUnknownHolidays(_ configuration: Configuration, _ context: Context) {
    let calendars = configuration.planner.enabledPlans.filter(\.alarm.schedule.seesHolidays).map(
      \.occurrences.calendar.national)
    for region in Set(calendars.filter { $0.knownYears == nil }.map(\.region)).sorted() {
      context.output.note("\(HolidayHorizon.unknown(region)); \(HolidayHorizon.remedy)")
    }
  }

  /// Warns of alarms that can never ring, and says of each why.
  private static func neverRinging(_ configuration: Configuration, _ context: Context) throws -> Int {
    var count = 0
    for plan in configuration.planner.enabledPlans {
      do throws(SearchError) {
        _ = try plan.nextFiring(after: context.now)
      } catch {
        // It will ring again, once a notice is out.
        if case .notAnnounced(_, after: .some) = error { continue }
        count += 1
        context.report([
          Diagnostic(
            "\(plan.alarm.id): \(NextCommand.sentence(error))", at: plan.alarm.place,
            severity: .warning)
        ])
      }
    }
    return count
  }

  private static func isHolidayFile(_ path: String) -> Bool {
    guard let bytes = try? Files.read(path).bytes else { return false }
    return HolidayFile.isLikely(bytes, file: path)
  }

  private static func checkHolidays(_ path: String, _ context: Context) throws -> ExitStatus {
    do {
      let contents = try HolidayFile.read(try Files.read(path).bytes, file: path, week: .mondayToFriday)
      context.report(contents.warnings)
      if contents.noticeYears.isEmpty { context.output.say("\(path): good, and empty: it announces no year") }
      for noticeYear in contents.noticeYears {
        let overrides = noticeYear.overrides
        let work = overrides.count { $0.kind == .work }
        context.output.say(
          overrides.isEmpty
            ? "\(path): good, and empty: \(noticeYear.year) is not announced in it"
            : "\(path): good: year \(noticeYear.year), \(counted(overrides.count - work, "rest day")), \(counted(work, "make-up workday"))"
        )
      }
      return .success
    } catch let list as DiagnosticList {
      context.report(list.diagnostics)
      context.output.message("\(path) would be refused")
      return .badData
    }
  }
}
