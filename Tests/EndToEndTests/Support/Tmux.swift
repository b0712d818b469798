import Glibc
import TestSupport
import Testing

/// A terminal with a shell on it, in which the calendar runs: a tmux server of its own, which ends with the object.
final class Tmux: Sendable {
  private let home: Home
  private let environment: [String: String]
  private let socket: String

  /// - Parameters:
  ///   - clock: that of the programs on it.
  ///   - variables: more of their environment.
  init(_ home: Home, columns: Int, rows: Int, clock: FakeClock, variables: [String: String] = [:]) async throws {
    self.home = home
    socket = "\(home.path)/run/tmux"
    environment = home.environment.merging(["TERM": "xterm-256color"]) { $1 }
    let programs = clock.variables.merging(variables) { $1 }.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
    try await tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "env \(programs) PS1='ready$ ' /bin/bash --norc --noprofile -i")
    try await waitFor("ready$")
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String {
    let launch = try Launch(["/usr/bin/tmux", "-S", socket] + arguments, environment: environment)
    let ending = await launch.ending()
    try #require(ending.status == 0, "tmux \(arguments): \(ending.errors)")
    return ending.output
  }

  /// Presses keys by tmux's names: `Right`, `NPage`, `C-c`.
  func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", key) }
  }

  /// Sends text as it is: what a mouse says, say.
  func send(_ text: String) async throws { try await tmux("send-keys", "-l", text) }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The text on the screen, without the spaces at the ends of lines.
  func screen() async throws -> String { try await tmux("capture-pane", "-p") }

  /// Whether the other screen is shown, the cursor, the turning of lines and the mouse: `0 1 1 0` as a shell has it.
  func modes() async throws -> String {
    let modes = try await tmux(
      "display-message", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_any_flag}")
    return String(modes.dropLast())
  }

  /// The number of the process that the shell runs.
  func process() async throws -> Int32 {
    let shell = try await tmux("display-message", "-p", "#{pane_pid}").dropLast()
    return try #require(Int32(try readText("/proc/\(shell)/task/\(shell)/children").split(separator: " ").first ?? ""))
  }

  /// Waits until the screen shows a text; what it shows then.
  @discardableResult
  func waitFor(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    var shown = ""
    for _ in 0..<200 {
      shown = try await screen()
      if shown.contains(text) { return shown }
      await pause(50)
    }
    Issue.record("“\(text)” is not shown, but:\n\(shown)", sourceLocation: sourceLocation)
    return shown
  }

  func stop() async throws { try await tmux("kill-server") }
}
