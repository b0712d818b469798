import Alarms
import Calendars
import Workdays

/// A command line that cannot be obeyed.
struct UsageError: Error {
  let message: String
}

/// `notifier-calendars convert`: a file of holidays in any form, as holiday-cn's JSON.
struct ConvertCommand {
  static let help = """
    usage: notifier-calendars convert [options] FILE

    Prints a file of holidays as a list of notice years in holiday-cn's JSON.

    options:
      --kind KIND     ics, csv, holiday-cn, timor or nager; else by the file's ending and content
      --off PATTERN   events that are days off, by summary or category; may be given several times
      --work PATTERN  events that are make-up workdays
      --region CC     the region's two letters; in CN, days of December named 元旦 belong to the next year

    PATTERN is a part of the text, or all of it with * for any text. Without patterns the marks of Apple's, Google's and
    holiday-cn's calendars are known. Recurring events are expanded from last year to the year after next.

    Exit status: 0 done, 2 the command line is wrong, 65 the file cannot be used.

    """

  private var kind: HolidayFile.Kind?
  private var (off, work): ([TextPattern], [TextPattern]) = ([], [])
  private var region: String?
  private let file: String

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
      guard ["--kind", "--off", "--work", "--region"].contains(argument) else {
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
      default:
        guard let known = HolidayFile.Kind(rawValue: value) else {
          throw UsageError(
            message:
              "--kind is \"\(value)\"; expected \(HolidayFile.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        kind = known
      }
    }
    guard words.count == 1 else { throw UsageError(message: "expected one file, found \(words.count)") }
    file = words[0]
  }

  func run(year: Int) throws -> (text: String, warnings: [Diagnostic]) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(file).bytes
    } catch {
      throw DiagnosticList([
        Diagnostic("the file cannot be read: \(error)", at: SourcePlace(file: file, line: 1, column: 1))
      ])
    }
    let isCalendar = kind == .ics || (kind == nil && file.lowercased().hasSuffix(".ics"))
    guard isCalendar else {
      let contents = try HolidayFile.read(bytes, file: file, kind: kind, week: .mondayToFriday)
      return (try HolidayJSON.text(of: contents.noticeYears), contents.warnings)
    }
    let feed = HolidayFeed(file: file, marks: DayMarks(off: off, work: work), region: region, year: year)
    let contents = try feed.read(bytes)
    return (try HolidayJSON.text(of: contents.noticeYears), contents.warnings)
  }
}
