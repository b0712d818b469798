import FoundationEssentials

/// The copies of holiday data under `$XDG_CACHE_HOME/notifier/holidays`: two files a source, named by its key.
///
/// The helper program writes them; everyone reads them. Each is replaced whole, so that a reader sees the old one or the
/// new one. The data changes seldom and has a file of its own, so that who watches it is not woken by every check.
package struct HolidayStore: Sendable {
  package let directory: String

  package init(directory: String) { self.directory = directory }

  /// The file of a source's data.
  package func dataFile(_ key: String) -> String { "\(directory)/\(key).json" }

  /// The file that tells how its fetching stands.
  package func stateFile(_ key: String) -> String { "\(directory)/\(key).state.json" }

  /// A source's copy; `nil` where there is none, or one that cannot be used: it will be fetched again.
  package func copy(of key: String) -> HolidayCopy? { read(dataFile(key)) }

  /// How the fetching of a source stands; `nil` where it was never tried.
  package func state(of key: String) -> HolidaySourceState? { read(stateFile(key)) }

  /// - Throws: a `FileError`; what was there stays.
  package func write(_ copy: HolidayCopy, of key: String) throws { try write(copy, to: dataFile(key)) }

  /// - Throws: a `FileError`; what was there stays.
  package func write(_ state: HolidaySourceState, of key: String) throws { try write(state, to: stateFile(key)) }

  private func read<Value: Decodable>(_ path: String) -> Value? {
    // Whoever can write it could silence alarms.
    guard Files.exists(path), let (bytes, mode) = try? Files.read(path), mode.isOwn, !mode.othersCanWrite else {
      return nil
    }
    return try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  private func write(_ value: some Encodable, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try Files.makeDirectory(directory)
    try Files.replace(path, with: Array(try encoder.encode(value)))
  }
}
