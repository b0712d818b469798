import Alarms
import Concurrency
import Dispatch
import Glibc
import Workdays

/// Has the helper program fetch holiday data when that is due. It only asks: the copies that change are seen as any change
/// of a file is.
actor HolidayRefresher {
  private let store: HolidayStore
  private let clock: any WallClock
  private let schedule = RefreshSchedule(spread: .random(in: 0..<1))
  private var configuration: Configuration
  private var sleeper: Task<Void, any Error>?
  /// Before which a source is not asked for again, whatever its state says: the state could not be written, perhaps.
  private var notBefore: [String: Instant] = [:]

  init(_ configuration: Configuration, store: HolidayStore, clock: any WallClock) {
    self.configuration = configuration
    self.store = store
    self.clock = clock
  }

  /// Takes over another configuration; new sources are fetched at once.
  func update(_ configuration: Configuration) {
    self.configuration = configuration
    sleeper?.cancel()
  }

  /// Fetches what is due until the task is cancelled. Without a source that is fetched it sleeps for good.
  ///
  /// - Parameter changed: is called when a copy was replaced.
  func run(changed: @escaping @Sendable () -> Void) async {
    while !Task.isCancelled {
      let now = clock.now
      let due = dueTimes(now)
      let keys = Set(due.filter { $0.value <= now }.keys)
      if !keys.isEmpty {
        await refresh(keys, at: now, changed: changed)
        continue
      }
      let deadline = due.values.min() ?? Instant(seconds: Int(Int32.max) * 4)
      let sleeper = Task(executorPreference: QuietExecutor.shared) { [clock] in
        try await clock.sleep(until: deadline)
      }
      self.sleeper = sleeper
      await withTaskCancellationHandler {
        _ = await sleeper.result
      } onCancel: {
        sleeper.cancel()
      }
    }
  }

  /// When each fetched source is due.
  private func dueTimes(_ now: Instant) -> [String: Instant] {
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: now).date
    let isNoticeDue = RefreshSchedule.isNoticeDue(configuration.calendar.national, today: today)
    var times: [String: Instant] = [:]
    for source in configuration.holidaySources where source.isFetched {
      let state = store.state(of: source.key)
      var next: Instant
      switch source.origin {
      case .web: next = schedule.next(after: state, isNoticeDue: isNoticeDue, now: now)
      case .file(let path):
        // A file is read again when it has changed, which the configuration's watch tells.
        guard state == nil || state?.fileModified != Files.modified(path) else { continue }
        next = now
      }
      if let bound = notBefore[source.key], bound <= now.advanced(by: .seconds(3600)) { next = max(next, bound) }
      times[source.key] = next
    }
    return times
  }

  private func refresh(_ keys: Set<String>, at now: Instant, changed: @Sendable () -> Void) async {
    guard let job = configuration.refreshJob(in: store, at: now, keys: keys) else { return }
    for key in keys { notBefore[key] = now.advanced(by: .seconds(900)) }
    do {
      let report = try await Self.run(job)
      for source in report.sources {
        for failure in source.failures { Log.warning("holiday data: \(failure)", ["source": source.title]) }
        for warning in source.warnings { Log.warning("holiday data: \(warning)", ["source": source.title]) }
      }
      if report.sources.contains(where: { !$0.changed.isEmpty }) { changed() }
    } catch {
      Log.warning("holiday data could not be fetched; what is known stays in use", ["reason": "\(error)"])
    }
  }

  /// On a thread of its own: the helper is waited for, and everything else goes on.
  private static func run(_ job: RefreshJob) async throws -> RefreshReport {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "notifierd.holidays").async {
        continuation.resume(with: Result { try RefreshProgram.run(job) })
      }
    }
  }
}
