import Alarms
import Workdays

/// `notifierctl cal`: months, a year or a week as grids, with rest and make-up marks and dots for days that ring.
enum CalCommand {
  static let subcommand = Subcommand(
    name: "cal",
    synopsis: "[YYYY-MM | YYYY | DATE] [-3 | --week] [--calendar NAME] [--json | --format FORMAT | --interactive]",
    summary: "Show a month, a week or a year, with holidays, make-up workdays and the days that ring.",
    options: [
      Option("-3", help: "the month before and the month after too"),
      Option("--week", help: "one week alone: that of DATE, or this one"),
      Option("--calendar", value: "NAME", help: "dots for the alarms of this calendar only; may be repeated"),
      Option(
        "--first-weekday", value: "DAY", help: "with which day a week begins; by the locale where nothing is said",
        words: Weekday.allCases.map(\.abbreviation)),
      Option("--week-numbers", help: "show the numbers of ISO 8601's weeks"),
      Option(
        "--lunar", value: "WHEN", help: "the Chinese calendar's days: always, never, or auto",
        words: LunarChoice.allCases.map(\.rawValue)),
      Option("--region", value: "CC", help: "whose holidays count, such as CN or DE-BY"),
      Option("--tz", value: "ZONE", help: "the zone in which today is today"),
      Option("--json", help: "print an array for programs, one element a day"),
      Option("--interactive", help: "by keys and mouse, until q"),
      Option(
        "--format", value: "FORMAT", help: "a picture of the month or the year: svg, or html, a page to print",
        words: PictureFormat.allCases.map(\.rawValue)),
      Option("--output", value: "FILE", help: "write the picture there; its name may say the format"),
    ],
    words: 0...1,
    examples: [
      "notifierctl cal", "notifierctl cal 2026-09 -3", "notifierctl cal tomorrow --week",
      "notifierctl cal 2026 --week-numbers", "notifierctl cal 2026 --json",
      "notifierctl cal 2027 --format html --output 2027.html",
    ],
    details: """
      休 marks a day off for a holiday, 班 a make-up workday, 半 a workday that ends early, • a day on which an alarm rings (a
      number where several do), in the colour of its calendar, ~ a day that is not announced yet (∘ where an alarm rings on
      it). Under the days stand those of the Chinese calendar, its festivals and solar terms: where the region is CN, HK, MO or
      TW or the language is Chinese, or with --lunar always; of a year only with that. A date is told of below. A terminal
      that is no UTF-8 gets H, W and h, * and o; COLUMNS, where it is set, says how wide it is.

      With --interactive arrows (or h, j, k, l) go by day and week, the page keys by month, Home and End to the ends of the month,
      t to today; Enter, or the mouse on the selected day, tells what rings then and why; w shows one week or the month; s skips
      what is still to ring that day (notifierd has to run), o takes the day off, u takes that back; q ends it.
      """,
    run: run)

  /// When the days of the Chinese calendar are shown.
  enum LunarChoice: String, CaseIterable {
    case auto, always, never
  }

  /// What is to be seen.
  struct View {
    /// The first days of its months, and whose days are its own: those of the months, or of one week.
    let months: [CivilDate]
    var week: ClosedRange<CivilDate>?
    /// The date that was named.
    var selected: CivilDate?

    /// Every day of it.
    var days: [CivilDate] { (week.map { [$0] } ?? months.map { $0...$0.endOfMonth }).flatMap { Array($0) } }
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    if arguments["--interactive"] { return try InteractiveCalendar.run(arguments, context) }
    let configuration = try context.configuration(arguments)
    let calendar = try CalendarOptions.calendar(arguments, configuration)
    let today = try CalendarOptions.today(arguments, context, configuration)
    let language = configuration.language ?? Language(environment: Locations.variable) ?? .english
    let look = try look(arguments, calendar, language)
    let view = try view(arguments, today: today, look.firstWeekday, calendar, context)
    let format = try PictureFormat.wanted(arguments)
    if format != nil {
      guard !arguments["--json"], !arguments["-3"], view.week == nil else {
        throw Failure(.usage, "cal: a picture is of one month or one year; leave --json, -3 and --week out")
      }
    }
    let ringing = try ringingDays(view.days, configuration, only: arguments.all("--calendar"))
    if arguments["--json"] {
      try context.printJSON(
        view.days.map { CalendarDayReport(calendar.day(on: $0), alarms: (ringing[$0] ?? []).map(\.alarm)) })
    } else if let format {
      let page = CalendarPage(
        calendar: calendar, words: ViewWords(language: language), today: today, selected: nil,
        firstWeekday: look.firstWeekday, ringing: ringing)
      let titles = configuration.alarms.map { ($0.id, $0.title) }
      let picture = Picture(
        page: page, months: view.months, hasCaptions: look.hasCaptions,
        titles: Dictionary(titles) { first, _ in first }, calendars: configuration.calendars)
      try format.write(picture, arguments, context.output)
    } else {
      let style = GridStyle(context.output)
      let page = CalendarPage(
        calendar: calendar, words: ViewWords(language: style.isUnicode ? language : .english), today: today,
        selected: view.selected, firstWeekday: look.firstWeekday, ringing: ringing)
      let hasCaptions = look.hasCaptions && (view.months.count < 12 || look.lunar == .always)
      draw(view, page, style, hasCaptions: hasCaptions, hasWeekNumbers: look.hasWeekNumbers, context.output)
    }
    let days = view.months.flatMap { [calendar.day(on: $0), calendar.day(on: $0.endOfMonth)] }
    context.noteUncertainty(days, calendar: calendar)
    return .success
  }

