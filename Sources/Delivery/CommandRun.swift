import Alarms
import CProcess
import Concurrency
import Glibc

/// One run of a program, on a thread of its own: whatever it does, nobody else waits for it.
final class CommandRun: Sendable {
  /// How it ended.
  enum How: Equatable, Sendable {
    case exited(Int)
    case killed(signal: Int)
    case tookTooLong
    case cancelled
    case notStarted(reason: String, mayPass: Bool)
  }

  struct End: Sendable {
    let how: How
    /// The end of what it wrote to its standard error.
    let errors: String

    /// The last line with something on it.
    var lastLine: String {
      errors.split(whereSeparator: \.isNewline).map { String($0).singleLine }.last { !$0.allSatisfy(\.isWhitespace) }
        ?? ""
    }
  }

  private struct State {
    var child: pid_t?
    var isCancelled = false
  }

  private let words: [String]
  private let input: [UInt8]
  private let timeout: Duration
  private let state = Guarded(State())

  /// How much of its standard error is kept.
  private static let mostErrors = 4096

  /// - Parameter words: the program, by its path or found in ``path``, and its arguments.
  init(_ words: [String], input: [UInt8], timeout: Duration) {
    self.words = words
    self.input = input
    self.timeout = timeout
  }

  /// Runs it and waits. Cancelling the task ends the program, and all of its process group.
  func end() async -> End {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work = Unmanaged.passRetained(Work(run: self, continuation: continuation))
        var thread = pthread_t()
        let code = pthread_create(
          &thread, nil,
          { context in
            let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
            work.continuation.resume(returning: work.run.run())
            return nil
          }, work.toOpaque())
        guard code == 0 else {
          work.release()
          return continuation.resume(returning: CommandRun.failure(code))
        }
        pthread_detach(thread)
      }
    } onCancel: {
      // The child is not waited for yet, so its number is still its own.
      state.withLock { state in
        state.isCancelled = true
        if let child = state.child { kill(-child, SIGKILL) }
      }
    }
  }

  private final class Work {
    let run: CommandRun
    let continuation: CheckedContinuation<End, Never>

    init(run: CommandRun, continuation: CheckedContinuation<End, Never>) {
      self.run = run
      self.continuation = continuation
    }
  }

  private static func failure(_ code: Int32) -> End {
    let mayPass = ![ENOENT, EACCES, ENOTDIR, ENOEXEC, EPERM, ELOOP, ENAMETOOLONG, E2BIG].contains(code)
    return End(how: .notStarted(reason: String(cString: strerror(code)), mayPass: mayPass), errors: "")
  }

  private func run() -> End {
    // Its reader may be gone before all is written.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    guard let input = Pipe(), let errors = Pipe() else { return CommandRun.failure(errno) }
    var child = pid_t()
    let code = state.withLock { state -> Int32 in
      guard !state.isCancelled else { return ECANCELED }
      let code = spawn(words, input: input.reading, errors: errors.writing, child: &child)
      if code == 0 { state.child = child }
      return code
    }
    guard code != ECANCELED else { return End(how: .cancelled, errors: "") }
    guard code == 0 else { return CommandRun.failure(code) }
    input.closeReading()
    errors.closeWriting()
    let process = notifier_pidfd_open(child)
    let (text, isInTime) = process >= 0 ? attend(to: process, input, errors) : ("", false)
    close(process)
    if !isInTime { kill(-child, SIGKILL) }
    var status: Int32 = 0
    // Reaping and forgetting the number are one step for those who cancel.
    awaitEnd(of: child)
    let isCancelled = state.withLock { state in
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      state.child = nil
      return state.isCancelled
    }
    let how: How =
      if !isInTime { .tookTooLong } else if status & 0x7F == 0 { .exited(Int(status >> 8 & 0xFF)) } else if isCancelled
      {
        .cancelled
      } else { .killed(signal: Int(status & 0x7F)) }
    return End(how: how, errors: text)
  }

  /// Returns once it has ended, and leaves it to be reaped.
  private func awaitEnd(of child: pid_t) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  /// Writes what it is to read and reads what it complains of, until it has ended.
  ///
  /// - Returns: the end of its complaints, and whether it ended in time.
  private func attend(to process: Int32, _ input: Pipe, _ errors: Pipe) -> (errors: String, isInTime: Bool) {
    var rest = self.input[...]
    var kept: [UInt8] = []
    let deadline = CommandRun.now + timeout
    var buffer = [UInt8](repeating: 0, count: 4096)
    var hasEnded = false
    while true {
      let left = deadline - CommandRun.now
      guard left > .zero else { return (String(decoding: kept, as: UTF8.self), hasEnded) }
      if rest.isEmpty { input.closeWriting() }
      var entries = [
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process, events: Int16(POLLIN), revents: 0),
      ]
      let milliseconds = Int32(min(left / .milliseconds(1), 86_400_000)) + 1
      // What it has started may keep its end of the pipe: what is there by now is all.
      let ready = poll(&entries, 3, hasEnded ? 0 : milliseconds)
      if ready < 0, errno != EINTR { return (String(decoding: kept, as: UTF8.self), false) }
      if entries[0].revents != 0 { rest = input.write(rest) }
      var isDry = true
      if entries[1].revents != 0 {
        let count = read(errors.reading, &buffer, buffer.count)
        if count > 0 {
          kept = Array((kept + buffer[..<count]).suffix(CommandRun.mostErrors))
          isDry = false
        } else if count == 0 {
          errors.closeReading()
        }
      }
      if hasEnded, isDry { return (String(decoding: kept, as: UTF8.self), true) }
      if entries[2].revents != 0 { hasEnded = true }
    }
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
