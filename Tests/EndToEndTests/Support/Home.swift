import Glibc
import TestSupport
import Testing

/// A person's home with a configuration, a state and a runtime directory of its own. It goes with the object.
final class Home: Sendable {
  /// Where it lies.
  var path: String { directory.path }
  /// The person's file.
  let configuration: String
  private let directory = TemporaryDirectory()

  init() throws {
    configuration = "\(directory.path)/config/notifier/notifier.yaml"
    for folder in ["config", "config/notifier", "config/notifier/notifier.d", "state", "run", "etc"] {
      try #require(mkdir("\(path)/\(folder)", 0o700) == 0)
    }
  }

  /// What the programs see: nothing of the session in which the tests run.
  ///
  /// The zone is China's, in which a ``FakeClock`` reads its start.
  var environment: [String: String] {
    [
      "PATH": Home.searchPath, "HOME": path, "LANG": "C.UTF-8", "TZ": "Asia/Shanghai",
      "XDG_CONFIG_HOME": "\(path)/config", "XDG_STATE_HOME": "\(path)/state", "XDG_RUNTIME_DIR": "\(path)/run",
      "NOTIFIER_ETC": "\(path)/etc",
      // As contrib/test/run.py has it: what lives as long as the process is no leak. A preloaded library comes first.
      "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",
    ]
  }

  /// Writes the person's file.
  func configure(_ text: String) throws { try write(text, to: "config/notifier/notifier.yaml") }

  /// Writes a file below the home, in one step as editors do, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let (whole, part) = ("\(path)/\(name)", "\(path)/.written")
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0, "cannot make \(part)")
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    try #require(rename(part, whole) == 0, "cannot make \(whole)")
    return whole
  }

  /// The environment is read once: other tests change theirs.
  private static let searchPath = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
}
