import Glibc

/// Why the control socket cannot be opened.
package enum ControlServerError: Error, Hashable, Sendable {
  /// The path does not fit into a socket's address.
  case pathTooLong(String)
  /// A system call failed, for the system's reason.
  case unusable(path: String, operation: String, reason: String)
  /// Others own the directory or can write to it.
  case notTrusted(directory: String, found: String)
  /// Something that is no socket lies there.
  case notASocket(String)
  /// A daemon answers on it already; its process, where that is known.
  case alreadyRunning(path: String, process: Int32?)
}

extension ControlServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pathTooLong(let path):
      "\(path): the control socket's path has \(path.utf8.count) bytes, and at most \(ControlSocket.pathLimit) are "
        + "possible; set NOTIFIER_SOCKET to a shorter one"
    case .unusable(let path, let operation, let reason):
      "\(path): the control socket cannot be opened: \(operation): \(reason); set NOTIFIER_SOCKET to a path in a "
        + "directory that you own"
    case .notTrusted(let directory, let found):
      "\(directory): the control socket cannot lie here: \(found); expected a directory that you own and only you can "
        + "write to: chmod go-w it, or set NOTIFIER_SOCKET to a path in another one"
    case .notASocket(let path):
      "\(path): the control socket cannot be opened: a file that is no socket lies there; move it away"
    case .alreadyRunning(let path, let process):
      "\(path): notifierd is running already\(process.map { " as process \($0)" } ?? ""); "
        + "stop it first: systemctl --user stop notifierd"
    }
  }
}

/// The listening socket: bound, private, and this daemon's alone until it is removed.
final class Listener {
  let descriptor: Int32
  let path: String
  /// `nil` once the socket is removed.
  private var lock: Int32?
  private let inode: ino_t

  /// Makes the directory (0700) where it is missing, takes the lock beside the socket, and listens. A socket on which
  /// nobody answers is replaced.
  init(path: String) throws(ControlServerError) {
    guard path.utf8.count <= ControlSocket.pathLimit else { throw .pathTooLong(path) }
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try Listener.makeDirectory(directory)
    try Listener.check(directory)
    let lock = try Listener.takeLock(for: path)
    do throws(ControlServerError) {
      try Listener.clear(path)
      descriptor = try Listener.listen(on: path)
    } catch {
      close(lock)
      throw error
    }
    self.path = path
    self.lock = lock
    inode = Listener.inode(of: path) ?? 0
  }

  /// Whether somebody has taken the socket's file away.
  var isRemoved: Bool { Listener.inode(of: path) == nil }

  deinit {
    remove()
    close(descriptor)
  }

  /// Takes the socket's file away and lets go of the lock: another daemon may start. Whoever is connected stays so.
  func remove() {
    guard let lock else { return }
    // Another daemon may have put its own socket here after somebody removed ours by hand.
    if Listener.inode(of: path) == inode { unlink(path) }
    // Closing is not enough: a child that is about to be something else holds the descriptor for a moment longer. The
    // lock's file stays: whoever removes it lets two daemons lock two files of one name.
    flock(lock, LOCK_UN)
    close(lock)
    self.lock = nil
  }

  private static func makeDirectory(_ directory: String) throws(ControlServerError) {
    if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = directory.lastIndex(of: "/"), slash != directory.startIndex else {
      throw failure(directory, "mkdir")
    }
    try makeDirectory(String(directory[..<slash]))
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure(directory, "mkdir") }
  }

  private static func check(_ directory: String) throws(ControlServerError) {
    var status = stat()
    guard stat(directory, &status) == 0 else { throw failure(directory, "stat") }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw .notTrusted(directory: directory, found: "user \(status.st_uid) owns it")
    }
    guard status.st_mode & 0o022 == 0 else {
      let mode = String(status.st_mode & 0o7777, radix: 8)
      throw .notTrusted(directory: directory, found: "its mode \(mode) lets others write")
    }
  }

  /// A lock goes with the process that holds it, however that ends.
  private static func takeLock(for path: String) throws(ControlServerError) -> Int32 {
    let file = path + ".lock"
    let lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw failure(file, "open") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      var text = [UInt8](repeating: 0, count: 32)
      let count = max(0, read(lock, &text, text.count))
      close(lock)
      guard error == EWOULDBLOCK else {
        throw .unusable(path: file, operation: "flock", reason: describe(error))
      }
      throw .alreadyRunning(path: path, process: Int32(String(decoding: text.prefix(count), as: UTF8.self)))
    }
    let own = Array("\(getpid())".utf8)
    guard ftruncate(lock, 0) == 0, pwrite(lock, own, own.count, 0) == own.count else {
      let error = failure(file, "write")
      close(lock)
      throw error
    }
    return lock
  }

  /// Removes a socket on which nobody answers.
  private static func clear(_ path: String) throws(ControlServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw failure(path, "stat")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    let probe = makeSocket(nonBlocking: true)
    guard probe >= 0 else { throw failure(path, "socket") }
    defer { close(probe) }
    let answered = ControlSocket.withAddress(of: path) { connect(probe, $0, $1) == 0 || errno == EAGAIN }
    if answered == true { throw .alreadyRunning(path: path, process: peer(of: probe)?.process) }
    guard unlink(path) == 0 else { throw failure(path, "unlink") }
  }

  private static func listen(on path: String) throws(ControlServerError) -> Int32 {
    let descriptor = makeSocket(nonBlocking: true)
    guard descriptor >= 0 else { throw failure(path, "socket") }
    // Linux gives the socket's file the mode of the descriptor, so that it is never open to others, however briefly.
    guard fchmod(descriptor, 0o600) == 0,
      ControlSocket.withAddress(of: path, { bind(descriptor, $0, $1) == 0 }) == true,
      Glibc.listen(descriptor, 64) == 0
    else {
      let error = failure(path, "bind")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func inode(of path: String) -> ino_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_ino : nil
  }

  private static func failure(_ path: String, _ operation: String) -> ControlServerError {
    .unusable(path: path, operation: operation, reason: describe(errno))
  }
}
