import Alarms
import Workdays

/// `notifierctl cal`: a month as a grid, with rest and make-up marks and dots for days that ring.
enum CalCommand {
  static let subcommand = Subcommand(
    name: "cal", synopsis: "[YYYY-MM | YYYY | DATE] [--json]",
    summary: "Show a month, or a year, with holidays, make-up workdays and the days that ring.",
    options: [
      Option("--region", value: "CC", help: "whose holidays count, such as CN or DE-BY"),
      Option("--tz", value: "ZONE", help: "the zone in which today is today"),
      Option("--json", help: "print an array for programs, one element a day"),
    ],
    words: 0...1,
    examples: ["notifierctl cal", "notifierctl cal 2026-09", "notifierctl cal 2026 --json"],
    details: """
      休 marks a day off for a holiday, 班 a make-up workday, 半 a workday that ends early, • a day on which an alarm rings, ~ a day that is not announced
      yet (∘ where an alarm rings on it).
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let calendar = try CalendarOptions.calendar(arguments, configuration)
    let today = try CalendarOptions.today(arguments, context, configuration)
    let months = try months(arguments, today: today, calendar)
    let ringing = ringingDays(months, configuration)
    if arguments["--json"] {
      let days = months.flatMap { Array($0...$0.endOfMonth) }
      try context.printJSON(days.map { CalendarDayReport(calendar.day(on: $0), alarms: ringing[$0] ?? []) })
    } else {
      for (index, month) in months.enumerated() {
        if index > 0 { context.output.line() }
        MonthGrid(month: month, calendar: calendar, today: today, ringing: Set(ringing.keys)).print(to: context.output)
      }
    }
    let days = months.flatMap { [calendar.day(on: $0), calendar.day(on: $0.endOfMonth)] }
    context.noteUncertainty(days, calendar: calendar)
    return .success
  }

  /// The first days of the months to show.
  private static func months(_ arguments: Arguments, today: CivilDate, _ calendar: WorkCalendar) throws -> [CivilDate] {
    guard let word = arguments.words.first else { return [today.startOfMonth] }
    let parts = word.split(separator: "-").map { Int($0) }
    if parts.count == 1, word.count == 4, let year = parts[0], let first = CivilDate(year: year, month: 1, day: 1) {
      return (1...12).compactMap { CivilDate(year: first.year, month: $0, day: 1) }
    }
    if parts.count == 2, let year = parts[0], let month = parts[1],
      let first = CivilDate(year: year, month: month, day: 1)
    {
      return [first]
    }
    guard let date = DateArgument(today: today, calendar: calendar).read(word) else {
      throw Failure(.usage, "\"\(word)\" is no month; expected YYYY-MM, YYYY, or a date: \(DateArgument.forms)")
    }
    return [date.startOfMonth]
  }

  /// Which alarms ring on which dates, each on the wall of its own zone: the planner's own answer for the range.
  private static func ringingDays(_ months: [CivilDate], _ configuration: Configuration) -> [CivilDate: [String]] {
    guard let first = months.first, let last = months.last?.endOfMonth.adding(days: 1) else { return [:] }
    var days: [CivilDate: [String]] = [:]
    for plan in configuration.planner.enabledPlans {
      guard let lower = plan.zone.instant(of: CivilDateTime(date: first, time: .midnight)),
        let upper = plan.zone.instant(of: CivilDateTime(date: last, time: .midnight))
      else { continue }
      for date in Set(plan.firings(in: lower..<upper).map { plan.zone.civil(at: $0.instant).date }) {
        days[date, default: []].append(plan.alarm.id)
      }
    }
    return days
  }
}

/// One day as `cal --json` shows it. Names and meanings change only with a version.
struct CalendarDayReport: Encodable {
  private let day: DayReport
  private let lunar: Lunar?
  private let solarTerm: String?
  private let alarms: [String]

  private struct Lunar: Encodable {
    let year: Int
    let month: Int
    let day: Int
    let leap: Bool
    let text: String
  }

  private enum CodingKeys: CodingKey {
    case lunar, solarTerm, alarms
  }

  init(_ day: Day, alarms: [String]) {
    self.day = DayReport(day)
    lunar = LunarDate(day.date).map {
      Lunar(year: $0.year, month: $0.month, day: $0.day, leap: $0.isLeapMonth, text: $0.text)
    }
    solarTerm = SolarTerm.on(day.date)?.chineseName
    self.alarms = alarms
  }

  func encode(to encoder: any Encoder) throws {
    try day.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lunar, forKey: .lunar)
    try container.encode(solarTerm, forKey: .solarTerm)
    try container.encode(alarms, forKey: .alarms)
  }
}
