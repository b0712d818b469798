import Alarms
import Glibc
import Scheduler
import Workdays

/// `notifierctl cal --interactive`: the calendar by keys and mouse, until `q`.
///
/// It is drawn again when the configuration or the journal changes and when a day begins. Days off are written into the file of
/// one's own days, as `notifierctl off` does.
final class InteractiveCalendar {
  private let arguments: Arguments
  private let output: Output
  private let locations: Locations
  private let watch: Watch
  private let terminal: RawTerminal
  private var configuration: Configuration
  private var calendar: WorkCalendar
  private var zone: ZoneRules
  private var now: Instant
  private var browser: CalendarBrowser
  private var frame: CalendarFrame?
  /// What rings in the month around the selected day, by that month.
  private var ringing: (month: CivilDate, rings: [CivilDate: [CalendarPage.Ring]])?
  /// What is said in the last line, until the next key.
  private var message: String?
  /// What `u` takes back, the last one first.
  private var changes: [CalendarChange] = []

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    if let other = ["--json", "--format", "--output", "-3"].first(where: { arguments[$0] }) {
      throw Failure(.usage, "cal: --interactive shows one month or one week; leave \(other) out")
    }
    guard isatty(STDIN_FILENO) == 1, context.output.isTerminal, Locations.variable("TERM") != "dumb" else {
      throw Failure(.unavailable, "cal: --interactive needs a terminal; without it the calendar is printed")
    }
    // Before the journal is read, which begins threads.
    let watch = try Watch(context.locations, configuration: arguments.value("--config"), readsKeys: true)
    return try InteractiveCalendar(arguments, context, watch).run()
  }

  private init(_ arguments: Arguments, _ context: Context, _ watch: Watch) throws {
    (self.arguments, self.watch, output, locations) = (arguments, watch, context.output, context.locations)
    now = context.now
    terminal = RawTerminal(context.output)
    configuration = try context.configuration(arguments)
    calendar = try CalendarOptions.calendar(arguments, configuration)
    zone = try CalendarOptions.zone(arguments, configuration)
    let today = zone.civil(at: now).date
    let named = try CalCommand.named(arguments.words.first, today: today, calendar, context)
    browser = CalendarBrowser(named.date ?? (named.months.contains(today.startOfMonth) ? today : named.months[0]))
    browser.isWeek = arguments["--week"]
    // What is wrong with the options is told before the screen is taken.
    _ = try options()
    _ = try rings(around: browser.selected.startOfMonth)
  }

  private func run() throws -> ExitStatus {
    terminal.enter()
    defer {
      terminal.leave()
      output.messages = .standardError
    }
    output.messages = .nowhere
    while true {
      try draw()
      let tomorrow = zone.civil(at: now).date.adding(days: 1)
      switch watch.wait(until: zone.instant(of: CivilDateTime(date: tomorrow, time: .midnight))) {
      case .changed: reload()
      case .resized: terminal.clear()
      case .stopped:
        terminal.leave()
        kill(getpid(), SIGSTOP)
        terminal.enter()
      case .pressed:
        guard let keys = terminal.keys() else { return .success }
        for key in keys {
          message = nil
          guard obey(key) else { return .success }
        }
      case .ended: return .success
      }
      now = SystemClock.time()
    }
  }

  /// Does what a key asks for; whether it goes on.
  private func obey(_ key: Key) -> Bool {
    switch key {
    case .character("q"): return false
    case .left, .character("h"): browser.move(days: -1)
    case .right, .character("l"): browser.move(days: 1)
    case .up, .character("k"): browser.move(days: -7)
    case .down, .character("j"): browser.move(days: 7)
    case .pageUp, .wheelUp: browser.move(months: -1)
    case .pageDown, .wheelDown: browser.move(months: 1)
    case .home: browser.select(browser.selected.startOfMonth)
    case .end: browser.select(browser.selected.endOfMonth)
    case .character("t"): browser.select(zone.civil(at: now).date)
    case .character("w"): browser.isWeek.toggle()
    case .character("m"): browser.isWeek = false
    case .enter: browser.showsDay.toggle()
    case .escape: browser.showsDay = false
    case .character("s"): skip()
    case .character("o"): takeOff()
    case .character("u"): undo()
    case .press(let row, let column):
      guard let date = frame?.date(row: row, column: column) else { break }
      if date == browser.selected { browser.showsDay.toggle() } else { browser.select(date) }
    case .character: break
    }
    return true
  }

  /// Takes over what the files and the journal say now; while a file has a mistake, what was there stays.
  private func reload() {
    ringing = nil
    guard let changed = try? Context(output: output, now: now, locations: locations).configuration(arguments),
      let calendar = try? CalendarOptions.calendar(arguments, changed),
      let zone = try? CalendarOptions.zone(arguments, changed)
    else { return }
    (configuration, self.calendar, self.zone) = (changed, calendar, zone)
  }

  // Changes.

  private func takeOff() {
    let words = InteractiveWords(language: language)
    let date = browser.selected
    guard !arguments["--config"] else {
      message = words.ownConfigurationOnly
      return
    }
    guard configuration.calendar.day(on: date).isWorkday else {
      message = words.restsAlready(date)
      return
    }
    change {
      try DayChange.off(date, OwnDaysFile(locations))
    } then: { done in
      changes.append(.dayOff(done))
      return words.isOff(date)
    }
  }

  private func skip() {
    let words = InteractiveWords(language: language)
    let date = browser.selected
    let story = DayStory(
      configuration: configuration, calendar: calendar, zone: zone, calendars: arguments.all("--calendar"), words: words
    )
    guard let day = story.range(of: date), max(day.lowerBound, now) < day.upperBound else {
      message = words.nothingToSkip(date)
      return
    }
    change {
      try DaySkips.skip(story.plans, on: date, in: max(day.lowerBound, now)..<day.upperBound)
    } then: { done in
      guard !done.occurrences.isEmpty else { return words.nothingToSkip(date) }
      changes.append(.skips(done))
      return words.isSkipped(date)
    }
  }

  private func undo() {
    let words = InteractiveWords(language: language)
    guard let last = changes.popLast() else {
      message = words.nothingToUndo
      return
    }
    browser.select(last.date)
    change {
      try last.undo(OwnDaysFile(locations))
    } then: {
      words.isUndone(last.date)
    }
  }

  private func change<Done>(_ work: () throws -> Done, then: (Done) -> String) {
    do {
      let done = try work()
      message = then(done)
    } catch let list as DiagnosticList {
      message = list.diagnostics.first.map { "\($0.place): \($0.message)".singleLine }
    } catch let failure as Failure {
      message = "\(failure.message)".singleLine
    } catch {
      message = "\(error)".singleLine
    }
    reload()
  }

  // The picture.

  private var language: Language { configuration.language ?? Language(environment: Locations.variable) ?? .english }

  private func options() throws -> CalCommand.Look { try CalCommand.look(arguments, calendar, language) }

  private func rings(around month: CivilDate) throws -> [CivilDate: [CalendarPage.Ring]] {
    if let ringing, ringing.month == month { return ringing.rings }
    // With the neighbours' days.
    let days = month.adding(days: -7)...month.endOfMonth.adding(days: 7)
    let rings = try CalCommand.ringingDays(Array(days), configuration, only: arguments.all("--calendar"))
    ringing = (month, rings)
    return rings
  }

  private func draw() throws {
    let style = GridStyle(output)
    let look = try options()
    let page = CalendarPage(
      calendar: calendar, words: ViewWords(language: style.isUnicode ? language : .english),
      today: zone.civil(at: now).date, selected: nil, firstWeekday: look.firstWeekday,
      ringing: try rings(around: browser.selected.startOfMonth))
    var layout = MonthGrid.Layout(hasCaptions: look.hasCaptions, hasWeekNumbers: look.hasWeekNumbers)
    if layout.width > output.columns { layout.gap = 0 }
    let words = InteractiveWords(language: page.words.language)
    let story = DayStory(
      configuration: configuration, calendar: calendar, zone: zone, calendars: arguments.all("--calendar"), words: words
    )
    let frame = CalendarFrame(
      page, style, browser, layout: layout,
      story: story.lines(browser.selected, page, isLong: browser.showsDay),
      footer: message ?? help(words, output.columns), rows: output.rows, columns: output.columns)
    terminal.draw(frame.lines)
    self.frame = frame
  }

  /// As many keys as there is room for.
  private func help(_ words: InteractiveWords, _ columns: Int) -> String {
    words.help.reduce("") { text, key in
      let longer = text.isEmpty ? key : "\(text)  \(key)"
      return displayWidth(of: longer) < columns ? longer : text
    }
  }
}
