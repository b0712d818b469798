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

  /// `-PT10M`, `P1DT30M`, `PT0S`: days stand for 24 hours each.
  static func duration(seconds: Int) -> String {
    guard seconds != 0 else { return "PT0S" }
    let (days, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 86_400)
    var text = seconds < 0 ? "-P" : "P"
    if days > 0 { text += "\(days)D" }
    if rest > 0 { text += "T" }
    if rest >= 3600 { text += "\(rest / 3600)H" }
    if rest / 60 % 60 > 0 { text += "\(rest / 60 % 60)M" }
    if rest % 60 > 0 { text += "\(rest % 60)S" }
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
