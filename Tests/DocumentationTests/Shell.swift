import Glibc
import TestSupport
import Testing

/// A home of its own with a configuration, in which the built programs run.
final class Shell {
  private let directory = TemporaryDirectory()
  /// The home's directory.
  var home: String { directory.path }
  /// Where the configuration lies: `~/.config/notifier`.
  var configuration: String { "\(home)/.config/notifier" }

  /// - Parameters:
  ///   - yaml: the text of notifier.yaml; `nil` for none.
  ///   - files: further files beside it, by name: a holiday file where the name is a year's, else a secret.
  ///   - texts: what stands in those files that a page shows, by name.
  init(yaml: String?, files: [String] = [], texts: [String: String] = [:]) {
    mkdir("\(home)/.config", 0o700)
    mkdir(configuration, 0o700)
    if let yaml { write("notifier.yaml", yaml) }
    for name in files { write(name, texts[name] ?? Shell.contents(of: name)) }
  }

  private func write(_ name: String, _ text: String) {
    let descriptor = open("\(configuration)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "cannot make \(name): \(String(cString: strerror(errno)))")
    let bytes = Array(text.utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "cannot fill \(name)")
    close(descriptor)
  }

  private static func contents(of name: String) -> String {
    // A key as Standard Webhooks writes it.
    if name == "hook.key" { return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n" }
    if name.hasSuffix(".ics") {
      return
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test\nBEGIN:VEVENT\nUID:1\nSUMMARY:Review\nDTSTART:20990101T000000Z\n"
        + "END:VEVENT\nEND:VCALENDAR\n"
    }
    guard name.hasSuffix(".json") else { return "https://example.org/0123456789\n" }
    let year = name.filter(\.isNumber)
    return #"{"year": \#(year), "papers": [], "days": [{"name": "元旦", "date": "\#(year)-01-01", "isOffDay": true}]}"#
  }

  /// Runs a command line with Shanghai's clock at `moment` (`2026-09-18 17:30`), or at the machine's time.
  ///
  /// Nothing of the caller's session is seen, and no daemon answers.
  ///
  /// - Returns: what it writes to standard output and standard error, and its exit status.
  func run(_ line: String, at moment: String? = nil) throws -> (text: String, status: Int) {
    let clock = moment.map { "LD_PRELOAD=\(Preload.clock) STEP_START='\($0):00'" } ?? ""
    let quoted = line.replacing("'", with: #"'\''"#)
    let command = """
      cd \(configuration) && env -i PATH=\(Shell.programs):"$PATH" HOME=\(home) TZ=Asia/Shanghai LANG=C.UTF-8 \
      ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 \
      NOTIFIER_ETC=/nonexistent NOTIFIER_SOCKET=\(home)/control.sock EDITOR=true \(clock) sh -c '\(quoted)' 2>&1; echo "status $?"
      """
    let pipe = try #require(popen(command, "r"))
    let lines = Shell.text(of: pipe).split(separator: "\n", omittingEmptySubsequences: false)
    pclose(pipe)
    let status = try #require(lines.dropLast().last.flatMap { Int($0.dropFirst("status ".count)) })
    let text = lines.dropLast(2).map { $0 + "\n" }.joined()
    return (text.replacing(home, with: "/home/mei"), status)
  }

  /// The folder of the built programs, which is that of the tests.
  static let programs: String = {
    var own = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &own, own.count)
    let path = String(decoding: own.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }()

  /// All that can be read from a file or a pipe.
  static func text(of file: UnsafeMutablePointer<FILE>) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
