import FoundationEssentials
import Glibc

/// Runs the helper program that fetches holiday data: what the network sends is read there, apart from whoever asks.
package enum RefreshProgram {
  /// Why there is no report.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// How long the helper may take, in seconds; it gives up before by itself.
  private static let limitSeconds = 240
  /// A report longer than this, in bytes, is none.
  package static let longestReport = 4 << 20

  /// The program's path; `nil` where it is not installed.
  package static var path: String? { HelperProgram.path(of: "notifier-calendars") }

  /// Does the job, waiting for its end: not on a thread that others wait for.
  package static func run(_ job: RefreshJob) throws -> RefreshReport {
    guard let path else {
      throw Failure(description: "notifier-calendars is not beside this program; install it, it comes with notifier")
    }
    let input = Array(try JSONEncoder().encode(job))
    let (output, status) = try run(path, ["refresh"], input: input)
    do {
      return try JSONDecoder().decode(RefreshReport.self, from: Data(output))
    } catch {
      throw Failure(description: "\(path) refresh ended with status \(status) and no report")
    }
  }

  /// Runs a program with something on its standard input, and returns what it wrote and its exit status.
  ///
  /// - Parameter mostBytes: of what it writes.
  package static func run(
    _ path: String, _ arguments: [String], input: [UInt8] = [], mostBytes: Int = longestReport
  ) throws(Failure) -> (output: [UInt8], status: Int32) {
    // A socket where a pipe would do: writing to it never raises SIGPIPE.
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Failure(description: "\(path) cannot be run: \(String(cString: strerror(errno)))")
    }
    let (own, theirs) = (ends[0], ends[1])
    defer { close(own) }
    var child = pid_t()
    let code = HelperProgram.spawn(&child, path, arguments, descriptor: theirs)
    close(theirs)
    guard code == 0 else { throw Failure(description: "\(path) cannot be run: \(String(cString: strerror(code)))") }
    let output = converse(own, input: input, mostBytes: mostBytes)
    if output == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard let output else {
      throw Failure(description: "\(path) took longer than \(limitSeconds) seconds or wrote too much, and was ended")
    }
    // By <bits/waitstatus.h>: the low seven bits are the signal that ended it.
    return (output, status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
  }

  /// Sends all of `input` and reads to the end; `nil` when that takes too long or brings too much.
  private static func converse(_ descriptor: Int32, input: [UInt8], mostBytes: Int) -> [UInt8]? {
    var (rest, output) = (input[...], [UInt8]())
    var buffer = [UInt8](repeating: 0, count: 65_536)
    if rest.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
    let deadline = monotonicSeconds() + limitSeconds
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN) | (rest.isEmpty ? 0 : Int16(POLLOUT)), revents: 0)
      let left = deadline - monotonicSeconds()
      guard left > 0 else { return nil }
      let count = poll(&entry, 1, Int32(left * 1000))
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return nil
      }
      if entry.revents & Int16(POLLOUT) != 0, !rest.isEmpty {
        let sent = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        // One who does not listen may still answer.
        rest = sent < 0 && errno != EAGAIN && errno != EINTR ? [] : rest.dropFirst(max(0, sent))
        if rest.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
      }
      if entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        let received = recv(descriptor, &buffer, buffer.count, 0)
        if received < 0, errno == EINTR { continue }
        guard received > 0 else { return output }
        output += buffer[..<received]
        guard output.count <= mostBytes else { return nil }
      }
    }
  }

  private static func monotonicSeconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