  /// How a person wants it to look.
  struct Look {
    let firstWeekday: Weekday
    let lunar: LunarChoice
    /// Whether the Chinese calendar's days are shown where there is room.
    let hasCaptions: Bool
    let hasWeekNumbers: Bool
  }

  static func look(_ arguments: Arguments, _ calendar: WorkCalendar, _ language: Language) throws -> Look {
    let first = try arguments.value("--first-weekday", expected: "a day such as mon or sun") { Weekday(named: $0) }
    let lunar = try arguments.value("--lunar", expected: "auto, always or never") { LunarChoice(rawValue: $0) } ?? .auto
    let isLunar = ["CN", "HK", "MO", "TW"].contains(calendar.national.region) || language == .chinese
    return Look(
      firstWeekday: first ?? FirstWeekday.preferred(Locations.variable), lunar: lunar,
      hasCaptions: lunar == .always || (lunar == .auto && isLunar), hasWeekNumbers: arguments["--week-numbers"])
  }

  private static func draw(
    _ view: View, _ page: CalendarPage, _ style: GridStyle, hasCaptions: Bool, hasWeekNumbers: Bool, _ output: Output
  ) {
    var layout = MonthGrid.Layout(hasCaptions: hasCaptions, hasWeekNumbers: hasWeekNumbers)
    // Roomy where that costs no grid its place in the row.
    let most = view.months.count == 12 ? 4 : 3
    layout.gap = 0
    let across = min(most, view.months.count, layout.across(output.columns))
    layout.gap = 2
    if layout.across(output.columns) < across || layout.width > output.columns { layout.gap = 0 }
    if let week = view.week {
      let grid = MonthGrid(
        page: page, style: style, layout: layout, days: week, weeks: [week.upperBound.dayNumber - 6],
        title: page.words.title(ofWeek: week.lowerBound))
      MonthGrid.print([grid], across: 1, to: output)
    } else {
      let grids = view.months.map { month in
        MonthGrid(
          page: page, style: style, layout: layout, days: month...month.endOfMonth, weeks: page.weeks(ofMonth: month),
          title: page.title(ofMonth: month), showsNeighbours: view.months.count == 1)
      }
      MonthGrid.print(grids, across: across, to: output)
    }
    for line in notes(view, page) { output.line(output.styled(line, .dim)) }
    if let selected = view.selected { output.line(page.words.selected(page.calendar.day(on: selected))) }
  }

  /// The holidays, a line a month where there are several.
  private static func notes(_ view: View, _ page: CalendarPage) -> [String] {
    if let week = view.week { return [page.notes(on: week).joined(separator: "  ")].filter { !$0.isEmpty } }
    return view.months.compactMap { month in
      let notes = page.notes(on: month...month.endOfMonth)
      guard !notes.isEmpty else { return nil }
      let head = view.months.count == 1 ? "" : "\(page.words.title(ofMonth: month)): "
      return head + notes.joined(separator: "  ")
    }
  }

  private static func view(
    _ arguments: Arguments, today: CivilDate, _ firstWeekday: Weekday, _ calendar: WorkCalendar, _ context: Context
  ) throws -> View {
    if arguments["--week"], arguments["-3"] { throw Failure(.usage, "cal: -3 and --week exclude each other; keep one") }
    let (months, date) = try named(arguments.words.first, today: today, calendar, context)
    if arguments["--week"] {
      guard months.count == 1, date != nil || arguments.words.isEmpty else {
        throw Failure(.usage, "cal: --week goes with a date; expected \(DateArgument.forms)")
      }
      let first = (date ?? today).startOfWeek(on: firstWeekday)
      let last = first.adding(days: 6)
      return View(months: [first.startOfMonth], week: first...last, selected: date)
    }
    guard arguments["-3"] else { return View(months: months, selected: date) }
    guard months.count == 1 else { throw Failure(.usage, "cal: -3 goes with one month; a year has twelve") }
    let around = [months[0].adding(days: -1).startOfMonth, months[0], months[0].endOfMonth.adding(days: 1)]
    return View(months: around.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, selected: date)
  }

