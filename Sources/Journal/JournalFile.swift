import Glibc

/// Makes and examines the journal's file before SQLite opens it, since SQLite would make it readable for everybody.
enum JournalFile {
  /// Makes the file (0600) and its directory (0700) where they are missing, and takes away what others may do with the
  /// file.
  ///
  /// - Throws: `unusable`, or `notTrusted` when others can write to the file or directory.
  static func prepare(_ path: String) throws(JournalError) {
    let directory = parent(of: path)
    try makeDirectories(directory)
    try check(directory)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    try check(path)
    guard fchmod(descriptor, 0o600) == 0 else { throw failure(path) }
  }

  /// Whether the file is there; it must then be trusted.
  static func exists(_ path: String) throws(JournalError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw failure(path)
    }
    try check(path)
    return true
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func makeDirectories(_ directory: String) throws(JournalError) {
    if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, parent(of: directory) != directory else { throw failure(directory) }
    try makeDirectories(parent(of: directory))
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure(directory) }
  }

  private static func check(_ item: String) throws(JournalError) {
    var status = stat()
    guard stat(item, &status) == 0 else { throw failure(item) }
    // Root reads a user's journal; a user never reads one that a third person could have written.
    guard status.st_uid == geteuid() || status.st_uid == 0 || geteuid() == 0 else {
      throw .notTrusted(path: item, found: "user \(status.st_uid) owns it")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .notTrusted(path: item, found: "its mode \(String(status.st_mode & 0o7777, radix: 8)) lets others write")
    }
  }

  private static func failure(_ path: String) -> JournalError {
    .unusable(path: path, reason: String(cString: strerror(errno)))
  }
}
