import Alarms
import CLibICal
import Calendars
import Glibc
import TestSupport
import Testing
import Workdays

/// What is exported, as other programs read it, beside the planner.
@Suite("Exported alarms, read by others", .timeLimit(.minutes(5)))
struct ExportRoundTripTests {
  private static let kinds = [
    "{ at: '09:00', days: workdays, remind: [-10m, 0m] }",
    "{ at: ['09:00', '18:30'], days: workdays, remind: -5m, notes: \"a;b,c\\\\d\\n第二行\", location: 'Room 1, 2' }",
    "{ at: '10:00', days: last workday of the month, remind: [-2wd, -1d] }",
    "{ all-day: true, days: lunar 8-15 }", "{ all-day: true, days: workdays, ring-at: '08:00' }",
    "{ at: '02:30', days: every day, timezone: Europe/Berlin, duration: 1h30m, remind: end -5m }",
    "{ at: '02:30', days: every day, timezone: Europe/Berlin, dst: last }",
    "{ at: '09:00', days: mon-fri, holidays: ignore, timezone: America/New_York, remind: '20:00 the day before' }",
    "{ at: '10:00', rrule: FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13 }",
    "{ at: '10:00', rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO, start: 2026-01-05, holidays: skip }",
    "{ at: '10:00', rrule: FREQ=DAILY;INTERVAL=3;COUNT=40, start: 2026-03-01 }",
    "{ at: '10:00', rrule: FREQ=MONTHLY;BYMONTHDAY=-1, move: previous }",
    "{ at: '10:00', rrule: FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1, holidays: ignore, remind: -2w }",
    "{ rrule: 'FREQ=DAILY;BYHOUR=9,14;BYMINUTE=15', start: 2026-01-01T09:15 }",
    "{ at: '08:00', days: make-up workdays, remind: '20:00 the day before' }",
    "{ at: '08:00', days: every 10 workdays from 2026-01-05 }", "{ at: '23:30', days: [2026-12-24, 2027-02-28] }",
    "{ at: '07:00', days: workdays, workWeek: 'mon-sat / mon-fri from 2026-01-05' }",
    "{ at: '07:00', days: workdays, region: HU }",
    "{ at: '00:30', days: workdays, until: 2026-06-30, except: [2026-03-02] }",
    "{ at: 'every 2h from 08:00 to 18:00', days: mon, holidays: ignore, timezone: Australia/Lord_Howe }",
  ]

  private static let days = [
    "days: workdays", "days: make-up workdays", "days: every day", "days: mon-fri, holidays: ignore",
    "days: mon-fri, holidays: skip", "days: last workday of the month", "days: lunar 8-15", "days: rest days",
    "days: first workday after a holiday", "rrule: FREQ=MONTHLY;BYMONTHDAY=1, move: next",
    "rrule: FREQ=MONTHLY;BYMONTHDAY=-1, move: previous", "rrule: FREQ=WEEKLY;BYDAY=SA;INTERVAL=2, holidays: skip",
    "rrule: FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1;COUNT=3, move: nearest", "rrule: FREQ=DAILY;INTERVAL=3, move: drop",
    "rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20280601T000000', holidays: skip", "rrule: FREQ=MONTHLY;BYDAY=2TU",
  ]
  private static let offsets = ["0m", "-10m", "-1d", "-2wd", "+1h", "20:00 the day before", "-36h"]
  private static let zones = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Etc/UTC"]

  private static let horizon = CivilDate("2026-01-01")!...CivilDate("2030-12-31")!

  private func configuration(_ alarms: [String]) throws -> Configuration {
    let text =
      "region: CN\ntimezone: Asia/Shanghai\nalarms:\n"
      + alarms.enumerated().map { "  - { id: a\($0), title: A \($0), \($1.drop { $0 == "{" }) \n" }.joined()
    let loader = ConfigurationLoader(locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "Asia/Shanghai")
    do throws(DiagnosticList) {
      return try loader.load([ConfigurationLoader.Input(path: "test", givesAlarms: true, text: text)])
    } catch {
      Issue.record("\(error.diagnostics.map(\.description))")
      throw error
    }
  }

  /// What the planner says: for each alarm its starts with their rings, as contrib/test/ics_days.py prints them.
  private func planned(_ configuration: Configuration) -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for plan in configuration.planner.enabledPlans {
      let (first, last) = (Self.horizon.lowerBound, Self.horizon.upperBound.adding(days: 1))
      let range =
        plan.zone.instant(of: CivilDateTime(date: first, time: .midnight))!..<plan.zone.instant(
          of: CivilDateTime(date: last, time: .midnight))!
      let isAllDay = plan.alarm.isAllDay
      all[plan.alarm.id] = Set(
        plan.occurrences.occurrences(in: range).map { occurrence in
          // A date has its midnight in UTC there, so rings on it are compared by the wall.
          let rings = Set(
            plan.alarm.offsets.compactMap { plan.instant(of: $0, for: occurrence) }.map {
              isAllDay ? "\(text(Instant(plan.zone.civil(at: $0), utcOffset: 0)))" : text($0)
            })
          let start = isAllDay ? "\(occurrence.civil.date)" : text(occurrence.instant)
          return ([start] + rings.sorted()).joined(separator: "\t")
        })
    }
    return all
  }

