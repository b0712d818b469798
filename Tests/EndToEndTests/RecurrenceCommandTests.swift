import TestSupport
import Testing

/// `notifierctl next` with recurrence rules that are in no file.
@Suite("notifierctl next: recurrence rules", .timeLimit(.minutes(2)))
struct RecurrenceCommandTests {
  private func run(_ arguments: [String]) async throws -> Launch.Ending {
    // Every answer here depends on --from alone, or on no clock.
    let launch = try Launch([Programs.command, "next"] + arguments, environment: try Home.office().environment)
    return await launch.ending()
  }

  private func fires(_ arguments: String...) async throws -> [String] {
    let next = try await run(arguments + ["--json"])
    return try JSON(next.output).elements.map { $0["fires"]?.text ?? "" }
  }

  @Test("several rules are joined with added dates, without excluded ones")
  func several() async throws {
    let found = try await fires(
      "--rrule", "FREQ=WEEKLY;BYDAY=MO", "--rrule", "{frequency: monthly, daysOfTheMonth: [5]}", "--rdate",
      "2026-10-03",
      "--rdate", "2026-10-04T10:00", "--exdate", "20261012", "--at", "09:00", "--from", "2026-10-01", "-n", "4")
    #expect(
      found == [
        "2026-10-03T09:00:00+08:00", "2026-10-04T10:00:00+08:00", "2026-10-05T09:00:00+08:00",
        "2026-10-19T09:00:00+08:00",
      ])
  }

  @Test("a rule finer than a day steps in exact time from its start, also where the clock goes back")
  func hourly() async throws {
    let found = try await fires(
      "--rrule", "FREQ=HOURLY", "--start", "2017-10-29T02:30", "--tz", "Europe/Helsinki", "--from",
      "2017-10-29T00:00:00Z", "-n", "3")
    #expect(found == ["2017-10-29T03:30:00+03:00", "2017-10-29T03:30:00+02:00", "2017-10-29T04:30:00+02:00"])
  }

  @Test("a leap month of the Chinese calendar is found, and what stands in for it")
  func lunar() async throws {
    // 2025 has a leap month 6, whose fifteenth day is 8 August; the sixth month's of 2026 is 28 July.
    let found = try await fires(
      "--rrule", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15;SKIP=BACKWARD", "--at", "08:00", "--from",
      "2025-01-01", "-n", "2")
    #expect(found == ["2025-08-08T08:00:00+08:00", "2026-07-28T08:00:00+08:00"])
  }

  @Test("a rule is written in EventKit's names, and read back")
  func forms() async throws {
    let fields = try await run(["--rrule", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", "--as", "fields"])
    #expect(fields.output == "{frequency: monthly, daysOfTheWeek: [{day: friday, week: -1}], end: {count: 3}}\n")
    let rule = try await run(["--rrule", String(fields.output.dropLast()), "--as", "rrule"])
    #expect(rule.output == "FREQ=MONTHLY;COUNT=3;BYDAY=-1FR\n")
  }

  @Test("several times, and several dates, stand between commas as in a file")
  func commas() async throws {
    let found = try await fires(
      "--rrule", "FREQ=DAILY;COUNT=1", "--rdate", "2026-10-03, 2026-10-04", "--at", "09:00, 10:00", "--from",
      "2026-10-01", "-n", "9")
    #expect(found.map { String($0.dropFirst(8).prefix(5)) } == ["01T09", "01T10", "03T09", "03T10", "04T09", "04T10"])
  }

  /// A rule finer than a day with its start and its time of day, where there are some, and what else is said.
  private static let finer: [(rule: String, start: String?, at: String?, others: [String], isTaken: Bool)] = [
    ("FREQ=SECONDLY", "2026-01-05T09:00", nil, [], false),
    ("FREQ=SECONDLY;COUNT=5", "2026-01-05T09:00", nil, [], true),
    ("FREQ=SECONDLY;INTERVAL=60", "2026-01-05T09:00", nil, [], true),
    ("FREQ=SECONDLY;BYMINUTE=0", "2026-01-05T09:00", nil, [], true),
    ("FREQ=MINUTELY", "2026-01-05T09:00", nil, [], true),
    ("FREQ=MINUTELY;BYSECOND=0,30", "2026-01-05T09:00", nil, [], false),
    ("FREQ=HOURLY", "2026-01-05T09:00", "10:00", [], false),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["until: 2025-12-31"], false),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["until: 2026-01-05"], true),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["half-days: \"11:30\""], false),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["half-days: drop"], true),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["holidays: swap"], false),
    ("FREQ=HOURLY", "2026-01-05T09:00", nil, ["holidays: skip", "only: workdays"], true),
    ("FREQ=HOURLY;BYDAY=1MO", "2026-01-05T09:00", nil, [], false),
    ("FREQ=HOURLY;BYWEEKNO=3", "2026-01-05T09:00", nil, [], false),
    ("FREQ=MINUTELY;INTERVAL=0", "2026-01-05T09:00", nil, [], false),
    ("FREQ=HOURLY;BYMINUTE=60", "2026-01-05T09:00", nil, [], false),
    ("FREQ=HOURLY;COUNT=2;UNTIL=20260110T000000", "2026-01-05T09:00", nil, [], false),
    ("FREQ=DAILY;BYHOUR=9,10;BYSECOND=0,30", "2026-01-05T09:00", nil, [], true),
    ("FREQ=DAILY;BYHOUR=9", "2026-01-05", nil, [], false),
  ]

  @Test("a rule finer than a day is taken or refused as check does, in the same words", arguments: finer)
  func sameAsCheck(rule: String, start: String?, at: String?, others: [String], isTaken: Bool) async throws {
    let home = try Home()
    let keys =
      ["rrule: \(rule)"] + (start.map { ["start: \($0)"] } ?? []) + (at.map { ["at: \"\($0)\""] } ?? []) + others
    try home.configure("alarms:\n  - id: a\n    \(keys.joined(separator: "\n    "))\n")
    let check = try await home.command("check")
    let options = keys.flatMap { key in
      let words = key.split(separator: ": ", maxSplits: 1)
      return ["--\(words[0])", words[1].filter { $0 != "\"" }]
    }
    let next = try await run(options + ["--from", "2026-01-05", "-n", "1"])
    #expect(check.status == (isTaken ? 0 : 78) && next.status == (isTaken ? 0 : 2), "\(check)\n\(next)")
    guard !isTaken else { return }
    // The sentence, with an option's name where check has a key's.
    let told = check.output + check.errors
    let sentence = try #require(told.split(separator: "\n").first?.split(separator: ": error: ").last)
    let words = { (text: Substring) in Set(text.split { !$0.isLetter && !$0.isNumber }) }
    #expect(words(sentence).subtracting(words(next.errors[...])).isEmpty, "\(check)\n\(next)")
  }

  @Test(
    "what makes no sense is status 2 and says why",
    arguments: [
      (
        ["--rrule", "FREQ=HOURLY"],
        "a rule with times of its own needs a start with a time; write --start 2026-01-05T09:00"
      ),
      (["--rrule", "FREQ=DAILY", "--rdate", "soon"], "--rdate has \"soon\""),
      (["--rrule", "FREQ=DAILY", "--as", "json"], "rrule or fields"),
      (["--exdate", "2026-01-01"], "--days or --rrule"),
      (["--days", "workdays", "--at", "09:00", "--exdate", "2026-01-01"], "exclude each other"),
      (["--rrule", "{frequency: never}", "--at", "09:00"], "frequency is \"never\""),
      (["--rrule", "FREQ=HOURLY", "--at", "09:00", "--at", "10:00"], "says itself at which times"),
    ])
  func usage(arguments: [String], reason: String) async throws {
    let next = try await run(arguments)
    #expect(next.status == 2)
    #expect(next.errors.contains(reason), "\(next.errors)")
  }
}
