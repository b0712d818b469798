import Glibc

/// Where the control socket lies, and its address for the system.
package enum ControlSocket {
  /// How long a socket's path may be, in bytes: `sun_path` holds 108 with the NUL (unix(7)).
  package static let pathLimit = 107

  /// The socket's path for a user: `$NOTIFIER_SOCKET`; else `notifier/control.sock` in `$XDG_RUNTIME_DIR`; else in
  /// `/run/user/UID` where that is a directory; else in `$XDG_STATE_HOME` or `~/.local/state`.
  ///
  /// An empty variable counts as unset, and so does an XDG variable that holds no absolute path (XDG Base Directory
  /// Specification 0.8). `nil` where not even `$HOME` is known.
  package static func path(
    environment: (String) -> String?, user: UInt32, isDirectory: (String) -> Bool
  ) -> String? {
    func directory(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let path = environment("NOTIFIER_SOCKET"), !path.isEmpty { return path }
    let runtime = "/run/user/\(user)"
    let base =
      directory("XDG_RUNTIME_DIR") ?? (isDirectory(runtime) ? runtime : nil) ?? directory("XDG_STATE_HOME")
      ?? directory("HOME").map { $0 + "/.local/state" }
    return base.map { $0 + "/notifier/control.sock" }
  }

  /// The socket's path for this process.
  package static func path() -> String? {
    path(
      environment: { name in getenv(name).map { String(cString: $0) } }, user: getuid(),
      isDirectory: { path in
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      })
  }

  /// Calls `body` with the address of a path; `nil` where the path is too long for one.
  static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    guard path.utf8.count <= pathLimit else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// A stream socket of the Unix domain that children do not inherit; below zero, with `errno`, when there is none.
func makeSocket(nonBlocking: Bool) -> Int32 {
  socket(
    AF_UNIX,
    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (nonBlocking ? SOCK_NONBLOCK.rawValue : 0)), 0)
}

/// The process and user at the other end of a socket; `nil` when the kernel does not tell.
func peer(of descriptor: Int32) -> (process: pid_t, user: uid_t)? {
  // struct ucred (unix(7)) is process, user and group, each of 32 bits; Glibc's module does not show it.
  var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
  var size = socklen_t(MemoryLayout.size(ofValue: credentials))
  guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12 else { return nil }
  return (credentials.0, credentials.1)
}

/// What the system says of an error number.
func describe(_ error: Int32) -> String { String(cString: strerror(error)) }
