import Alarms
import Glibc

/// A directory of the daemon's own that is thrown away at the end.
struct TemporaryDirectory: Sendable {
  let path: String

  /// Makes it, for its owner alone, in `$TMPDIR` or /tmp.
  init() throws {
    var template = Array("\(Locations.variable("TMPDIR") ?? "/tmp")/notifier-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Refusal(status: 73, lines: ["no temporary directory can be made: \(String(cString: strerror(errno)))"])
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes it with the files in it.
  func remove() {
    for name in Files.names(in: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
