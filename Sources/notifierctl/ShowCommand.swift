import Alarms
import Journal
import Workdays

/// `notifierctl show`: all there is to say of one alarm.
enum ShowCommand {
  static let subcommand = Subcommand(
    name: "show", synopsis: "ALARM [--json]",
    summary: "Tell all of an alarm: its rule, its next rings, its state, where it is written.",
    options: [Option("--json", help: "print an object for programs")], words: 1...1,
    examples: ["notifierctl show clock-in"], details: "Exit status 4 when there is no such alarm.", run: run)

  private struct Report: Encodable {
    let alarm: AlarmReport
    /// `rings`, `disabled`, `paused` or `over`.
    let state: String
    /// Why, or until when, in words; `nil` where it just rings.
    let because: String?
    /// The occurrences that are skipped, RFC 3339.
    let skipped: [String]
    let next: [FiringReport]
    /// What is to ring because of rings before: snoozes and their like.
    let following: [FiringReport]
    /// Its last ring; `null` where there was none.
    let last: HistoryCommand.Report?

    enum CodingKeys: CodingKey { case alarm, state, because, skipped, next, following, last }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(alarm, forKey: .alarm)
      try container.encode(state, forKey: .state)
      try container.encode(because, forKey: .because)
      try container.encode(skipped, forKey: .skipped)
      try container.encode(next, forKey: .next)
      try container.encode(following, forKey: .following)
      try container.encode(last, forKey: .last)
    }
  }

  /// How many rings are shown.
  private static let shown = 5

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let plan = try NextCommand.plan(named: arguments.words[0], configuration.planner, configuration)
    let (firings, reason) = next(plan, at: context.now)
    let skipped = NextCommand.skipped(plan, firings, after: context.now)
    let journal = JournalView(path: context.locations.journal)
    let children = journal.children().filter { $0.report.alarm == plan.alarm.id && $0.fires > context.now }
    let last = journal.firings(of: plan.alarm.id, limit: 1).first
    let state = AlarmState(plan, isOver: firings.isEmpty && children.isEmpty, reason, at: context.now)
    if arguments["--json"] {
      try context.printJSON(
        Report(
          alarm: AlarmReport(plan, at: context.now), state: state.name, because: state.reason?.text(in: .english),
          skipped: Array(Set(skipped.map { FiringReport($0.firing, plan: plan).occurrence })).sorted(),
          next: firings.map { FiringReport($0, plan: plan) }, following: children.map(\.report),
          last: last.map(HistoryCommand.Report.init)))
    } else {
      print(plan, state, configuration, context)
      if let last { context.output.table([["", Output.Cell(said: "last")] + HistoryCommand.row(last)]) }
      if !firings.isEmpty || !children.isEmpty { context.output.say("  next") }
      let rings = firings.map {
        (
          $0.instant,
          NextCommand.row(
            NextCommand.Listed(firing: $0, plan: plan, quiet: NextCommand.quietWords($0, plan, configuration)),
            from: context.now)
        )
      }
      let skips = skipped.map {
        ($0.firing.instant, NextCommand.row($0, from: context.now))
      }
      let rows = rings + skips + children.map { ($0.fires, NextCommand.row($0, from: context.now)) }
      context.output.table(
        rows.sorted { $0.0 < $1.0 }.map { ["  ", $0.1[0], $0.1[1]] + $0.1.dropFirst(4) })
    }
    if plan.alarm.schedule.seesHolidays {
      context.noteUncertainty(firings.map(\.occurrence.day), calendar: plan.occurrences.calendar)
    }
    return .success
  }

  /// The next rings, with the reason where there are none.
  private static func next(_ plan: AlarmPlan, at now: Instant) -> ([Firing], LocalText?) {
    do throws(SearchError) {
      return (try plan.nextFirings(shown, after: now), nil)
    } catch {
      return ([], NextCommand.sentence(error))
    }
  }

  private static func print(_ plan: AlarmPlan, _ state: AlarmState, _ configuration: Configuration, _ context: Context)
  {
    let alarm = plan.alarm
    context.output.line(context.output.styled("\(alarm.id)  \(alarm.title)".singleLine, .bold))
    context.output.table(
      AlarmWords(plan, configuration).rows.map { ["", Output.Cell(said: $0.0), Output.Cell($0.1)] }
        + [
          [
            "", Output.Cell(said: "state"),
            Output.Cell(state.reason.map { "\(state.title): \($0)" } ?? "\(state.title)"),
          ]
        ])
  }
}

