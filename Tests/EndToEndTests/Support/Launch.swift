import Concurrency
import Dispatch
import Glibc
import Testing

/// A started program with what it wrote so far. It is ended with this object, and after five minutes in any case.
final class Launch: Sendable {
  /// How a program ended.
  struct Ending: Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it.
    let status: Int32
    let output: String
    let errors: String
  }

  /// What the threads that watch the program fill in; they may outlive the launch.
  private final class Capture: Sendable {
    let output = Guarded<[UInt8]>([])
    let errors = Guarded<[UInt8]>([])
    let status = Guarded<Int32?>(nil)
    let all = DispatchGroup()
  }

  private let capture = Capture()
  /// The leader of the program's process group.
  private let leader: pid_t

  /// Starts `arguments[0]`, a path or a name to look up, with this environment and nothing else.
  init(_ arguments: [String], environment: [String: String]) throws {
    var (output, errors): ([Int32], [Int32]) = ([0, 0], [0, 0])
    // Pairs of sockets: unlike pipes, Swift can make them close-on-exec at once.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &output) == 0 && socketpair(AF_UNIX, kind, 0, &errors) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Dispatch's threads block signals, and a child would inherit that and what is ignored.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    defer { posix_spawnattr_destroy(&attributes) }

    // A test run that is killed leaves its children behind; `timeout` ends them some time.
    let words = (["timeout", "--signal=KILL", "300"] + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var pid = pid_t()
    let code = posix_spawnp(&pid, "timeout", &actions, &attributes, words, settings)
    close(output[1])
    close(errors[1])
    leader = pid
    guard code == 0 else {
      close(output[0])
      close(errors[0])
      throw Failure("\(arguments[0]) does not start: \(String(cString: strerror(code)))")
    }
    watch(output: output[0], errors: errors[0])
  }

  deinit { kill() }

  /// Ends the program and all that it started, at once.
  func kill() {
    capture.status.withLock { status in
      if status == nil { Glibc.kill(-leader, SIGKILL) }
    }
  }

  /// What it wrote to standard output so far.
  var output: String { capture.output.withLock { String(decoding: $0, as: UTF8.self) } }

  /// What it wrote to standard error so far.
  var errors: String { capture.errors.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Whether it has ended.
  var hasEnded: Bool { capture.status.withLock { $0 != nil } }

  /// Waits for its end.
  func ending() async -> Ending {
    await withCheckedContinuation { continuation in
      capture.all.notify(queue: .global()) { continuation.resume() }
    }
    return Ending(status: capture.status.withLock { $0 } ?? -1, output: output, errors: errors)
  }

  private func watch(output: Int32, errors: Int32) {
    let (capture, leader) = (capture, leader)
    DispatchQueue(label: "launch.output").async(group: capture.all) {
      Launch.drain(output) { bytes in capture.output.withLock { $0 += bytes } }
    }
    DispatchQueue(label: "launch.errors").async(group: capture.all) {
      Launch.drain(errors) { bytes in capture.errors.withLock { $0 += bytes } }
    }
    DispatchQueue(label: "launch.status").async(group: capture.all) {
      // Waits without reaping, so that the id stays this process's until the status is known.
      var information = siginfo_t()
      while waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      capture.status.withLock { result in
        var status: Int32 = 0
        waitpid(leader, &status, 0)
        result = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
      }
    }
  }

  private static func drain(_ descriptor: Int32, _ take: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      take(Array(buffer[..<count]))
    }
    close(descriptor)
  }
}

/// Why a test could not go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Waits in real time: the programs under test run in processes with clocks of their own.
func pause(_ milliseconds: Int) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
  }
}

/// Returns once the condition holds.
///
/// - Parameter interval: how long to wait between two looks, in milliseconds.
/// - Throws: when it still does not after `seconds`, with what `details` then says.
func eventually(
  _ what: String, within seconds: Int = 60, every interval: Int = 10, details: () -> String = { "" },
  _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw Failure("not within \(seconds) s: \(what)\n\(details())") }
    await pause(interval)
  }
}
