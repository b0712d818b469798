import Alarms
import Control
import Glibc
import TestSupport
import Testing

/// How the daemon starts, ends, and refuses to start.
@Suite("The daemon's start and end", .serialized, .timeLimit(.minutes(3)))
struct LifecycleTests {
  private static let clock = FakeClock("2026-09-20 08:49:58")

  private static func home(_ receiver: LocalServer) throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: clock-in, title: Clock in, at: "09:00", days: workdays, remind: [-10m], to: [hook] }
      """)
    return home
  }

  @Test(
    "SIGTERM and SIGINT, the moment it is ready, end it in order, with status 0, and leave no socket behind",
    arguments: [SIGTERM, SIGINT])
  func ends(signal: Int32) async throws {
    let home = try LifecycleTests.home(LocalServer())
    for _ in 0..<5 {
      let daemon = try await RunningDaemon(in: home, clock: nil)
      #expect(access("\(home.path)/run/notifier/control.sock", F_OK) == 0)
      daemon.signal(signal)
      #expect(await daemon.ending() == 0)
      #expect(daemon.notify.states == ["READY=1", "STOPPING=1"])
      #expect(access("\(home.path)/run/notifier/control.sock", F_OK) != 0)
    }
  }

  @Test("it ends within seconds while a receiver hangs, and its successor delivers, with the same key")
  func endsWhileDelivering() async throws {
    let receiver = LocalServer([.silence, .respond(204)])
    let home = try LifecycleTests.home(receiver)
    let first = try await RunningDaemon(in: home, clock: LifecycleTests.clock)
    await receiver.waitForRequests(1)
    let began = ContinuousClock.now
    #expect(await first.stop() == 0)
    // Deliveries under way get five seconds; systemd would kill it after fifteen.
    #expect(ContinuousClock.now - began < .seconds(12))

    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:51:00"))
    try await second.waitForDeliveries(1)
    #expect(receiver.keys == Array(repeating: "clock-in/2026-09-20T09:00/-10m", count: 2))
    #expect(await second.stop() == 0)
  }

  @Test("a second daemon says that one runs, and leaves it alone")
  func second() async throws {
    let home = try LifecycleTests.home(LocalServer())
    let first = try await RunningDaemon(in: home, clock: nil)
    let pid = try await first.status().pid
    let second = try await Launch([Programs.daemon], environment: home.environment).ending()
    #expect(second.status != 0)
    #expect(second.errors.contains("notifierd is running already as process \(pid); stop it first"), "\(second.errors)")
    #expect(try await first.status().pid == pid)
    #expect(await first.stop() == 0)
  }

  @Test("it does not start with a bad configuration: status 78 and every problem with its place")
  func badConfiguration() async throws {
    let home = try Home()
    try home.configure(
      """
      region: CN
      alarms:
        - id: clock-in
          at: "25:00"
          days: workdyas
      """)
    let ending = try await Launch([Programs.daemon], environment: home.environment).ending()
    #expect(ending.status == 78)
    #expect(ending.output.isEmpty)
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(ending.errors)")
    #expect(lines.first?.hasPrefix("notifierd: \(home.configuration):4:9: error: ") == true, "\(ending.errors)")
    #expect(lines.last?.hasPrefix("notifierd: \(home.configuration):5:11: error: ") == true, "\(ending.errors)")
    // Nothing was left half done.
    #expect(access("\(home.path)/state/notifier/journal.db", F_OK) != 0)
  }

  @Test("a command line that it does not know is status 2", arguments: [["--bogus"], ["--config"], ["extra"]])
  func usage(arguments: [String]) async throws {
    let home = try Home()
    let ending = try await Launch([Programs.daemon] + arguments, environment: home.environment).ending()
    #expect(ending.status == 2)
    #expect(ending.errors.contains(arguments[0]), "\(ending.errors)")
  }

  @Test("--help and --version answer on standard output", arguments: ["--help", "-h", "--version"])
  func help(argument: String) async throws {
    let home = try Home()
    let ending = try await Launch([Programs.daemon, argument], environment: home.environment).ending()
    #expect(ending.status == 0 && ending.errors.isEmpty)
    #expect(ending.output.hasPrefix(argument == "--version" ? "notifierd " : "usage: notifierd "))
  }

  @Test("--demo asks no holiday source, and leaves no copy behind")
  func demonstrationAlone() async throws {
    let server = LocalServer { _ in .respond(404) }
    let home = try Home()
    try home.configure(
      """
      region: CN
      holidaySources: [{ url: "\(server.url("/{year}.json"))" }]
      alarms: [{ id: clock-in, title: Clock in, at: "09:00", days: workdays }]
      """)
    let daemon = try await RunningDaemon(in: home, clock: nil, arguments: ["--demo"])
    try await eventually("the demonstration rings", details: { daemon.log }) {
      daemon.output.contains("[test] Clock in")
    }
    // A daemon that fetches does so before it rings.
    await pause(1000)
    #expect(server.requests.isEmpty)
    #expect(await daemon.stop() == 0)
    #expect(Files.names(in: "\(home.path)/.cache").isEmpty)
  }

  @Test("--demo rings on the daemon's own output where no desktop answers, marked as a test")
  func demonstration() async throws {
    let home = try LifecycleTests.home(LocalServer())
    let daemon = try await RunningDaemon(
      in: home, clock: FakeClock("2026-09-20 08:00:00"), arguments: ["--demo"])
    try await eventually("the demonstration rings", details: { daemon.log }) {
      daemon.output.contains("[test] Clock in")
    }
    #expect(daemon.output.contains("make-up workday (国庆节)"))
    #expect(daemon.log.contains("no desktop answers"))
    #expect(try await daemon.status().rung == 0)
    #expect(await daemon.stop() == 0)
  }

  @Test("`notifierctl fire` rings everywhere, marked as a test, and does not count as the alarm's ring")
  func fire() async throws {
    let receiver = LocalServer.taking(5)
    let home = try LifecycleTests.home(receiver)
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:00:00"))
    let fired = try await home.command("fire", "clock-in", clock: nil)
    #expect(fired.status == 0, "\(fired.errors)")
    try await daemon.waitForDeliveries(1)
    let received = try #require(receiver.received().first)
    #expect(received.test && received.title == "Clock in" && received.day.kind == "make-up-workday")
    // It tells what each destination said.
    let lines = fired.output.split(separator: "\n")
    #expect(lines.first == "rings: \(received.id)")
    #expect(lines.contains { $0.hasSuffix(": delivered") }, "\(fired.output)")
    #expect(receiver.keys == [received.id])
    #expect(try await daemon.status().next?.id == "clock-in/2026-09-20T09:00/-10m")

    let unknown = try await home.command("fire", "clock-out", clock: nil)
    #expect(unknown.status == 4)
    #expect(unknown.errors.contains("clock-out"), "\(unknown.errors)")
    #expect(await daemon.stop() == 0)
  }

  @Test(
    "a journal and a socket that somebody removes are there again, with all that was kept",
    arguments: [
      "rm -r state/notifier run/notifier", "mv state/notifier moved && mv run/notifier moved",
      "rm state/notifier/journal.db*",
    ])
  func removed(command: String) async throws {
    let home = try LifecycleTests.home(LocalServer())
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00"))
    #expect(try await home.command("skip", "clock-in", clock: nil).status == 0)
    #expect(system("cd '\(home.path)' && \(command)") == 0)
    try await eventually("the journal is there again", every: 50, details: { daemon.log }) {
      daemon.log.contains("the journal was removed; it is written down again")
    }
    let socket = "\(home.path)/run/notifier/control.sock"
    try await eventually("so is the socket", every: 50, details: { daemon.log }) { access(socket, F_OK) == 0 }
    // From the socket, and from the file.
    let status = try await home.command("status", clock: nil)
    #expect(status.status == 0, "\(status.errors)")
    let skipped = try await home.command("show", "clock-in", clock: FakeClock("2026-09-19 12:00:10"))
    #expect(skipped.output.contains("2026-09-20"), "\(skipped.output)")
    let journal = try await home.command("unskip", "clock-in", clock: nil)
    #expect(journal.status == 0, "\(journal.errors)\(daemon.log)")
    var mode = stat()
    #expect(stat("\(home.path)/state/notifier/journal.db", &mode) == 0 && mode.st_mode & 0o777 == 0o600)
    #expect(await daemon.stop() == 0)
    let second = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:20"))
    #expect(await second.stop() == 0)
  }

  @Test("a journal that is put in the place of the one that is open ends the daemon, and is left as it is")
  func replaced() async throws {
    let home = try LifecycleTests.home(LocalServer())
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-19 12:00:00"))
    try home.write("other", to: "state/notifier/journal.db")
    #expect(await daemon.ending() != 0)
    #expect(daemon.log.contains("another file has taken the journal's place"))
    #expect(try readText("\(home.path)/state/notifier/journal.db") == "other")
  }
}
