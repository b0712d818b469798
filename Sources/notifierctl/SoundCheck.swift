import Alarms
import FoundationEssentials

/// What `notifierctl doctor` says of sounds: a line for each destination that alarms use.
enum SoundCheck {
  static func findings(_ configuration: Configuration) -> [DoctorCommand.Finding] {
    let names = configuration.alarms.flatMap { $0.destinations + ($0.acknowledgement?.escalation?.destinations ?? []) }
    return Set(names).sorted().compactMap { name in
      guard case .sound(let sound) = configuration.destinations[name]?.kind else { return nil }
      return finding(name == "sound" ? name : "sound \(name)", sound)
    }
  }

  private static func finding(_ check: String, _ sound: Destination.Sound) -> DoctorCommand.Finding {
    guard let path = HelperProgram.path(of: "notifier-sound") else {
      return DoctorCommand.Finding(
        check: check, grade: .bad, text: "notifier-sound is not beside this program, so no sound plays",
        remedy: "install it, it comes with notifier")
    }
    guard let job = try? JSONEncoder().encode(sound),
      let (output, _) = try? RefreshProgram.run(path, ["check"], input: Array(job)),
      let report = try? JSONDecoder().decode(SoundReport.self, from: Data(output))
    else {
      return DoctorCommand.Finding(
        check: check, grade: .bad, text: "\(path) does not run", remedy: "run: \(path) check </dev/null")
    }
    guard let device = report.device else {
      // What it says names the remedy.
      return DoctorCommand.Finding(
        check: check, grade: .bad, text: report.problem.map { LocalText(verbatim: $0) } ?? "nothing plays", remedy: nil)
    }
    if let problem = report.problem {
      return DoctorCommand.Finding(
        check: check, grade: .warning, text: LocalText(verbatim: problem),
        remedy: "install a sound theme such as sound-theme-freedesktop, or name a file with sound:")
    }
    return .good(check, "\(report.file ?? "a tone") on \(device)")
  }
}
