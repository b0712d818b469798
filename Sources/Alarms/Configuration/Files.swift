import Glibc

/// Why a file could not be read, in words for a person.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Reads files whole, and says what is wrong with those that should not be trusted.
package enum Files {
  /// What `stat` says of a file, as far as trust is concerned.
  package struct Mode: Sendable {
    package let bits: UInt32
    package let owner: UInt32
    package let group: UInt32
    /// Whether people other than the owner can change the file.
    ///
    /// Many systems give each person a group of their own, with the person's number, and let that group write: it has
    /// nobody else in it.
    package var othersCanWrite: Bool { bits & 0o002 != 0 || (bits & 0o020 != 0 && (group != owner || owner == 0)) }
    /// Whether the file is this user's or root's. Root reads what it is told to, as in a checkout that belongs to a person.
    package var isOwn: Bool { owner == getuid() || owner == 0 || getuid() == 0 }
    /// Whether people other than the owner can read the file.
    package var othersCanRead: Bool { bits & 0o044 != 0 }
  }

  /// Reads a regular file.
  ///
  /// - Parameter limit: the largest size that is read, in bytes.
  package static func read(_ path: String, limit: Int = YAMLReader.longestFile) throws(FileError) -> (
    bytes: [UInt8], mode: Mode
  ) {
    // Without waiting: opening a pipe would wait for a writer, before it is seen that it is no file.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      let isLink = code == ENOENT && isAnything(path)
      throw FileError(description: isLink ? "it is a symbolic link that leads nowhere" : reason(code))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(description: reason(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(description: "it is no regular file") }
    guard status.st_size <= limit else { throw FileError(description: "it is larger than \(limit) bytes") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw FileError(description: reason(errno))
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw FileError(description: "it is larger than \(limit) bytes") }
    }
    return (bytes, Mode(bits: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid))
  }

  /// Puts a file in the place of what is at `path`, whole or not at all: into one beside it first, so that readers see
  /// the old one or the new one.
  ///
  /// - Parameter mode: who can read it; only its owner unless it is said.
  package static func replace(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o600) throws(FileError) {
    // Two programs may do so at once.
    let part = "\(directory(of: path))/.\(name(of: path)).\(getpid())"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("writing \(part)") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    // Not when it is opened: the process has a mask of modes, and one that is left over has its own.
    let isWritten = rest.isEmpty && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(part, path) == 0 else {
      if !isWritten { errno = code }
      let error = failure("writing \(path)")
      unlink(part)
      throw error
    }
  }

  /// Puts a file of a person's configuration in the place of what is at `path`, whole or not at all.
  ///
  /// Many keep their configuration elsewhere and have links to it: a link stays, and what it leads to is replaced, with the
  /// mode that it has.
  package static func rewrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    var target = path
    if let pointer = realpath(path, nil) {
      defer { free(pointer) }
      target = String(cString: pointer)
    } else if isAnything(path) {
      throw failure("following \(path)")
    }
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : nil
    try replace(target, with: bytes, mode: mode ?? 0o600)
  }

  /// Makes a directory and those above it, for their owner only.
  package static func makeDirectory(_ path: String) throws(FileError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw failure("making \(made)") }
    }
  }

  /// Does something while no other program does something with the same lock: they wait for each other.
  ///
  /// - Parameter lock: a file beside what is changed, which stays.
  package static func locked<Value>(_ lock: String, _ body: () throws -> Value) throws -> Value {
    let descriptor = open(lock, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("locking \(lock)") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("locking \(lock)") }
    }
    return try body()
  }

  private static func failure(_ doing: String) -> FileError {
    FileError(description: "\(doing) failed: \(String(cString: strerror(errno)))")
  }

  /// When a file was last changed, in Unix seconds; `nil` where there is none.
  package static func modified(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }

  /// What tells a file from one that took its place, in words for no one; `nil` where there is none.
  package static func version(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return "\(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// Whether something exists at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether something is at `path`, be it a link that leads nowhere or what cannot be reached.
  package static func isAnything(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Whether the entries of a directory can be told.
  package static func isListable(_ path: String) -> Bool { access(path, R_OK | X_OK) == 0 && isDirectory(path) }

  /// Whether a directory is at `path`.
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of the entries of a directory, sorted; empty where it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// `path` with `~` for the home directory, and relative to `directory` where it is relative.
  package static func resolve(_ path: String, relativeTo directory: String, home: String?) -> String {
    if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
    return path.hasPrefix("/") ? path : "\(directory)/\(path)"
  }

  /// `path` from the root, as seen from where the program was started.
  package static func absolute(_ path: String, home: String?) -> String {
    guard let pointer = getcwd(nil, 0) else { return resolve(path, relativeTo: ".", home: home) }
    defer { free(pointer) }
    return resolve(path, relativeTo: String(cString: pointer), home: home)
  }

  /// The directory part of a path; `.` for a bare name.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "reading it is not permitted"
    case EISDIR: "it is a directory"
    default: String(cString: strerror(code))
    }
  }
}
