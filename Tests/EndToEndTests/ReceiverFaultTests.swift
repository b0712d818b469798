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
}
