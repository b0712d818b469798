import Alarms
import Workdays

/// `notifierctl plan`: what new holiday data would move, before it is put to use.
enum PlanCommand {
  static let subcommand = Subcommand(
    name: "plan", synopsis: "--holidays FILE [--force] [--json]",
    summary: "Tell which days and which rings a holiday file would move; nothing is changed.",
    options: [
      Option("--holidays", value: "FILE", help: "the year file to try: holiday-cn, timor.tech, Nager.Date or CSV"),
      Option("--kind", value: "KIND", help: "holiday-cn, timor, nager or csv, where the file does not tell"),
      Option("--force", help: "take a file with fewer days than are known as right"),
      Option("--from", value: "WHEN", help: "answer as if it were then"),
      Option("--json", help: "print an object for programs"),
    ],
    words: 0...0, examples: ["notifierctl plan --holidays 2027.json"],
    details: """
      Rings are compared from now to the end of the last year that changes. Exit status 0 when nothing would move, 1 when
      something would, 65 when the file would be refused. To put it to use, name it under holidaySources:.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard let path = arguments.value("--holidays") else {
      throw Failure(.usage, "plan: --holidays FILE is missing; see notifierctl plan --help")
    }
    let configuration = try context.configuration(arguments)
    let noticeYears = try read(path, arguments, context, week: configuration.calendar.week)
    let calendar = configuration.calendar
    let national = try noticeYears.reduce(calendar.national) { known, new in
      try replace(new, in: known, week: calendar.week, isForced: arguments["--force"], path: path, context)
    }
    let days = HolidayDiff.between(old: calendar.national, new: national, week: calendar.week).changes
    let new = Planner(
      alarms: configuration.alarms,
      calendar: WorkCalendar(week: calendar.week, national: national, own: calendar.own), zones: configuration.zones)
    let rings = RingDiff.between(
      old: configuration.planner, new: new, in: try range(arguments, context, configuration, days))
    if arguments["--json"] {
      try context.printJSON(Report(days: days, rings: rings, old: configuration.planner, new: new))
    } else {
      print(days, rings, old: configuration.planner, new: new, context.output)
    }
    return days.isEmpty && rings.isEmpty ? .success : .no
  }

  private static func read(
    _ path: String, _ arguments: Arguments, _ context: Context, week: WorkWeek
  ) throws -> [NoticeYear] {
    let names = HolidayFile.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    let kind = try arguments.value("--kind", expected: names) { HolidayFile.Kind(rawValue: $0) }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(path).bytes } catch {
      throw Failure(.badData, "\(path) cannot be read: \(error); check its path and mode")
    }
    do throws(DiagnosticList) {
      let contents = try HolidayFile.read(bytes, file: path, kind: kind, week: week)
      context.report(contents.warnings)
      return contents.noticeYears
    } catch {
      context.report(error.diagnostics)
      throw Failure(.badData, "\(path) would be refused")
    }
  }

  /// The calendar with a year put in the place of what is known of it, if the guard lets it.
  private static func replace(
    _ noticeYear: NoticeYear, in known: HolidayCalendar, week: WorkWeek, isForced: Bool, path: String,
    _ context: Context
  ) throws -> HolidayCalendar {
    let before = known.noticeYear(noticeYear.year).map { HolidayGuard.Notice($0) }
    let verdict = HolidayGuard(week: week, statute: known.statute).verdict(
      on: HolidayGuard.Notice(noticeYear), asked: noticeYear.year, known: before, forced: isForced)
    switch verdict {
    case .unchanged: return known
    case .refused(let refusal): throw Failure(.badData, "\(path) would be refused: \(refusal)")
    case .accepted(let doubts):
      for doubt in doubts {
        // The others were told by the reader, with their lines.
        if case .isolated = doubt { context.output.message("\(path): \(doubt)") }
      }
      return known.replacing(noticeYear)
    }
  }

  private static func range(
    _ arguments: Arguments, _ context: Context, _ configuration: Configuration, _ days: [HolidayDiff.Change]
  ) throws -> Range<Instant> {
    let zone = configuration.zones[configuration.zone] ?? .utc
    let from = try AdHocRule.from(arguments, context, zone: zone, calendar: configuration.calendar)
      .advanced(by: .nanoseconds(1))
    // A ring may lie up to some days before or after the day that it is for.
    let last = (days.last?.date ?? zone.civil(at: from).date).adding(days: 32)
    let end = Instant(CivilDateTime(date: last, time: .midnight), utcOffset: 0)
    return from..<max(from, end)
  }

  private static func print(
    _ days: [HolidayDiff.Change], _ rings: RingDiff, old: Planner, new: Planner, _ output: Output
  ) {
    if days.isEmpty { output.line("no day changes") }
    output.table(
      days.map { change in
        [
          Output.Cell("\(change.date.weekday.shortTitle) \(change.date)", .bold), Output.Cell(change.before.plainWords),
          "→", Output.Cell(change.after.plainWords, change.after.isWorkday ? .yellow : .green),
        ]
      })
    print(rings, old: old, new: new, output)
  }

  /// The rings that one plan has and the other has not, or has at another time.
  static func print(_ rings: RingDiff, old: Planner, new: Planner, _ output: Output) {
    guard !rings.isEmpty else { return output.line("no ring moves") }
    output.line("rings:")
    let rows =
      rings.removed.map { ("-", $0, "\(time($0, old)) no longer rings") }
      + rings.added.map { ("+", $0, "\(time($0, new)) rings") }
      + rings.moved.map { ("~", $0.before, "\(time($0.before, old)) moves to \(time($0.after, new))") }
    output.table(
      rows.sorted { ($0.1.instant, $0.1.id) < ($1.1.instant, $1.1.id) }.map { sign, firing, text in
        [Output.Cell(sign), Output.Cell(text), Output.Cell(firing.alarm), Output.Cell("\(firing.offset)")]
      })
  }

  private static func time(_ firing: Firing, _ planner: Planner) -> String {
    guard let zone = planner.plan(of: firing.alarm)?.zone else { return firing.instant.description }
    let civil = zone.civil(at: firing.instant)
    return "\(civil.date.weekday.shortTitle) \(civil.date) \(civil.time)"
  }

  /// The shape of `plan --json`.
  private struct Report: Encodable {
    struct DayChange: Encodable {
      let before: DayReport
      let after: DayReport
    }
    struct Move: Encodable {
      let before: FiringReport
      let after: FiringReport
    }
    let days: [DayChange]
    let added: [FiringReport]
    let removed: [FiringReport]
    let moved: [Move]

    init(days: [HolidayDiff.Change], rings: RingDiff, old: Planner, new: Planner) {
      func report(_ firing: Firing, _ planner: Planner) -> FiringReport? {
        planner.plan(of: firing.alarm).map { FiringReport(firing, plan: $0) }
      }
      self.days = days.map { DayChange(before: DayReport($0.before), after: DayReport($0.after)) }
      added = rings.added.compactMap { report($0, new) }
      removed = rings.removed.compactMap { report($0, old) }
      moved = rings.moved.compactMap { move in
        guard let before = report(move.before, old), let after = report(move.after, new) else { return nil }
        return Move(before: before, after: after)
      }
    }
  }
}
