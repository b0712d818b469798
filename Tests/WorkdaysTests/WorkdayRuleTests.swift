import Testing
import Workdays

/// The vectors are made by contrib/oracle/workday_rules.py, which walks over days.
@Suite("Phrases, classes, positions and work weeks")
struct WorkdayRuleTests {
  struct Case: Sendable {
    let line: String
    let calendar: WorkCalendar
    let schedule: Schedule
    let from: CivilDate
    let count: Int
    let check: UInt32

    init(_ line: String) throws {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      self.line = line
      calendar = WorkCalendar(
        week: try #require(WorkWeek(parts[0]), "\(parts[0])"),
        national: parts[1] == "CN" ? .china : Self.made[Int(parts[1])!])
      let asked = Dictionary(
        uniqueKeysWithValues: parts[2].split(separator: ";").map { pair in
          let cut = pair.firstIndex(of: "=")!
          return (String(pair[..<cut]), String(pair[pair.index(after: cut)...].map { $0 == "&" ? ";" : $0 }))
        })
      let days: Schedule.Days =
        try asked["rrule"].map { .rule(try RecurrenceRule($0)) } ?? .phrase(try DaysPhrase(asked["days"]!))
      schedule = Schedule(
        days: days, times: [.midnight],
        start: asked["start"].map { CivilDateTime(date: CivilDate($0)!, time: .midnight) },
        holidays: asked["holidays"].map { Schedule.Holidays(rawValue: $0)! },
        only: try asked["only"].map { try DayClass(phrase: $0) },
        position: try asked["position"].map { try Position($0) },
        except: asked["except"].map { [CivilDate($0)!] } ?? [],
        move: asked["move"].map { Schedule.Move(rawValue: $0)! } ?? .keep)
      from = CivilDate(parts[3])!
      count = Int(parts[4])!
      check = UInt32(parts[5], radix: 16)!
    }

    private static let made = WorkdayRuleTests.vectors.filter { $0.hasPrefix("=") }.map(calendar)

    private static func calendar(_ line: String) -> HolidayCalendar {
      let overrides = line.split(separator: " ")[1].split(separator: ",").map { word in
        let kind: DayOverride.Kind = word.first == "w" ? .work : word.first == "h" ? .holiday : .off
        return DayOverride(date: CivilDate(word.dropFirst())!, kind: kind, name: "made up", source: "vector")
      }
      return HolidayCalendar(
        region: "XX", statute: nil,
        noticeYears: Dictionary(grouping: overrides) { $0.date.year }.map {
          NoticeYear(year: $0.key, overrides: $0.value, tellsHolidaysApart: true)
        })
    }
  }

  static let vectors: [String] =
    (try? contents(of: packagePath("Tests/WorkdaysTests/Vectors/workday-rules.txt"))).map(dataLines) ?? []
  static let lines = vectors.filter { !$0.hasPrefix("=") }

  @Test("all vectors are there")
  func count() { #expect(Self.lines.count >= 10_000) }

  @Test("the dates are those of a walk over every day by another program", arguments: 0..<20)
  func answers(part: Int) async throws {
    for index in stride(from: part, to: Self.lines.count, by: 20) {
      // There are few threads, and other tests wait for answers in time.
      await Task.yield()
      let item = try Case(Self.lines[index])
      let occurrences = Occurrences(schedule: item.schedule, calendar: item.calendar, zone: .utc)
      var found: [CivilDate] = []
      for date in occurrences.occurrences(in: instant(item.from)..<instant(item.from.adding(days: 200))).map(
        \.civil.date)
      where found.last != date { found.append(date) }
      let check = crc32(found.map(\.description).joined(separator: ","))
      #expect(found.count == item.count && check == item.check, "\(item.line): \(found.prefix(5))")
    }
  }

  private func instant(_ date: CivilDate) -> Instant {
    Instant(CivilDateTime(date: date, time: .midnight), utcOffset: 0)
  }
}
