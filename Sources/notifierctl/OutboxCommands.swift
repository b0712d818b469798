import Alarms
import Control
import Journal
import Workdays

/// `notifierctl outbox`, `retry` and `discard`: what has not arrived.
enum OutboxCommands {
  static let outbox = Subcommand(
    name: "outbox", synopsis: "[DESTINATION] [--json]",
    summary: "List the messages that are still to be sent, and those that could not be delivered.",
    options: [Option("--json", help: "print an array for programs")], words: 0...1,
    examples: ["notifierctl outbox", "notifierctl outbox team"],
    details: """
      The longest due first. It answers from the journal, whether or not notifierd runs. Exit status 1 when there is none.
      """,
    run: runOutbox)

  static let retry = Subcommand(
    name: "retry", synopsis: "[RING] [--to DESTINATION]",
    summary: "Send again what could not be delivered, and at once what waits for its next try.",
    options: [Option("--to", value: "DESTINATION", help: "only what goes there")], words: 0...1,
    examples: ["notifierctl retry", "notifierctl retry --to team", "notifierctl retry clock-in/2026-09-20T09:00/-10m"],
    details: """
      RING is the id of a ring, as outbox shows it; without one everything is meant. A destination that has said that it is
      gone is asked once more. The limits of a destination hold, and so does a wait that it has asked for; it is then said
      until when. Exit status 1 when there is nothing to send, 3 when notifierd does not run.
      """,
    run: { arguments, context in
      let destination = arguments.value("--to")
      let report = try Daemon.call { try $0.retry(ring: arguments.words.first, destination: destination) }
      let when = report.held.isEmpty ? "at once" : "as soon as limits and waits allow"
      if report.count > 0 || report.missing.isEmpty {
        context.output.line("\(counted(report.count, "message")) will be tried \(when)")
      }
      for name in report.missing {
        context.output.line(
          "\(name): the configuration has no such destination any more; add it again, or give up what waits for it: "
            + "notifierctl discard --to \(name)")
      }
      for (name, time) in report.held.sorted(by: { $0.key < $1.key }) {
        context.output.line("\(name): not before \(time), by its limit or since it has asked for that")
      }
      return report.count == 0 ? .no : .success
    })

  static let discard = Subcommand(
    name: "discard", synopsis: "RING | --to DESTINATION",
    summary: "Give up what is still to be sent, and no longer list what could not be delivered.",
    options: [Option("--to", value: "DESTINATION", help: "all that goes there")], words: 0...1,
    examples: ["notifierctl discard clock-in/2026-09-20T09:00/-10m", "notifierctl discard --to team"],
    details: """
      RING is the id of a ring, as outbox shows it. What is being sent this moment stays. Exit status 1 when there is
      nothing to give up, 3 when notifierd does not run.
      """,
    run: { arguments, context in
      let destination = arguments.value("--to")
      guard !arguments.words.isEmpty || destination != nil else {
        throw Failure(.usage, "discard: what? expected the id of a ring, or --to DESTINATION")
      }
      let count = try Daemon.call { try $0.discard(ring: arguments.words.first, destination: destination) }
      context.output.say("\(counted(count, "message")) given up")
      return count == 0 ? .no : .success
    })

  /// A delivery for programs. Times are RFC 3339 by the clock of its alarm.
  private struct Report: Encodable {
    let ring, title, destination, state: String
    let attempts: Int
    let due, expires, updated: String
    let reason: String?

    init(_ record: OutboxRecord) {
      func time(_ instant: Instant) -> String { instant.formatted(utcOffset: record.ring.utcOffset) }
      (ring, title, destination) = (record.id.firing, record.ring.report.title, record.id.destination)
      (state, attempts, reason) = (record.state.rawValue, record.attempts, record.reason)
      (due, expires, updated) = (time(record.due), time(record.expires), time(record.updated))
    }

    private enum CodingKeys: CodingKey {
      case ring, title, destination, state, attempts, due, expires, updated, reason
    }

    /// Writes every key, `null` included.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(ring, forKey: .ring)
      try container.encode(title, forKey: .title)
      try container.encode(destination, forKey: .destination)
      try container.encode(state, forKey: .state)
      try container.encode(attempts, forKey: .attempts)
      try container.encode(due, forKey: .due)
      try container.encode(expires, forKey: .expires)
      try container.encode(updated, forKey: .updated)
      try container.encode(reason, forKey: .reason)
    }
  }

  private static func runOutbox(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let records = try JournalView(path: context.locations.journal).outbox(destination: arguments.words.first)
    if arguments["--json"] {
      try context.printJSON(records.map(Report.init))
    } else {
      context.output.table(records.map { row($0, context.now) })
    }
    if records.isEmpty, !arguments["--json"] { context.output.message("nothing waits to be sent") }
    return records.isEmpty ? .no : .success
  }

  private static func row(_ record: OutboxRecord, _ now: Instant) -> [Output.Cell] {
    let (words, style): (String, Style?) =
      switch record.state {
      case .pending: ("waits", nil)
      case .sending: ("under way", nil)
      case .retrying where record.due <= now: ("waits", .yellow)
      case .retrying:
        ("next try \(localRelativeTime(from: now, to: record.due, utcOffset: record.ring.utcOffset))", .yellow)
      case .unknown: ("no answer came", .yellow)
      case .rejected: ("rejected", .red)
      case .expired: ("not in time", .red)
      case .delivered: ("delivered", .green)
      }
    return [
      Output.Cell(record.id.firing, .bold), Output.Cell(record.id.destination), Output.Cell(words, style),
      Output.Cell("\(counted(record.attempts, "attempt"))"), Output.Cell(record.reason ?? "", .dim),
    ]
  }
}
