/// The one file of alarms that the command writes: `notifier.d/own-alarms.yaml`. What a person wrote by hand is elsewhere.
package struct OwnAlarmsFile: Sendable {
  /// Its name in `notifier.d`.
  package static let name = "own-alarms.yaml"

  /// What a new one says before any alarm.
  package static let header = """
    # Alarms of `notifierctl add`. Change them with `notifierctl edit`, which checks what you write before it is kept.

    """

  private let directory: String

  /// The file in the person's directory.
  package init(_ locations: Locations) { directory = "\(locations.personal)/notifier.d" }

  package var path: String { "\(directory)/\(OwnAlarmsFile.name)" }

  /// What it says; the header alone where there is no file.
  package func read() throws(FileError) -> String {
    guard Files.exists(path) else { return OwnAlarmsFile.header }
    let (bytes, mode) = try Files.read(path)
    guard mode.isOwn, !mode.othersCanWrite else {
      throw FileError(description: "other people can change it, so it is not trusted; run: chmod go-w \(path)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Does something with the file to oneself: two who do so at once wait for each other.
  ///
  /// - Parameter body: changes the file by ``write(_:)``, or leaves it.
  package func locked<Value>(_ body: () throws -> Value) throws -> Value {
    try Files.makeDirectory(directory)
    return try Files.locked("\(directory)/.own-alarms.lock", body)
  }

  /// Puts a text in the place of what is there, whole or not at all. To be called while it is locked.
  package func write(_ text: String) throws(FileError) { try Files.rewrite(path, with: Array(text.utf8)) }
}
