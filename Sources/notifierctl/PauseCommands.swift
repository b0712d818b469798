import Alarms
import Control
import Workdays

/// `notifierctl pause` and `notifierctl resume`: alarms that are silent for a while.
enum PauseCommands {
  static let pause = Subcommand(
    name: "pause", synopsis: "ALARM | --all [--until WHEN]",
    summary: "Silence an alarm, or all of them, for a while.",
    options: [
      Option("--all", help: "every alarm"),
      Option("--until", value: "WHEN", help: "a date, a moment, or a span such as 2h; without it until resume"),
    ],
    words: 0...1,
    examples: [
      "notifierctl pause stretch", "notifierctl pause --all --until 2026-10-08",
      "notifierctl pause clock-in --until 2h",
    ],
    details: """
      WHEN is an instant such as 2026-09-01T08:00:00+08:00, a local date-time, a date, at whose midnight it ends
      (\(DateArgument.forms)), or a span from now such as 45m or 1d. What would ring in between does not, and does not ring
      late. Exit status 3 when notifierd does not run, 4 when there is no such alarm.
      """,
    run: runPause)

  static let resume = Subcommand(
    name: "resume", synopsis: "ALARM | --all", summary: "End the pause of an alarm, or every pause.",
    options: [Option("--all", help: "every pause, of single alarms too")], words: 0...1,
    examples: ["notifierctl resume stretch", "notifierctl resume --all"],
    details: "Exit status 3 when notifierd does not run, 1 when there was no pause.", run: runResume)

  private static let allAlarms: LocalText = "all alarms"

  private static func runPause(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let alarm = try alarm(arguments, "pause")
    let configuration = try context.configuration(arguments)
    let moments = MomentArgument(configuration, now: context.now)
    let until = try arguments.value("--until", expected: "a date, a moment, or a span such as 2h") {
      moment($0, moments)
    }
    if let until, until <= context.now {
      throw Failure(.usage, "pause: --until lies behind us; expected a moment to come")
    }
    try Daemon.call { try $0.pause(alarm: alarm, until: until) }
    let end: LocalText =
      until.map { "until \($0.formatted(utcOffset: moments.zone.utcOffset(at: $0)))" } ?? "until notifierctl resume"
    context.output.say("\(alarm.map { LocalText(verbatim: $0) } ?? allAlarms): paused \(end)")
    return .success
  }

  private static func runResume(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    let alarm = try alarm(arguments, "resume")
    guard try Daemon.call({ try $0.resume(alarm: alarm) }) else {
      context.output.message(
        alarm.map { "\($0) was not paused by itself; resume --all ends every pause" } ?? "nothing was paused")
      return .no
    }
    context.output.say("\(alarm.map { LocalText(verbatim: $0) } ?? allAlarms): no longer paused")
    return .success
  }

  private static func alarm(_ arguments: Arguments, _ command: String) throws -> String? {
    guard arguments["--all"] != (arguments.words.count == 1) else {
      throw Failure(.usage, "\(command): name one alarm, or say --all")
    }
    return arguments.words.first
  }

  private static func moment(_ text: String, _ moments: MomentArgument) -> Instant? {
    let (zone, now) = (moments.zone, moments.now)
    if let span = SpanComponents(text), span.workdays == nil, !span.isZero {
      let civil = zone.civil(at: now)
      let start =
        span.days == 0
        ? now : zone.instant(of: CivilDateTime(date: civil.date.adding(days: span.days), time: civil.time))
      return start?.advanced(by: .seconds(span.seconds))
    }
    return moments.read(text)
  }
}
