import Dispatch
import Glibc
import Concurrency

/// A program started by a test, with its standard output to read line by line. It ends with this object, and after five
/// minutes in any case.
package final class ChildProcess: Sendable {
  private struct State {
    var lines: [String] = []
    var isAtEnd = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isRunning = true

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [] }
      return waiters
    }
  }

  private let pid: pid_t
  private let state = Guarded(State())

  /// Starts `arguments[0]`, looked up in `PATH`, in this process's environment with these variables replaced; `nil` takes
  /// one away.
  package init(_ arguments: [String], environment: [String: String?] = [:]) {
    // A pipe that no other child inherits; pipe2() is not visible to Swift.
    var pipe: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &pipe) == 0, "no pipe: \(String(cString: strerror(errno)))")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Dispatch's threads block all signals, and a child inherits that: SIGTERM would not reach it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer { posix_spawnattr_destroy(&attributes) }

    var variables = ChildProcess.ownEnvironment
    for (name, value) in environment { variables[name] = value }
    // A test run that is killed leaves its children behind; `timeout` hands SIGTERM on and ends them some time.
    let words = (["timeout", "300"] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var pid = pid_t()
    let code = posix_spawnp(&pid, "timeout", &actions, &attributes, words, settings)
    precondition(code == 0, "\(arguments[0]) does not start: \(String(cString: strerror(code)))")
    close(pipe[1])
    self.pid = pid

    let reader = pipe[0]
    DispatchQueue(label: "child.output").async { [weak self] in
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(reader, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += buffer.prefix(count)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          self?.add(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      close(reader)
      self?.end()
    }
  }

  deinit { stop() }

  /// Ends the program and waits for its end.
  package func stop() {
    let wasRunning = state.withLock { state in
      defer { state.isRunning = false }
      return state.isRunning
    }
    guard wasRunning else { return }
    kill(pid, SIGTERM)
    waitpid(pid, nil, 0)
  }

  /// Whether it has ended, or at least writes no more.
  package var hasEnded: Bool { state.withLock { $0.isAtEnd } }

  /// The next line of the program's output; `nil` once it has ended.
  package func nextLine() async -> String? {
    while true {
      let (line, isAtEnd) = state.withLock { state in
        (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.isAtEnd)
      }
      if let line { return line }
      if isAtEnd { return nil }
      await withCheckedContinuation { continuation in
        let isNew = state.withLock { state in
          if !state.lines.isEmpty || state.isAtEnd { return true }
          state.waiters.append(continuation)
          return false
        }
        if isNew { continuation.resume() }
      }
    }
  }

  /// Everything the program still writes until it ends.
  package func output() async -> String {
    var text = ""
    while let line = await nextLine() { text += line + "\n" }
    return text
  }

  private func add(_ line: String) {
    let waiters = state.withLock { state in
      state.lines.append(line)
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  private func end() {
    let waiters = state.withLock { state in
      state.isAtEnd = true
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  private static var ownEnvironment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return result
  }
}
