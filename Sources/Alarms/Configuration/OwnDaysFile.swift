import Glibc

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
    try makeDirectories()
    let lock = open("\(directory)/.own-days.lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw failure("locking \(directory)") }
    defer { close(lock) }
    var days = try read()
    change(&days)
    try write(OwnDaysFile.header + days.yaml)
  }

  private func makeDirectories() throws(FileError) {
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw failure("making \(made)") }
    }
  }

  /// Into a file beside it first, so that readers see the old one or the new one.
  private func write(_ text: String) throws(FileError) {
    let part = "\(directory)/.own-days.new"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("writing \(part)") }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten else {
      unlink(part)
      errno = code
      throw failure("writing \(part)")
    }
    guard rename(part, path) == 0 else { throw failure("writing \(path)") }
  }

  private func failure(_ doing: String) -> FileError {
    FileError(description: "\(doing) failed: \(String(cString: strerror(errno)))")
  }
}
