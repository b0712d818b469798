import Glibc

/// Keeps other processes from writing to the same journal, until it dies or is let go.
final class JournalLock {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the file that was locked is the one that lies at `path`; `nil` where nothing lies there.
  func isFile(at path: String) -> Bool? {
    var (own, there) = (stat(), stat())
    guard lstat(path, &there) == 0 else { return nil }
    return fstat(descriptor, &own) == 0 && (own.st_ino, own.st_dev) == (there.st_ino, there.st_dev)
  }

  deinit {
    // Closing is not enough: a child that is about to be something else holds the descriptor for a moment longer.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// Makes and examines the journal's file before SQLite opens it, since SQLite would make it readable for everybody.
enum JournalFile {
  /// Makes the file (0600) and its directory (0700) where they are missing, takes away what others may do with the file,
  /// and locks it for this process.
  ///
  /// - Returns: the descriptor that holds the lock. It must outlive SQLite's connection: to close any descriptor of a file
  ///   gives up the locks that SQLite holds on it (fcntl(2)).
  /// - Throws: `unusable`, `notTrusted` when others can write to the file or directory, `inUse`.
  static func prepare(_ path: String) throws(JournalError) -> JournalLock {
    let directory = parent(of: path)
    try makeDirectories(directory)
    try check(directory)
    // Behind a link lies a file that may be anything, and SQLite would put its log beside that. A pipe must not be waited for.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw .unusable(path: path, reason: "it is a symbolic link, and the journal is none") }
      throw failure(path)
    }
    let lock = JournalLock(descriptor)
    try check(path)
    // What is no database is none that this program made: nothing is changed about it before that is told.
    if try isDatabase(descriptor, path) { guard fchmod(descriptor, 0o600) == 0 else { throw failure(path) } }
    // A file system that knows no such locks leaves the control socket's to keep a second daemon away.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path: path) }
    return lock
  }

  /// Whether a file is empty or begins as SQLite's databases do.
  private static func isDatabase(_ descriptor: Int32, _ path: String) throws(JournalError) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unusable(path: path, reason: "it is no regular file; move it away")
    }
    var head = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &head, head.count, 0)
    return count == 0 || head == Array("SQLite format 3\0".utf8)
  }

  /// Moves a damaged file away with its log, in its directory, under a name that no other one has.
  ///
  /// - Returns: the new path.
  static func moveAside(_ path: String) throws(JournalError) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let new = "\(path).damaged-\(number)"
    guard rename(path, new) == 0 else { throw failure(path) }
    // SQLite would take these for the new file's. A log belongs to its file by name; there may be none.
    for suffix in ["-wal", "-shm"] { rename(path + suffix, new + suffix) }
    return new
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
