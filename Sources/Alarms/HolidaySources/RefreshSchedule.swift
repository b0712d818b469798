package import Workdays

/// When holiday data is asked for again: once a day, more often while a notice is due, and soon after a failure.
package struct RefreshSchedule: Sendable {
  /// Where in a span of waiting this daemon lies, from 0 up to 1: it spreads the checks of many machines.
  private let spread: Double

  /// - Parameter spread: from 0 up to 1, drawn once a process.
  package init(spread: Double) { self.spread = min(max(spread, 0), 1) }

  /// When a source is to be asked for next.
  ///
  /// - Parameters:
  ///   - state: how its fetching stands; `nil` where it was never tried, which is due at once.
  ///   - isNoticeDue: whether the year that is coming, or the present one, is not announced though it should be soon.
  package func next(after state: HolidaySourceState?, isNoticeDue: Bool, now: Instant) -> Instant {
    // A check that lies ahead was written down while the clock was wrong.
    guard let state, state.checked <= now.seconds else { return now }
    let hours: Double =
      if !state.failures.isEmpty {
        // Between one hour and two: a network that comes back is met soon, a server that is down is not pressed.
        1 + spread
      } else if isNoticeDue {
        3 + spread
      } else {
        22 + 4 * spread
      }
    return max(now, Instant(seconds: state.checked + Int(hours * 3600)))
  }

  /// Whether a notice is due in the region: from the middle of October on the next year's, and this year's while it is
  /// not known.
  ///
  /// China's notices of the last years came out between the end of October and the middle of December.
  package static func isNoticeDue(_ national: HolidayCalendar, today: CivilDate) -> Bool {
    let (year, month, day) = today.fields
    if !national.isAnnounced(year: year) { return true }
    return (month, day) >= (10, 15) && !national.isAnnounced(year: year + 1)
  }
}

extension Configuration {
  /// The fetched sources, and what the helper needs beside them; `nil` where no source is fetched.
  ///
  /// - Parameters:
  ///   - keys: which sources; `nil` for all.
  ///   - isForced: whether a person says that fewer days, or older data, are right.
  package func refreshJob(
    in locations: Locations, at now: Instant, keys: Set<String>? = nil, isForced: Bool = false
  ) -> RefreshJob? {
    var seen: Set<String> = []
    let sources = holidaySources.filter { keys?.contains($0.key) ?? true }.filter { seen.insert($0.key).inserted }
      .compactMap(RefreshJob.Source.init)
    guard !sources.isEmpty else { return nil }
    return RefreshJob(
      directory: locations.holidays.directory, spare: ToldHolidays.store(locations).directory, now: now.seconds,
      year: (zones[zone] ?? .utc).civil(at: now).date.year, region: region,
      workdays: calendar.week.workdays.map(\.rawValue), isForced: isForced,
      sources: sources)
  }
}
