import Control
import Glibc
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// `notifierd`, running in a home, seen as its user and its service manager see it.
final class RunningDaemon: Sendable {
  let notify: NotifySocket
  private let home: Home
  private let launch: Launch
  private let pid: pid_t

  /// Starts it and returns once it says that it is ready.
  ///
  /// - Parameters:
  ///   - clock: the machine's where it is `nil`.
  ///   - variables: of its environment, beside the home's.
  init(
    in home: Home, clock: FakeClock?, arguments: [String] = [], variables: [String: String] = [:]
  ) async throws {
    self.home = home
    unlink("\(home.path)/notify")
    let notify = try NotifySocket("\(home.path)/notify")
    self.notify = notify
    let environment = home.environment.merging(clock?.variables ?? [:]) { $1 }.merging(variables) { $1 }
      .merging(["NOTIFY_SOCKET": notify.path]) { $1 }
    let launch = try Launch([Programs.daemon] + arguments, environment: environment)
    let deadline = ContinuousClock.now + .seconds(60)
    while !notify.states.contains("READY=1") {
      guard !launch.hasEnded, ContinuousClock.now < deadline else {
        throw Failure("notifierd does not get ready: \(launch.errors)")
      }
      await pause(5)
    }
    self.launch = launch
    let lock = "\(home.path)/run/notifier/control.sock.lock"
    pid = try #require(pid_t(try readText(lock).filter(\.isNumber)), "no process number in \(lock)")
  }

  /// What it wrote to its log so far.
  var log: String { launch.errors }

  /// What it wrote to its standard output so far.
  var output: String { launch.output }

  /// Sends it a signal.
  func signal(_ number: Int32) {
    if !launch.hasEnded { kill(pid, number) }
  }

  /// Has it end in order.
  ///
  /// - Returns: its exit status.
  @discardableResult
  func stop() async -> Int32 {
    signal(SIGTERM)
    return await ending()
  }

  /// Waits for its end.
  ///
  /// - Returns: its exit status.
  func ending() async -> Int32 { await launch.ending().status }

  /// Kills it where it stands.
  func crash() async {
    signal(SIGKILL)
    _ = await ending()
  }

  /// What `notifierctl status --json` says.
  func status() async throws -> StatusReport {
    let ending = try await home.command("status", "--json", clock: nil)
    try #require(ending.status == 0, "status failed: \(ending.errors)\n\(log)")
    return try JSONDecoder().decode(StatusReport.self, from: Data(ending.output.utf8))
  }

  /// Returns once so many deliveries have gone through and nothing is owed.
  func waitForDeliveries(_ count: Int) async throws {
    try await eventually("\(count) deliveries", every: 50, details: { self.log }) {
      let deliveries = try await self.status().deliveries
      return deliveries.delivered >= count && deliveries.owed == 0
    }
  }
}

extension DeliveryCounts {
  /// Those that have not ended.
  var owed: Int { pending + sending + retrying + unknown }
}

/// The text of a file.
func readText(_ path: String) throws -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  try #require(descriptor >= 0, "cannot open \(path)")
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
