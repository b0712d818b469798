package import Alarms
import FoundationEssentials
package import HTTP
package import Workdays

/// Reads a source of `imports:` again, and keeps its alarms where the configuration finds them.
package struct ImportRefresh {
  /// What came of it.
  package struct Report: Codable, Hashable, Sendable {
    package let name: String
    /// What a person is shown of where the source lies.
    package let title: String
    package let alarms: Int
    /// Whether its alarms are others than before.
    package let isChanged: Bool
    /// What could not be taken as it was written.
    package let losses: [String]
    /// Why it could not be read; what was read before holds.
    package let fault: String?
  }

  /// An address that was asked so recently is not asked again by itself, in seconds.
  private static let recently = 600

  let source: ImportSource
  let configuration: Configuration
  let locations: Locations
  let client: HTTPClient
  let now: Instant

  package init(
    _ source: ImportSource, configuration: Configuration, locations: Locations, client: HTTPClient, now: Instant
  ) {
    (self.source, self.configuration, self.locations) = (source, configuration, locations)
    (self.client, self.now) = (client, now)
  }

  private var store: ImportStore { ImportStore(locations) }
  /// Times without a zone are of the configuration's, so another zone makes other alarms.
  private var key: String { stableHash([source.key, configuration.zone]) }

  /// - Parameter isForced: whether an address is asked however recently that was done.
  package func run(isForced: Bool) async throws(FileError) -> Report {
    let held = state()
    if case .web = source.origin, !isForced, let held, held.key == key, held.fault == nil,
      (0..<Self.recently).contains(now.seconds - held.checked)
    {
      return report(held, isChanged: false)
    }
    let found: Found
    do throws(ReadingFailure) { found = try await read(held) } catch {
      var state = held?.key == key ? held! : ImportState(key: key, checked: 0)
      state.checked = now.seconds
      state.fault = error.reason
      try write(state)
      return report(state, isChanged: false)
    }
    guard let results = found.results else {
      // The server says that what it sent before still holds.
      var state = held ?? ImportState(key: key, checked: 0)
      state.checked = now.seconds
      state.fault = nil
      try write(state)
      return report(state, isChanged: false)
    }
    let (text, count, refused) = alarms(of: results)
    let losses = results.flatMap(\.notes).filter(\.isLoss).map { note in
      note.event.map { "\($0): \(note.text)" } ?? note.text
    }
    var state = ImportState(key: key, checked: now.seconds, alarms: count, losses: losses + refused)
    (state.etag, state.lastModified) = (found.etag, found.lastModified)
    try Files.makeDirectory(store.directory)
    let file = store.alarmFile(source.name)
    let isChanged = (try? Files.read(file).bytes) != Array(text.utf8)
    if isChanged { try Files.replace(file, with: Array(text.utf8)) }
    try write(state)
    return report(state, isChanged: isChanged)
  }

  private func report(_ state: ImportState, isChanged: Bool) -> Report {
    Report(
      name: source.name, title: source.title, alarms: state.alarms, isChanged: isChanged, losses: state.losses,
      fault: state.fault)
  }

  private func state() -> ImportState? {
    guard let bytes = try? Files.read(store.stateFile(source.name)).bytes else { return nil }
    return try? JSONDecoder().decode(ImportState.self, from: Data(bytes))
  }

  private func write(_ state: ImportState) throws(FileError) {
    try Files.makeDirectory(store.directory)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(state) else { return }
    try Files.replace(store.stateFile(source.name), with: Array(data) + [10])
  }

  private struct ReadingFailure: Error {
    let reason: String
  }

  /// What was read; no results where nothing has changed since.
  private struct Found {
    var results: [CalendarImport.Result]?
    var etag: String?
    var lastModified: String?
  }

  private func read(_ held: ImportState?) async throws(ReadingFailure) -> Found {
    switch source.origin {
    case .web(let address):
      let known = held?.key == key && Files.exists(store.alarmFile(source.name)) ? held : nil
      let answer: CalendarFetch.Answer
      do throws(FetchError) {
        answer = try await CalendarFetch.ask(
          address.reveal(), client: client, etag: known?.etag, lastModified: known?.lastModified)
      } catch { throw ReadingFailure(reason: error.reasons.joined(separator: "; ")) }
      guard let bytes = answer.bytes else { return Found() }
      return Found(
        results: [try result(of: bytes, file: source.title)], etag: answer.etag, lastModified: answer.lastModified)
    case .path(let path):
      guard Files.isDirectory(path) else { return Found(results: [try result(at: path)]) }
      var results: [CalendarImport.Result] = []
      for name in Files.names(in: path) where name.hasSuffix(".ics") && !name.hasPrefix(".") {
        results.append(try result(at: "\(path)/\(name)"))
      }
      return Found(results: results)
    }
  }

  private func result(at path: String) throws(ReadingFailure) -> CalendarImport.Result {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(path, limit: CalendarFetch.mostBytes).bytes } catch {
      throw ReadingFailure(reason: "\(path) cannot be read: \(error)")
    }
    return try result(of: bytes, file: path)
  }

  private func result(of bytes: [UInt8], file: String) throws(ReadingFailure) -> CalendarImport.Result {
    do throws(Diagnostic) {
      return try CalendarImport(
        bytes, file: file, ownZone: configuration.zone, calendar: source.calendar, idPrefix: source.name
      ).result
    } catch { throw ReadingFailure(reason: error.description) }
  }

  /// The file of alarms that are to come, how many those are, and what the configuration refuses.
  private func alarms(of results: [CalendarImport.Result]) -> (text: String, count: Int, refused: [String]) {
    var last: [String: CalendarImport.Entry] = [:]
    var order: [String] = []
    for entry in results.flatMap(\.alarms) where last.updateValue(entry, forKey: entry.id) == nil {
      order.append(entry.id)
    }
    var entries = order.compactMap { last[$0] }
    var refused: [String] = []
    let loader = ConfigurationLoader(locations: Locations { _ in nil }, systemZone: configuration.zone)
    for _ in 0..<2 {
      let text = head + lines(of: entries)
      do throws(DiagnosticList) {
        let loaded = try loader.load([ConfigurationLoader.Input(path: source.title, givesAlarms: true, text: text)])
        let yesterday = now.advanced(by: .seconds(-86_400))
        let past = Set(loaded.planner.enabledPlans.filter { $0.isOver(at: yesterday) }.map(\.alarm.id))
        entries.removeAll { past.contains($0.id) }
        break
      } catch {
        let written = try? AlarmLines(text, file: source.title)
        for fault in error.diagnostics where fault.severity == .error {
          let line = fault.place.line - 1
          guard let entry = written?.entries.first(where: { $0.lines?.contains(line) == true }) else { continue }
          refused.append("\(entry.id) cannot be an alarm here: \(fault.message)")
          entries.removeAll { $0.id == entry.id }
        }
      }
    }
    return (ImportRefresh.notice + lines(of: entries), entries.count, refused)
  }

  private static let notice =
    "# Events of a calendar, read by notifier: what is changed here is lost. See imports: in notifier.yaml.\n"

  private var head: String {
    source.calendar.map { "calendars: { \(YAMLText.scalar($0)): { title: \(YAMLText.scalar($0)) } }\n" } ?? ""
  }

  private func lines(of entries: [CalendarImport.Entry]) -> String {
    guard !entries.isEmpty else { return "alarms: []\n" }
    return "alarms:\n"
      + entries.map { entry in
        entry.lines.enumerated().map { "  \($0 == 0 ? "- " : "  ")\($1)\n" }.joined()
      }.joined()
  }
}
