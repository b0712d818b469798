import Alarms
import Workdays

extension Scheduler {
  /// The next ring for which a suspended machine is to be woken; `nil` where none is to come. What is skipped or paused
  /// does not wake it.
  private var nextWake: Instant? {
    let now = clock.now
    let names = Set(waking.map(\.alarm.id))
    var instants = waking.compactMap { try? $0.nextFiring(after: now)?.instant }
    for child in children where child.fires > now && names.contains(child.report.alarm ?? "") {
      instants.append(child.fires)
    }
    return instants.min()
  }

  /// Has the machine woken for that.
  func setWakeTimer() {
    guard let wakeTimer, !waking.isEmpty || wake != .unneeded else { return }
    wake = WakeState.after(setting: wakeTimer, to: nextWake, isAsked: !waking.isEmpty, from: wake)
  }
}
