// Compiled together with Tests/WorkdaysTests/Support against the module Workdays.
//
// `check recurrences`: for each line `RULE|local start|zone` the Unix times of the first eight instances up to the end of
// 2119, joined by commas; `!` and the reason for a rule that cannot be read.
// `check workdays`: the lines of workday_rules.py; those come back that the engine answers otherwise, with its dates.
import Glibc
import Workdays

@main
enum Check {
  static func main() throws {
    switch CommandLine.arguments.dropFirst().first {
    case "recurrences": try recurrences()
    case "workdays": try workdays()
    default:
      print("usage: check recurrences|workdays")
      exit(2)
    }
  }

  private static func recurrences() throws {
    var zones: [String: ZoneRules] = [:]
    let (longAgo, end) = (Instant(seconds: -100_000_000_000), Instant("2120-01-01T00:00:00Z")!)
    while let line = readLine() {
      let fields = line.split(separator: "|").map(String.init)
      guard case .local(let start)? = RecurrenceMoment(fields[1]) else {
        throw SupportError(description: "no local time: \(line)")
      }
      let zone = try zones[fields[2]] ?? systemZone(fields[2])
      zones[fields[2]] = zone
      do {
        let set = RecurrenceSet(rules: [try RecurrenceRule(fields[0])], start: start, zone: zone)
        let found = set.instances(after: longAgo).prefix(8).prefix { $0.instant < end }
        print(found.map { String($0.instant.seconds) }.joined(separator: ","))
      } catch {
        print("!\(error)")
      }
    }
  }

  private static func workdays() throws {
    var made: [HolidayCalendar] = []
    while let line = readLine() {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("=") {
        made.append(WorkdayQuestion.calendar(line))
      } else if let dates = try WorkdayQuestion(line, made: made).otherDates() {
        print(line, dates.map(\.description).joined(separator: ","))
      }
    }
  }
}
