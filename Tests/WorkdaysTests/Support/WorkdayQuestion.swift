import Workdays

/// A line of contrib/oracle/workday_rules.py: what is asked of which days, and a walk's answer.
struct WorkdayQuestion: Sendable {
  let line: String
  let calendar: WorkCalendar
  let schedule: Schedule
  private let from: CivilDate
  private let count: Int
  private let check: UInt32

  /// - Parameter made: the calendars made up, by their numbers.
  init(_ line: String, made: [HolidayCalendar]) throws {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    self.line = line
    guard let week = WorkWeek(parts[0]) else { throw SupportError(description: "\(parts[0]) is no work week") }
    calendar = WorkCalendar(week: week, national: parts[1] == "CN" ? .china : made[Int(parts[1])!])
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

  /// The engine's dates where they are other than the walk's; `nil` where both are the same.
  func otherDates() -> [CivilDate]? {
    func midnight(_ date: CivilDate) -> Instant {
      Instant(CivilDateTime(date: date, time: .midnight), utcOffset: 0)
    }
    let occurrences = Occurrences(schedule: schedule, calendar: calendar, zone: .utc)
    var found: [CivilDate] = []
    for date in occurrences.occurrences(in: midnight(from)..<midnight(from.adding(days: 200))).map(\.civil.date)
    where found.last != date { found.append(date) }
    let isSame = found.count == count && check == crc32(found.map(\.description).joined(separator: ","))
    return isSame ? nil : found
  }

  /// The days made up that a line which begins with `=` gives.
  static func calendar(_ line: String) -> HolidayCalendar {
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
