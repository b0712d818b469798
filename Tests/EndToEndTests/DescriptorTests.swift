import Alarms
import Glibc
import TestSupport
import Testing

/// What the programs that the daemon starts have of the daemon's own: nothing but three descriptors.
@Suite("Descriptors of the daemon", .timeLimit(.minutes(3)))
struct DescriptorTests {
  /// Writes the numbers of the descriptors that it has to a file, and a line to its standard output. It opens nothing itself
  /// before it has looked.
  private static let script =
    "i=0; while [ $i -lt 1024 ]; do [ -e /proc/$$/fd/$i ] && all=\"$all $i\"; i=$((i+1)); done; "
    + "echo $all > \"$0.new\"; mv \"$0.new\" \"$0\"; echo secret"

  @Test("after a reload, with connections open, a secret's program and a command have standard input and outputs alone")
  func children() async throws {
    // libcurl's own sockets are not closed in children by themselves; this one stays open until the daemon ends.
    let receiver = LocalServer([.silence])
    let home = try Home()
    let (secret, lamp) = ("\(home.path)/secret.descriptors", "\(home.path)/lamp.descriptors")
    let script = Self.script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hanging: { kind: webhook, url: "\(receiver.url("/hook"))", timeout: 5m }
        keyed: { kind: webhook, url: "\(receiver.url("/key"))", headers: { X-Key: { command: [sh, -c, "\(script)", \(secret)] } } }
        lamp: { kind: command, run: [sh, -c, "\(script)", \(lamp)] }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [hanging] }
        - { id: lamp, title: Lamp, at: "23:00", days: workdays, to: [lamp] }
      """)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:49:58"))
    #expect(try readText(secret) == "0 1 2\n", "at the start")
    try await eventually("a message is under way", details: { daemon.log }) { receiver.requests.count == 1 }
    unlink(secret)
    daemon.signal(SIGHUP)
    try await eventually("the secret is asked for again", details: { daemon.log }) { access(secret, F_OK) == 0 }
    #expect(try readText(secret) == "0 1 2\n")
    _ = try await home.command("fire", "lamp", clock: nil)
    try await eventually("the command has run", details: { daemon.log }) { access(lamp, F_OK) == 0 }
    #expect(try readText(lamp) == "0 1 2\n")
    #expect(await daemon.stop() == 0)
  }

  /// What a script writes to standard output.
  private func shell(_ script: String, _ home: Home) async throws -> String {
    try await Launch(["sh", "-c", script], environment: home.environment).ending().output
  }

  @Test("programs that are started without standard input and outputs open nothing in their place")
  func closed() async throws {
    let home = try Home()
    try home.configure("timezone: Asia/Shanghai\nalarms: [{ id: a, at: '09:00', days: every day }]\n")
    let script = """
      '\(Programs.daemon)' <&- >&- 2>&- & child=$!
      i=0; while [ ! -S '\(home.path)/run/notifier/control.sock' ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done
      for n in 0 1 2; do readlink /proc/$child/fd/$n; done; kill $child; wait $child
      """
    let lines = try await shell(script, home).split(separator: "\n")
    #expect(lines.prefix(3) == ["/dev/null", "/dev/null", "/dev/null"], "\(lines)")
  }

  @Test("a file that must not grow is an error of add, and nothing is left beside it")
  func limited() async throws {
    let home = try Home()
    let output = try await shell(
      "ulimit -f 0; '\(Programs.command)' add Tea --in 20m 2>&1 >/dev/null; echo \"status $?\"", home)
    #expect(output.contains("File too large") && output.contains("status 69"), "\(output)")
    let left = Files.names(in: "\(home.path)/config/notifier/notifier.d").filter { $0.contains(".yaml") }
    #expect(left == [])
  }
}
