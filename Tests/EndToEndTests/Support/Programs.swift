import Glibc
import Testing

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

  /// Whether they were built with a sanitizer.
  static let areSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}

extension Trait where Self == ConditionTrait {
  /// Of tests that give the programs a ``FakeClock``.
  static var fakesTheClock: Self {
    .enabled(if: !Programs.areSanitized, "a program built with a sanitizer does not start below libfaketime 0.9.10")
  }
}

/// A wall clock for one process, by libfaketime: it starts at a local time, and runs `speed` times as fast as time, 2 or
/// more.
///
/// Reading the monotonic clock is left alone: D-Bus and HTTP time-outs use it. Yet libfaketime 0.9.10 takes every absolute
/// timer for one of the wall clock, so that one of Dispatch's on the monotonic clock never fires here; at the speed 1 it
/// might fire at once, by the machine's date. What needs such a timer, as the watch on files does, is tested without this
/// clock. The wrapper program is used since libfaketime, loaded without it, hides the arguments from a Swift program.
struct FakeClock: Sendable {
  let start: String
  let speed: Int

  init(_ start: String, speed: Int = 2) {
    precondition(speed >= 2)
    self.start = start
    self.speed = speed
  }

  var arguments: [String] { ["faketime", "-f", "--exclude-monotonic", "@\(start) x\(speed)"] }

  /// Whether a program did not start since the wrapper names a semaphore after its process number, and a wrapper of that
  /// number that was killed left one behind. The next try has another number.
  static func hasRefused(_ launch: Launch) -> Bool {
    launch.hasEnded && launch.errors.contains("sem_open: File exists")
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
    while true {
      let launch = try Launch((clock?.arguments ?? []) + [Programs.command] + arguments, environment: environment)
      let ending = await launch.ending()
      if !FakeClock.hasRefused(launch) { return ending }
    }
  }
}
