import Alarms
import Concurrency
import Dispatch
import FoundationEssentials
import Glibc

/// One run of the program that plays sounds.
///
/// It plays while its standard input is open, so that it ends with this process, whatever becomes of that.
final class Player: Sendable {
  private struct State {
    /// The program, until it has ended.
    var child: pid_t?
    /// Its standard input and output.
    var descriptor: Int32 = -1
    var isStopped = false
    var report: SoundReport?
    var waiters: [CheckedContinuation<SoundReport, Never>] = []
  }

  private let state = Guarded(State())
  /// Waits for what the program says; nothing else is done on it.
  private let queue = DispatchQueue(label: "notifierd.sound")

  /// Starts the program, unless this was stopped before.
  ///
  /// - Parameter onEnd: called once it has ended, or did not start, with why it ended though it played, where it did.
  func start(_ program: String, _ sound: Destination.Sound, onEnd: @escaping @Sendable (String?) -> Void) {
    let problem: String? = state.withLock { state in
      if state.isStopped { return "it was stopped before it began" }
      // A socket where a pipe would do: writing to it never raises SIGPIPE.
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        return "\(program) cannot be run: \(String(cString: strerror(errno)))"
      }
      var child = pid_t()
      let code = HelperProgram.spawn(&child, program, ["play"], descriptor: ends[1])
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        return "\(program) cannot be run: \(String(cString: strerror(code)))"
      }
      (state.child, state.descriptor) = (child, ends[0])
      return nil
    }
    if let problem {
      settle(SoundReport(problem: problem))
      onEnd(nil)
      return
    }
    queue.async { [self] in
      onEnd(converse(sound))
    }
  }

  /// What the program says of the sound, once it does.
  func report() async -> SoundReport {
    await withCheckedContinuation { continuation in
      let report = state.withLock { state in
        if state.report == nil { state.waiters.append(continuation) }
        return state.report
      }
      if let report { continuation.resume(returning: report) }
    }
  }

  /// Ends the sound.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      guard let child = state.child else { return }
      shutdown(state.descriptor, Int32(SHUT_WR))
      kill(child, SIGTERM)
    }
  }

  /// Gives the program its job and hears what it says, to its end.
  ///
  /// - Returns: why it ended though it played, where it says so.
  private func converse(_ sound: Destination.Sound) -> String? {
    let descriptor = state.withLock { $0.descriptor }
    // A path and some numbers: far less than what a socket holds, so that this does not wait.
    let job = ((try? JSONEncoder().encode(sound)).map(Array.init) ?? []) + [UInt8(ascii: "\n")]
    _ = send(descriptor, job, job.count, Int32(MSG_NOSIGNAL))
    var (rest, problem) = ([UInt8](), String?.none)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        if let report = try? JSONDecoder().decode(SoundReport.self, from: Data(rest[..<end])), !settle(report) {
          problem = report.problem
        }
        rest.removeSubrange(...end)
      }
      // No line of the program's is that long.
      if rest.count > 65_536 { rest = [] }
    }
    // It has ended, or is about to: its output is closed. Until it is reaped its id is nobody else's.
    if let child = state.withLock({ $0.child }) {
      var information = siginfo_t()
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }
    state.withLock { state in
      guard let child = state.child else { return }
      waitpid(child, nil, 0)
      close(state.descriptor)
      state.child = nil
    }
    settle(SoundReport(problem: "notifier-sound ended without saying why"))
    return problem
  }

  /// Tells those who wait what came of the sound; whether this is the first word about it.
  @discardableResult
  private func settle(_ report: SoundReport) -> Bool {
    let waiters: [CheckedContinuation<SoundReport, Never>]? = state.withLock { state in
      guard state.report == nil else { return nil }
      state.report = report
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters ?? [] { waiter.resume(returning: report) }
    return waiters != nil
  }
}
