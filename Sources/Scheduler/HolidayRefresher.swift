package import Alarms
import Concurrency
import Workdays

/// Has holiday data fetched when that is due: once a day, more often while a notice is due, soon after a failure.
package actor HolidayRefresher {
  private let locations: Locations
  private var store: HolidayStore { locations.holidays }
  private let clock: any WallClock
  private let schedule: RefreshSchedule
  private let fetch: @Sendable (RefreshJob) async throws -> RefreshReport
  private var configuration: Configuration
  private var sleeper: Task<Void, any Error>?
  /// Before which a source is not asked for again, whatever its state says: the state could not be written, perhaps.
  private var notBefore: [String: Instant] = [:]

  /// - Parameters:
  ///   - spread: where in a span of waiting the checks of this machine lie, from 0 up to 1.
  ///   - fetch: does a job, leaving its results where copies lie.
  package init(
    _ configuration: Configuration, locations: Locations, clock: any WallClock, spread: Double,
    fetch: @escaping @Sendable (RefreshJob) async throws -> RefreshReport
  ) {
    schedule = RefreshSchedule(spread: spread)
    self.fetch = fetch
    self.configuration = configuration
    self.locations = locations
    self.clock = clock
  }

  /// Takes over another configuration; new sources are fetched at once.
  package func update(_ configuration: Configuration) {
    self.configuration = configuration
    sleeper?.cancel()
  }

  /// Fetches what is due until the task is cancelled. Without a source that is fetched it sleeps for good.
  ///
  /// - Parameter done: is told what came of each job.
  package func run(done: @escaping @Sendable (Result<RefreshReport, any Error>) -> Void) async {
    while !Task.isCancelled {
      let now = clock.now
      let due = dueTimes(now)
      let keys = Set(due.filter { $0.value <= now }.keys)
      if !keys.isEmpty {
        await refresh(keys, at: now, done)
        continue
      }
      let deadline = due.values.min() ?? Instant(seconds: Int(Int32.max) * 4)
      let sleeper = Task(executorPreference: QuietExecutor.shared) { [clock] in
        try await clock.sleep(until: deadline, seen: now)
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
      // A check that was well left a copy; where that is gone or damaged, it is to be made again.
      let isLost = state?.failures.isEmpty == true && store.copy(of: source.key) == nil
      var next: Instant
      switch source.origin {
      case .web: next = schedule.next(after: isLost ? nil : state, isNoticeDue: isNoticeDue, now: now)
      case .file(let path):
        // A file is read again when it has changed, which the configuration's watch tells.
        guard isLost || state == nil || state?.fileModified != Files.modified(path) else { continue }
        next = now
      }
      if let bound = notBefore[source.key], bound <= now.advanced(by: .seconds(3600)) { next = max(next, bound) }
      times[source.key] = next
    }
    return times
  }

  private func refresh(
    _ keys: Set<String>, at now: Instant, _ done: @Sendable (Result<RefreshReport, any Error>) -> Void
  )
    async
  {
    guard let job = configuration.refreshJob(in: locations, at: now, keys: keys) else { return }
    do {
      done(.success(try await fetch(job)))
    } catch {
      done(.failure(error))
    }
    for key in keys {
      let state = store.state(of: key)
      let isWritten = state?.checked == now.seconds && (state?.failures.isEmpty == false || store.copy(of: key) != nil)
      notBefore[key] = isWritten ? nil : now.advanced(by: .seconds(900))
    }
  }
}
