import Glibc
import TestSupport

/// The built programs, beside the tests' own.
enum Programs {
  static let daemon = "\(directory)/notifierd"
  static let command = "\(directory)/notifierctl"

  /// The project's folder.
  static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private static let directory: String = {
    var own = [CChar](repeating: 0, count: 4096)
    let length = max(0, readlink("/proc/self/exe", &own, own.count))
    let path = String(decoding: own.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// Whether they were built with a sanitizer, as the tests were.
  static let areSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

/// A wall clock for a process and what it starts: it begins at a local time, and runs `speed` times as fast as time.
///
/// The monotonic clock is the machine's: D-Bus and HTTP time-outs use it.
struct FakeClock: Sendable {
  let start: String
  let speed: Int

  init(_ start: String, speed: Int = 2) {
    self.start = start
    self.speed = speed
  }

  /// What the environment needs.
  var variables: [String: String] {
    ["LD_PRELOAD": Preload.clock, "STEP_START": start, "STEP_SPEED": "\(speed)"]
  }
}

extension Home {
  /// Runs `notifierctl` and waits for its end, by the clock at noon of the Saturday before a make-up Sunday unless told
  /// otherwise.
  func command(
    _ arguments: String..., clock: FakeClock? = FakeClock("2026-09-19 12:00:00"), zone: String? = nil
  ) async throws -> Launch.Ending { try await command(arguments, clock: clock, zone: zone) }

  /// The same with the words in an array.
  func command(_ arguments: [String], clock: FakeClock?, zone: String? = nil) async throws -> Launch.Ending {
    var environment = environment
    if let zone { environment["TZ"] = zone }
    if let clock { environment.merge(clock.variables) { $1 } }
    return await (try Launch([Programs.command] + arguments, environment: environment)).ending()
  }
}
