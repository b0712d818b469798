import Alarms
import Control
import FoundationEssentials
import Scheduler
import Workdays

/// `notifierctl doctor`: whether everything that rings depend on is well, a line each, with the remedy.
enum DoctorCommand {
  static let subcommand = Subcommand(
    name: "doctor", synopsis: "[--json]", summary: "Check what the rings depend on: a line each, with the remedy.",
    options: [Option("--json", help: "print an array for programs")], words: 0...0,
    examples: ["notifierctl doctor"],
    details: "Exit status 0 when nothing is wrong, 1 when something needs a look.", run: run)

  /// What one check found.
  struct Finding: Encodable {
    enum Grade: String, Encodable {
      case good
      case warning
      case bad

      var title: LocalText {
        switch self {
        case .good: "good"
        case .warning: "warning"
        case .bad: "bad"
        }
      }
    }
    let check: String
    let grade: Grade
    let text: LocalText
    /// What to do; `nil` where nothing is to be done.
    let remedy: LocalText?

    /// What was checked, for a person.
    var title: LocalText {
      switch check {
      case "configuration": "configuration"
      case "holidays": "holidays"
      case "holiday source": "holiday source"
      case "calendar": "calendar"
      case "time zone": "time zone"
      case "clock": "clock"
      case "waking": "waking"
      case "daemon": "daemon"
      case "session bus": "session bus"
      default: LocalText(verbatim: check)
      }
    }

