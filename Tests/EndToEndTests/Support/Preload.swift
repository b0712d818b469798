import Glibc
import Testing
import Workdays

/// Libraries of the tests' own that are loaded below a program: they make the disk fail, or the clock one of its own.
enum Preload {
  /// Compiles one of `contrib/torture` into a home; its path.
  static func library(_ name: String, in home: Home) async throws -> String {
    let (source, library) = ("\(Programs.root)/contrib/torture/\(name).c", "\(home.path)/\(name).so")
    let words = ["cc", "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl", "-lpthread"]
    let ending = try await Launch(words, environment: home.environment).ending()
    try #require(ending.status == 0, "\(source) cannot be compiled: \(ending.errors)")
    return library
  }
}

extension Trait where Self == ConditionTrait {
  /// Of tests that load a library below the programs.
  static var preloads: Self {
    .enabled(if: !Programs.areSanitized, "a sanitizer wants its own library loaded first")
  }
}

/// A wall clock for one process that can be set while it runs, with timers that the kernel would wake.
struct SteppedClock {
  /// What the daemon's environment needs.
  let variables: [String: String]
  private let pipe: Int32

  /// - Parameter time: what it shows at first, RFC 3339.
  init(in home: Home, at time: String) async throws {
    let library = try await Preload.library("clock", in: home)
    let path = "\(home.path)/clock"
    try #require(mkfifo(path, 0o600) == 0)
    // Both ends, so that nobody waits for the other side.
    pipe = open(path, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    variables = [
      "LD_PRELOAD": library, "STEP_PIPE": path, "STEP_PROGRAM": "notifierd",
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
