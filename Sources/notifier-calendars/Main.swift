import Alarms
import Glibc

/// `notifier-calendars`: reads what other people's calendars say of holidays, apart from the daemon.
@main
struct NotifierCalendars {
  static func main() {
    do {
      guard let command = try ConvertCommand(Array(CommandLine.arguments.dropFirst())) else {
        print(ConvertCommand.help, terminator: "")
        return
      }
      let result = try command.run(year: thisYear())
      for warning in result.warnings { complain(warning.description) }
      print(result.text, terminator: "")
    } catch let error as UsageError {
      complain("notifier-calendars: \(error.message); see notifier-calendars --help")
      exit(2)
    } catch let list as DiagnosticList {
      for diagnostic in list.diagnostics { complain(diagnostic.description) }
      exit(65)
    } catch {
      complain("notifier-calendars: \(error)")
      exit(65)
    }
  }

  private static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func thisYear() -> Int {
    var (seconds, fields) = (time(nil), tm())
    localtime_r(&seconds, &fields)
    return Int(fields.tm_year) + 1900
  }
}
