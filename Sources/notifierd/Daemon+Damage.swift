import Alarms
import Delivery
import Journal
import Scheduler

/// A journal that is damaged must not silence the alarms: it is moved away, said loudly, and a new one is begun.
extension Daemon {
  /// Begins a new journal where this error says that the file is broken; `false` where that would not help.
  func startOver(after error: any Error) async -> Bool {
    guard let error = error as? JournalError, error.isDamage else { return false }
    let now = clock.now
    do {
      let file = try await journal.startOver(cursor: await scheduler.cursor)
      _ = try await journal.seen(Loader.timings(configuration), at: now)
      await tell(error, movedTo: file)
      return true
    } catch {
      Log.error("the journal is damaged, and no new one can be begun", ["reason": "\(error)"])
      return false
    }
  }

  /// Says in the log and on the desktop that the journal was damaged.
  func tell(_ error: JournalError, movedTo file: String) async {
    let now = clock.now
    Log.error("the journal was damaged: it is moved away and a new one begun", ["moved": file, "reason": "\(error)"])
    let due = DueFiring.message(
      id: "journal-damaged/\(Loader.time(now, configuration))", title: "notifier's journal was damaged",
      lines: [
        "Alarms ring on. Snoozes, skips and pauses are lost, and so is what was still to be sent.",
        "The damaged file: \(file)",
      ], urgency: .critical, by: configuration, at: now)
    do {
      await outbox.accept(try await journal.recordDue([due], cursor: nil, at: now))
    } catch {
      Log.error("that the journal was damaged cannot be told", ["reason": "\(error)"])
    }
  }
}
