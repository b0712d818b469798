package import Workdays

/// Reads a date of an HTTP header in the three forms of RFC 9110, 5.6.7; `nil` for anything else.
///
/// The form with two digits for the year means no year more than 50 years after `now`.
package func httpDate(_ text: String, now: Instant) -> Instant? {
  let words = text.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "," })
  switch words.count {
  case 6 where words[5] == "GMT" && words[3].count == 4:  // Sun, 06 Nov 1994 08:49:37 GMT
    return instant(year: words[3], month: words[2], day: words[1], time: words[4])
  case 6 where words[5] == "GMT" && words[3].count == 2:  // Sunday, 06-Nov-94 08:49:37 GMT
    let thisYear = now.civil(utcOffset: 0).date.year
    guard let short = Int(words[3]) else { return nil }
    let year = thisYear / 100 * 100 + short
    return instant(
      year: String(year > thisYear + 50 ? year - 100 : year), month: words[2], day: words[1], time: words[4])
  case 5:  // Sun Nov  6 08:49:37 1994
    return instant(year: words[4], month: words[1], day: words[2], time: words[3])
  default: return nil
  }
}

private func instant(
  year: some StringProtocol, month: some StringProtocol, day: some StringProtocol, time: some StringProtocol
) -> Instant? {
  let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  guard let year = Int(year), let month = names.firstIndex(of: String(month)), let day = Int(day),
    let date = CivilDate(year: year, month: month + 1, day: day),
    // A leap second counts as the second before it.
    let time = CivilTime(time.hasSuffix(":60") ? "\(time.dropLast(2))59" : String(time))
  else { return nil }
  return Instant(CivilDateTime(date: date, time: time), utcOffset: 0)
}
