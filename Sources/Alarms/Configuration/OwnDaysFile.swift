/// The one file of days that the command writes: `notifier.d/own-days.yaml`. What a person wrote by hand is elsewhere.
package struct OwnDaysFile {
  /// Its name in `notifier.d`.
  package static let name = "own-days.yaml"

  private static let header = """
    # Days of your own, written by `notifierctl off` and `notifierctl work`; change them with those.

    """

  private let directory: String

  /// The file in the person's directory.
  package init(_ locations: Locations) { directory = "\(locations.personal)/notifier.d" }

  package var path: String { "\(directory)/\(OwnDaysFile.name)" }

  /// The days that it holds; none where there is no file.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`.
  package func read() throws -> OwnDays {
    guard Files.exists(path) else { return OwnDays() }
    return try OwnDays.read(try Files.read(path).bytes, file: path)
  }

  /// Changes the days, whole or not at all; two who do so at once wait for each other.
  ///
  /// - Throws: a `FileError` or a `DiagnosticList`; the file is then as it was.
  package func update(_ change: (inout OwnDays) -> Void) throws {
    try Files.makeDirectory(directory)
    try Files.locked("\(directory)/.own-days.lock") {
      var days = try read()
      change(&days)
      try Files.rewrite(path, with: Array((OwnDaysFile.header + days.yaml).utf8))
    }
  }
}
