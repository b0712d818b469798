import Control
import TestSupport
import Testing

/// Receivers that misbehave, and what that does to the daemon and to other destinations.
@Suite("Receivers at fault", .serialized, .timeLimit(.minutes(3)))
struct ReceiverFaultTests {
  @Test("a name that nobody answers for is given up in time, and holds up no other destination meanwhile")
  func hangingName() async throws {
    let receiver = LocalServer.taking(2)
    let home = try Home()
    try home.configure(
      """
      destinations:
        lost: { kind: webhook, url: "http://hangs.invalid/hook", timeout: 1s }
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      """)
    let answer = "\(home.path)/answer"
    let daemon = try await RunningDaemon(
      in: home, clock: nil, variables: ["LD_PRELOAD": Preload.names, "NAMES_ANSWER": answer])
    let lost = try await home.command("test", "lost", clock: nil)
    #expect(lost.output.contains("Timeout was reached"), "\(lost)")
    #expect(try await home.command("test", "hook", clock: nil).status == 0)
    _ = try home.write("", to: "answer")
    #expect(try await home.command("test", "hook", clock: nil).status == 0)
    #expect(await daemon.stop() == 0)
  }

  @Test(
    "answers of 64 MB are not read, take no memory, and are no yes",
    .enabled(if: Nginx.isInstalled && !Programs.areSanitized, "needs nginx, and programs without a sanitizer's memory"))
  func hugeAnswers() async throws {
    let nginx = await Nginx()
    let filler = String(repeating: "x", count: 1_000_000)
    let receiver = LocalServer { request in
      switch request.target {
      case "/body": .endlessBody
      case "/head": .raw("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Filler: \(filler)\r\n", count: 64))
      default: .respond(200, body: "ok")
      }
    }
    let home = try Home()
    let huge = ["body", "head", "large"]
    try home.configure(
      """
      destinations:
        good: { kind: slack, url: "\(receiver.url("/good"))" }
        secure: { kind: webhook, url: "\(nginx.url())", ca-file: "\(nginx.authority)" }
        body: { kind: slack, url: "\(receiver.url("/body"))" }
        head: { kind: slack, url: "\(receiver.url("/head"))" }
        large: { kind: slack, url: "\(nginx.url("/large"))", ca-file: "\(nginx.authority)" }
      """)
    let daemon = try await RunningDaemon(in: home, clock: nil)
    for name in ["good", "secure", "good", "secure"] {
      let answer = try await home.command("test", name, clock: nil)
      #expect(answer.status == 0, "\(answer)")
    }
    let before = try await daemon.mostMemory()
    for _ in 0..<3 {
      for name in huge {
        let answer = try await home.command("test", name, clock: nil)
        #expect(answer.status != 0 && !answer.output.contains("\ndelivered\n"), "\(answer)")
      }
    }
    let growth = try await daemon.mostMemory() - before
    #expect(growth < 4096, "\(growth) kB")
    #expect(try await home.command("test", "good", clock: nil).status == 0)
    #expect(await daemon.stop() == 0)
  }
}

extension RunningDaemon {
  /// The most memory that it has held, in kB.
  fileprivate func mostMemory() async throws -> Int {
    let lines = try readText("/proc/\(try await status().pid)/status").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }
}
