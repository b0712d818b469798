import Alarms
import Workdays

/// The ring of `--demo`: the next firing there is, told at once and marked as a test.
enum Demonstration {
  static func ring(_ configuration: Configuration, at now: Instant) -> Ring {
    let planner = configuration.planner
    guard let next = planner.nextFirings(1, after: now).first, let plan = planner.plan(of: next.alarm) else {
      return plain(configuration, at: now)
    }
    var ring = configuration.ring(for: next, of: plan, isTest: true)
    ring.id = "demonstration/\(now)"
    ring.firesSeconds = now.seconds
    return ring
  }

  /// Without an alarm that rings, the demonstration speaks for itself.
  private static func plain(_ configuration: Configuration, at now: Instant) -> Ring {
    let zone = configuration.zones[configuration.zone] ?? .utc
    let schedule = Schedule(days: .phrase(.everyDay), times: [zone.civil(at: now).time])
    let alarm = Alarm(
      id: "demonstration", title: "notifier works", schedule: schedule, zone: zone.identifier,
      place: SourcePlace(file: "notifierd --demo", line: 1, column: 1))
    let plan = AlarmPlan(alarm: alarm, calendar: configuration.calendar, zone: zone)
    let civil = zone.civil(at: now)
    let occurrence = Occurrence(
      nominal: civil, civil: civil, instant: Instant(seconds: now.seconds),
      day: configuration.calendar.day(on: civil.date))
    let firing = Firing(
      alarm: alarm.id, occurrence: occurrence, offset: .atStart, instant: Instant(seconds: now.seconds))
    return configuration.ring(for: firing, of: plan, isTest: true)
  }
}