/// How an alarm stands.
struct AlarmState {
  let name: String
  let reason: LocalText?

  /// The name for a person.
  var title: LocalText {
    switch name {
    case "disabled": "disabled"
    case "paused": "paused"
    case "over": "over"
    default: "rings"
    }
  }

  init(_ plan: AlarmPlan, isOver: Bool, _ noRing: LocalText?, at now: Instant) {
    if !plan.alarm.isEnabled {
      name = "disabled"
      reason = "notifierctl enable \(plan.alarm.id) has it ring again"
    } else if let pause = plan.adjustments.pause(at: now.advanced(by: .nanoseconds(1))) {
      let until = pause.until.map { plan.zone.civil(at: $0) }
      let end: LocalText? = until.map { "until \($0.date.dated) \($0.time)" }
      name = "paused"
      reason = end ?? "notifierctl resume \(pause.alarm ?? "--all") ends that"
    } else if isOver {
      (name, reason) = ("over", noRing)
    } else {
      (name, reason) = ("rings", nil)
    }
  }
}

/// What an alarm says of itself, in words; what it leaves open is left out.
private struct AlarmWords {
  private static let machine: LocalText = "the machine"
  private(set) var rows: [(LocalText, String)] = []

  init(_ plan: AlarmPlan, _ configuration: Configuration) {
    let alarm = plan.alarm
    let schedule = alarm.schedule
    let times = [schedule.summary, ListCommand.times(alarm)].filter { !$0.isEmpty }.joined(separator: ", ")
    row("rule", times + WhyCommand.bounds(schedule))
    if schedule.holidays != Schedule.usualHolidays(of: schedule.days) {
      row("holidays", schedule.holidays.rawValue)
    }
    if schedule.move != .keep { row("move", schedule.move.rawValue) }
    if schedule.halfDays != .keep { row("half-days", "\(schedule.halfDays)") }
    row("zone", alarm.zone)
    if let region = alarm.region { row("region", region) }
    if let week = alarm.week { row("work week", "\(week)") }
    if alarm.duration != .none, !alarm.isAllDay {
      row("lasts", Offset.length(days: alarm.duration.days, seconds: alarm.duration.seconds))
    }
    row("rings", alarm.offsets.map(\.description).joined(separator: ", "))
    row("goes to", alarm.destinations.joined(separator: ", "))
    if let calendar = configuration.calendar(of: alarm) { row("calendar", calendar.title) }
    if let notes = alarm.notes { row("notes", notes) }
    if let location = alarm.location { row("location", location) }
    if let link = alarm.link { row("link", link) }
    if alarm.urgency != .normal { row("urgency", alarm.urgency.rawValue) }
    row("missed", alarm.missed.words)
    if let acknowledgement = alarm.acknowledgement { row("insists", acknowledgement.words) }
    if alarm.duringQuiet != .hold { row("quiet", alarm.duringQuiet.rawValue) }
    if alarm.wakes { row("wakes", AlarmWords.machine.description) }
    row("written", "\(alarm.place)")
  }

  private mutating func row(_ label: LocalText, _ text: String) { rows.append((label, text)) }
}

extension Offset {
  /// A length in the form in which it is written.
  static func length(days: Int, seconds: Int) -> String {
    String(Offset(.span(days: days, seconds: seconds)).description.dropFirst())
  }
}

extension MissedPolicy {
  /// As the configuration writes it.
  fileprivate var words: String { said.description }

  private var said: LocalText {
    switch self {
    case .always: "always"
    case .never: "never"
    case .within(let grace): "within \(Offset.length(days: 0, seconds: Int(grace.components.seconds)))"
    }
  }
}

extension Acknowledgement {
  fileprivate var words: String {
    var parts: [LocalText] = ["asks to be acknowledged"]
    if let nag {
      parts.append(
        "rings every \(Offset.length(days: 0, seconds: Int(nag.interval.components.seconds))) until done, at most \(nag.most) times"
      )
    }
    if let escalation {
      parts.append("tells \(escalation.destinations.joined(separator: ", ")) after \(escalation.after)")
    }
    return parts.map(\.description).joined(separator: "; ")
  }
}
