package import Workdays

/// How far ahead the holidays of a configuration are announced.
package struct HolidayHorizon: Sendable {
  /// A line for a person: `CN: announced to 28 December 2026; the notice for 2027 is due and not known yet`.
  package let text: String
  /// Whether a notice should be out soon, or should be out already.
  package let isNoticeDue: Bool

  package init(_ configuration: Configuration, at now: Instant) {
    let national = configuration.calendar.national
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: now).date
    guard let last = national.announcedYears.last else {
      isNoticeDue = false
      text =
        national.knownYears == nil
        ? "\(national.region): no data; days follow the weekly pattern only"
        : "\(national.region): computed from law and calendar; a notice may still move days"
      return
    }
    guard national.noticeYear(last)?.basis != .law else {
      isNoticeDue = false
      text = "\(national.region): announced to the end of \(last)"
      return
    }
    isNoticeDue = RefreshSchedule.isNoticeDue(national, today: today)
    let notice = isNoticeDue ? "is due and not known yet" : "is not known yet"
    text = "\(national.region): announced to 28 December \(last); the notice for \(last + 1) \(notice)"
  }
}
