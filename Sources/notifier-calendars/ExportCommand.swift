import Alarms
import Calendars
import Glibc
import Workdays

/// `notifier-calendars export`: the alarms as an iCalendar file.
struct ExportCommand {
  static let help = """
    usage: notifier-calendars export [options]

    Writes the alarms as iCalendar; notifierctl export runs it.

    options:
      --config FILE    read this file in place of the usual ones
      --calendar NAME  the alarms of this calendar only; may be given several times
      --from DATE      the first day; the first of this year where nothing is said
      --to DATE        the last day; the last of the fifth year after this one where nothing is said
      --output FILE    write the file, in one step, in place of standard output

    Exit status: 0 done, 1 there are no events, 2 the command line is wrong, 78 the configuration has errors.

    """

  private var file: String?
  private var names: [String] = []
  private var (from, to): (CivilDate?, CivilDate?)
  private var output: String?

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard ["--config", "--calendar", "--from", "--to", "--output"].contains(argument) else {
        throw UsageError(message: "unknown option or word \(argument)")
      }
      guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "\(argument) needs a value") }
      switch argument {
      case "--config": file = value
      case "--calendar": names.append(value)
      case "--output": output = value
      default:
        guard let date = CivilDate(value), (1900...2200).contains(date.year) else {
          throw UsageError(message: "\(argument) is \"\(value)\"; expected a date as YYYY-MM-DD, from 1900 to 2200")
        }
        if argument == "--from" { from = date } else { to = date }
      }
    }
  }

  /// - Returns: what goes to standard output; `nil` where nothing does.
  func run(today: CivilDate) throws -> (text: String?, isEmpty: Bool) {
    let loader = ConfigurationLoader(locations: Locations())
    let configuration = try loader.load(loader.inputs(file: file))
    let known = configuration.calendars.map(\.id)
    if let stranger = names.first(where: { !known.contains($0) }) {
      throw UsageError(
        message: "there is no calendar \"\(stranger)\"; expected "
          + (known.isEmpty ? "a calendars: in the configuration" : known.joined(separator: ", ")))
    }
    let usual = AlarmEvents.usualHorizon(today: today)
    let (first, last) = (from ?? usual.lowerBound, to ?? usual.upperBound)
    guard first <= last else { throw UsageError(message: "--to is \(last); expected a day from \(first) on") }
    guard first.days(until: last) <= ExportCommand.longest else {
      throw UsageError(message: "\(first) to \(last) is too long; expected at most thirty years")
    }
    let events = AlarmEvents(configuration, horizon: first...last).events(ofCalendars: names.isEmpty ? nil : Set(names))
    let only = names.count == 1 ? configuration.calendars.first { $0.id == names[0] } : nil
    let text = CalendarWriter(zones: configuration.zones, horizon: first...last)
      .text(events, title: only?.title, color: only?.color)
    guard let output else { return (text, events.isEmpty) }
    try ExportCommand.write(text, to: output)
    return (nil, events.isEmpty)
  }

  /// Others may serve it: its mode stays, or is that of any new file of the person's.
  private static func write(_ text: String, to path: String) throws {
    let mask = umask(0)
    umask(mask)
    let mode = (try? Files.read(path).mode.bits) ?? 0o666 & ~mask
    try Files.replace(path, with: Array(text.utf8))
    chmod(path, mode_t(mode))
  }

  private static let longest = 31 * 366
}
