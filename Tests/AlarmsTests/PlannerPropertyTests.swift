import Alarms
import Testing
import TestSupport
import Workdays

@Suite("The planner over random alarms")
struct PlannerPropertyTests {
  static let zones: [String: ZoneRules] = {
    let store = ZoneStore()
    // Changes of the clock by an hour, by half an hour, at midnight, and a day that was left out (Samoa, 2011).
    for name in ["Asia/Shanghai", "Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Pacific/Apia"] {
      _ = try? store.rules(named: name)
    }
    return store.zones
  }()
  static let calendar = WorkCalendar(national: .china)
  static let days = [
    "workdays", "rest days", "every day", "mon, wed", "make-up workdays", "last workday of the month", "lunar 1-1",
    "2011-12-30", "2026-03-29, 2026-10-25",
  ]
  static let rules = ["FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=WEEKLY;BYDAY=FR", "FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1"]
  static let offsets = [
    "0m", "-10m", "-1d", "-24h", "-1d2h", "-2w", "+90m", "+3d", "-1wd", "-12wd", "+2wd", "20:00 the day before",
    "02:30 on the day", "07:00 3 days after", "end -5m", "end -1d", "end -2wd", "end 12:00 the day after",
  ]

  private func alarm(_ random: inout SplitMix64) throws -> Alarm {
    let isRule = Int.random(in: 0..<3, using: &random) == 0
    let days: Schedule.Days =
      isRule
      ? .rule(try RecurrenceRule(Self.rules.randomElement(using: &random)!))
      : .phrase(try DaysPhrase(Self.days.randomElement(using: &random)!))
    let times = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      CivilTime(secondOfDay: Int.random(in: 0..<48, using: &random) * 1800)!
    }
    var schedule = Schedule(days: days, times: times)
    if Bool.random(using: &random) { schedule.start = CivilDateTime("2010-06-01T00:00") }
    if Int.random(in: 0..<4, using: &random) == 0 { schedule.until = CivilDate("2026-06-30") }
    if isRule { schedule.move = Schedule.Move.allCases.randomElement(using: &random)! }
    schedule.clockChange = Schedule.ClockChange.allCases.randomElement(using: &random)!
    let offsets = Self.offsets.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    return Alarm(
      id: "a", title: "a", schedule: schedule, zone: Self.zones.keys.sorted().randomElement(using: &random)!,
      place: SourcePlace(file: "a.yaml", line: 1, column: 1),
      duration: EventDuration(
        days: Int.random(in: 0...3, using: &random), seconds: Int.random(in: 0...7200, using: &random)),
      offsets: offsets.map { Offset($0)! })
  }

  private func plan(_ random: inout SplitMix64) throws -> AlarmPlan {
    let alarm = try alarm(&random)
    return AlarmPlan(alarm: alarm, calendar: Self.calendar, zone: try #require(Self.zones[alarm.zone]))
  }

  /// Some months around one of the changes that the zones and the notices have.
  private func range(_ random: inout SplitMix64, days: Int) -> Range<Instant> {
    let centre = ["2011-12-30T00:00:00Z", "2026-03-29T00:00:00Z", "2026-10-04T00:00:00Z"].randomElement(using: &random)!
    let shift = Int.random(in: -days * 86_400...0, using: &random)
    let lower = Instant(centre)!.advanced(by: .seconds(shift))
    return lower..<lower.advanced(by: .seconds(days * 86_400))
  }

  @Test("a range holds what its parts hold", arguments: 0..<60)
  func parts(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let plan = try plan(&random)
    let range = range(&random, days: 60)
    let whole = plan.firings(in: range)
    var cuts = (0..<8).map { _ in
      range.lowerBound.advanced(by: .seconds(Int.random(in: 0...60 * 86_400, using: &random)))
    }
    // The instants of the firings themselves are the bounds that matter most.
    cuts += whole.shuffled(using: &random).prefix(6).map(\.instant)
    let bounds = [range.lowerBound] + cuts.sorted() + [range.upperBound]
    let parts = zip(bounds, bounds.dropFirst()).flatMap { plan.firings(in: $0..<$1) }
    #expect(parts == whole, "\(plan.alarm)")
  }

  /// The reference looks at every occurrence of years around, so that it needs no thought of how far an offset reaches.
  @Test("a range holds every ring of every occurrence, however far the offset", arguments: 0..<60)
  func complete(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(1000 + seed))
    let plan = try plan(&random)
    let range = range(&random, days: 30)
    let year = 366 * 86_400
    let wide = range.lowerBound.advanced(by: .seconds(-year))..<range.upperBound.advanced(by: .seconds(year))
    var instants: Set<Instant> = []
    for occurrence in plan.occurrences.occurrences(in: wide) {
      for offset in plan.alarm.offsets {
        if let instant = plan.instant(of: offset, for: occurrence), range.contains(instant) { instants.insert(instant) }
      }
    }
    #expect(plan.firings(in: range).map(\.instant) == instants.sorted(), "\(plan.alarm)")
  }

  @Test("the next firings are those of the range that follows", arguments: 0..<60)
  func next(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(2000 + seed))
    let plan = try plan(&random)
    let range = range(&random, days: 90)
    let expected = plan.firings(in: range.lowerBound.advanced(by: .nanoseconds(1))..<range.upperBound)
    do throws(SearchError) {
      let found = try plan.nextFirings(expected.count + 1, after: range.lowerBound)
      #expect(Array(found.prefix(expected.count)) == expected, "\(plan.alarm)")
      if found.count > expected.count { #expect(found[expected.count].instant >= range.upperBound, "\(plan.alarm)") }
      #expect(try plan.nextFiring(after: range.lowerBound) == found.first, "\(plan.alarm)")
    } catch {
      #expect(expected.isEmpty, "\(plan.alarm)")
    }
  }

  @Test("the next firings over many alarms are the first of all of theirs", arguments: [1, 2, 60, 700, 5000])
  func soonest(count: Int) throws {
    let alarms = try (0..<40).map { number in
      // Several alarms have the same times, so that ids decide too.
      var random = SplitMix64(seed: UInt64(4000 + number % 25))
      let alarm = try alarm(&random)
      return Alarm(
        id: "a\(number)", title: "a", schedule: alarm.schedule, zone: alarm.zone, place: alarm.place,
        duration: alarm.duration, offsets: alarm.offsets)
    }
    let planner = Planner(alarms: alarms, calendar: Self.calendar, zones: Self.zones)
    let start = Instant("2026-03-29T00:00:00Z")!
    let all = planner.firings(in: start.advanced(by: .nanoseconds(1))..<start.adding(seconds: 400 * 86_400))
    try #require(all.count > count)
    #expect(planner.nextFirings(count, after: start) == Array(all.prefix(count)))
  }

  @Test("ids are the same on every run, and no two firings share one", arguments: 0..<30)
  func ids(seed: Int) throws {
    var (first, second) = (SplitMix64(seed: UInt64(3000 + seed)), SplitMix64(seed: UInt64(3000 + seed)))
    let (plans, ranges) = ([try plan(&first), try plan(&second)], [range(&first, days: 90), range(&second, days: 90)])
    let ids = plans[0].firings(in: ranges[0]).map(\.id)
    #expect(ids == plans[1].firings(in: ranges[1]).map(\.id))
    #expect(Set(ids).count == ids.count)
  }
}
