import Alarms
import Calendars
import FoundationEssentials
import Glibc
import HTTP

/// `notifier-calendars import`: the events of an iCalendar file as alarms.
struct ImportCommand {
  static let help = """
    usage: notifier-calendars import [options] FILE|URL|-

    Prints the events of an iCalendar file as alarms, with what of them could not be taken; notifierctl import runs it.

    options:
      --calendar NAME  the calendar of which the alarms are
      --zone ZONE      where times without a zone are read; the system's zone where nothing is said

    Exit status: 0 done, 2 the command line is wrong, 65 the file cannot be used, 69 the address cannot be had.

    """

  private var calendar: String?
  private var zone = ZoneStore.systemZoneName()
  private let place: String

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      guard ["--calendar", "--zone"].contains(argument) else { throw UsageError(message: "unknown option \(argument)") }
      guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "\(argument) needs a value") }
      if argument == "--calendar" { calendar = value } else { zone = value }
    }
    guard words.count == 1 else { throw UsageError(message: "expected one file or address, found \(words.count)") }
    place = words[0]
  }

  /// - Returns: JSON.
  func run() async throws -> String {
    let found = try CalendarImport(
      try await bytes(), file: place == "-" ? "standard input" : place, ownZone: zone, calendar: calendar)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(found.result), as: UTF8.self) + "\n"
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
