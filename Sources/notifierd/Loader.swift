import Alarms
import Workdays

/// Reads the configuration for the daemon, and says what is worth saying of it.
struct Loader {
  let locations: Locations
  /// The file that `--config` names; `nil` for the usual ones.
  let file: String?

  /// The configuration.
  ///
  /// - Throws: a `Refusal` with a line for every problem of every file.
  func load() throws -> Configuration {
    let loader = ConfigurationLoader(locations: locations)
    do {
      return try loader.load(loader.inputs(file: file))
    } catch {
      throw Refusal(status: 78, lines: error.diagnostics.filter { $0.severity == .error }.map(\.description))
    }
  }

  /// What must be watched to see a change.
  func watched(_ configuration: Configuration) -> (files: [String], directories: [String]) {
    let files = configuration.files + configuration.references
    if file != nil { return (files, []) }
    return (files, [locations.personal, "\(locations.personal)/notifier.d", locations.machine])
  }

  /// What decides when each alarm rings, by its id.
  static func timings(_ configuration: Configuration) -> [String: String] {
    Dictionary(uniqueKeysWithValues: configuration.alarms.map { ($0.id, $0.timing) })
  }

  /// RFC 3339 in the configured zone.
  static func time(_ instant: Instant, _ configuration: Configuration) -> String {
    instant.formatted(utcOffset: configuration.zones[configuration.zone]?.utcOffset(at: instant) ?? 0)
  }

  /// A line for `systemctl status`.
  static func summary(_ configuration: Configuration) -> String {
    "\(counted(configuration.alarms.count, "alarm")); holidays \(horizon(configuration))"
  }

  /// How far the holiday data reaches.
  static func horizon(_ configuration: Configuration) -> String {
    let national = configuration.calendar.national
    guard let last = national.announcedYears.last else {
      return "\(national.region): no data; days follow the weekly pattern only"
    }
    if national.noticeYear(last)?.basis == .law { return "\(national.region): announced to the end of \(last)" }
    return "\(national.region): announced to 28 December \(last); the notice for \(last + 1) is not known"
  }
}