  /// The first days of the months that a word names, and the date, where it names one.
  static func named(
    _ word: String?, today: CivilDate, _ calendar: WorkCalendar, _ context: Context
  ) throws -> (months: [CivilDate], date: CivilDate?) {
    guard let word else { return ([today.startOfMonth], nil) }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if parts.count == 1, word.count == 4, let year = parts[0], let first = CivilDate(year: year, month: 1, day: 1) {
      return ((1...12).compactMap { CivilDate(year: first.year, month: $0, day: 1) }, nil)
    }
    if parts.count >= 2, let year = parts[0], let month = parts[1],
      let first = CivilDate(year: year, month: month, day: 1)
    {
      if parts.count == 2 { return ([first], nil) }
      if parts.count == 3, let day = parts[2], day > first.endOfMonth.day, day <= 31 {
        context.output.message(
          "\(first.year)-\(word.split(separator: "-")[1]) has no day \(day); taken as \(first.endOfMonth)")
        return ([first], first.endOfMonth)
      }
    }
    guard let date = DateArgument(today: today, calendar: calendar).read(word) else {
      throw Failure(.usage, "\"\(word)\" is no month; expected YYYY-MM, YYYY, or a date: \(DateArgument.forms)")
    }
    return ([date.startOfMonth], date)
  }

  /// What rings on which dates, each on the wall of its alarm's zone: the planner's own answer for the range.
  ///
  /// - Parameter names: the calendars whose alarms count; of all where there are none.
  static func ringingDays(
    _ dates: [CivilDate], _ configuration: Configuration, only names: [String]
  ) throws -> [CivilDate: [CalendarPage.Ring]] {
    let known = configuration.calendars.map(\.id)
    if let stranger = names.first(where: { !known.contains($0) }) {
      let hint =
        nearest(stranger, among: known).map { "did you mean \"\($0)\"?" }
        ?? (known.isEmpty ? "the configuration has no calendars:" : "expected \(known.joined(separator: ", "))")
      throw Failure(.unknownName, "there is no calendar \"\(stranger)\"; \(hint)")
    }
    guard let first = dates.first, let last = dates.last else { return [:] }
    // By the number of the day: a year of many alarms has tens of thousands of rings.
    var days = [[CalendarPage.Ring]](repeating: [], count: first.days(until: last) + 1)
    for plan in configuration.planner.enabledPlans {
      let calendar = configuration.calendar(of: plan.alarm)
      guard names.isEmpty || calendar.map({ names.contains($0.id) }) == true,
        let lower = plan.zone.instant(of: CivilDateTime(date: first, time: .midnight)),
        let upper = plan.zone.end(of: last)
      else { continue }
      let ring = CalendarPage.Ring(alarm: plan.alarm.id, color: calendar?.color)
      var wall = WallDates(plan.zone)
      var before: Int?
      for firing in plan.firings(in: lower..<upper) {
        let day = wall.dayNumber(at: firing.instant) - first.dayNumber
        if day != before, days.indices.contains(day) { days[day].append(ring) }
        before = day
      }
    }
    return Dictionary(
      uniqueKeysWithValues: days.enumerated().compactMap { day, rings in
        rings.isEmpty ? nil : (first.adding(days: day), rings)
      })
  }
}

/// Tells the dates of instants that come one after another, looking the zone's offset up at its changes only.
private struct WallDates {
  private let zone: ZoneRules
  private var offset = 0
  private var valid = Int.max..<Int.max

  init(_ zone: ZoneRules) { self.zone = zone }

  /// The number of the day that the wall shows then.
  mutating func dayNumber(at instant: Instant) -> Int {
    if !valid.contains(instant.seconds) {
      offset = zone.utcOffset(at: instant)
      valid = instant.seconds..<(zone.nextTransition(after: instant)?.seconds ?? .max)
    }
    // Rounded down before 1970 too.
    return (instant.seconds + offset) >= 0
      ? (instant.seconds + offset) / 86_400 : (instant.seconds + offset + 1) / 86_400 - 1
  }
}

extension ZoneRules {
  /// When a date ends; dates end with the year 9999, after whose last one a day is taken for 24 hours.
  fileprivate func end(of date: CivilDate) -> Instant? {
    date < .latest
      ? instant(of: CivilDateTime(date: date.adding(days: 1), time: .midnight))
      : instant(of: CivilDateTime(date: date, time: .midnight))?.advanced(by: .seconds(86_400))
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
