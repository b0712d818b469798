import Alarms
import Workdays

/// `holidays list` and `holidays status`: the sources, and how far ahead they tell.
enum HolidaySources {
  static func list(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let reports = reports(configuration, context)
    if arguments["--json"] {
      try context.printJSON(reports)
      return .success
    }
    context.output.table(
      reports.map { report in
        [
          Output.Cell(report.layer), Output.Cell(report.source, .bold), Output.Cell(ranges(report.years)),
          Output.Cell(report.words, report.failures.isEmpty ? nil : .red),
        ]
      })
    return .success
  }

  static func status(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let reports = reports(configuration, context)
    let hasFailed = reports.contains { !$0.failures.isEmpty }
    let horizon = HolidayHorizon(configuration, at: context.now)
    if arguments["--json"] {
      try context.printJSON(
        Status(
          region: configuration.region, announced: configuration.calendar.national.announcedYears,
          text: horizon.text.text(in: .english), noticeDue: horizon.isNoticeDue, sources: reports))
    } else {
      context.output.say(horizon.text)
      for report in reports where report.isFetched {
        context.output.line("\(report.source): \(report.words)")
        for failure in report.failures { context.output.line("  \(failure)".singleLine) }
      }
    }
    return hasFailed ? .tryAgain : .success
  }

  /// Where a year's national days come from; `nil` where no source has it.
  static func origin(of year: Int, _ configuration: Configuration) -> String? {
    let noticeYear = configuration.calendar.national.noticeYear(year)
    let source = configuration.sourcedDays.last {
      $0.source.layer == .national && $0.source.scope == .all && $0.source.applies(to: configuration.region)
        && $0.noticeYears.contains { $0 == noticeYear }
    }
    if let source { return "from \(source.source.title)" }
    return noticeYear == nil ? nil : "from the data that ships with notifier"
  }

  /// A finding for each fetched source.
  static func findings(_ configuration: Configuration, _ context: Context) -> [DoctorCommand.Finding] {
    let fetched = reports(configuration, context).filter(\.isFetched)
    guard fetched.isEmpty || RefreshProgram.path != nil else {
      return [
        DoctorCommand.Finding(
          check: "holiday source", grade: .bad,
          text: "notifier-calendars is not beside this program, so nothing is fetched",
          remedy: "install it, it comes with notifier")
      ]
    }
    return fetched.map { report in
      let text: LocalText = "\(report.source): \(report.words)"
      if report.checked == nil || !report.failures.isEmpty {
        return DoctorCommand.Finding(
          check: "holiday source", grade: .warning, text: text,
          remedy: report.failures.first.map { LocalText(verbatim: $0.singleLine) }
            ?? "notifierd fetches it, or run: notifierctl holidays update")
      }
      if report.isStale {
        return DoctorCommand.Finding(
          check: "holiday source", grade: .warning, text: text,
          remedy: "notifierd asks once a day while it runs; run: notifierctl holidays update")
      }
      return .good("holiday source", text)
    }
  }

  /// What is known of each source, lowest first: by layer, and within one as they are written.
  private static func reports(_ configuration: Configuration, _ context: Context) -> [SourceReport] {
    let shipped = configuration.shippedHolidays
    let own = SourceReport(
      layer: HolidaySource.Layer.national.rawValue, source: "shipped with notifier (\(shipped.region))",
      isFetched: false, years: shipped.knownYears.map { Array($0) } ?? [], dataDate: ShippedRegion.dataDate.description,
      checked: nil, isStale: false, failures: [], words: "as of \(ShippedRegion.dataDate)")
    let store = context.locations.holidays
    return [own]
      + HolidaySource.Layer.allCases.flatMap { layer in
        configuration.sourcedDays.filter { $0.source.layer == layer }
      }.map { days in
        let source = days.source
        let state = source.isFetched ? store.state(of: source.key) : nil
        let dates = days.dataDates.values.max()
        return SourceReport(
          layer: source.layer.rawValue, source: source.title, isFetched: source.isFetched,
          years: days.noticeYears.filter { !$0.overrides.isEmpty }.map(\.year), dataDate: dates?.description,
          checked: state.map { Instant(seconds: $0.checked).description }, isStale: isStale(source, state, context.now),
          failures: state?.failures ?? [],
          words: words(source, state, hasDays: !days.noticeYears.isEmpty, dataDate: dates, context.now)
            + (source.scope == .all ? "" : ", for \(source.scope.ids.joined(separator: ", "))"))
      }
  }

  /// Whether the daemon should have asked an address long since.
  private static func isStale(_ source: HolidaySource, _ state: HolidaySourceState?, _ now: Instant) -> Bool {
    guard case .web = source.origin, let state else { return false }
    return abs(now.seconds - state.checked) > 3 * 86_400
  }

  private static func words(
    _ source: HolidaySource, _ state: HolidaySourceState?, hasDays: Bool, dataDate: CivilDate?, _ now: Instant
  ) -> String {
    guard source.isFetched else { return "a file" }
    guard let state else { return hasDays ? "not checked yet, days of an earlier fetch" : "never fetched" }
    let checked = age(state.checked, now)
    guard state.failures.isEmpty else {
      let copy = state.succeeded.map { "the copy in use was right \(age($0, now))" } ?? "there is no copy"
      return "not all could be fetched \(checked); \(copy)"
    }
    return "checked \(checked)" + (dataDate.map { ", data of \($0)" } ?? "")
  }

  private static func age(_ seconds: Int, _ now: Instant) -> String {
    localRelativeTime(from: now, to: Instant(seconds: seconds), utcOffset: 0)
  }

  /// `2007–2026, 2028`.
  private static func ranges(_ years: [Int]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for year in years.sorted() {
      if let run = runs.last, run.last + 1 == year {
        runs[runs.count - 1].last = year
      } else {
        runs.append((year, year))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)–\($0.last)" }.joined(separator: ", ")
  }

  /// One source as `holidays list --json` shows it.
  private struct SourceReport: Encodable {
    let layer: String
    let source: String
    let isFetched: Bool
    let years: [Int]
    let dataDate: String?
    let checked: String?
    let isStale: Bool
    let failures: [String]
    let words: String

    private enum CodingKeys: String, CodingKey {
      case layer, source, years, dataDate, checked, failures
      case isFetched = "fetched"
    }
  }

  private struct Status: Encodable {
    let region: String
    let announced: [Int]
    let text: String
    let noticeDue: Bool
    let sources: [SourceReport]
  }
}
