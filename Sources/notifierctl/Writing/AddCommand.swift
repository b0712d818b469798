import Alarms
import Control
import Glibc
import Workdays

/// `notifierctl add`: an alarm from the command line, which is kept.
enum AddCommand {
  static let subcommand = Subcommand(
    name: "add", synopsis: "TITLE (--in SPAN | --at TIME | --days PHRASE --at TIME | --rrule RULE --at TIME) [options]",
    summary: "Add an alarm. On a terminal, without a word, it asks.",
    options: [
      Option("--in", value: "SPAN", help: "ring once, so long from now: 20m, 1h30m"),
      Option("--at", value: "TIME", help: "the time of day; alone it rings once, today or tomorrow; may be repeated"),
      Option("--on", value: "DATE", help: "ring once, on this day: 2026-12-24, tomorrow, friday, +2wd"),
      Option("--days", value: "PHRASE", help: "on which days: workdays, \"last workday of the month\", mon-fri, …"),
      Option("--lunar", value: "DAY", help: "a day of the Chinese lunar year: 8-15"),
      Option("--rrule", value: "RULE", help: "an RFC 5545 rule: \"FREQ=WEEKLY;BYDAY=MO\"; may be repeated"),
      Option("--rdate", value: "WHEN", help: "add a date or time to the rules; may be repeated"),
      Option("--exdate", value: "WHEN", help: "take a date or time from the rules; may be repeated"),
      Option("--all-day", help: "it takes the whole day; --ring-at says when it rings"),
      Option(
        "--ring-at", value: "TIME", help: "when an alarm that takes the whole day rings; 09:00 where nothing is said"),
      Option("--remind", value: "OFFSET", help: "ring at -10m, -1d, -2wd, \"20:00 the day before\"; may be repeated"),
      Option(
        "--to", value: "NAMES",
        help: "where it goes: desktop, sound, a destination's name, or KIND:FILE; may be repeated"),
      Option("--title", value: "TEXT", help: "the title, where it is no word of its own"),
      Option("--id", value: "ID", help: "its name for commands; made of the title where nothing is said"),
      Option("--calendar", value: "NAME", help: "the group of alarms that it belongs to"),
      Option("--notes", value: "TEXT", help: "what more is to be said"),
      Option("--location", value: "TEXT", help: "where it takes place"),
      Option("--link", value: "URL", help: "a page that belongs to it"),
      Option("--duration", value: "SPAN", help: "how long it lasts, for \"end -5m\""),
      Option("--tz", value: "ZONE", help: "the zone of its times, such as Asia/Shanghai"),
      Option("--region", value: "CC", help: "whose holidays count, such as CN or DE-BY"),
      Option("--work-week", value: "WEEK", help: "mon-fri, \"mon-sat / mon-fri from DATE\", \"4 on 2 off from DATE\""),
      Option("--start", value: "WHEN", help: "where it starts: a local date or date-time"),
      Option("--until", value: "DATE", help: "the last date that counts"),
      Option("--count", value: "N", help: "how many occurrences after the start there are"),
      Option("--holidays", value: "MODE", help: "swap, skip or ignore holidays"),
      Option("--only", value: "CLASS", help: "keep days of one class: workdays, \"last workday before a holiday\""),
      Option("--position", value: "PLACE", help: "of the days that are left: \"last of the month\""),
      Option("--except", value: "DATE", help: "a date or a range that is left out; may be repeated"),
      Option("--move", value: "WAY", help: "keep, drop, next, previous, nearest: a date that is no workday"),
      Option("--dst", value: "WAY", help: "first, last, both, skip: a time that the clock repeats or leaves out"),
      Option("--half-days", value: "WAY", help: "keep, drop, or a time: what becomes of a time after a half-day's end"),
      Option("--missed", value: "WAY", help: "always, never, \"within 30m\": how late it may still ring"),
      Option("--urgency", value: "URGENCY", help: "low, normal or critical"),
      Option("--icon", value: "NAME", help: "an icon's name, or the path of a picture"),
      Option("--ack", help: "it asks to be acknowledged"),
      Option("--nag", value: "HOW", help: "it insists: \"every 5m until done\""),
      Option("--escalate", value: "HOW", help: "others hear of it, unless it is done: \"30m to team\""),
      Option("--snooze", value: "SPAN", help: "by how long its buttons put it off: 10m; may be repeated"),
      Option("--during-quiet", value: "WAY", help: "hold, drop or ring: what becomes of it in quiet hours"),
      Option("--wake", help: "wake a machine that sleeps"),
      Option("--dry-run", help: "show what would be added and when it would ring; nothing is kept"),
      Option("--json", help: "print an object for programs"),
    ],
    words: 0...1,
    examples: [
      "notifierctl add \"Tea\" --in 20m", "notifierctl add \"Call Mei\" --at 15:00",
      "notifierctl add \"Clock in\" --days workdays --at 09:00 --remind -10m",
      "notifierctl add \"Payroll\" --days \"last workday of the month\" --at 10:00 --to desktop,sound",
      "notifierctl add \"Mother's birthday\" --lunar 8-15 --at 08:00 --remind -1d,0m",
      "notifierctl add \"Retro\" --rrule \"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR\" --at 16:00 --move previous",
    ],
    details: """
      It is kept in notifier.d/\(OwnAlarmsFile.name), which a running notifierd takes over at once; what you wrote by hand is
      never changed. The next three rings are shown before. What rings once leaves the lists when it is over. Where it would
      never ring, or something is wrong, nothing is kept.

      --to dingtalk:team.url adds a destination "team" too, whose address stands in that file, and its secret, where there is
      one, in team.secret beside it.

      Exit status 1 when it would never ring, 2 when an option is wrong, 4 when there is no such destination, 78 when the
      configuration has errors already.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard !arguments["--config"] else {
      throw Failure(.usage, "add: alarms are added to your own configuration; leave --config out")
    }
    let isBare = arguments.words.isEmpty && !subcommand.options.contains { arguments[$0.names[0]] }
    if isBare, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
      return try AddQuestions(context: context).ask()
    }
    return try add(arguments, context) { true }
  }

  /// Shows what is to be added, and adds it where `isWanted` says so.
  static func add(_ arguments: Arguments, _ context: Context, isWanted: () -> Bool) throws -> ExitStatus {
    let before = try context.configuration(arguments)
    let file = OwnAlarmsFile(context.locations)
    do {
      guard !arguments["--dry-run"] else {
        let draft = try AlarmDraft(arguments, context, before, file)
        try show(draft, isSaved: false, arguments, context)
        return .success
      }
      // Shown before it is saved; read again under the lock, since a person may take a while to answer.
      let shown = try AlarmDraft(arguments, context, before, file)
      if !arguments["--json"] { try show(shown, isSaved: false, arguments, context) }
      context.output.flush()
      guard isWanted() else {
        context.output.message("nothing was added")
        return .no
      }
      let draft = try file.locked {
        let draft = try AlarmDraft(arguments, context, try context.configuration(arguments), file)
        try file.write(draft.text)
        return draft
      }
      if arguments["--json"] { try show(draft, isSaved: true, arguments, context) }
      tell(draft, before, arguments, context)
      return .success
    } catch let error as FileError {
      throw Failure(.unavailable, "\(file.path) cannot be changed: \(error)")
    }
  }

  private struct Report: Encodable {
    let alarm: AlarmReport
    let next: [FiringReport]
    let saved: Bool
  }

  private static func show(
    _ draft: AlarmDraft, isSaved: Bool, _ arguments: Arguments, _ context: Context
  ) throws {
    if arguments["--json"] {
      try context.printJSON(
        Report(
          alarm: AlarmReport(draft.plan, at: context.now),
          next: draft.firings.map { FiringReport($0, plan: draft.plan) }, saved: isSaved))
    } else {
      if arguments["--dry-run"] {
        for (number, line) in draft.entry.lines.enumerated() {
          context.output.line("\(number == 0 ? "- " : "  ")\(line.singleLine)")
        }
      }
      context.output.table(draft.rows(at: context.now))
    }
    for warning in draft.warnings { context.output.message("add: \(warning)") }
    if draft.plan.alarm.schedule.seesHolidays {
      context.noteUncertainty(draft.firings.map(\.occurrence.day), calendar: draft.plan.occurrences.calendar)
    }
  }

  /// What was done, and what a person may not expect of it.
  private static func tell(
    _ draft: AlarmDraft, _ before: Configuration, _ arguments: Arguments, _ context: Context
  ) {
    if !arguments["--json"] { context.output.line("added: \(draft.entry.id)") }
    if before.isBuiltIn {
      context.output.message("now that you have an alarm of your own, the built-in examples do not ring any more")
    }
    if draft.plan.alarm.schedule.seesHolidays, draft.plan.alarm.region == nil,
      draft.configuration.sources.count > draft.configuration.files.count + 1
    {
      context.output.message(
        "the holidays are those of \(draft.configuration.region), the built-in default; region: in "
          + "\(context.locations.mainFile) names another")
    }
    noteDaemon(context)
  }

  /// Says so where no daemon rings.
  static func noteDaemon(_ context: Context) {
    let isRunning = ControlSocket.path().flatMap { try? ControlClient(path: $0).getStatus() } != nil
    guard !isRunning else { return }
    context.output.message("notifierd does not run, so nothing rings; start it with: \(ServiceUnit.startCommand)")
  }
}
