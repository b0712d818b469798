import Alarms
import Concurrency
import Dispatch
import Scheduler
import Workdays

/// Keeps the calendars on servers up to date: the helper program is run after each change, one run after another.
final class CalendarKeeper: Sendable {
  private let file: String?
  private let clock: SystemClock
  private let queue = DispatchQueue(label: "notifierd.calendars")
  private let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// How long after a run that a server had no time for the next one comes.
  private static let pause = Duration.seconds(900)

  /// - Parameter file: the configuration's only file, where one was named.
  init(file: String?, clock: SystemClock) { (self.file, self.clock) = (file, clock) }

  /// Has the calendars brought up to date, where there are any. Changes while a run goes on lead to one more.
  func update(_ configuration: Configuration) {
    if !configuration.syncAccounts.isEmpty { changed.yield() }
  }

  /// Runs until the task is cancelled.
  func run() async {
    for await _ in changes {
      guard await sync() else { continue }
      Task(executorPreference: QuietExecutor.shared) { [clock, changed] in
        try? await clock.sleep(until: clock.now.advanced(by: CalendarKeeper.pause))
        changed.yield()
      }
    }
  }

  /// - Returns: whether it is worth while to try again without a change.
  private func sync() async -> Bool {
    guard let path = RefreshProgram.path else {
      Log.warning("calendars cannot be brought up to date", ["reason": "notifier-calendars is not installed"])
      return false
    }
    let words = ["sync"] + (file.map { ["--config", $0] } ?? [])
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(RefreshProgram.Failure) in
            try RefreshProgram.run(path, words)
          })
      }
    }
    switch result {
    case .success((_, 0)): return false
    case .success((_, let status)):
      // It has said on standard error, which is the daemon's, what was wrong.
      Log.warning("not all calendars are up to date", ["status": "\(status)"])
      return status == 75
    case .failure(let failure):
      Log.warning("calendars cannot be brought up to date", ["reason": "\(failure)"])
      return true
    }
  }
}
