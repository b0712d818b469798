import Alarms
import Workdays

/// A month as a plain grid, Monday first. A cell is the day's number, a mark of two columns and a dot.
struct MonthGrid {
  let month: CivilDate
  let calendar: WorkCalendar
  let today: CivilDate
  let ringing: Set<CivilDate>

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  func print(to output: Output) {
    let isProvisional = calendar.day(on: month).certainty == .provisional
    let title = "\(MonthGrid.names[month.month - 1]) \(month.year)" + (isProvisional ? " (provisional)" : "")
    let width = 7 * 7 - 2
    output.line(output.styled(String(repeating: " ", count: max(0, (width - title.count) / 2)) + title, .bold))
    output.line(Weekday.allCases.map { "\($0.shortTitle.prefix(2))   " }.joined(separator: "  ").trimmingSpaces)
    var week = month.startOfWeek(on: .monday)
    while week <= month.endOfMonth {
      let cells = (0..<7).map { cell(week.adding(days: $0), output) }
      output.line(cells.joined(separator: "  ").trimmingSpaces)
      week = week.adding(days: 7)
    }
    let names = holidayNames
    if !names.isEmpty { output.line(output.styled(names, .dim)) }
  }

  /// Five columns: `20班•`, ` 1休 `, ` 4  ~`.
  private func cell(_ date: CivilDate, _ output: Output) -> String {
    guard date.month == month.month else { return "     " }
    let day = calendar.day(on: date)
    let number = String(repeating: " ", count: date.day < 10 ? 1 : 0) + "\(date.day)"
    let (mark, style): (String, Style?) =
      switch day.kind {
      case .makeUpWorkday, .personalWorkday: ("班", .yellow)
      case .statutoryHoliday, .inLieuRestDay, .personalRestDay: ("休", .green)
      case .restDay: (day.name == nil ? "  " : "休", .green)
      case .workday: day.worksUntil == nil ? ("  ", nil) : ("半", .yellow)
      }
    let isSure = day.certainty == .announced
    let dot = ringing.contains(date) ? (isSure ? "•" : "∘") : (isSure ? " " : "~")
    return output.styled(number, date == today ? .reverse : style) + output.styled(mark, style) + dot
  }

  /// The holidays of the month with their first days, and the half-days: `1 国庆节`, `24 Christmas Eve until 12:00`.
  private var holidayNames: String {
    var seen: [String] = []
    var parts: [String] = []
    for date in month...month.endOfMonth {
      let day = calendar.day(on: date)
      if let end = day.worksUntil { parts.append("\(date.day)\(day.name.map { " \($0)" } ?? "") until \(end)") }
      guard !day.isWorkday, let name = day.name, !seen.contains(name) else { continue }
      seen.append(name)
      parts.append("\(date.day) \(name)")
    }
    return parts.joined(separator: "  ")
  }
}
