// Works out ten years of firings of a thousand alarms, and prints how many there are, how many of them are of how many
// workday alarms, and how long that took. With the argument `sum` it adds a sum over all that each of them says: the same
// on every run, whatever seeds Swift's hashing has in this process.
import Alarms
import Glibc
import Workdays

@main
enum PlannerBench {
  static func main() throws {
    let zones = ZoneStore()
    let alarms = try (0..<1000).map { try alarm(number: $0) }
    for alarm in alarms { _ = try zones.rules(named: alarm.zone) }
    let start = Instant("2026-01-01T00:00:00Z")!
    let range = start..<Instant("2036-01-01T00:00:00Z")!

    let begin = nanoseconds()
    let planner = Planner(alarms: alarms, calendar: WorkCalendar(national: .china), zones: zones.zones)
    let firings = planner.firings(in: range)
    let took = nanoseconds() - begin

    let workdayAlarms = Set(alarms.filter { $0.title == "workdays" }.map(\.id))
    let ofWorkdays = firings.count { workdayAlarms.contains($0.alarm) }
    print(
      firings.count, ofWorkdays, workdayAlarms.count, took, CommandLine.arguments.contains("sum") ? sum(of: firings) : 0
    )
  }

  /// Of ten alarms seven ring on workdays, each with one or two offsets; the others are what else people keep.
  private static func alarm(number: Int) throws -> Alarm {
    let (kind, variant) = (number % 10, number / 10)
    let days: Schedule.Days
    switch kind {
    case 0..<7: days = .phrase(try DaysPhrase("workdays"))
    case 7:
      days = .phrase(try DaysPhrase(variant % 2 == 0 ? "last workday of the month" : "first workday of the quarter"))
    case 8: days = .rule(try RecurrenceRule(variant % 2 == 0 ? "FREQ=WEEKLY;BYDAY=FR" : "FREQ=MONTHLY;BYMONTHDAY=15"))
    default:
      days = .phrase(
        try DaysPhrase(["lunar 8-15", "every 10 workdays from 2026-01-05", "make-up workdays"][variant % 3]))
    }
    let offsets = [["0m"], ["-10m", "0m"], ["-1wd"], ["-5m"], ["20:00 the day before", "0m"], ["-1d"]]
    let zone = variant % 4 == 0 ? "Europe/Budapest" : "Asia/Shanghai"
    return Alarm(
      id: "alarm-\(number)", title: kind < 7 ? "workdays" : "other",
      schedule: Schedule(
        days: days, times: [CivilTime(secondOfDay: (6 * 60 + number * 37 % 900) * 60)!],
        move: kind == 8 ? .previous : .keep),
      zone: zone, place: SourcePlace(file: "bench", line: number + 1, column: 1),
      offsets: offsets[(kind + variant) % offsets.count].map { Offset($0)! })
  }

  /// FNV-1a over every ring's words.
  private static func sum(of firings: [Firing]) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      sum = (sum ^ 0xff) &* 0x100_0000_01b3
    }
    for firing in firings {
      add(firing.id)
      add("\(firing.instant.seconds) \(firing.occurrence.civil) \(firing.occurrence.gapShift)")
      add("\(firing.occurrence.day.kind.rawValue) \(firing.occurrence.day.certainty.rawValue)")
      add(firing.occurrence.day.name ?? "")
      add(firing.occurrence.day.source ?? "")
    }
    return sum
  }

  /// What the process has had of a processor: other programs do not count.
  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
