import Alarms
import Workdays

/// Reads dates as the command line takes them: ISO first, then words and steps.
struct DateArgument {
  static let forms: LocalText = "YYYY-MM-DD, today, tomorrow, yesterday, a weekday's name, +3d, -1w or +2wd"

  let today: CivilDate
  let calendar: WorkCalendar

  /// The date that `text` names; `nil` for anything else.
  func read(_ text: String) -> CivilDate? {
    if let date = CivilDate(text) { return date }
    switch text.lowercased() {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    default: break
    }
    if let weekday = Weekday(named: text) { return today.adding(days: weekday.days(since: today.weekday)) }
    guard let sign = text.first, sign == "+" || sign == "-", let span = SpanComponents(text.dropFirst()) else {
      return nil
    }
    let direction = sign == "-" ? -1 : 1
    if let workdays = span.workdays { return calendar.date(direction * workdays, workdaysFrom: today) }
    return span.seconds == 0 ? today.adding(days: direction * span.days) : nil
  }
}
