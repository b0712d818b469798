package import Workdays

/// How far ahead the holidays of a configuration are announced.
package struct HolidayHorizon: Sendable {
  /// A line for a person: `CN: announced to 28 December 2026; the notice for 2027 is due and not known yet`.
  package let text: LocalText
  /// Whether a notice should be out soon, or should be out already.
  package let isNoticeDue: Bool
  /// Whether no holiday of the region is known at all.
  package let isUnknown: Bool

  /// What to do where no holidays are known.
  package static let remedy: LocalText =
    "write your region, as in region: CN, or name data for it under holidaySources:"

  /// That a region's holidays are not known, for a person.
  package static func unknown(_ region: String) -> LocalText {
    let subject: LocalText =
      region == ShippedRegion.none.calendar.region ? "no region is named" : "\(region): no data"
    return "\(subject); days follow the weekly pattern only"
  }

  package init(_ configuration: Configuration, at now: Instant) {
    let national = configuration.calendar.national
    let today = (configuration.zones[configuration.zone] ?? .utc).civil(at: now).date
    isUnknown = national.knownYears == nil
    guard let last = national.announcedYears.last else {
      isNoticeDue = false
      text =
        isUnknown
        ? HolidayHorizon.unknown(national.region)
        : "\(national.region): computed from law and calendar; a notice may still move days"
      return
    }
    guard national.noticeYear(last)?.basis != .law else {
      isNoticeDue = false
      text = "\(national.region): announced to the end of \(last)"
      return
    }
    isNoticeDue = RefreshSchedule.isNoticeDue(national, today: today)
    text =
      isNoticeDue
      ? "\(national.region): announced to 28 December \(last); the notice for \(last + 1) is due and not known yet"
      : "\(national.region): announced to 28 December \(last); the notice for \(last + 1) is not known yet"
  }
}
