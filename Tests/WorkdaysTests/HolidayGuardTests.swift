import Testing
import Workdays

/// What public data really did, replayed against the guard.
@Suite("The guard over holiday data")
struct HolidayGuardTests {
  private static let china = HolidayGuard(week: .mondayToFriday, statute: .china)

  private func days(_ range: String, _ kind: DayOverride.Kind, _ name: String) -> [DayOverride] {
    let (first, last) = (CivilDate(String(range.prefix(10)))!, CivilDate(String(range.suffix(10)))!)
    return (first...last).map { DayOverride(date: $0, kind: kind, name: name, source: "s") }
  }

  private func shipped(_ year: Int) throws -> NoticeYear { try #require(HolidayCalendar.china.noticeYear(year)) }

  private func verdict(
    _ new: NoticeYear, known: NoticeYear?, asked: Int? = nil, forced: Bool = false
  ) -> HolidayGuard.Verdict {
    Self.china.verdict(
      on: .init(new), asked: asked ?? new.year, known: known.map { .init($0) }, forced: forced)
  }

  @Test("a year that was emptied for minutes a week before a holiday keeps its days, even when forced")
  func emptied() throws {
    let known = try shipped(2026)
    let empty = NoticeYear(year: 2026, overrides: [])
    let count = known.overrides.count
    #expect(verdict(empty, known: known) == .refused(.emptied(year: 2026, known: count)))
    #expect(verdict(empty, known: known, forced: true) == .refused(.emptied(year: 2026, known: count)))
    #expect(verdict(empty, known: nil) == .unchanged, "not announced yet")
    #expect(verdict(empty, known: empty) == .unchanged)
    #expect(verdict(known, known: empty) == .accepted([]))
  }

  @Test("a year that flips from 36 days to 34 and back keeps 36 all the while, and 34 are taken only when told")
  func flips() throws {
    let full = try shipped(2024)
    let short = NoticeYear(
      year: 2024, overrides: full.overrides.filter { !["2024-09-16", "2024-09-17"].contains("\($0.date)") })
    #expect(verdict(short, known: full) == .refused(.fewer(year: 2024, known: 36, found: 34)))
    #expect(verdict(full, known: full) == .unchanged)
    // The second of the two days is Mid-Autumn itself.
    #expect(
      verdict(short, known: full, forced: true)
        == .accepted([.worksOnStatutory(CivilDate("2024-09-17")!, name: "中秋节")]))
  }

  /// HC-01: the notice of 27 January 2020, four days before the days that it gives.
  @Test("the second notice of 2020, which extends the Spring Festival, is taken")
  func extension2020() throws {
    let second = try shipped(2020)
    let first = NoticeYear(
      year: 2020,
      overrides: second.overrides.filter { !("2020-01-31"..."2020-02-03").contains("\($0.date)") }
        + days("2020-02-01..2020-02-01", .work, "春节"))
    let monday = try #require(second.overrides.first { "\($0.date)" == "2020-02-03" })
    #expect(verdict(second, known: first) == .accepted([.confirmsPattern(monday)]))
    #expect(verdict(first, known: second) == .refused(.fewer(year: 2020, known: 37, found: 34)))
  }

  @Test("the second notice of 2019, which makes one day of May four, is taken")
  func mayDay2019() throws {
    let second = try shipped(2019)
    let first = NoticeYear(
      year: 2019,
      overrides: second.overrides.filter { $0.name != "劳动节" } + days("2019-05-01..2019-05-01", .off, "劳动节"))
    #expect(verdict(second, known: first) == .accepted([]))
  }

  @Test("a holiday that moves, as many days as before, is taken")
  func moved() throws {
    let known = try shipped(2019)
    let moved = NoticeYear(
      year: 2019,
      overrides: known.overrides.map { entry in
        guard entry.name == "劳动节", entry.kind == .off else { return entry }
        return DayOverride(date: entry.date.adding(days: 1), kind: .off, name: entry.name, source: entry.source)
      }.filter { "\($0.date)" != "2019-05-05" || $0.kind == .off } + days("2019-05-11..2019-05-11", .work, "劳动节"))
    #expect(moved.overrides.count == known.overrides.count)
    // Only the law says that the first was right.
    #expect(verdict(moved, known: known) == .accepted([.worksOnStatutory(CivilDate("2019-05-01")!, name: "劳动节")]))
  }

