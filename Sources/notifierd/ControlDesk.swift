import Alarms
import Control
import Glibc
import Journal
import Scheduler
import Workdays

/// Answers those who ask over the control socket, once the daemon is up.
actor ControlDesk: ControlHandler {
  private weak var daemon: Daemon?

  /// Answers for `daemon` from now on.
  func serve(_ daemon: Daemon) { self.daemon = daemon }

  func getStatus() async throws(ControlFailure) -> StatusReport {
    let daemon = try serving()
    return try await answer { try await daemon.status() }
  }

  func next(count: Int, alarm: String?) async throws(ControlFailure) -> [FiringReport] {
    let daemon = try serving()
    if let alarm, await daemon.configuration.planner.plan(of: alarm) == nil { throw .noSuchAlarm(alarm) }
    return await daemon.scheduler.nextFirings(count, of: alarm)
  }

  func fire(alarm: String) async throws(ControlFailure) -> String {
    let daemon = try serving()
    guard let id = try await answer({ try await daemon.scheduler.fire(alarm: alarm) }) else {
      throw .noSuchAlarm(alarm)
    }
    return id
  }

  func snooze(ring: String?, delay: Delay) async throws(ControlFailure) -> FiringReport {
    let daemon = try serving()
    return try await answer { try await daemon.snooze(ring, delay).report }
  }

  func done(ring: String?) async throws(ControlFailure) -> String {
    let daemon = try serving()
    return try await answer { try await daemon.done(ring) }
  }

  func skip(alarm: String, count: Int, from: Instant?) async throws(ControlFailure) -> [FiringReport] {
    let daemon = try serving()
    guard let firings = try await answer({ try await daemon.scheduler.skip(count, of: alarm, from: from) }) else {
      throw .noSuchAlarm(alarm)
    }
    return firings
  }

  func unskip(alarm: String, occurrences: [String]?) async throws(ControlFailure) -> Int {
    let daemon = try serving()
    guard let count = try await answer({ try await daemon.scheduler.unskip(alarm, occurrences: occurrences) }) else {
      throw .noSuchAlarm(alarm)
    }
    return count
  }

  func pause(alarm: String?, until: Instant?) async throws(ControlFailure) {
    let daemon = try serving()
    guard try await answer({ try await daemon.scheduler.pause(alarm, until: until) }) else {
      throw .noSuchAlarm(alarm ?? "")
    }
  }

  func resume(alarm: String?) async throws(ControlFailure) -> Bool {
    let daemon = try serving()
    return try await answer { try await daemon.scheduler.resume(alarm) }
  }

  func retry(ring: String?, destination: String?) async throws(ControlFailure) -> RetryReport {
    let daemon = try serving()
    return try await answer { try await daemon.retry(ring: ring, destination: destination) }
  }

  func discard(ring: String?, destination: String?) async throws(ControlFailure) -> Int {
    let daemon = try serving()
    return try await answer { try await daemon.discard(ring: ring, destination: destination) }
  }

  func test(destination: String) async throws(ControlFailure) -> TrialReport {
    guard let report = await (try serving()).test(destination) else { throw .noSuchDestination(destination) }
    return report
  }

  func stopped() async throws(ControlFailure) -> [String: String] { await (try serving()).stopped }

  func reload() async throws(ControlFailure) -> ReloadReport { await (try serving()).reload() }

  private func serving() throws(ControlFailure) -> Daemon {
    guard let daemon else { throw .failed("notifierd is starting or stopping; try again in a moment") }
    return daemon
  }

  private func answer<Answer: Sendable>(
    _ body: @Sendable () async throws -> Answer
  ) async throws(ControlFailure) -> Answer {
    do {
      return try await body()
    } catch AnswerError.noSuchRing(let name) {
      throw .noSuchRing(name)
    } catch {
      throw .failed("\(error)")
    }
  }
}

extension Daemon {
  /// How the daemon stands.
  func status() async throws -> StatusReport {
    let counts = try await journal.counts()
    let next = await scheduler.nextFirings(1).first
    var report = StatusReport(
      version: notifierVersion, pid: Int(getpid()), started: Loader.time(started, configuration),
      now: Loader.time(clock.now, configuration), configuration: configuration.sources, journal: journal.path,
      alarms: configuration.alarms.count, next: next, rung: counts.rung, missed: counts.missed,
      deliveries: DeliveryCounts { counts.deliveries[$0] ?? 0 }, holidays: Loader.horizon(configuration, at: clock.now),
      lastLoad: lastLoad)
    switch await scheduler.wake {
    case .unneeded: break
    case .set(let instant): report.wake = WakeReport(at: instant.map { Loader.time($0, configuration) }, problem: nil)
    case .refused(let refusal): report.wake = WakeReport(at: nil, problem: "\(refusal); \(refusal.remedy)")
    }
    return report
  }
}
