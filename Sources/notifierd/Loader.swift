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
    var locations = locations
    locations.secrets = .needed
    do {
      return try ConfigurationLoader(locations: locations).load(inputs)
    } catch {
      throw Refusal(status: 78, lines: error.diagnostics.filter { $0.severity == .error }.map(\.description))
    }
  }

  /// The files to read.
  var inputs: [ConfigurationLoader.Input] { ConfigurationLoader(locations: locations).inputs(file: file) }

  /// What must be watched to see a change.
  func watched(_ configuration: Configuration) -> (files: [String], directories: [String]) {
    let files = configuration.files + configuration.references + configuration.zoneFiles
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
  static func summary(_ configuration: Configuration, at now: Instant) -> String {
    "\(englishCount(configuration.alarms.count, "alarm")); holidays \(horizon(configuration, at: now))"
  }

  /// How far the holiday data reaches.
  static func horizon(_ configuration: Configuration, at now: Instant) -> String {
    HolidayHorizon(configuration, at: now).text.text(in: .english)
  }
}
