import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// The daemon and a real sound server, whose device is recorded. By the machine's clock: what rings is fired by hand.
@Suite(
  "Sounds", .serialized, .timeLimit(.minutes(3)),
  .enabled(if: PrivateSoundServer.isInstalled, "needs pulseaudio and pulseaudio-utils"))
struct SoundTests {
  private static func home(mostSeconds: Int = 60) throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      destinations:
        wake: { kind: sound, play: until done, volume: 60%, at-most: \(mostSeconds)s }
      alarms:
        - { id: pills, title: Pills, at: "09:00", days: every day, ack: true, to: [wake, console] }
        - { id: walk, title: Walk, at: "09:00", days: every day, to: [wake, console] }
        - { id: both, title: Both, at: "09:00", days: every day, to: [wake, desktop] }
      """)
    mkdir("\(home.path)/sound", 0o700)
    return home
  }

  private func daemon(in home: Home) async throws -> RunningDaemon {
    try await RunningDaemon(
      in: home, clock: nil, variables: ["PULSE_SERVER": PrivateSoundServer.address(in: "\(home.path)/sound")])
  }

  /// Whether there is silence: the sound of an alarm clock has pauses of its own, of less than a second.
  private func isSilent(_ server: PrivateSoundServer) -> Bool { !server.isHeard(inLast: 12) }

  @Test(
    "a sound plays until the ring is answered, by either command, and a second ring keeps it on",
    arguments: [["done", "pills"], ["snooze", "pills", "10m"]])
  func untilAnswered(answer: [String]) async throws {
    let home = try SoundTests.home()
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    let daemon = try await daemon(in: home)
    for alarm in ["pills", "walk"] { #expect(try await home.command("fire", alarm, clock: nil).status == 0) }
    try await eventually("it is heard", every: 50, details: { daemon.log }) { server.isHeard(inLast: 3) }
    // Longer than the sound itself takes.
    let begin = server.levels().count
    try await eventually("it plays again and again", every: 100) { server.levels().count > begin + 60 }
    #expect(!isSilent(server))
    #expect(try await home.command("done", "walk", clock: nil).status == 0)
    await pause(1500)
    #expect(!isSilent(server), "it plays on for the other ring")
    let launch = try Launch([Programs.command] + answer, environment: home.environment)
    #expect(await launch.ending().status == 0)
    let answered = server.levels().count
    try await eventually("it is silent", every: 50) { server.levels().count > answered + 12 && isSilent(server) }
    let late = server.levels()[(answered + 5)...].count { $0 > PrivateSoundServer.silence }
    #expect(late == 0, "it was heard \(late) windows after it was answered")
    #expect(try await daemon.status().deliveries.delivered == 4)
    #expect(await daemon.stop() == 0)
    server.stop()
  }

  @Test("the Done button of the popup ends the sound, even if it is pressed at once")
  func button() async throws {
    let home = try SoundTests.home()
    let bus = try await HomeBus(in: home)
    let popups = ChildProcess(
      [
        "/usr/bin/python3", "\(Programs.root)/contrib/test/notification_server.py", "--capability", "actions",
        "--press",
        "done",
      ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(await popups.nextLine() == #"{"ready": true}"#)
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    let daemon = try await daemon(in: home)
    #expect(try await home.command("fire", "both", clock: nil).status == 0)
    try await eventually("both have ended", every: 50, details: { daemon.log }) {
      let deliveries = try await daemon.status().deliveries
      return deliveries.delivered + deliveries.expired == 2 && deliveries.owed == 0
    }
    try await eventually("the answer is taken", every: 50, details: { daemon.log }) { daemon.log.contains("done") }
    let answered = server.levels().count
    try await eventually("it is silent", every: 50) { server.levels().count > answered + 12 && isSilent(server) }
    #expect(await daemon.stop() == 0)
    popups.stop()
    server.stop()
    bus.stop()
  }

  @Test("a sound that nobody stops ends when its time is over")
  func atMost() async throws {
    let home = try SoundTests.home(mostSeconds: 4)
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    let daemon = try await daemon(in: home)
    #expect(try await home.command("fire", "walk", clock: nil).status == 0)
    try await eventually("it is heard", every: 50, details: { daemon.log }) { server.isHeard(inLast: 3) }
    try await eventually("it is over", every: 50) { isSilent(server) }
    let levels = server.levels()
    let first = try #require(levels.firstIndex { $0 > PrivateSoundServer.silence })
    let last = try #require(levels.lastIndex { $0 > PrivateSoundServer.silence })
    #expect(
      (20...43).contains(last - first), "\(last - first) windows are at most 4 s, of which a pause may be the last")
    #expect(await daemon.stop() == 0)
    server.stop()
  }

  @Test("a killed daemon leaves no sound behind, and its successor makes none of what was heard")
  func killed() async throws {
    let home = try SoundTests.home()
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    let first = try await daemon(in: home)
    #expect(try await home.command("fire", "pills", clock: nil).status == 0)
    try await eventually("it is heard", every: 50, details: { first.log }) { server.isHeard(inLast: 3) }
    try await first.waitForDeliveries(2)
    await first.crash()
    let killed = server.levels().count
    try await eventually("it is silent", every: 50) { server.levels().count > killed + 12 && isSilent(server) }
    let second = try await daemon(in: home)
    await pause(1000)
    #expect(isSilent(server))
    #expect(try await second.status().deliveries.delivered == 2)
    #expect(await second.stop() == 0)
    server.stop()
  }

  @Test("when the sound server ends while it plays, the log says so, and the next ring finds the next server")
  func serverEnds() async throws {
    let home = try SoundTests.home()
    let first = await PrivateSoundServer(in: "\(home.path)/sound")
    let daemon = try await daemon(in: home)
    #expect(try await home.command("fire", "walk", clock: nil).status == 0)
    try await eventually("it is heard", every: 50, details: { daemon.log }) { first.isHeard(inLast: 3) }
    first.stop()
    try await eventually("it is told", every: 50, details: { daemon.log }) {
      daemon.log.contains("a sound ended before its time: no sound server plays")
    }
    let second = await PrivateSoundServer(in: "\(home.path)/sound")
    #expect(try await home.command("fire", "walk", clock: nil).status == 0)
    try await eventually("it is heard again", every: 50, details: { daemon.log }) { second.isHeard(inLast: 3) }
    #expect(await daemon.stop() == 0)
    second.stop()
  }

  @Test(
    "without a sound server the ring says why and waits for one, other destinations hear of it, and done ends the wait")
  func noServer() async throws {
    let home = try SoundTests.home()
    let daemon = try await daemon(in: home)
    #expect(try await home.command("fire", "pills", clock: nil).status == 0)
    try await eventually("one is delivered, the other waits", every: 50, details: { daemon.log }) {
      let deliveries = try await daemon.status().deliveries
      return deliveries.delivered == 1 && deliveries.retrying == 1
    }
    #expect(daemon.output.contains("Pills"))
    #expect(daemon.log.contains("no sound server plays: Connection refused; start PipeWire"))
    #expect(try await home.command("done", "pills", clock: nil).status == 0)
    try await eventually("nothing is owed", every: 50) {
      let deliveries = try await daemon.status().deliveries
      return deliveries.owed == 0 && deliveries.expired == 1
    }
    #expect(daemon.log.contains("answered before it was delivered"))

    #expect(try await home.command("fire", "walk", clock: nil).status == 0)
    try await eventually("it waits", every: 50) { try await daemon.status().deliveries.retrying == 1 }
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    try await eventually("it is heard once there is a server", every: 100) { server.isHeard(inLast: 3) }
    #expect(await daemon.stop() == 0)
    server.stop()
  }

  @Test("doctor tells what would play and where, and what is wrong")
  func doctor() async throws {
    let home = try SoundTests.home()
    func line(_ variables: [String: String]) async throws -> Substring? {
      let environment = home.environment.merging(variables) { $1 }
      let output = await (try Launch([Programs.command, "doctor"], environment: environment)).ending().output
      return output.split(separator: "\n").first { $0.contains("sound wake") }
    }
    let nowhere = PrivateSoundServer.address(in: "\(home.path)/sound")
    #expect(try #require(await line(["PULSE_SERVER": nowhere])).hasPrefix("bad"))
    let server = await PrivateSoundServer(in: "\(home.path)/sound")
    let good = try #require(await line(server.environment))
    #expect(good.hasPrefix("good") && good.hasSuffix("stereo/alarm-clock-elapsed.oga on ear"), "\(good)")
    let themeless = try #require(await line(server.environment.merging(["XDG_DATA_DIRS": home.path]) { $1 }))
    #expect(themeless.hasPrefix("warning") && themeless.contains("sound-theme-freedesktop"), "\(themeless)")
    try home.configure("alarms: []")
    #expect(try await line(server.environment) == nil)
    server.stop()
  }
}