  private func text(_ instant: Instant) -> String {
    let civil = instant.civil(utcOffset: 0)
    let time = civil.time.second == 0 ? "\(civil.time):00" : "\(civil.time)"
    return "\(civil.date)T\(time)Z"
  }

  // #filePath is …/Tests/CalendarsTests/Export/RoundTripTests.swift.
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
  private static let python = "\(root)/.venv/bin/python3"
  private static let isReaderThere =
    lines(of: "\(python) -c 'import icalendar, recurring_ical_events; print(1)'") == ["1"]

  private static func lines(of command: String) -> [String] {
    guard let output = popen("\(command) 2>/dev/null", "re") else { return [] }
    defer { pclose(output) }
    var (lines, buffer, size) = ([String](), UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(buffer) }
    while getline(&buffer, &size, output) > 0, let buffer { lines.append(String(String(cString: buffer).dropLast())) }
    return lines
  }

  private func check(_ alarms: [String]) async throws {
    let configuration = try configuration(alarms)
    let events = AlarmEvents(configuration, horizon: Self.horizon).events()
    let text = CalendarWriter(zones: configuration.zones, horizon: Self.horizon).text(events)
    #expect(Set(events.map(\.uid)).count == events.count)
    #expect(text.utf8.split(separator: 10).allSatisfy { $0.count <= 76 && $0.last == 13 })
    let planned = planned(configuration)
    let directory = TemporaryDirectory()
    try Files.replace("\(directory.path)/a.ics", with: Array(text.utf8))
    let lines = try await onThread {
      Self.lines(
        of: "\(Self.python) \(Self.root)/contrib/test/ics_days.py 2026-01-01 2031-01-01 <'\(directory.path)/a.ics'")
    }
    var read: [String: Set<String>] = [:]
    for line in lines {
      let words = line.split(separator: "\t", maxSplits: 1)
      let alarm = String(words[0].prefix { $0 != "/" && $0 != "@" })
      #expect(read[alarm, default: []].insert(String(words[1])).inserted, "\(line) comes twice")
    }
    for (index, alarm) in alarms.enumerated() {
      let (wanted, found) = (planned["a\(index)"] ?? [], read["a\(index)"] ?? [])
      let (missing, added) = (wanted.subtracting(found).sorted(), found.subtracting(wanted).sorted())
      #expect(missing.isEmpty && added.isEmpty, "\(alarm): missing \(missing.prefix(3)), added \(added.prefix(3))")
    }
    checkWithLibical(text, planned)
  }

  @Test(
    "icalendar with recurring-ical-events, and libical, find the planner's days and rings in alarms of every kind",
    .enabled(if: isReaderThere))
  func everyKind() async throws { try await check(Self.kinds) }

  @Test("and in alarms by chance", .enabled(if: isReaderThere), arguments: 0..<4)
  func byChance(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    func pick(_ values: [String]) -> String { values.randomElement(using: &random)! }
    try await check(
      (0..<25).map { _ in
        let hour = String(100 + Int.random(in: 0...23, using: &random)).suffix(2)
        return "{ start: '2026-01-01T\(hour):30', remind: '\(pick(Self.offsets))', timezone: \(pick(Self.zones)), "
          + "\(pick(Self.days)) }"
      })
  }

  /// What libical finds, by the same zones' own descriptions in the text.
  private func checkWithLibical(_ text: String, _ planned: [String: Set<String>]) {
    guard let calendar = icalparser_parse_string(text) else {
      Issue.record("libical reads nothing")
      return
    }
    defer { icalcomponent_free(calendar) }
    final class Found { var starts: [String] = [] }
    var read: [String: [String]] = [:]
    var next = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT)
    while let event = next {
      let uid = String(cString: icalcomponent_get_uid(event))
      let isDate = icaltime_is_date(icalcomponent_get_dtstart(event)) != 0
      let found = Found()
      icalcomponent_foreach_recurrence(
        event, icaltime_from_string("20251230T000000Z"), icaltime_from_string("20310103T000000Z"),
        { _, span, data in
          let found = Unmanaged<Found>.fromOpaque(data!).takeUnretainedValue()
          found.starts.append("\(span!.pointee.start)")
        }, Unmanaged.passUnretained(found).toOpaque())
      read[String(uid.prefix { $0 != "/" && $0 != "@" }), default: []] += found.starts.map { seconds in
        let instant = Instant(seconds: Int(seconds)!)
        return isDate ? "\(instant.civil(utcOffset: 0).date)" : self.text(instant)
      }
      next = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)
    }
    for (alarm, wanted) in planned {
      let starts = Set(wanted.map { String($0.prefix { $0 != "\t" }) })
      let found = Set((read[alarm] ?? []).filter { $0 >= "2025-12-31T12" && $0 < "2030-12-31T23" })
      let inside = starts.filter { $0 >= "2025-12-31T12" && $0 < "2030-12-31T23" }
      #expect(found == Set(inside), "\(alarm): \(inside.symmetricDifference(found).sorted().prefix(4))")
    }
  }
}
