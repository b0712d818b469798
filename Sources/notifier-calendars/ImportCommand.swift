import Alarms
import Calendars
import FoundationEssentials
import Glibc
import HTTP
import Workdays

/// `notifier-calendars import`: the events of an iCalendar file as alarms.
struct ImportCommand {
  static let help = """
    usage: notifier-calendars import [options] FILE|URL|-
           notifier-calendars import --configured [--config FILE] [--force]

    Prints the events of an iCalendar file as alarms, with what of them could not be taken; or reads what imports: names
    again, and prints what came of it. notifierctl import and notifierd run it.

    options:
      --configured     read the calendars that the configuration names
      --config FILE    read this file in place of the usual ones
      --force          ask addresses however recently that was done
      --calendar NAME  the calendar of which the alarms are
      --zone ZONE      where times without a zone are read; the system's zone where nothing is said

    Exit status: 0 done, 2 the command line is wrong, 65 the file cannot be used, 69 the address cannot be had,
    75 not all calendars could be read, 78 the configuration has errors.

    """

  private var calendar: String?
  private var zone = ZoneStore.systemZoneName()
  private var file: String?
  private var (isConfigured, isForced) = (false, false)
  private var place = ""

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      if argument == "--configured" || argument == "--force" {
        if argument == "--force" { isForced = true } else { isConfigured = true }
        continue
      }
      guard ["--calendar", "--zone", "--config"].contains(argument) else {
        throw UsageError(message: "unknown option \(argument)")
      }
      guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "\(argument) needs a value") }
      switch argument {
      case "--calendar": calendar = value
      case "--zone": zone = value
      default: file = value
      }
    }
    guard words.count == (isConfigured ? 0 : 1) else {
      throw UsageError(message: "expected one file or address, or --configured alone, found \(words.count) words")
    }
    place = words.first ?? ""
  }

  /// Reads what `imports:` names.
  ///
  /// - Returns: JSON, and the exit status.
  private func configured() async throws -> (text: String, status: Int32) {
    var locations = Locations()
    locations.secrets = .needed
    let loader = ConfigurationLoader(locations: locations)
    let configuration = try loader.load(loader.inputs(file: file))
    // The daemon and a person may ask for it at once.
    let lock = try RefreshLock(ImportStore(locations).directory)
    var reports: [ImportRefresh.Report] = []
    for source in configuration.imports {
      let refresh = ImportRefresh(
        source, configuration: configuration, locations: locations, client: .withEnvironment,
        now: Instant(seconds: time(nil)))
      reports.append(try await refresh.run(isForced: isForced))
    }
    _ = consume lock
    return (try json(reports), reports.contains { $0.fault != nil } ? 75 : EXIT_SUCCESS)
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// - Returns: JSON, and the exit status.
  func run() async throws -> (text: String, status: Int32) {
    if isConfigured { return try await configured() }
    let found = try CalendarImport(
      try await bytes(), file: place == "-" ? "standard input" : place, ownZone: zone, calendar: calendar)
    let alarms = found.result.alarms.map { alarm in
      JSONWriter.text { writer in
        writer.member("id", alarm.id)
        writer.member("lines", alarm.lines)
      }
    }
    let notes = found.result.notes.map { note in
      JSONWriter.text { writer in
        writer.member("event", note.event)
        writer.member("text", note.text)
        writer.member("isLoss", note.isLoss)
      }
    }
    let text = "{\"alarms\":[\(alarms.joined(separator: ",\n"))],\n\"notes\":[\(notes.joined(separator: ",\n"))]}\n"
    return (text, EXIT_SUCCESS)
  }

  private func bytes() async throws -> [UInt8] {
    if place.contains("://") { return try await CalendarFetch.bytes(at: place, client: .withEnvironment) }
    do throws(FileError) {
      return try place == "-"
        ? StandardInput.read(atMost: CalendarFetch.mostBytes)
        : Files.read(place, limit: CalendarFetch.mostBytes).bytes
    } catch {
      throw DiagnosticList([
        Diagnostic(
          "the file cannot be read: \(error)",
          at: SourcePlace(file: place == "-" ? "standard input" : place, line: 1, column: 1))
      ])
    }
  }
}
