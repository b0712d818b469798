import Workdays

/// Dates and times as iCalendar writes them (RFC 5545, 3.3).
enum ICalendarText {
  /// `20260920`
  static func date(_ date: CivilDate) -> String {
    let (year, month, day) = date.fields
    return digits(year, 4) + digits(month, 2) + digits(day, 2)
  }

  /// `20260920T090000`
  static func local(_ moment: CivilDateTime) -> String {
    let time = moment.time
    return "\(date(moment.date))T\(digits(time.hour, 2))\(digits(time.minute, 2))\(digits(time.second, 2))"
  }

  /// `20260920T010000Z`
  static func instant(_ instant: Instant) -> String { local(instant.civil(utcOffset: 0)) + "Z" }

  /// `-PT10M`, `PT168H`, `PT0S`: days would be taken by some for those of the wall, by others for 24 hours each.
  static func duration(seconds: Int) -> String {
    let (hours, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 3600)
    var text = seconds < 0 ? "-PT" : "PT"
    if hours > 0 { text += "\(hours)H" }
    // Minutes stand between hours and seconds (RFC 5545, 3.3.6).
    if rest >= 60 || (hours > 0 && rest > 0) { text += "\(rest / 60)M" }
    if rest % 60 > 0 || seconds == 0 { text += "\(rest % 60)S" }
    return text
  }

  /// `+0800`, `-0330`, and with seconds where there are any.
  static func utcOffset(_ seconds: Int) -> String {
    let size = Int(seconds.magnitude)
    let text = (seconds < 0 ? "-" : "+") + digits(size / 3600, 2) + digits(size / 60 % 60, 2)
    return size % 60 == 0 ? text : text + digits(size % 60, 2)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
