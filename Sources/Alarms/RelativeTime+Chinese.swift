package import Workdays

/// How far an occurrence is from `now`, as a person would say it in Chinese: `10 分钟后`, `现在`, `明天 09:00`, `3 天后`.
///
/// By the same rules as ``relativeTime(from:to:utcOffset:allDay:)``.
package func chineseRelativeTime(
  from now: Instant, to occurrence: Instant, utcOffset: Int, allDay: Bool = false
) -> String {
  let civil = occurrence.civil(utcOffset: utcOffset)
  let days = now.civil(utcOffset: utcOffset).date.days(until: civil.date)
  if !allDay {
    let seconds = now.duration(to: occurrence) / .seconds(1)
    let minutes = Int((abs(seconds) / 60).rounded())
    if minutes == 0 { return "现在" }
    if minutes <= 360 { return chineseWords(minutes: minutes) + (seconds > 0 ? "后" : "前") }
  }
  let time = allDay ? "" : " \(civil.time)"
  switch days {
  case 0: return "今天\(time)"
  case 1: return "明天\(time)"
  case -1: return "昨天\(time)"
  case 2...: return "\(days) 天后"
  default: return "\(-days) 天前"
  }
}

/// A span in hours and minutes: `1 小时 30 分钟`.
package func chineseWords(minutes: Int) -> String {
  let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
  if hours == 0 { return "\(rest) 分钟" }
  return rest == 0 ? "\(hours) 小时" : "\(hours) 小时 \(rest) 分钟"
}
