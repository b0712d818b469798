import CProcess
import Glibc

/// Where programs without a path are looked for, whatever the daemon's own environment says.
private let searchPath = "/usr/local/bin:/usr/bin:/bin"

/// Of the daemon's environment, what a program gets to see beside the search path.
private let handedOn = [
  "HOME", "USER", "LOGNAME", "LANG", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY",
]

/// Starts a program in a process group of its own, with nothing of the daemon's but a few variables.
///
/// - Returns: 0, or the number of an error.
func spawn(_ words: [String], input: Int32, errors: Int32, child: inout pid_t) -> Int32 {
  guard let program = program(words[0]) else { return ENOENT }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
  _ = notifier_spawn_close_from(&actions, 3)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var (none, all) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
  let variables =
    ["PATH=\(searchPath)"] + handedOn.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  var arguments = words.map { strdup($0) } + [nil]
  var environment = variables.map { strdup($0) } + [nil]
  defer { for text in arguments + environment { free(text) } }
  return posix_spawn(&child, program, &actions, &attributes, &arguments, &environment)
}

/// The path of a program; `nil` where it is nowhere to be found.
private func program(_ name: String) -> String? {
  if name.contains("/") { return name }
  return searchPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// A pipe that no other child inherits; each end is closed once.
final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// `nil` where the system has no more, with the reason in `errno`.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard notifier_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Writes as much as there is room for.
  ///
  /// - Returns: what is left; nothing where nobody reads any more.
  func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // POLLOUT says that there is room for so many bytes: pipe(7).
    let count = bytes.prefix(4096).withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? bytes : [] }
    return bytes.dropFirst(count)
  }
}
