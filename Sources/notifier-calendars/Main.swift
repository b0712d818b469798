import Alarms
import Calendars
import Concurrency
import Glibc
import Workdays

/// `notifier-calendars`: reads what other people's calendars say of holidays, and writes calendars for them, apart from the
/// daemon.
@main
struct NotifierCalendars {
  static func main() async {
    ProcessStart.prepare()
    exit(await Task(executorPreference: QuietExecutor.shared) { await run() }.value)
  }

  private static func run() async -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try ResourceLimits.apply()
      if arguments.first == "refresh" { return try await refresh(arguments.dropFirst()) }
      if arguments.first == "export" { return try export(arguments.dropFirst()) }
      if arguments.first == "import" { return try await importing(arguments.dropFirst()) }
      if arguments.first == "sync" { return try await sync(arguments.dropFirst()) }
      guard let command = try ConvertCommand(arguments) else {
        print(ConvertCommand.help, terminator: "")
        return EXIT_SUCCESS
      }
      let result = try await command.run(thisYear: thisYear())
      for warning in result.warnings { complain(warning.description) }
      print(result.text, terminator: "")
      return EXIT_SUCCESS
    } catch let error as UsageError {
      complain("notifier-calendars: \(error.message); see notifier-calendars --help")
      return 2
    } catch let list as DiagnosticList {
      for diagnostic in list.diagnostics { complain(diagnostic.description) }
    } catch let error as FetchError {
      for reason in error.reasons { complain(reason) }
      return error.isRefusal ? 65 : 69
    } catch {
      complain("notifier-calendars: \(error)")
    }
    return 65
  }

  private static func refresh(_ rest: ArraySlice<String>) async throws -> Int32 {
    if rest.contains("--help") {
      print(RefreshCommand.help, terminator: "")
      return EXIT_SUCCESS
    }
    guard rest.isEmpty else { throw UsageError(message: "refresh takes its job from standard input, and no words") }
    let (text, status) = try await RefreshCommand.run()
    print(text, terminator: "")
    return status
  }

  private static func export(_ rest: ArraySlice<String>) throws -> Int32 {
    if rest.contains("--help") {
      print(ExportCommand.help, terminator: "")
      return EXIT_SUCCESS
    }
    do {
      let result = try ExportCommand(rest).run(today: today())
      if let text = result.text { print(text, terminator: "") }
      if result.isEmpty { complain("notifier-calendars: there are no events") }
      return result.isEmpty ? 1 : EXIT_SUCCESS
    } catch let list as DiagnosticList {
      for diagnostic in list.diagnostics { complain(diagnostic.description) }
      return 78
    }
  }

  private static func importing(_ rest: ArraySlice<String>) async throws -> Int32 {
    if rest.contains("--help") {
      print(ImportCommand.help, terminator: "")
      return EXIT_SUCCESS
    }
    let isConfigured = rest.contains("--configured")
    do {
      let result = try await ImportCommand(rest).run()
      print(result.text, terminator: "")
      return result.status
    } catch let list as DiagnosticList where isConfigured {
      for diagnostic in list.diagnostics { complain(diagnostic.description) }
      return 78
    }
  }

  private static func sync(_ rest: ArraySlice<String>) async throws -> Int32 {
    if rest.contains("--help") {
      print(SyncCommand.help, terminator: "")
      return EXIT_SUCCESS
    }
    do {
      let result = try await SyncCommand(rest).run(today: today())
      print(result.text, terminator: "")
      result.complaints.forEach(complain)
      return result.status
    } catch let list as DiagnosticList {
      for diagnostic in list.diagnostics { complain(diagnostic.description) }
      return 78
    }
  }

  private static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func thisYear() -> Int { today().year }

  private static func today() -> CivilDate {
    var (seconds, fields) = (time(nil), tm())
    localtime_r(&seconds, &fields)
    return CivilDate(year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday))!
  }
}
