import Alarms
import Calendars
import TestSupport
import Testing
import Workdays

/// An iCalendar file that is imported, and the configuration that comes of it.
struct ImportBench {
  let result: CalendarImport.Result
  let configuration: Configuration

  init(_ bytes: [UInt8], zone: String = "Asia/Shanghai") throws {
    do throws(Diagnostic) {
      result = try CalendarImport(bytes, file: "test.ics", ownZone: zone, calendar: nil).result
    } catch {
      Issue.record("\(error)")
      throw error
    }
    let alarms = result.alarms.map { alarm in
      alarm.lines.enumerated().map { "  \($0 == 0 ? "- " : "  ")\($1)\n" }.joined()
    }
    let text = "region: CN\ntimezone: \(zone)\nalarms:\n" + alarms.joined()
    let loader = ConfigurationLoader(locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: zone)
    do throws(DiagnosticList) {
      configuration = try loader.load([ConfigurationLoader.Input(path: "test", givesAlarms: true, text: text)])
    } catch {
      Issue.record("\(error.diagnostics.map(\.description)) in\n\(text)")
      throw error
    }
  }

  /// Events by their lines, in a calendar.
  init(events: [[String]], head: [String] = [], zone: String = "Asia/Shanghai") throws {
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + head
      + events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] } + ["END:VCALENDAR"]
    try self.init(Array(lines.map { "\($0)\r\n" }.joined().utf8), zone: zone)
  }

  /// What takes place in some years: the title, the start, and when it rings, with tabs between.
  func rows(_ years: ClosedRange<Int>) -> [String] {
    configuration.planner.enabledPlans.flatMap { plan in
      let range =
        ImportBench.newYear(years.lowerBound, plan.zone)..<ImportBench.newYear(years.upperBound + 1, plan.zone)
      return plan.occurrences.occurrences(in: range).map { occurrence in
        let start = plan.alarm.isAllDay ? "\(occurrence.civil.date)" : ImportBench.text(occurrence.instant)
        let rings = Set(plan.alarm.offsets.compactMap { plan.instant(of: $0, for: occurrence) })
        return ([plan.alarm.title, start] + rings.sorted().map(ImportBench.text)).joined(separator: "\t")
      }
    }.sorted()
  }

  /// When something rings in some years, in UTC.
  func rings(_ years: ClosedRange<Int> = 2016...2027) -> [String] {
    rows(years).flatMap { $0.split(separator: "\t").dropFirst(2).map(String.init) }.sorted()
  }

  /// When something starts in some years: instants in UTC, or dates.
  func starts(_ years: ClosedRange<Int> = 2016...2027) -> [String] {
    rows(years).map { String($0.split(separator: "\t")[1]) }.sorted()
  }

  /// What would be told as lost.
  var losses: [String] { result.notes.filter(\.isLoss).map(\.text) }

  private static func newYear(_ year: Int, _ zone: ZoneRules) -> Instant {
    zone.instant(of: CivilDateTime(date: CivilDate(year: year, month: 1, day: 1)!, time: .midnight))!
  }

  private static func text(_ instant: Instant) -> String {
    let civil = instant.civil(utcOffset: 0)
    let time = civil.time.second == 0 ? "\(civil.time):00" : "\(civil.time)"
    return "\(civil.date)T\(time)Z"
  }
}
