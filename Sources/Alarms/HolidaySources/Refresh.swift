/// What the helper program `notifier-calendars refresh` is asked for, as JSON on its standard input.
///
/// It holds what the helper needs and nothing else: the configuration, with its secrets, stays out of the process that
/// reads what the network sends.
package struct RefreshJob: Codable, Sendable {
  /// More sources than these, or addresses of one, are a slip.
  package static let mostSources = 100
  package static let mostAddresses = 20

  /// One source to fetch.
  package struct Source: Codable, Sendable {
    package var key: String
    /// How it is shown.
    package var title: String
    /// Web addresses in the order to try; empty for a file.
    package var addresses: [String]
    /// The path of an iCalendar file.
    package var file: String?
    package var layer: HolidaySource.Layer
    /// Whether nothing is shown of the addresses but their hosts.
    package var hidesPath: Bool
    /// ``HolidayFile/Kind`` by its raw value.
    package var kind: String?
    package var off: [String]
    package var work: [String]
  }

  /// Where the copies lie.
  package var directory: String
  /// Where copies lie that stand in for those that were lost; `nil` for nowhere.
  package var spare: String?
  /// Unix seconds.
  package var now: Int
  /// The civil year now; a source with a file a year is asked for the years around it.
  package var year: Int
  /// The region's code.
  package var region: String
  /// The weekdays that are worked, 1 for Monday.
  package var workdays: [Int]
  /// A person says that fewer days, or older data, are right.
  package var isForced: Bool
  package var sources: [Source]

  package init(
    directory: String, spare: String? = nil, now: Int, year: Int, region: String, workdays: [Int], isForced: Bool,
    sources: [Source]
  ) {
    self.directory = directory
    self.spare = spare
    self.now = now
    self.year = year
    self.region = region
    self.workdays = workdays
    self.isForced = isForced
    self.sources = sources
  }
}

extension RefreshJob.Source {
  /// What is to be fetched; `nil` for a source that is read from a file directly.
  package init?(_ source: HolidaySource) {
    guard source.isFetched else { return nil }
    let (addresses, file): ([String], String?) =
      switch source.origin {
      case .web(let addresses): (addresses.map { $0.reveal() }, nil)
      case .file(let path): ([], path)
      }
    self.init(
      key: source.key, title: source.title, addresses: addresses, file: file, layer: source.layer,
      hidesPath: source.hidesPath, kind: source.kind?.rawValue, off: source.off, work: source.work)
  }
}

/// What came of it, as JSON on the helper's standard output.
package struct RefreshReport: Codable, Sendable {
  /// One source.
  package struct Source: Codable, Sendable {
    package var key: String
    package var title: String
    /// The notice years whose copy was replaced.
    package var changed: [Int]
    /// The years that the source had nothing of yet.
    package var notAnnounced: [Int]
    /// Why something could not be had or was refused; what was known stays in use.
    package var failures: [String]
    /// Doubts about data that is used.
    package var warnings: [String]

    package init(
      key: String, title: String, changed: [Int] = [], notAnnounced: [Int] = [], failures: [String] = [],
      warnings: [String] = []
    ) {
      self.key = key
      self.title = title
      self.changed = changed
      self.notAnnounced = notAnnounced
      self.failures = failures
      self.warnings = warnings
    }
  }

  package var sources: [Source]

  package init(sources: [Source]) { self.sources = sources }
}