  /// HC-05.
  @Test("a typing error of one digit is taken, and warned of")
  func slips() throws {
    let right = try shipped(2020)
    func typed(_ wrong: String, for date: String) throws -> (NoticeYear, DayOverride) {
      let entry = try #require(right.overrides.first { "\($0.date)" == date })
      let slip = DayOverride(date: CivilDate(wrong)!, kind: entry.kind, name: entry.name, source: entry.source)
      return (NoticeYear(year: 2020, overrides: right.overrides.filter { $0 != entry } + [slip]), slip)
    }
    let monday = try #require(right.overrides.first { "\($0.date)" == "2020-02-03" })
    let (thursday, makeUp) = try typed("2020-09-17", for: "2020-09-27")
    #expect(verdict(thursday, known: right) == .accepted([.confirmsPattern(monday), .confirmsPattern(makeUp)]))
    let (day, off) = try typed("2020-10-18", for: "2020-10-08")
    #expect(verdict(day, known: right) == .accepted([.confirmsPattern(monday), .isolated(off, days: 11)]))
    let (month, april) = try typed("2020-08-06", for: "2020-04-06")
    #expect(verdict(month, known: right) == .accepted([.confirmsPattern(monday), .isolated(april, days: 123)]))
    let (lone, newYear) = try typed("2020-11-01", for: "2020-01-01")
    #expect(
      verdict(lone, known: right)
        == .accepted([
          .confirmsPattern(monday), .isolated(newYear, days: nil),
          .worksOnStatutory(CivilDate("2020-01-01")!, name: "元旦"),
        ]))
    let (year, later) = try typed("2030-10-08", for: "2020-10-08")
    #expect(verdict(year, known: right) == .accepted([.confirmsPattern(monday), .outsideYear(later, year: 2020)]))
  }

  @Test(
    "the notices of 2007 through 2026 raise no doubt, but for the Monday on which work went on in 2020",
    arguments: 2007...2026)
  func shippedNotices(year: Int) throws {
    let doubts = Self.china.doubts(about: try shipped(year)).map(\.description)
    #expect(
      doubts
        == (year == 2020
          ? ["2020-02-03 is a monday and a workday anyway: this make-up day changes nothing; check the date"] : []))
  }

  @Test("data of another year is refused, and so is older data; both say what stays")
  func wrongYearAndAge() throws {
    let (known, new) = (try shipped(2026), try shipped(2025))
    #expect(verdict(new, known: known, asked: 2026, forced: true) == .refused(.wrongYear(asked: 2026, found: 2025)))
    let (old, young) = (CivilDate("2025-11-04")!, CivilDate("2025-11-05")!)
    let changed = NoticeYear(year: 2026, overrides: known.overrides + days("2026-12-31..2026-12-31", .off, "元旦"))
    func dated(_ found: CivilDate?, over inUse: CivilDate?, forced: Bool = false) -> HolidayGuard.Verdict {
      Self.china.verdict(
        on: .init(changed, dataDate: found), asked: 2026, known: .init(known, dataDate: inUse), forced: forced)
    }
    #expect(dated(old, over: young) == .refused(.older(year: 2026, known: young, found: old)))
    let refusal = HolidayGuard.Refusal.older(year: 2026, known: young, found: old)
    #expect(refusal.description.contains("of 2025-11-04, older than what is known, of 2025-11-05, which stays in use"))
    for accepted in [
      dated(young, over: old), dated(young, over: young), dated(nil, over: young),
      dated(old, over: young, forced: true),
    ] {
      guard case .accepted = accepted else {
        Issue.record("\(accepted)")
        continue
      }
    }
  }
}
