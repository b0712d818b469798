import Alarms
import Glibc
import Concurrency
import TestSupport
import Testing
import Workdays

@testable import Control

/// Permission bits of a file.
func mode(of path: String) throws -> mode_t {
  var status = stat()
  try #require(lstat(path, &status) == 0, "cannot examine \(path)")
  return status.st_mode & 0o7777
}

func readFile(_ path: String) throws -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  try #require(descriptor >= 0, "cannot open \(path)")
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = read(descriptor, &bytes, bytes.count)
  try #require(count >= 0)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// Lets those who wait go on once it is open, and tells how many have come.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    var arrived = 0
  }
  private let state = Guarded(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let (goes, watchers) = state.withLock { state in
        state.arrived += 1
        if !state.isOpen { state.waiting.append(continuation) }
        let ready = state.watchers.filter { $0.count <= state.arrived }
        state.watchers.removeAll { $0.count <= state.arrived }
        return (state.isOpen, ready)
      }
      if goes { continuation.resume() }
      for watcher in watchers { watcher.1.resume() }
    }
  }

  func waitForArrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrived < count { state.watchers.append((count, continuation)) }
        return state.arrived >= count
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A handler that fails at everything it was not told to do.
struct FakeHandler: ControlHandler {
  var onStatus: @Sendable () async -> StatusReport?
  var onNext: @Sendable (Int, String?) async -> [FiringReport]?
  var onFire: @Sendable (String) async -> String?
  var onReload: @Sendable () async -> ReloadReport?

  init(
    onStatus: @escaping @Sendable () async -> StatusReport? = { nil },
    onNext: @escaping @Sendable (Int, String?) async -> [FiringReport]? = { _, _ in nil },
    onFire: @escaping @Sendable (String) async -> String? = { _ in nil },
    onReload: @escaping @Sendable () async -> ReloadReport? = { nil }
  ) {
    self.onStatus = onStatus
    self.onNext = onNext
    self.onFire = onFire
    self.onReload = onReload
  }

  func getStatus() async throws(ControlFailure) -> StatusReport {
    guard let report = await onStatus() else { throw .failed("unexpected GetStatus") }
    return report
  }

  func next(count: Int, alarm: String?) async throws(ControlFailure) -> [FiringReport] {
    guard let firings = await onNext(count, alarm) else { throw .failed("unexpected Next") }
    return firings
  }

  func fire(alarm: String) async throws(ControlFailure) -> String {
    guard let id = await onFire(alarm) else { throw .noSuchAlarm(alarm) }
    return id
  }

  /// Knows one ring, of "clock-in", and gives it a name that tells what was asked for.
  func snooze(ring: String?, delay: Delay) async throws(ControlFailure) -> FiringReport {
    guard ring == nil || ring == "clock-in" else { throw .noSuchRing(ring) }
    var report = firings(1)[0]
    report.id = "\(ring ?? "any") in \(delay)"
    return report
  }

  func done(ring: String?) async throws(ControlFailure) -> String {
    guard ring == "clock-in" else { throw .noSuchRing(ring) }
    return firings(1)[0].id!
  }

  /// From a moment that the tests name it skips none.
  func skip(alarm: String, count: Int, from: Instant?) async throws(ControlFailure) -> [FiringReport] {
    guard alarm == "clock-in" else { throw .noSuchAlarm(alarm) }
    return from == Instant("2026-10-08T00:00:00+08:00") ? [] : firings(count)
  }

  func unskip(alarm: String, occurrences: [String]?) async throws(ControlFailure) -> Int {
    guard alarm == "clock-in" else { throw .noSuchAlarm(alarm) }
    return occurrences?.count ?? 3
  }

  /// Takes a pause of everything, or one of "clock-in" until a moment that the tests name.
  func pause(alarm: String?, until: Instant?) async throws(ControlFailure) {
    guard alarm == nil || (alarm == "clock-in" && until == Instant("2026-10-08T00:00:00+08:00")) else {
      throw .noSuchAlarm(alarm ?? "")
    }
  }

  func resume(alarm: String?) async throws(ControlFailure) -> Bool { alarm == nil }

  /// Counts by the letters of what was asked for.
  func retry(ring: String?, destination: String?) async throws(ControlFailure) -> RetryReport {
    RetryReport(
      count: (ring?.count ?? 0) * 100 + (destination?.count ?? 0),
      held: destination.map { [$0: "2026-09-20T00:52:00Z"] } ?? [:], missing: destination.map { ["no \($0)"] } ?? [])
  }