    static func good(_ check: String, _ text: LocalText) -> Finding {
      Finding(check: check, grade: .good, text: text, remedy: nil)
    }
  }

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let findings = findings(arguments, context)
    if arguments["--json"] {
      try context.printJSON(findings)
    } else {
      context.output.table(
        findings.map { finding in
          let style: Style = finding.grade == .good ? .green : finding.grade == .warning ? .yellow : .red
          return [
            Output.Cell(finding.grade.title.description, style), Output.Cell(finding.title.description),
            Output.Cell("\(finding.remedy.map { "\(finding.text); \($0)" } ?? finding.text)"),
          ]
        })
    }
    return findings.allSatisfy { $0.grade == .good } ? .success : .no
  }

  private static func findings(_ arguments: Arguments, _ context: Context) -> [Finding] {
    let loader = ConfigurationLoader(locations: context.locations)
    var findings: [Finding] = []
    do throws(DiagnosticList) {
      let configuration = try loader.load(loader.inputs(file: arguments.value("--config")))
      findings.append(check(configuration))
      findings += holidays(configuration, context)
      findings += imports(configuration, context)
      findings.append(zone(configuration))
      findings += SoundCheck.findings(configuration)
      findings += waking(configuration)
    } catch {
      let count = error.diagnostics.count { $0.severity == .error }
      findings.append(
        Finding(
          check: "configuration", grade: .bad, text: counted(count, "error"), remedy: "run: notifierctl check"))
    }
    return findings + [clock(), daemon(context), sessionBus()]
  }

  private static func check(_ configuration: Configuration) -> Finding {
    let text: LocalText =
      "\(configuration.sources.joined(separator: ", ")): \(counted(configuration.alarms.count, "alarm"))"
    guard !configuration.warnings.isEmpty else { return .good("configuration", text) }
    return Finding(
      check: "configuration", grade: .warning, text: "\(text), \(counted(configuration.warnings.count, "warning"))",
      remedy: "run: notifierctl check")
  }

  /// How far ahead the days are known, then each source that is fetched.
  private static func holidays(_ configuration: Configuration, _ context: Context) -> [Finding] {
    let horizon = HolidayHorizon(configuration, at: context.now)
    let isFetched = configuration.holidaySources.contains { $0.isFetched && $0.layer == .national }
    let remedy: LocalText =
      horizon.isUnknown
      ? HolidayHorizon.remedy
      : isFetched
        ? "notifierd asks for it every few hours"
        : "name a source under holidaySources:, or run: notifierctl holidays import FILE"
    let first =
      horizon.isNoticeDue || horizon.isUnknown
      ? Finding(check: "holidays", grade: .warning, text: horizon.text, remedy: remedy)
      : Finding.good("holidays", horizon.text)
    return [first] + HolidaySources.findings(configuration, context)
  }

  /// What came of reading each calendar under `imports:`.
  private static func imports(_ configuration: Configuration, _ context: Context) -> [Finding] {
    configuration.imports.map { source in
      guard let bytes = try? Files.read(ImportStore(context.locations).stateFile(source.name)).bytes,
        let state = try? JSONDecoder().decode(ImportState.self, from: Data(bytes))
      else {
        return Finding(
          check: "calendar", grade: .warning, text: "\(source.name) was not read yet",
          remedy: "notifierd reads it as it starts, notifierctl import now")
      }
      let text: LocalText = "\(source.name): \(counted(state.alarms, "alarm"))"
      if let fault = state.fault {
        return Finding(
          check: "calendar", grade: .bad, text: "\(text); \(fault)", remedy: "then run: notifierctl import")
      }
      guard state.losses.isEmpty else {
        return Finding(
          check: "calendar", grade: .warning,
          text: "\(text); \(counted(state.losses.count, "thing")) could not be taken as written",
          remedy: "notifierctl import says which")
      }
      return .good("calendar", text)
    }
  }

  private static func zone(_ configuration: Configuration) -> Finding {
    if let doubt = configuration.zoneDoubt {
      return Finding(
        check: "time zone", grade: .warning, text: doubt.text,
        remedy: "mend it, or name the zone with timezone: in the configuration")
    }
    let version = (try? Files.read("/usr/share/zoneinfo/tzdata.zi").bytes.prefix(100)).flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.flatMap {
        $0.hasPrefix("# version ") ? String($0.dropFirst("# version ".count)) : nil
      }
    }
    return .good("time zone", LocalText(verbatim: configuration.zone + (version.map { ", tzdata \($0)" } ?? "")))
  }

  /// What the kernel says of the machine's clock.
  private static func clock() -> Finding {
    guard SystemClock.isSynchronised else {
      return Finding(
        check: "clock", grade: .warning, text: "the clock is not synchronised",
        remedy: "run: timedatectl set-ntp true, or leave it if something else keeps it right")
    }
    return .good("clock", "synchronised")
  }

  /// Whether the machine wakes for the alarms that ask for it; nothing where none does.
  private static func waking(_ configuration: Configuration) -> [Finding] {
    let asking = counted(Waking.asking(configuration).count, "alarm")
    guard !Waking.asking(configuration).isEmpty else { return [] }
    guard let problem = Waking.problem(configuration) else { return [.good("waking", "for \(asking)")] }
    return [Finding(check: "waking", grade: .warning, text: "asked for by \(asking): \(problem)", remedy: nil)]
  }

  private static func daemon(_ context: Context) -> Finding {
    guard let path = ControlSocket.path(), let status = try? ControlClient(path: path).getStatus() else {
      return Finding(
        check: "daemon", grade: .bad, text: "notifierd does not run, so nothing rings",
        remedy: "run: \(ServiceUnit.enableCommand)")
    }
    guard status.lastLoad.ok else {
      return Finding(
        check: "daemon", grade: .bad, text: "the last reload failed; what was in force before stays so",
        remedy: "run: notifierctl check")
    }
    guard status.version == notifierVersion else {
      return Finding(
        check: "daemon", grade: .warning, text: "notifierd is of version \(status.version), this is \(notifierVersion)",
        remedy: "run: systemctl --user restart notifierd")
    }
    return .good("daemon", "running, process \(status.pid)")
  }

  /// Whether a session bus is there to show notifications through.
  private static func sessionBus() -> Finding {
    let named = Locations.variable("DBUS_SESSION_BUS_ADDRESS")
    let usual = Locations.variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
    if let named { return .good("session bus", LocalText(verbatim: named)) }
    if let usual, Files.exists(usual) { return .good("session bus", LocalText(verbatim: usual)) }
    return Finding(
      check: "session bus", grade: .warning, text: "there is none, so no notification can be shown",
      remedy: "log in to a desktop, or send alarms elsewhere with to:")
  }
}
