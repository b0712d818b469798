import Control
import TestSupport
import Testing

@Suite("Waking a suspended machine, by the programs", .timeLimit(.minutes(2)))
struct WakingTests {
  @Test("where that is not permitted the log, status, check and doctor say so, with the remedy")
  func refused() async throws {
    let home = try Home()
    try home.configure(
      """
      timezone: Asia/Shanghai
      alarms:
        - { id: medicine, at: "06:30", days: every day, to: console, wake: true }
      """)
    let variables = ["LD_PRELOAD": Preload.faults, "FAULT_WAKE": "1"]
    let environment = home.environment.merging(variables) { $1 }
    // Without a daemon: what this process itself may do.
    let alone = try await Launch([Programs.command, "check"], environment: environment).ending()
    #expect(alone.status == 0 && alone.errors.contains("medicine: wake: true: notifierd may not wake the machine"))

    let daemon = try await RunningDaemon(in: home, clock: nil, variables: variables)
    #expect(daemon.log.contains("alarms ask to wake the machine, and it will not wake"), "\(daemon.log)")
    let wake = try #require(try await daemon.status().wake)
    #expect(wake.at == nil && wake.problem?.contains("CAP_WAKE_ALARM") == true)
    // With one it is the daemon that is asked: these commands could.
    for words in [["status"], ["check"], ["doctor"]] {
      let ending = try await Launch([Programs.command] + words, environment: home.environment).ending()
      let text = ending.output + ending.errors
      #expect(text.contains("AmbientCapabilities=CAP_WAKE_ALARM"), "\(words): \(text)")
    }
    try home.configure(
      "timezone: Asia/Shanghai\nalarms: [{ id: medicine, at: \"06:30\", days: every day, to: console }]")
    try await eventually("nothing asks any more", details: { daemon.log }) { try await daemon.status().wake == nil }
    #expect(await daemon.stop() == 0)
  }
}
