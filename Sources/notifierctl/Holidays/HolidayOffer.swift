import Alarms
import Workdays

/// Holiday data that is offered on the command line, as a file or a web address, and not in use yet.
struct HolidayOffer {
  /// The options that say how to read it.
  static let options = [
    Option("--kind", value: "KIND", help: "holiday-cn, timor, nager, csv or ics, where it does not tell"),
    Option("--off", value: "PATTERN", help: "events of an iCalendar that are days off"),
    Option("--work", value: "PATTERN", help: "events of an iCalendar that are make-up workdays"),
    Option("--force", help: "take data with fewer days than are known as right"),
  ]

  /// The path or the address, as shown.
  let title: String
  let noticeYears: [NoticeYear]
  private let isForced: Bool

  /// Reads it; doubts go to standard error.
  init(_ place: String, _ arguments: Arguments, _ context: Context, _ configuration: Configuration) throws {
    let names = HolidayFile.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    let kind = try arguments.value("--kind", expected: LocalText(verbatim: names)) { HolidayFile.Kind(rawValue: $0) }
    isForced = arguments["--force"]
    let isAddress = place.hasPrefix("https://") || place.hasPrefix("http://")
    guard isAddress || !place.contains("://") else {
      throw Failure(.usage, "\"\(place)\" is no address that can be read; expected https://…, or a file")
    }
    title = isAddress ? HolidaySource.title(of: Secret(place), hidesPath: false) : place
    let isCalendar = kind == .ics || (kind == nil && place.lowercased().hasSuffix(".ics"))
    let bytes: [UInt8]
    if isAddress || isCalendar {
      bytes = try HolidayOffer.converted(place, arguments, configuration, title: title)
    } else {
      do throws(FileError) { bytes = try Files.read(place).bytes } catch {
        throw Failure(.badData, "\(place) cannot be read: \(error); check its path and mode")
      }
    }
    do throws(DiagnosticList) {
      let contents = try HolidayFile.read(
        bytes, file: title, kind: isAddress || isCalendar ? .holidayCN : kind, week: configuration.calendar.week)
      context.report(contents.warnings)
      noticeYears = contents.noticeYears
    } catch {
      context.report(error.diagnostics)
      throw Failure(.badData, "\(title) would be refused")
    }
  }

  /// What the helper program makes of it: what the network sends, and iCalendar, is read there.
  private static func converted(
    _ place: String, _ arguments: Arguments, _ configuration: Configuration, title: String
  ) throws -> [UInt8] {
    guard let program = RefreshProgram.path else {
      throw Failure(.unavailable, "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    var words = ["convert", "--region", String(configuration.region.prefix(2))]
    if let kind = arguments.value("--kind") { words += ["--kind", kind] }
    for name in ["--off", "--work"] { words += arguments.all(name).flatMap { [name, $0] } }
    let (output, status) = try RefreshProgram.run(program, words + [place])
    switch status {
    case 0: return output
    case ExitStatus.badData.rawValue: throw Failure(.badData, "\(title) would be refused")
    default:
      throw Failure(.unavailable, "\(title) could not be had; try again later, or save it as a file and name that")
    }
  }

  /// The national calendar with these years in it, if the guard lets them; doubts go to standard error.
  func applied(to configuration: Configuration, _ context: Context) throws -> HolidayCalendar {
    let week = configuration.calendar.week
    return try noticeYears.reduce(configuration.calendar.national) { known, new in
      let before = known.noticeYear(new.year).map { HolidayGuard.Notice($0) }
      let verdict = HolidayGuard(week: week, statute: known.statute).verdict(
        on: HolidayGuard.Notice(new), asked: new.year, known: before, forced: isForced)
      switch verdict {
      case .unchanged: return known
      case .refused(let refusal): throw Failure(.badData, "\(title) would be refused: \(refusal)")
      case .accepted(let doubts):
        for doubt in doubts {
          // The others were told by the reader, with their lines.
          switch doubt {
          case .confirmsPattern, .outsideYear: continue
          case .isolated, .worksOnStatutory: context.output.message("\(title): \(doubt)")
          }
        }
        return known.replacing(new)
      }
    }
  }
}
