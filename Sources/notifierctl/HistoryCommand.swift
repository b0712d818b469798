import Alarms
import Journal
import Scheduler
import Workdays

/// `notifierctl history`: the rings of the past, each with what became of it.
enum HistoryCommand {
  static let subcommand = Subcommand(
    name: "history", synopsis: "[ALARM] [-n N] [--json]",
    summary: "List the rings of the past, the latest first, and what became of each.",
    options: [
      Option("-n", value: "N", help: "at most so many, 20 where nothing is said"),
      Option("--json", help: "print an array for programs"),
    ],
    words: 0...1, examples: ["notifierctl history", "notifierctl history clock-in -n 5"],
    details: """
      A ring rang, in time or late; was missed; or was not wanted: skipped, paused, in quiet hours. It answers from the
      journal, whether or not notifierd runs, also of alarms that are gone. Exit status 1 when there is none, 4 when there
      neither is nor was such an alarm.
      """,
    run: run)

  /// A ring of the past as JSON shows it. Names and meanings change only with a version.
  struct Report: Encodable {
    struct Delivery: Encodable {
      let destination: String
      /// `pending`, `sending`, `delivered`, `retrying`, `unknown`, `rejected` or `expired`.
      let state: String
      let attempts: Int
      /// When it last changed, RFC 3339.
      let updated: String
      let reason: String?

      enum CodingKeys: CodingKey { case destination, state, attempts, updated, reason }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(destination, forKey: .destination)
        try container.encode(state, forKey: .state)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(updated, forKey: .updated)
        try container.encode(reason, forKey: .reason)
      }
    }

    let firing: FiringReport
    let recorded: String
    let verdict: String
    let lateSeconds: Double?
    let reason: String
    let test: Bool
    let deliveries: [Delivery]

    private enum CodingKeys: CodingKey { case recorded, verdict, lateSeconds, reason, test, deliveries }

    init(_ record: FiringRecord) {
      firing = record.ring.report
      recorded = record.recorded.formatted(utcOffset: record.ring.utcOffset)
      switch record.verdict {
      case .rung(let late): (verdict, lateSeconds) = ("rung", (late / .milliseconds(1)).rounded() / 1000)
      case .missed: (verdict, lateSeconds) = ("missed", nil)
      case .skipped: (verdict, lateSeconds) = ("skipped", nil)
      }
      reason = HistoryCommand.reason(record).text(in: .english)
      test = record.ring.isTest
      deliveries = record.deliveries.map {
        Delivery(
          destination: $0.destination, state: $0.state.rawValue, attempts: $0.attempts,
          updated: $0.updated.formatted(utcOffset: record.ring.utcOffset), reason: $0.reason)
      }
    }

    func encode(to encoder: any Encoder) throws {
      try firing.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(recorded, forKey: .recorded)
      try container.encode(verdict, forKey: .verdict)
      try container.encode(lateSeconds, forKey: .lateSeconds)
      try container.encode(reason, forKey: .reason)
      try container.encode(test, forKey: .test)
      try container.encode(deliveries, forKey: .deliveries)
    }
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let limit = try arguments.value("-n", expected: "a whole number from 1 to 10000") {
      Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    let journal = JournalView(path: context.locations.journal)
    let records = try journal.history(of: arguments.words.first, limit: limit ?? 20)
    if records.isEmpty, let name = arguments.words.first {
      // What rang once may be gone from the configuration; what neither rang nor is there was mistyped.
      let configuration = try context.configuration(arguments)
      _ = try NextCommand.plan(named: name, configuration.planner, configuration)
    }
    if arguments["--json"] {
      try context.printJSON(records.map(Report.init))
    } else {
      context.output.table(
        records.map { record in
          let cells = row(record)
          return [cells[0], Output.Cell(record.ring.report.alarm ?? ""), Output.Cell(title: record.ring.report.title)]
            + cells.dropFirst()
        })
    }
    if records.isEmpty, !arguments["--json"] { context.output.message("nothing has rung yet") }
    return records.isEmpty ? .no : .success
  }

  /// When it was to ring, what became of it, and where it went.
  static func row(_ record: FiringRecord) -> [Output.Cell] {
    let ring = record.ring
    let fires = ring.fires.civil(utcOffset: ring.utcOffset)
    let style: Style? =
      switch record.verdict {
      case .rung: nil
      case .missed: .yellow
      case .skipped: .dim
      }
    return [
      Output.Cell("\(fires.date.dated) \(fires.time)", .bold),
      Output.Cell(said: reason(record), style),
      Output.Cell(record.deliveries.map(\.words).joined(separator: "; "), .dim),
    ]
  }

  /// What became of it, and why.
  fileprivate static func reason(_ record: FiringRecord) -> LocalText {
    switch record.verdict {
    case .missed(let reason): return "missed: \(reason)"
    case .skipped("skipped"): return "skipped"
    case .skipped("paused"): return "paused"
    case .skipped(let reason): return "not rung: \(reason)"
    case .rung(let late):
      let kinds: [Following.Kind: LocalText] = [
        .snooze: "snoozed", .held: "held for quiet hours", .nag: "again, since it was not done",
        .escalation: "to others, since it was not done",
      ]
      var words: [LocalText] = ["rang"]
      // Up to half a minute is in time.
      if late > .seconds(30) { words.append("\(late.inWords) late") }
      if record.ring.isTest { words.append("a test") }
      if let kind = record.ring.follows?.kind { words.append(kinds[kind] ?? "") }
      if record.ring.alsoMissed > 0 { words.append("for \(record.ring.alsoMissed) before it too") }
      return words.dropFirst().reduce(words[0]) { "\($0), \($1)" }
    }
  }
}
