import Alarms

/// What has to be done so that a calendar says what the alarms say: a pure function of what is wanted, what was written, and
/// what lies there. Only names of our own are ever in it.
struct SyncPlan: Equatable {
  /// One request that changes something.
  enum Step: Equatable {
    /// Write an event that is not there.
    case add(String)
    /// Write over the version with that ETag; over any where the server does not tell versions apart.
    case change(String, etag: String?)
    case remove(String, etag: String?)
  }

  /// What lies under a name of our own.
  struct Found: Equatable {
    /// `nil` where the server does not say.
    var etag: String?
    /// The hash of the content; `nil` where nobody looked, since the ETag says enough.
    var hash: String?
    /// Whether the event there has the UID that belongs to the name; true where nobody looked.
    var isOurs = true
  }

  private(set) var steps: [Step] = []
  /// What is as it should be although it was not known to be: it is only to be recorded.
  private(set) var adopted: [String] = []
  /// What is neither wanted nor there.
  private(set) var forgotten: [String] = []
  /// Events of ours that a person changed or removed, and that are left so.
  private(set) var left: [String] = []

  /// The names whose content has to be seen: the ETag does not tell that it is what was written.
  static func unclear(
    wanted: [String: String], known: [String: SyncState.Entry], found: [String: Found]
  ) -> [String] {
    found.compactMap { name, found in
      guard wanted[name] != nil || known[name] != nil else { return nil }
      guard let etag = found.etag, let entry = known[name] else { return name }
      return etag == entry.etag ? nil : name
    }.sorted()
  }

  /// - Parameter wanted: the hashes of the events' contents by their names.
  init(
    wanted: [String: String], known: [String: SyncState.Entry], found: [String: Found], edited: SyncAccount.Edited
  ) {
    for (name, hash) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let there = found[name] else {
        // What was written whole and is not there has been removed by a person.
        let wasWritten = known[name]?.hash != nil
        if wasWritten, edited == .leave { left.append(name) } else { steps.append(.add(name)) }
        continue
      }
      let entry = known[name]
      if there.hash == hash {
        adopted.append(name)
      } else if there.isOurs, edited == .restore || SyncPlan.isUntouched(there, entry) {
        if there.hash == nil, entry?.hash == hash { continue }
        steps.append(.change(name, etag: there.etag))
      } else {
        left.append(name)
      }
    }
    for (name, entry) in known.sorted(by: { $0.key < $1.key }) where wanted[name] == nil {
      guard let there = found[name] else {
        forgotten.append(name)
        continue
      }
      if there.isOurs, edited == .restore || SyncPlan.isUntouched(there, entry) {
        steps.append(.remove(name, etag: there.etag))
      } else {
        left.append(name)
      }
    }
  }

  /// Whether what is there is what was written.
  private static func isUntouched(_ found: Found, _ entry: SyncState.Entry?) -> Bool {
    guard let entry else { return false }
    return found.hash.map { $0 == entry.hash || $0 == entry.tried } ?? (found.etag == entry.etag)
  }
}
