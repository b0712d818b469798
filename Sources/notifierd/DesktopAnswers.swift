import Alarms
import Concurrency
import Delivery
import Journal
import Scheduler
import Workdays

/// Popups that a person answers, and those that wait for an answer.
extension Daemon {
  /// Has a ring come again later, and takes its popup away.
  func snooze(_ name: String?, _ delay: Delay) async throws -> Ring {
    let ring = try await scheduler.snooze(name, delay)
    await hush(ring.origin)
    return ring
  }

  /// Ends a ring, and takes its popup away; returns the planned one that it goes back to.
  func done(_ name: String?) async throws -> String {
    let origin = try await scheduler.done(name)
    await hush(origin)
    return origin
  }

  /// Does what a person has pressed.
  func take(_ answer: DesktopAnswer) async {
    do {
      switch answer {
      case .done(let ring): Log.info("done", ["firing": try await done(ring)])
      case .snooze(let ring, let delay):
        Log.info("put off", ["firing": ring, "until": try await snooze(ring, delay).report.fires])
      }
    } catch {
      Log.error("the answer to a popup cannot be written down", ["reason": "\(error)"])
    }
  }

  /// Shows what asks to be acknowledged and is not once more: the screen that had it is gone.
  ///
  /// Where no notification server answers, the one that appears is an event, and so is a bus that appears.
  func showOpenRings() async {
    let desktops = configuration.destinations.filter { $0.value.kind == .desktop }
    for ring in ((try? await journal.openRings(deliveredTo: Set(desktops.keys))) ?? []).reversed() {
      let wording = ring.report.destinations.lazy.compactMap { desktops[$0]?.wording }.first ?? Wording()
      guard await desktop.showAgain(ring, at: clock.now, wording: wording) else { return }
    }
  }
}
