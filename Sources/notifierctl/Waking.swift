import Alarms
import Control
import Scheduler

/// Whether the machine wakes for the alarms that ask for it.
enum Waking {
  /// Why it does not, with the remedy; `nil` where it does, or where no alarm asks for it.
  ///
  /// The daemon knows; where it does not run, the answer is what this process itself may do.
  static func problem(_ configuration: Configuration) -> String? {
    guard !asking(configuration).isEmpty else { return nil }
    if let path = ControlSocket.path(), let status = try? ControlClient(path: path).getStatus(), let wake = status.wake
    {
      return wake.problem
    }
    return SystemWakeTimer.refusal().map { "\($0); \($0.remedy)" }
  }

  /// The alarms that ask for it, by their ids.
  static func asking(_ configuration: Configuration) -> [String] {
    configuration.alarms.filter { $0.isEnabled && $0.wakes }.map(\.id)
  }
}
