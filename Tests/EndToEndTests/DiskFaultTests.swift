import Control
import Glibc
import TestSupport
import Testing

/// A disk on which the journal cannot be kept.
@Suite("A disk that fails", .timeLimit(.minutes(3)))
struct DiskFaultTests {
  /// The clock shows this at first, so that nothing is due before it is set.
  private static let early = "2026-03-02T08:00:00+08:00"
  private static let late = "2026-03-02T09:00:01+08:00"
  private static let id = "a/2026-03-02T09:00/0m"

  private static func home(_ receiver: LocalServer) throws -> Home {
    let home = try Home()
    try home.configure(
      """
      timezone: Asia/Shanghai
      destinations:
        hook: { kind: webhook, url: "\(receiver.url("/hook"))" }
      alarms:
        - { id: a, at: "09:00", days: every day, to: hook }
      """)
    return home
  }

  /// What the environment of a daemon needs whose clock can be set, and whose disk fails while there is a file `fault`.
  private static func failing(_ home: Home, _ clock: SteppedClock) async throws -> [String: String] {
    let library = Preload.faults
    return clock.variables.merging([
      "LD_PRELOAD": "\(library):\(clock.variables["LD_PRELOAD"] ?? "")", "FAULT_FILE": "\(home.path)/fault",
      "FAULT_DIRECTORY": "\(home.path)/state",
    ]) { $1 }
  }

  private static func journal(_ home: Home) -> String { "\(home.path)/state/notifier/journal.db" }

  @Test(
    "what is due while the journal cannot be written rings once it can, once; the log says what to do",
    arguments: [("F", "database or disk is full", "free space"), ("R", "disk I/O error", "look at the disk")])
  func cannotWrite(fault: String, words: String, remedy: String) async throws {
    let receiver = LocalServer.taking(5)
    let home = try DiskFaultTests.home(receiver)
    let clock = try SteppedClock(in: home, at: DiskFaultTests.early)
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: DiskFaultTests.failing(home, clock))
    let marker = try home.write(fault, to: "fault")
    try clock.set(to: DiskFaultTests.late)
    try await eventually("it is told", details: { daemon.log }) { daemon.log.contains(words) }
    #expect(daemon.log.contains(remedy))
    // What cannot be recorded must not be sent.
    await pause(500)
    #expect(receiver.keys == [])
    #expect(unlink(marker) == 0)
    try await daemon.waitForDeliveries(1)
    #expect(receiver.keys == [DiskFaultTests.id])
    #expect(await daemon.stop() == 0)
  }

  @Test("it does not start on a read-only directory and says why, and starts once that can be written")
  func readOnlyAtTheStart() async throws {
    let receiver = LocalServer.taking(5)
    let home = try DiskFaultTests.home(receiver)
    let marker = try home.write("R", to: "fault")
    let clock = try SteppedClock(in: home, at: DiskFaultTests.early)
    let variables = try await DiskFaultTests.failing(home, clock)
    let environment = home.environment.merging(variables) { $1 }
    let ending = try await Launch([Programs.daemon], environment: environment).ending()
    #expect(ending.status != 0)
    #expect(ending.errors.contains("Read-only file system; make its directory one that you own and can write to"))
    #expect(unlink(marker) == 0)
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: variables)
    try clock.set(to: DiskFaultTests.late)
    try await daemon.waitForDeliveries(1)
    #expect(await daemon.stop() == 0)
  }

  @Test("a damaged journal is moved away at the start, said loudly, and the alarms ring")
  func damagedAtTheStart() async throws {
    let receiver = LocalServer.taking(5)
    let home = try DiskFaultTests.home(receiver)
    let path = DiskFaultTests.journal(home)
    let first = try await RunningDaemon(in: home, clock: nil)
    #expect(await first.stop() == 0)
    try DiskFaultTests.overwrite(path)

    let clock = try SteppedClock(in: home, at: DiskFaultTests.early)
    let second = try await RunningDaemon(in: home, clock: nil, variables: clock.variables)
    #expect(second.log.contains("the journal was damaged: it is moved away and a new one begun"))
    #expect(second.log.contains("\(path).damaged-1"))
    #expect(access("\(path).damaged-1", R_OK) == 0)
    try clock.set(to: DiskFaultTests.late)
    await receiver.waitForRequests(1)
    try await eventually("it is told on the desktop too", details: { second.log }) {
      try await second.status().deliveries.owed == 1  // there is no desktop here: it waits for one
    }
    #expect(await second.stop() == 0)
  }

  @Test("a journal that is damaged while the daemon runs is moved away, and what is due then rings")
  func damagedWhileItRuns() async throws {
    let receiver = LocalServer.taking(5)
    let home = try DiskFaultTests.home(receiver)
    let path = DiskFaultTests.journal(home)
    let clock = try SteppedClock(in: home, at: DiskFaultTests.early)
    let daemon = try await RunningDaemon(in: home, clock: nil, variables: clock.variables)
    // By SQLite itself, so that the daemon's own cache is thrown away: a table that begins on a page that is none.
    let damage = """
      import sqlite3; connection = sqlite3.connect("\(path)"); connection.execute("PRAGMA writable_schema = ON")
      connection.execute("UPDATE sqlite_schema SET rootpage = 999999 WHERE name = 'firing'")
      connection.commit(); connection.execute("PRAGMA schema_version = 99")
      """
    let ending = try await Launch(["python3", "-c", damage], environment: home.environment).ending()
    try #require(ending.status == 0, "\(ending.errors)")
    try clock.set(to: DiskFaultTests.late)
    await receiver.waitForRequests(1)
    #expect(daemon.log.contains("the journal was damaged: it is moved away and a new one begun"), "\(daemon.log)")
    #expect(access("\(path).damaged-1", R_OK) == 0)
    try await eventually("the ring is in the new one", details: { daemon.log }) {
      try await daemon.status().deliveries.delivered == 1
    }
    #expect(await daemon.stop() == 0)
  }

  @Test("a second daemon on the same journal refuses to start, also where its runtime directory is another one")
  func twoDaemons() async throws {
    let home = try DiskFaultTests.home(LocalServer())
    let first = try await RunningDaemon(in: home, clock: nil)
    var environment = home.environment
    try #require(mkdir("\(home.path)/other", 0o700) == 0)
    environment["XDG_RUNTIME_DIR"] = "\(home.path)/other"
    let second = try await Launch([Programs.daemon], environment: environment).ending()
    #expect(second.status != 0)
    #expect(second.errors.contains("another notifierd writes to this journal"), "\(second.errors)")
    #expect(try await first.status().alarms == 1)
    #expect(await first.stop() == 0)
    // The lock goes with its holder, however that ends.
    let third = try await RunningDaemon(in: home, clock: nil)
    await third.crash()
    let fourth = try await RunningDaemon(in: home, clock: nil)
    #expect(await fourth.stop() == 0)
  }

  /// Fills all but the first page with something else.
  private static func overwrite(_ path: String) throws {
    let file = open(path, O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    let length = Int(lseek(file, 0, SEEK_END))
    try #require(length > 8192)
    let bytes = [UInt8](repeating: 0xaa, count: length - 4096)
    try #require(pwrite(file, bytes, bytes.count, 4096) == bytes.count)
  }
}
