import Alarms
import Concurrency
import Dispatch
import FoundationEssentials
import Scheduler
import Workdays

/// Keeps calendars up to date, those that are read and those on servers: the helper program is run after each change, one
/// run after another.
final class CalendarKeeper: Sendable {
  private let file: String?
  private let clock: SystemClock
  private let queue = DispatchQueue(label: "notifierd.calendars")
  private let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let state = Guarded(State())

  private struct State {
    var hasImports = false
    var hasServers = false
    /// Whether one of the imports is an address, which tells of no change by itself.
    var hasAddresses = false
    /// The wait for the next run without a change.
    var wait: Task<Void, Never>?
  }

  /// How long after a run that a server had no time for the next one comes.
  private static let pause = Duration.seconds(900)
  /// How often addresses are asked.
  private static let period = Duration.seconds(3600)

  /// - Parameter file: the configuration's only file, where one was named.
  init(file: String?, clock: SystemClock) { (self.file, self.clock) = (file, clock) }

  /// Has the calendars brought up to date, where there are any. Changes while a run goes on lead to one more.
  func update(_ configuration: Configuration) {
    let isWanted = state.withLock { state in
      state.hasImports = !configuration.imports.isEmpty
      state.hasServers = !configuration.syncAccounts.isEmpty
      state.hasAddresses = configuration.imports.contains { if case .web = $0.origin { true } else { false } }
      return state.hasImports || state.hasServers
    }
    if isWanted { changed.yield() }
  }

  /// Runs until the task is cancelled.
  func run() async {
    for await _ in changes {
      let (hasImports, hasServers, hasAddresses) = state.withLock { ($0.hasImports, $0.hasServers, $0.hasAddresses) }
      var isUnfinished = false
      // What is read may be written to a server again.
      // A file that is not there tells when it comes, an address does not.
      if hasImports { isUnfinished = await read() && hasAddresses }
      if hasServers { isUnfinished = await sync() || isUnfinished }
      wait(isUnfinished ? CalendarKeeper.pause : hasAddresses ? CalendarKeeper.period : nil)
    }
  }

  /// Has a run come after a while; in place of one that was to come.
  private func wait(_ span: Duration?) {
    let task = span.map { span in
      Task(executorPreference: QuietExecutor.shared) { [clock, changed] in
        guard (try? await clock.sleep(until: clock.now.advanced(by: span))) != nil else { return }
        changed.yield()
      }
    }
    state.withLock { state in
      state.wait?.cancel()
      state.wait = task
    }
  }

  /// - Returns: whether it is worth while to try again without a change.
  private func read() async -> Bool {
    guard let (output, status) = await helper("import", ["--configured"]) else { return true }
    for report in (try? JSONDecoder().decode([ImportReport].self, from: Data(output))) ?? [] {
      if let fault = report.fault { Log.warning("calendar: \(fault)", ["import": report.name]) }
      guard report.isChanged else { continue }
      Log.info("calendar read", ["import": report.name, "alarms": "\(report.alarms)"])
      for loss in report.losses.prefix(8) { Log.warning("calendar: \(loss)", ["import": report.name]) }
    }
    return status == 75
  }

  /// What the helper program says of an import, as far as it is told.
  private struct ImportReport: Decodable {
    let name: String
    let alarms: Int
    let isChanged: Bool
    let losses: [String]
    let fault: String?
  }

  /// - Returns: whether it is worth while to try again without a change.
  private func sync() async -> Bool {
    guard let (_, status) = await helper("sync", []) else { return true }
    guard status != 0 else { return false }
    // It has said on standard error, which is the daemon's, what was wrong.
    Log.warning("not all calendars are up to date", ["status": "\(status)"])
    return status == 75
  }

  /// What the helper program writes, and its exit status; `nil` where it cannot be run.
  private func helper(_ command: String, _ words: [String]) async -> (output: [UInt8], status: Int32)? {
    guard let path = RefreshProgram.path else {
      Log.warning("calendars cannot be brought up to date", ["reason": "notifier-calendars is not installed"])
      // To try again would be in vain.
      return ([], 0)
    }
    let words = [command] + words + (file.map { ["--config", $0] } ?? [])
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(RefreshProgram.Failure) in try RefreshProgram.run(path, words) })
      }
    }
    switch result {
    case .success(let ending): return ending
    case .failure(let failure):
      Log.warning("calendars cannot be brought up to date", ["reason": "\(failure)"])
      return nil
    }
  }
}
