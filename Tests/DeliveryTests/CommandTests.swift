import Alarms
import Delivery
import Glibc
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

@Suite("Commands", .timeLimit(.minutes(2)))
struct CommandTests {
  private let now = Instant.china("2026-09-20 08:50:00")

  private func command(_ words: String..., timeout: Duration = .seconds(60)) -> any Deliverer {
    Deliverers(version: "1", write: { _ in }).deliverer(
      for: Destination(id: "run", kind: .command(CommandSettings(words: words, timeout: timeout))))
  }

  private func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private struct Received: Decodable {
    let id, title: String
    let notes: String?
    let message: [String: String]
  }

  @Test("it reads the firing as a webhook receives it, and no shell reads its arguments")
  func input() async throws {
    let directory = TemporaryDirectory()
    let argument = "$HOME `id` \"x\" ; * 会"
    let script = "cat > \"$0\"; printf %s \"$1\" > \"$0.argument\"; cat /dev/stdin"
    let deliverer = command("sh", "-c", script, directory["firing.json"], argument)
    #expect(await deliverer.deliver(.makeUpSunday { $0.notes = "带上\n\"工牌\"" }, at: now) == .delivered)
    let text = text(of: directory["firing.json"])
    #expect(text.hasSuffix("}\n") && text.split(separator: "\n").count == 1)
    let received = try JSONDecoder().decode(Received.self, from: Data(text.utf8))
    #expect(received.id == "clock-in/2026-09-20T09:00/-10m" && received.title == "Clock in")
    #expect(received.notes == "带上\n\"工牌\"" && received.message["title"] == "Clock in")
    #expect(self.text(of: directory["firing.json.argument"]) == argument)
  }

  // sysexits.h: EX_UNAVAILABLE and EX_TEMPFAIL.
  @Test(
    "its status is the outcome, with the last line that it complains in",
    arguments: [
      (0, "delivered"), (75, "retry"), (69, "retry"), (1, "rejected"), (2, "rejected"), (64, "rejected"),
      (77, "rejected"), (78, "rejected"), (127, "rejected"), (255, "rejected"),
    ])
  func status(status: Int, expected: String) async {
    let script = "echo first >&2; echo \"no \(status) 会\" >&2; echo >&2; echo output; exit \(status)"
    let outcome = await command("/bin/sh", "-c", script).deliver(.makeUpSunday(), at: now)
    let reason = "the command ended with status \(status): no \(status) 会"
    switch expected {
    case "delivered": #expect(outcome == .delivered)
    case "retry": #expect(outcome == .retry(after: nil, reason: reason))
    default: #expect(outcome == .rejected(reason: reason))
    }
  }

  @Test(
    "a program that is not there is told by its name",
    arguments: ["/none/such", "no-such-program-here", "/etc", "/etc/passwd"])
  func absent(program: String) async {
    guard case .rejected(let reason) = await command(program).deliver(.makeUpSunday(), at: now) else {
      Issue.record("not rejected")
      return
    }
    #expect(reason.hasPrefix("\(program) cannot be run: "), "\(reason)")
  }

  @Test("what takes too long is ended with all that it has started, and may have done its work")
  func timeout() async throws {
    let directory = TemporaryDirectory()
    let script = "echo waiting >&2; sleep 250 & echo $! > \"$0\"; trap '' TERM; wait"
    let deliverer = command("/bin/sh", "-c", script, directory["pid"], timeout: .seconds(1))
    let outcome = await deliverer.deliver(.makeUpSunday(), at: now)
    #expect(outcome == .unknown(reason: "the command took longer than 1 s: waiting"))
    try await expectEnd(of: try #require(pid_t(text(of: directory["pid"]).dropLast())))
  }

  @Test("cancelling ends it with all that it has started")
  func cancelled() async throws {
    let directory = TemporaryDirectory()
    let script = "sleep 250 & echo $! > \"$0.part\"; mv \"$0.part\" \"$0\"; wait"
    let deliverer = command("/bin/sh", "-c", script, directory["pid"])
    let task = Task { await deliverer.deliver(.makeUpSunday(), at: now) }
    while text(of: directory["pid"]).isEmpty { usleep(5000) }
    task.cancel()
    #expect(await task.value == .unknown(reason: "cancelled while the command ran"))
    try await expectEnd(of: try #require(pid_t(text(of: directory["pid"]).dropLast())))
  }

  /// Killed processes are gone once whoever adopts them has noticed.
  private func expectEnd(of process: pid_t) async throws {
    for _ in 0..<1000 where isRunning(process) { usleep(5000) }
    #expect(!isRunning(process))
  }

  private func isRunning(_ process: pid_t) -> Bool {
    // A zombie runs no more.
    let status = text(of: "/proc/\(process)/stat")
    return !status.isEmpty && !status.contains(") Z ")
  }

  @Test("one that a signal ends may have done its work")
  func killed() async {
    let outcome = await command("/bin/sh", "-c", "kill -9 $$").deliver(.makeUpSunday(), at: now)
    #expect(outcome == .unknown(reason: "the command was ended by signal 9"))
  }

  @Test("however much it writes, only the end is kept; however little it reads, nothing hangs")
  func bounds() async {
    let script = "head -c 30000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; yes | head -c 9000000; exit 1"
    let large = Ring.makeUpSunday { $0.notes = String(repeating: "会", count: 400_000) }
    #expect(
      await command("/bin/sh", "-c", script).deliver(large, at: now)
        == .rejected(reason: "the command ended with status 1: last"))
    #expect(await command("/bin/true").deliver(large, at: now) == .delivered)
    let reader = command("/bin/sh", "-c", "test \"$(wc -c)\" -gt 2400000 || exit 1")
    #expect(await reader.deliver(large, at: now) == .delivered)
  }

  @Test("it sees few variables, and the usual search path")
  func environment() async {
    let directory = TemporaryDirectory()
    _ = await command("/bin/sh", "-c", "/usr/bin/env -0 | tr '\\0\\n' '\\n ' > \"$0\"", directory["environment"])
      .deliver(
        .makeUpSunday(), at: now)
    let variables = text(of: directory["environment"]).split(separator: "\n").map { $0.split(separator: "=")[0] }
    // The shell adds some of its own.
    let allowed: Set<Substring> = [
      "PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY",
      "WAYLAND_DISPLAY", "PWD", "SHLVL", "_", "OLDPWD",
    ]
    #expect(variables.contains("PATH") && Set(variables).isSubset(of: allowed), "\(variables)")
    #expect(text(of: directory["environment"]).contains("PATH=/usr/local/bin:/usr/bin:/bin\n"))
  }

  @Test("what it leaves running in the background is not waited for")
  func background() async throws {
    let directory = TemporaryDirectory()
    let started = ContinuousClock.now
    let script = "sleep 250 & echo $! > \"$0\""
    #expect(await command("/bin/sh", "-c", script, directory["pid"]).deliver(.makeUpSunday(), at: now) == .delivered)
    #expect(ContinuousClock.now - started < .seconds(30))
    kill(try #require(pid_t(text(of: directory["pid"]).dropLast())), SIGKILL)
  }

  @Test("any number that hang delay no other")
  func hanging() async {
    let hanging = command("sleep", "250")
    let tasks = (0..<50).map { _ in Task { await hanging.deliver(.makeUpSunday(), at: now) } }
    #expect(await command("true").deliver(.makeUpSunday(), at: now) == .delivered)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.value == .unknown(reason: "cancelled while the command ran")) }
  }
}
