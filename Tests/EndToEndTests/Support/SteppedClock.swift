import Glibc
import TestSupport
import Testing
import Workdays

/// A wall clock for one process that can be set while it runs, with timers that the kernel would wake.
struct SteppedClock {
  /// What the daemon's environment needs.
  let variables: [String: String]
  private let pipe: Int32

  /// - Parameter time: what it shows at first, RFC 3339.
  init(in home: Home, at time: String) throws {
    let path = "\(home.path)/clock"
    try #require(mkfifo(path, 0o600) == 0)
    // Both ends, so that nobody waits for the other side.
    pipe = open(path, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    variables = [
      "LD_PRELOAD": Preload.clock, "STEP_PIPE": path, "STEP_PROGRAM": "notifierd",
      "STEP_OFFSET": "\(try SteppedClock.offset(to: time))",
    ]
  }

  /// Sets it.
  func set(to time: String) throws {
    let line = "\(try SteppedClock.offset(to: time))\n"
    try #require(write(pipe, line, line.utf8.count) == line.utf8.count)
  }

  private static func offset(to text: String) throws -> Int { try #require(Instant(text)).seconds - time(nil) }
}
