import FoundationEssentials
import Testing
import Workdays

/// Cases made from faults that people reported of other systems; `source` in the vectors names the report.
@Suite("Faults reported of other systems")
struct PublicReportsTests {
  struct Case: Decodable, CustomTestStringConvertible {
    struct Given: Decodable {
      struct Override: Decodable {
        let date: String
        let isOffDay: Bool
        let name: String?
      }
      let rule: String
      let dtstart: String
      let timezone: String
      let weekend: [String]?
      let skipOffDays: Bool?
      let addMakeupDays: Bool?
      let workdaysOnly: Bool?
      let overrides: [Override]?
      let now: String?
    }
    let id: String
    let given: Given
    let expect: [String]

    var testDescription: String { id }
  }

  static let cases: [Case] = {
    let lines =
      (try? contents(of: packagePath("Tests/WorkdaysTests/Vectors/public-reports.jsonl"))).map(dataLines) ?? []
    return lines.compactMap { try? JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
  }()

  @Test("all cases are there")
  func count() { #expect(Self.cases.count == 42) }

  @Test("the answer is right", arguments: cases)
  func answer(_ given: Case) throws {
    let occurrences = try occurrences(given)
    let start = try #require(Instant("\(given.given.dtstart)Z"))
    let now = try given.given.now.map { try #require(Instant($0)) } ?? start.advanced(by: .seconds(-2 * 86_400))
    var found: [String] = []
    var after = now
    // One more than expected, to see that the rule ends where it should.
    let limit = given.expect.count + (isBounded(given) ? 1 : 0)
    do throws(SearchError) {
      while found.count < max(limit, 1), let next = try occurrences.nextOccurrence(after: after) {
        found.append(next.instant.formatted(utcOffset: occurrences.zone.utcOffset(at: next.instant)))
        after = next.instant
      }
    } catch {
      #expect(given.expect.isEmpty, "\(error)")
    }
    #expect(found == given.expect)
  }

  private func isBounded(_ given: Case) -> Bool {
    given.given.rule.contains("COUNT") || given.given.rule.contains("UNTIL") || given.expect.isEmpty
  }

  private func occurrences(_ item: Case) throws -> Occurrences {
    let given = item.given
    let holidays: Schedule.Holidays =
      given.skipOffDays != true ? .ignore : given.addMakeupDays == true ? .swap : .skip
    let moment = try #require(CivilDateTime(given.dtstart))
    let schedule = Schedule(
      days: .rule(try RecurrenceRule(given.rule)), times: [moment.time], start: moment, holidays: holidays,
      move: given.workdaysOnly == true ? .drop : .keep)
    let restDays = Set((given.weekend ?? ["SA", "SU"]).compactMap { Weekday(code: $0) })
    let week = WorkWeek(workdays: Weekday.allCases.filter { !restDays.contains($0) })
    let overrides = (given.overrides ?? []).map {
      DayOverride(date: CivilDate($0.date)!, kind: $0.isOffDay ? .off : .work, name: $0.name ?? "", source: "case")
    }
    let byYear = Dictionary(grouping: overrides) { $0.date.year }.map { NoticeYear(year: $0.key, overrides: $0.value) }
    // Where data is said to be missing, what is computed in its place is the point.
    let national =
      item.id.hasPrefix("HM") ? HolidayCalendar.china : HolidayCalendar(region: "XX", statute: nil, noticeYears: byYear)
    let calendar = WorkCalendar(week: week, national: national)
    if holidays == .swap { #expect(schedule.contradiction(week: week) == nil) }
    return Occurrences(schedule: schedule, calendar: calendar, zone: try systemZone(given.timezone))
  }

  @Test("what lies in a year without a notice is marked provisional")
  func provisional() throws {
    let item = try #require(Self.cases.first { $0.id == "HM-02" })
    let now = try #require(Instant("2026-12-31T09:00:00+08:00"))
    let next = try #require(try occurrences(item).nextOccurrence(after: now))
    #expect(next.day.certainty == .provisional)
  }
}
