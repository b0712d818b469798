import Alarms
import Control
import Journal
import Workdays

/// `notifierctl destinations` and `test`: whether messages arrive.
enum DestinationCommands {
  static let destinations = Subcommand(
    name: "destinations", synopsis: "[--json]",
    summary: "Tell of each destination what arrived last, what failed, and what is still to be sent.",
    options: [Option("--json", help: "print an array for programs")], words: 0...0,
    examples: ["notifierctl destinations"],
    details: "It answers from files and journal, whether or not notifierd runs.", run: runDestinations)

  static let test = Subcommand(
    name: "test", synopsis: "DESTINATION [--json]",
    summary: "Send one message, marked as a test, and show what went over the wire and what came back.",
    options: [Option("--json", help: "print an object for programs")], words: 1...1,
    examples: ["notifierctl test team", "notifierctl test desktop"],
    details: """
      Secrets are hidden in what it shows. Exit status 0 when the destination took the message, 69 when it did not, 3 when
      notifierd does not run, 4 when there is no such destination.
      """,
    run: runTest)

  /// A destination for programs.
  private struct Report: Encodable {
    let name, kind: String
    let backlog: Int
    let lastDelivered, lastFailure, failure, stopped: String?

    private enum CodingKeys: CodingKey { case name, kind, backlog, lastDelivered, lastFailure, failure, stopped }

    /// Writes every key, `null` included.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(kind, forKey: .kind)
      try container.encode(backlog, forKey: .backlog)
      try container.encode(lastDelivered, forKey: .lastDelivered)
      try container.encode(lastFailure, forKey: .lastFailure)
      try container.encode(failure, forKey: .failure)
      try container.encode(stopped, forKey: .stopped)
    }
  }

  private static func runDestinations(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    let health = try JournalView(path: context.locations.journal).health()
    // Only a daemon that runs knows of it; without one nothing is sent anyway.
    let stopped = (try? Daemon.call { try $0.stopped() }) ?? [:]
    let rules = configuration.zones[configuration.zone]
    let destinations = configuration.destinations.values.sorted { $0.id < $1.id }
    if arguments["--json"] {
      func time(_ instant: Instant) -> String { instant.formatted(utcOffset: rules?.utcOffset(at: instant) ?? 0) }
      try context.printJSON(
        destinations.map { destination in
          let health = health[destination.id] ?? DestinationHealth()
          return Report(
            name: destination.id, kind: destination.kindName, backlog: health.backlog,
            lastDelivered: health.lastDelivered.map(time), lastFailure: health.lastFailure.map(time),
            failure: health.failure, stopped: stopped[destination.id])
        })
      return .success
    }
    context.output.table(
      destinations.map { destination in
        row(destination, health[destination.id] ?? DestinationHealth(), stopped[destination.id]) { instant in
          localRelativeTime(from: context.now, to: instant, utcOffset: rules?.utcOffset(at: instant) ?? 0)
        }
      })
    return .success
  }

  private static func row(
    _ destination: Destination, _ health: DestinationHealth, _ stopped: String?, _ ago: (Instant) -> String
  ) -> [Output.Cell] {
    // A failure that was followed by a success is over.
    let isFailing = health.lastFailure.map { $0 > health.lastDelivered ?? $0.advanced(by: .seconds(-1)) } ?? false
    let state: Output.Cell =
      if let stopped {
        Output.Cell("stopped: \(stopped)", .red)
      } else if isFailing, let failure = health.lastFailure {
        Output.Cell("failed \(ago(failure))\(health.failure.map { ": \($0)" } ?? "")", .red)
      } else {
        Output.Cell("")
      }
    let arrived = health.lastDelivered.map { "last arrived \(ago($0))" } ?? "nothing has arrived yet"
    return [
      Output.Cell(destination.id, .bold), Output.Cell(destination.kindName), Output.Cell(arrived, .dim),
      Output.Cell(health.backlog == 0 ? "nothing waits" : "\(counted(health.backlog, "message")) waiting"), state,
    ]
  }

  private static func runTest(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let name = arguments.words[0]
    let report = try Progress.waiting(for: "\(name.singleLine)'s answer", context.output) {
      try Daemon.call(timeout: .seconds(90)) { try $0.test(destination: name) }
    }
    let status = report.outcome == "delivered" ? ExitStatus.success : .unavailable
    if arguments["--json"] {
      try context.printJSON(report)
      return status
    }
    let output = context.output
    for (mark, text) in [("> ", report.request), ("< ", report.answer)] where !text.isEmpty {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        output.line(output.styled("\(mark)\(String(line).singleLine)".trimmingSpaces, .dim))
      }
    }
    output.line(
      output.styled(report.outcome, status == .success ? .green : .red)
        + (report.reason.map { ": \($0.singleLine)" } ?? ""))
    return status
  }
}
