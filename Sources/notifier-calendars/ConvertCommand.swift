import Alarms
import Calendars
import HTTP
import Workdays

/// A command line that cannot be obeyed.
struct UsageError: Error {
  let message: String
}

/// `notifier-calendars convert`: holidays in any form, from a file or the web, as holiday-cn's JSON.
struct ConvertCommand {
  static let help = """
    usage: notifier-calendars convert [options] FILE|URL
           notifier-calendars refresh <JOB.json >REPORT.json
           notifier-calendars export [options]
           notifier-calendars import [options] FILE|URL|-
           notifier-calendars sync [options]

    convert prints holidays as a list of notice years in holiday-cn's JSON; refresh --help, export --help and so on tell of
    the others.

    options:
      --kind KIND     ics, csv, holiday-cn, timor or nager; else by the file's ending and content
      --off PATTERN   events that are days off, by summary or category; may be given several times
      --work PATTERN  events that are make-up workdays
      --region CC     the region's two letters; in CN, days of December named 元旦 belong to the next year
      --year YEAR     what {year} in a URL stands for, and the year around which recurring events are expanded; else
                      this year

    PATTERN is a part of the text, or all of it with * for any text. Without patterns the marks of Apple's, Google's and
    holiday-cn's calendars are known. Recurring events are expanded from the year before to the second year after.

    Exit status: 0 done, 2 the command line is wrong, 65 the file or what the address has cannot be used,
    69 the address cannot be had.

    """

  private var kind: HolidayFile.Kind?
  private var (off, work): ([TextPattern], [TextPattern]) = ([], [])
  private var region: String?
  private var year: Int?
  private let place: String

  /// - Returns: `nil` where help is asked for.
  init?(_ arguments: [String]) throws {
    if arguments.contains("--help") { return nil }
    guard arguments.first == "convert" else { throw UsageError(message: "expected the command convert") }
    var words: [String] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      guard ["--kind", "--off", "--work", "--region", "--year"].contains(argument) else {
        throw UsageError(message: "unknown option \(argument)")
      }
      guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "\(argument) needs a value") }
      switch argument {
      case "--off": off.append(TextPattern(value))
      case "--work": work.append(TextPattern(value))
      case "--region":
        guard value.utf8.count == 2, value.utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) else {
          throw UsageError(message: "--region is \"\(value)\"; expected two letters such as CN")
        }
        region = value.uppercased()
      case "--year":
        guard let year = Int(value), (1900...2999).contains(year) else {
          throw UsageError(message: "--year is \"\(value)\"; expected a year such as 2027")
        }
        self.year = year
      default:
        guard let known = HolidayFile.Kind(rawValue: value) else {
          throw UsageError(
            message:
              "--kind is \"\(value)\"; expected \(HolidayFile.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        kind = known
      }
    }
    guard words.count == 1 else { throw UsageError(message: "expected one file or address, found \(words.count)") }
    place = words[0]
  }

  func run(thisYear: Int) async throws -> (text: String, warnings: [Diagnostic]) {
    let year = year ?? thisYear
    // What ships for a region tells whether notices are given there, and so what the days of a calendar rest on.
    let calendar = region.flatMap { try? ShippedRegion($0).calendar }
    let reader = SourceReader(
      layer: .national, kind: kind, marks: DayMarks(off: off, work: work),
      region: calendar ?? .unknown(region: region ?? ""),
      week: .mondayToFriday, year: year)
    let contents =
      place.contains("://")
      ? try await reader.read(from: place, year: year, client: HTTPClient.withEnvironment)
      : try read(reader)
    // Without a region nobody knows, and whoever converts a file is believed.
    let years = contents.noticeYears.map { calendar == nil ? NoticeYear(year: $0.year, overrides: $0.overrides) : $0 }
    return (try HolidayJSON.text(of: years), contents.warnings)
  }

  private func read(_ reader: SourceReader) throws -> SourceReader.Contents {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(place).bytes } catch {
      throw DiagnosticList([
        Diagnostic("the file cannot be read: \(error)", at: SourcePlace(file: place, line: 1, column: 1))
      ])
    }
    return try reader.read(bytes, title: place, path: place, isOneYear: false)
  }
}
