import Alarms
import Workdays

extension Ring {
  /// The ring of an alarm at 09:00 on 20 September 2026, a make-up Sunday in China, ten minutes before.
  static func makeUpSunday(_ change: (inout Ring) -> Void = { _ in }) -> Ring {
    let id = "clock-in/2026-09-20T09:00/-10m"
    let occurrence = Instant("2026-09-20T09:00:00+08:00")!
    let report = FiringReport(
      id: id, alarm: "clock-in", title: "Clock in", occurrence: "2026-09-20T09:00:00+08:00", zone: "Asia/Shanghai",
      offset: .init(text: "-10m", kind: "exact"), fires: "2026-09-20T08:50:00+08:00",
      day: DayReport(
        Day(
          date: CivilDate("2026-09-20")!, kind: .makeUpWorkday, name: "国庆节", certainty: .announced,
          source: "https://www.gov.cn/", reason: .override)), destinations: ["desktop", "team"])
    var ring = Ring(
      id: id, report: report, occurrenceSeconds: occurrence.seconds, firesSeconds: occurrence.seconds - 600,
      utcOffset: 28_800)
    change(&ring)
    return ring
  }

  /// The same on an ordinary Monday, the day after.
  static func ordinary(_ change: (inout Ring) -> Void = { _ in }) -> Ring {
    makeUpSunday { ring in
      let day = Day(
        date: CivilDate("2026-09-21")!, kind: .workday, name: nil, certainty: .announced, source: nil, reason: .pattern)
      ring.report.day = DayReport(day)
      ring.occurrenceSeconds += 86_400
      ring.firesSeconds += 86_400
      change(&ring)
    }
  }
}

extension Instant {
  /// A moment of the test, in China's time: `2026-09-20 08:50`.
  static func china(_ text: String) -> Instant { Instant(CivilDateTime(text)!, utcOffset: 28_800) }
}
