import Alarms
import Calendars
import Glibc
import HTTP
import Workdays

/// `notifier-calendars sync`: the alarms in calendars on servers.
struct SyncCommand {
  static let help = """
    usage: notifier-calendars sync [options]

    Brings calendars on CalDAV servers up to date with the alarms; notifierctl sync runs it.

    options:
      --config FILE    read this file in place of the usual ones
      --calendar NAME  this calendar only; may be given several times
      --dry-run        say what would be done, and do nothing
      --json           print an array with an object for each calendar

    Exit status: 0 done, 1 no servers are configured, 2 the command line is wrong, 69 a server refuses, 75 something is
    to be tried again later, 77 a server does not accept who asks, 78 the configuration has errors.

    """

  private var file: String?
  private var names: [String] = []
  private var (isDryRun, isJSON) = (false, false)

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--dry-run": isDryRun = true
      case "--json": isJSON = true
      case "--config", "--calendar":
        guard let value = rest.popFirst(), !value.isEmpty else {
          throw UsageError(message: "\(argument) needs a value")
        }
        if argument == "--config" { file = value } else { names.append(value) }
      default: throw UsageError(message: "unknown option or word \(argument)")
      }
    }
  }

  /// - Returns: what goes to standard output, what goes to standard error, and the exit status.
  func run(today: CivilDate) async throws -> (text: String, complaints: [String], status: Int32) {
    var locations = Locations()
    locations.secrets = .needed
    let loader = ConfigurationLoader(locations: locations)
    let configuration = try loader.load(loader.inputs(file: file))
    let known = configuration.calendars.map(\.id)
    if let stranger = names.first(where: { !known.contains($0) }) {
      throw UsageError(
        message:
          "there is no calendar \"\(stranger)\"; expected \(known.isEmpty ? "none" : known.joined(separator: ", "))")
    }
    guard !configuration.syncAccounts.isEmpty else {
      return (isJSON ? "[]\n" : "", ["notifier-calendars: no server is configured; write one under sync:"], 1)
    }
    let directory = "\(locations.state)/sync"
    // The daemon's run and a person's would take each other's steps for those of strangers.
    let lock = try RefreshLock(directory)
    var reports: [CalendarSync.Report] = []
    for account in configuration.syncAccounts {
      for calendar in try calendars(of: account, configuration) {
        let sync = try CalendarSync(
          account, calendar: calendar, configuration: configuration,
          horizon: AlarmEvents.usualHorizon(today: today), directory: directory, client: .withEnvironment,
          isDryRun: isDryRun)
        reports.append(try await sync.run())
      }
    }
    _ = consume lock
    let complaints = reports.flatMap { report in
      report.faults.prefix(8).map { "\(report.account): \(report.calendar): \($0)" }
        + report.left.map {
          "\(report.account): \(report.calendar): \($0) was changed or removed there, and is left so"
        }
    }
    let lines = reports.map { "\(isJSON ? json($0) : line($0))" }
    let text = isJSON ? "[\(lines.joined(separator: ",\n "))]\n" : lines.map { "\($0)\n" }.joined()
    return (text, complaints, reports.flatMap(\.faults).map(SyncCommand.status).max() ?? EXIT_SUCCESS)
  }

  /// `nil` stands for the alarms without a calendar.
  private func calendars(of account: SyncAccount, _ configuration: Configuration) throws -> [AlarmCalendar?] {
    let all = configuration.calendars.filter { account.calendars?.contains($0.id) ?? true }
    if !names.isEmpty { return all.filter { names.contains($0.id) } }
    let hasOthers = account.calendars == nil && configuration.alarms.contains { $0.calendar == nil }
    return all.map(Optional.some) + (hasOthers ? [nil] : [])
  }

  private static func status(_ error: SyncError) -> Int32 {
    switch error.kind {
    case .refused: 69
    case .later: 75
    case .login: 77
    }
  }

  private func line(_ report: CalendarSync.Report) -> String {
    let counts = "\(report.added) added, \(report.changed) changed, \(report.removed) removed"
    let new = report.isNew ? " (new)" : ""
    return "\(report.account): \(report.calendar)\(new): \(isDryRun ? "to be done: " : "")\(counts), "
      + "\(report.unchanged) as before"
  }

  private func json(_ report: CalendarSync.Report) -> String {
    JSONWriter.text { writer in
      writer.member("account", report.account)
      writer.member("calendar", report.calendar)
      writer.member("dryRun", isDryRun)
      writer.member("new", report.isNew)
      writer.member("added", report.added)
      writer.member("changed", report.changed)
      writer.member("removed", report.removed)
      writer.member("unchanged", report.unchanged)
      writer.member("left", report.left)
      writer.member("faults", report.faults.map(\.description))
      writer.member("requests", report.requests)
    }
  }
}
