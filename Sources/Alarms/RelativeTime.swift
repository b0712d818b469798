package import Workdays

/// How far an occurrence is from `now`, as a person would say it: `in 10 minutes`, `now`, `5 minutes ago`,
/// `tomorrow at 09:00`, `in 3 days`.
///
/// Up to six hours either way it counts hours and minutes, rounded to the nearest minute, since a message goes out some
/// moments after the instant it was made for. Beyond that it names the day, by the clock of the occurrence.
///
/// - Parameters:
///   - now: The moment at which it is read.
///   - occurrence: When the occurrence starts.
///   - utcOffset: The zone's offset at the occurrence, in seconds east of UTC.
///   - allDay: Whether only the day counts: `today`, `tomorrow`.
package func relativeTime(
  from now: Instant, to occurrence: Instant, utcOffset: Int, allDay: Bool = false
) -> String {
  let civil = occurrence.civil(utcOffset: utcOffset)
  let days = now.civil(utcOffset: utcOffset).date.days(until: civil.date)
  if !allDay {
    let seconds = now.duration(to: occurrence) / .seconds(1)
    let minutes = Int((abs(seconds) / 60).rounded())
    if minutes == 0 { return "now" }
    if minutes <= 360 { return seconds > 0 ? "in \(inWords(minutes: minutes))" : "\(inWords(minutes: minutes)) ago" }
  }
  let time = allDay ? "" : " at \(civil.time)"
  switch days {
  case 0: return "today\(time)"
  case 1: return "tomorrow\(time)"
  case -1: return "yesterday\(time)"
  case 2...: return "in \(englishCount(days, "day"))"
  default: return "\(englishCount(-days, "day")) ago"
  }
}

/// A span in hours and minutes: `1 hour 30 minutes`.
package func inWords(minutes: Int) -> String {
  let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
  if hours == 0 { return englishCount(rest, "minute") }
  return rest == 0 ? englishCount(hours, "hour") : "\(englishCount(hours, "hour")) \(englishCount(rest, "minute"))"
}

/// `1 day`, `2 days`.
package func englishCount(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
