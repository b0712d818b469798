import Alarms
import Workdays

/// What calendar views show, whatever they are drawn with.
struct CalendarPage {
  /// An alarm that rings on a day.
  struct Ring: Hashable {
    let alarm: String
    /// `#rrggbb`, that of its calendar; `nil` where it has none.
    let color: String?
  }

  /// What a day is, as far as it is marked.
  enum Mark {
    /// A rest day that a holiday or a person gives: 休.
    case off
    /// A day worked though the week says rest: 班.
    case work
    /// A workday that ends early: 半.
    case half
  }

  let calendar: WorkCalendar
  let words: ViewWords
  let today: CivilDate
  /// The date that a person has named.
  let selected: CivilDate?
  let firstWeekday: Weekday
  /// What rings, by the day on which it rings.
  let ringing: [CivilDate: [Ring]]

  /// The day numbers with which the weeks begin in which the month lies.
  func weeks(ofMonth month: CivilDate) -> [Int] {
    let first = month.dayNumber - month.weekday.days(since: firstWeekday)
    return Array(stride(from: first, through: month.endOfMonth.dayNumber, by: 7))
  }

  func mark(of day: Day) -> Mark? {
    switch day.kind {
    case .makeUpWorkday, .personalWorkday: .work
    case .statutoryHoliday, .inLieuRestDay, .personalRestDay: .off
    case .restDay: day.name == nil ? nil : .off
    case .workday: day.worksUntil == nil ? nil : .half
    }
  }

  /// `September 2026`, with a word where its days are not announced.
  func title(ofMonth month: CivilDate) -> String {
    words.title(ofMonth: month) + (calendar.day(on: month).certainty == .provisional ? words.provisional : "")
  }

  /// The holidays of these days with their first days, and the half-days: `1 国庆节`, `24 Christmas Eve until 12:00`.
  func notes(on days: ClosedRange<CivilDate>) -> [String] {
    var seen: [String] = []
    return (days.lowerBound.dayNumber...days.upperBound.dayNumber).compactMap { number in
      let day = calendar.day(on: CivilDate(dayNumber: number))
      let head = "\(day.date.day)\(day.name.map { " \($0)" } ?? "")"
      if let end = day.worksUntil { return "\(head) \(words.until(end))" }
      guard !day.isWorkday, let name = day.name, !seen.contains(name) else { return nil }
      seen.append(name)
      return head
    }
  }
}
