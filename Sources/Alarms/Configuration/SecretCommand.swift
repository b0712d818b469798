import CProcess
import Glibc

/// Runs the program that a secret comes from.
enum SecretCommand {
  /// Why there is no secret.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How long it may take, in seconds: the daemon waits for it at its start and at a reload.
  private static let limitSeconds = 10

  /// The first line of what it writes to its standard output.
  ///
  /// - Parameter words: the program, found by PATH, and its arguments; no shell reads them.
  static func firstLine(of words: [String]) throws(Failure) -> String {
    var ends: [Int32] = [-1, -1]
    guard notifier_pipe(&ends) == 0 else {
      throw Failure(description: "\(String(cString: strerror(errno)))")
    }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    var child = pid_t()
    let code = spawn(&child, words, output: writing)
    close(writing)
    guard code == 0 else { throw Failure(description: "it cannot be run: \(String(cString: strerror(code)))") }
    let output = read(reading)
    // The group: what it has started goes with it.
    if output == nil { kill(-child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let output else {
      throw Failure(description: "it took longer than \(limitSeconds) seconds or wrote too much, and was ended")
    }
    guard status == 0 else {
      throw Failure(description: status & 0x7F == 0 ? "it ended with status \(status >> 8 & 0xFF)" : "it was killed")
    }
    let line = String(decoding: output, as: UTF8.self).prefix { !$0.isNewline }
    guard !line.isEmpty else { throw Failure(description: "its first line is empty") }
    return String(line)
  }

  /// In a group of its own, with the daemon's standard error and environment, and nothing to read.
  private static func spawn(_ child: inout pid_t, _ words: [String], output: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
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
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    return posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
  }

  /// All that is written until the end; `nil` when that takes too long or is too much.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let deadline = now.tv_sec + limitSeconds
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      clock_gettime(CLOCK_MONOTONIC, &now)
      guard deadline > now.tv_sec else { return nil }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Int32((deadline - now.tv_sec) * 1000))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      output += buffer[..<count]
      guard output.count <= 65_536 else { return nil }
    }
  }
}
