import Alarms
import Workdays

/// `holidays show`: a year's days that depart from the work week, each with where it comes from.
enum HolidayYear {
  static func show(_ word: String?, _ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: context.now).date
    let year = try word.map { text -> Int in
      guard let year = Int(text), CivilDate(year: year, month: 1, day: 1) != nil else {
        throw Failure(.usage, "holidays show: \"\(text)\" is no year; expected one such as \(today.year)")
      }
      return year
    }
    let days = departing(in: year ?? today.year, configuration.calendar)
    if arguments["--json"] {
      try context.printJSON(days.map(DayReport.init))
    } else {
      context.output.line(headline(year ?? today.year, configuration))
      print(days, context.output)
    }
    return .success
  }

  /// The days of a civil year that are not as the work week has them.
  private static func departing(in year: Int, _ calendar: WorkCalendar) -> [Day] {
    guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
    else { return [] }
    return (first...last).map(calendar.day).filter { $0.reason != .pattern }
  }

  /// What is known of a year, and from where.
  static func headline(_ year: Int, _ configuration: Configuration) -> String {
    let national = configuration.calendar.national
    let state =
      switch national.noticeYear(year)?.basis {
      case .notice: "announced"
      case .law: "fixed by law"
      case .computed: "computed from law and calendar, a notice may still move days"
      case nil where national.statute != nil && year > (national.announcedYears.last ?? .max):
        "not announced; what law and calendar fix is computed"
      case nil: "no data"
      }
    let origin = HolidaySources.origin(of: year, configuration).map { "; \($0)" } ?? ""
    return "\(year) in \(national.region): \(state)\(origin)"
  }

  /// Sources are long and few: each has a number.
  private static func print(_ days: [Day], _ output: Output) {
    var sources: [String] = []
    let rows = days.map { day -> [Output.Cell] in
      var number = ""
      if let source = day.source {
        if !sources.contains(source) { sources.append(source) }
        number = "[\(sources.firstIndex(of: source).map { $0 + 1 } ?? 0)]"
      }
      let certainty = day.certainty == .announced ? "" : day.certainty.rawValue
      return [
        Output.Cell("\(day.date.dated)", .bold),
        Output.Cell(day.kindWords, day.isWorkday ? .yellow : .green), Output.Cell(day.name ?? ""),
        Output.Cell(number, .dim), Output.Cell(certainty),
      ]
    }
    output.table(rows)
    for (index, source) in sources.enumerated() { output.line("[\(index + 1)] \(source)".singleLine) }
  }
}
