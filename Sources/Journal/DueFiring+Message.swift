package import Alarms
package import Workdays

extension DueFiring {
  /// How long a message of the program's own waits for somebody to log in.
  private static let waits = Duration.seconds(7 * 86_400)

  /// What the program itself has to say, of no alarm: to the person's desktop, once an id.
  ///
  /// - Parameters:
  ///   - lines: what is said beside the title.
  ///   - configuration: whose zone says what time it is.
  package static func message(
    id: String, title: String, lines: [String], urgency: Urgency = .normal, icon: String? = nil,
    by configuration: Configuration, at now: Instant
  ) -> DueFiring {
    let desktop = "desktop"
    let zone = configuration.zones[configuration.zone] ?? .utc
    let utcOffset = zone.utcOffset(at: now)
    let time = now.formatted(utcOffset: utcOffset)
    let report = FiringReport(
      id: id, alarm: nil, title: title, occurrence: time, zone: zone.identifier, offset: Offset.atStart.report,
      fires: time, day: DayReport(configuration.calendar.day(on: zone.civil(at: now).date)), destinations: [desktop])
    return DueFiring(
      ring: Ring(
        id: id, report: report, occurrenceSeconds: now.seconds, firesSeconds: now.seconds, utcOffset: utcOffset,
        notes: lines.joined(separator: "\n"), urgency: urgency, icon: icon),
      destinations: [Target(name: desktop, expires: now.advanced(by: waits))], verdict: .rung(lateBy: .zero))
  }
}