  func discard(ring: String?, destination: String?) async throws(ControlFailure) -> Int {
    -(ring?.count ?? 0) * 100 - (destination?.count ?? 0)
  }

  func test(destination: String) async throws(ControlFailure) -> TrialReport {
    guard destination == "team" else { throw .noSuchDestination(destination) }
    return TrialReport(request: "POST", answer: "HTTP 200", outcome: "rejected", reason: "310000: sign not match")
  }

  func stopped() async throws(ControlFailure) -> [String: String] { ["hook": "HTTP 410"] }

  func reload() async throws(ControlFailure) -> ReloadReport {
    guard let report = await onReload() else { throw .failed("notifier.yaml:3:1: error: unexpected Reload") }
    return report
  }
}

/// A server in a directory of its own, stopped when the object dies.
final class Fixture: Sendable {
  let directory: TemporaryDirectory
  let server: ControlServer
  var path: String { directory["notifier/control.sock"] }

  init(_ handler: FakeHandler = FakeHandler()) throws {
    // Another user is to find the socket, and be refused by it.
    directory = TemporaryDirectory(in: "/tmp")
    server = try ControlServer(path: directory["notifier/control.sock"], version: "1.2.3", handler: handler)
    server.start()
  }

  deinit { server.stop() }
}

/// A connection that sends and receives plain bytes.
final class RawClient: Sendable {
  private let descriptor: Int32
  private let inbox = Guarded<[UInt8]>([])

  init(_ path: String) throws {
    descriptor = makeSocket(nonBlocking: false)
    let connected = ControlSocket.withAddress(of: path) { [descriptor] in connect(descriptor, $0, $1) == 0 }
    try #require(connected == true, "cannot connect to \(path)")
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends text as it is. Returns how many bytes were taken before the other end closed or `patience` ran out.
  @discardableResult
  func send(_ text: String, patience: Duration = .seconds(20)) -> Int {
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Says that nothing more is sent.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next message without its NUL; `nil` when the other end has closed.
  func receive() throws -> String? {
    try inbox.withLock { inbox in
      while true {
        if let end = inbox.firstIndex(of: 0) {
          defer { inbox.removeSubrange(...end) }
          return String(decoding: inbox[..<end], as: UTF8.self)
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        try #require(count >= 0 || errno == ECONNRESET, "nothing came within 20 s")
        guard count > 0 else { return nil }
        inbox += chunk[..<count]
      }
    }
  }

  /// Sends text and returns the next message.
  func exchange(_ text: String) throws -> String? {
    send(text)
    return try receive()
  }
}

/// A call as Varlink writes it.
func call(_ method: String, _ parameters: String = "{}") -> String {
  #"{"method":"\#(method)","parameters":\#(parameters)}"# + "\0"
}

/// `count` firings of an alarm.
func firings(_ count: Int, of alarm: String = "clock-in") -> [FiringReport] {
  (0..<count).map { index in
    let date = "2026-09-\(index < 10 ? "0" : "")\(index)"
    return FiringReport(
      id: "\(alarm)/\(date)T09:00/-10m", alarm: alarm, title: "Clock in 打卡", occurrence: "\(date)T09:00:00+08:00",
      zone: "Asia/Shanghai", offset: .init(text: "-10m", kind: "exact"), fires: "\(date)T08:50:00+08:00", day: .sample,
      destinations: ["desktop", "team"])
  }
}

extension StatusReport {
  static let sample: StatusReport = {
    var report = StatusReport(
      version: "1.2.3", pid: 4711, started: "2026-09-19T08:00:00+08:00", now: "2026-09-20T08:00:00+08:00",
      configuration: ["/home/ann/.config/notifier/notifier.yaml"],
      journal: "/home/ann/.local/state/notifier/journal.db",
      alarms: 7, next: firings(1)[0], rung: 12, missed: 1,
      deliveries: DeliveryCounts { $0 == .delivered ? 11 : $0 == .retrying ? 2 : 0 },
      holidays: "CN: announced until 2026-12-31",
      lastLoad: LoadReport(
        at: "2026-09-19T08:00:00+08:00", ok: false, errors: ["notifier.yaml:5:11: error: unknown days \"workdyas\""]))
    report.wake = WakeReport(at: nil, problem: "it may not be woken")
    return report
  }()
}

extension DayReport {
  /// 2026-09-20, a make-up Sunday.
  static let sample = DayReport(
    Day(
      date: CivilDate("2026-09-20")!, kind: .makeUpWorkday, name: "国庆节", certainty: .announced, source: nil,
      reason: .override))
}
