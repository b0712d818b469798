import Alarms
import FoundationEssentials

/// `notifierctl import` without a file: what `imports:` names is read again.
enum ConfiguredImports {
  /// What the helper program says of one.
  private struct Report: Codable {
    let name: String
    let title: String
    let alarms: Int
    let isChanged: Bool
    let losses: [String]
    let fault: String?
  }

  static func update(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let configuration = try context.configuration(arguments)
    guard !configuration.imports.isEmpty else {
      throw Failure(
        .usage,
        "import: no file is named, and the configuration names no calendars; name one, or write it under imports:")
    }
    guard !arguments["--dry-run"], !arguments["--calendar"] else {
      throw Failure(.usage, "import: --dry-run and --calendar go with a file")
    }
    guard let program = RefreshProgram.path else {
      throw Failure(.unavailable, "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    var words = ["import", "--configured", "--force"]
    if let file = arguments.value("--config") { words += ["--config", file] }
    let (output, status) = try Progress.waiting(for: "the calendars", context.output) {
      try RefreshProgram.run(program, words)
    }
    guard let reports = try? JSONDecoder().decode([Report].self, from: Data(output)) else {
      throw Failure(ExitStatus(rawValue: status) ?? .unavailable, "the calendars could not be read")
    }
    for report in reports {
      for loss in report.losses { context.output.message("import: \(report.name): \(loss)") }
      if let fault = report.fault { context.output.message("import: \(report.name): \(fault)") }
    }
    if arguments["--json"] {
      try context.printJSON(reports)
    } else {
      for report in reports {
        let news: LocalText = report.isChanged ? "changed" : "as before"
        context.output.say("\(report.name): \(counted(report.alarms, "alarm")) of \(report.title), \(news)")
      }
    }
    if reports.contains(where: { $0.fault != nil }) { return .tryAgain }
    return reports.contains { !$0.losses.isEmpty } ? .no : .success
  }
}
