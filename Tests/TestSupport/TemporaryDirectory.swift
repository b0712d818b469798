import Glibc

/// A directory that goes with the object, and what is in it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// - Parameter parent: where it is made: `$TMPDIR`, or /tmp, unless other users have to reach it.
  package init(in parent: String = TemporaryDirectory.usualParent) {
    var template = Array("\(parent)/notifier-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no directory can be made: \(String(cString: strerror(errno)))")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryDirectory.removeAll(path) }

  /// The path of an entry, there or not.
  package subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a file with exactly that mode, whatever the umask; returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String, mode: UInt32 = 0o600) -> String {
    let path = self[name]
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "cannot make \(path): \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "cannot fill \(path)")
    precondition(fchmod(descriptor, mode) == 0, "cannot set the mode of \(path)")
    return path
  }

  /// Makes a directory in it.
  package func makeDirectory(_ name: String) {
    precondition(mkdir(self[name], 0o700) == 0, "cannot make \(self[name]): \(String(cString: strerror(errno)))")
  }

  /// The environment is read once: other tests change theirs.
  package static let usualParent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

  private static func removeAll(_ path: String) {
    if remove(path) == 0 { return }
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { removeAll("\(path)/\(name)") }
    }
    closedir(directory)
    remove(path)
  }
}

/// Sets when a file says that it was changed, in Unix seconds.
package func setModificationTime(of path: String, to seconds: Int) {
  let time = timespec(tv_sec: seconds, tv_nsec: 0)
  precondition(utimensat(AT_FDCWD, path, [time, time], 0) == 0, "cannot set the time of \(path)")
}
