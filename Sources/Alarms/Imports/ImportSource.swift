/// An entry of `imports:`: a calendar whose events ring as alarms.
package struct ImportSource: Sendable {
  /// Where its events come from.
  package enum Origin: Sendable {
    /// An iCalendar file, or a directory of such files.
    case path(String)
    case web(Secret)
  }

  /// Stands for the iCalendar files of a directory where files are watched.
  package static let pattern = "*.ics"

  /// Its name, which the ids of its alarms begin with.
  package let name: String
  package let origin: Origin
  /// The calendar of which its alarms are; `nil` for none.
  package let calendar: String?

  package init(name: String, origin: Origin, calendar: String?) {
    (self.name, self.origin, self.calendar) = (name, origin, calendar)
  }

  /// What a person is shown of where it lies: of an address the host, since the path often is a password.
  package var title: String {
    switch origin {
    case .path(let path): path
    case .web(let address): HolidaySource.title(of: address, hidesPath: true)
    }
  }

  /// What tells it from another one of the same name; nothing can be read from it.
  package var key: String {
    let place =
      switch origin {
      case .path(let path): path
      case .web(let address): address.reveal()
      }
    return stableHash([name, place, calendar ?? ""])
  }
}

/// Where the alarms of ``ImportSource`` entries are kept: a file of the configuration for each, which the helper program writes.
package struct ImportStore: Sendable {
  package let directory: String

  package init(_ locations: Locations) { directory = "\(locations.state)/imports" }

  /// The alarms of a source, as the configuration has them.
  package func alarmFile(_ name: String) -> String { "\(directory)/\(name).yaml" }

  /// What came of the last reading.
  package func stateFile(_ name: String) -> String { "\(directory)/\(name).json" }

  /// Whether an alarm that stands in a file comes from a source; its name then.
  package func name(ofSourceWith file: String) -> String? {
    guard Files.directory(of: file) == directory, file.hasSuffix(".yaml") else { return nil }
    return String(Files.name(of: file).dropLast(".yaml".count))
  }
}

/// What came of reading a source last.
package struct ImportState: Codable, Hashable, Sendable {
  /// The ``ImportSource/key`` that was read.
  package var key: String
  /// When it was read, or in vain, in seconds since 1970.
  package var checked: Int
  /// What the server said of the data that is held.
  package var etag: String?
  package var lastModified: String?
  /// How many alarms it gives.
  package var alarms: Int
  /// What could not be taken as it was written, one line each.
  package var losses: [String]
  /// Why the last reading failed; `nil` where it did not. What was read before it holds.
  package var fault: String?

  package init(key: String, checked: Int, alarms: Int = 0, losses: [String] = []) {
    (self.key, self.checked, self.alarms, self.losses) = (key, checked, alarms, losses)
  }
}
