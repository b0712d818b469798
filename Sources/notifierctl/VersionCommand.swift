import Alarms
import Workdays

/// `notifierctl version`.
enum VersionCommand {
  static let subcommand = Subcommand(
    name: "version", synopsis: "[--json]", summary: "Tell the program's version and how far its holiday data goes.",
    options: [Option("--json", help: "print an object for programs")], words: 0...0, examples: ["notifierctl version"],
    run: run)

  private struct Report: Encodable {
    let version: String
    let holidayData: [String: [Int]]
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let china = HolidayCalendar.china
    if arguments["--json"] {
      let years = try ShippedRegion.countries.map { ($0, try ShippedRegion($0).calendar.announcedYears) }
      let data = Dictionary(uniqueKeysWithValues: years.filter { !$0.1.isEmpty })
      try context.printJSON(Report(version: notifierVersion, holidayData: data))
      return .success
    }
    context.output.line("notifierctl \(notifierVersion)")
    if let first = china.announcedYears.first, let last = china.announcedYears.last {
      context.output.line(
        "holiday data: \(china.region) \(first)-\(last), and \(ShippedRegion.countries.count - 1) more countries")
    }
    return .success
  }
}
