import Alarms
import Journal
import Workdays

/// `notifierctl missed`: the rings that nobody could hear.
enum MissedCommand {
  static let subcommand = Subcommand(
    name: "missed", synopsis: "[ALARM] [-n N] [--json]", summary: "List the rings that were missed, the latest first.",
    options: [
      Option("-n", value: "N", help: "at most so many, 20 where nothing is said"),
      Option("--json", help: "print an array for programs"),
    ],
    words: 0...1, examples: ["notifierctl missed", "notifierctl missed clock-in -n 5"],
    details: """
      A ring is missed when its time passed while nobody could ring it, and it was too late then: missed: of the alarm says
      how late is too late. It answers from the journal, whether or not notifierd runs. Exit status 1 when there is none.
      """,
    run: run)

  private struct Report: Encodable {
    let firing: FiringReport
    /// When it was recorded, RFC 3339.
    let recorded: String
    let reason: String

    private enum CodingKeys: CodingKey { case recorded, reason }

    func encode(to encoder: any Encoder) throws {
      try firing.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(recorded, forKey: .recorded)
      try container.encode(reason, forKey: .reason)
    }
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let limit = try arguments.value("-n", expected: "a whole number from 1 to 10000") {
      Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    let journal = JournalView(path: context.locations.journal)
    let records = try journal.missed(of: arguments.words.first, limit: limit ?? 20)
    if arguments["--json"] {
      try context.printJSON(records.map(report))
    } else {
      context.output.table(records.map(row))
    }
    if records.isEmpty, !arguments["--json"] { context.output.message("nothing was missed") }
    return records.isEmpty ? .no : .success
  }

  private static func reason(_ record: FiringRecord) -> String {
    if case .missed(let reason) = record.verdict { reason } else { "" }
  }

  private static func report(_ record: FiringRecord) -> Report {
    Report(
      firing: record.ring.report, recorded: record.recorded.formatted(utcOffset: record.ring.utcOffset),
      reason: reason(record))
  }

  private static func row(_ record: FiringRecord) -> [Output.Cell] {
    let ring = record.ring
    let fires = ring.fires.civil(utcOffset: ring.utcOffset)
    return [
      Output.Cell("\(fires.date.dated) \(fires.time)", .bold),
      Output.Cell(ring.report.alarm ?? ""), Output.Cell(title: ring.report.title), Output.Cell(reason(record), .dim),
    ]
  }
}
