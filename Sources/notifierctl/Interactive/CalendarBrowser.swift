import Workdays

/// Where a person is in the calendar: a day, and what is shown around it.
struct CalendarBrowser: Equatable {
  private(set) var selected: CivilDate
  /// The day of the month to which paging comes back, where a shorter month lay between.
  private var wantedDay: Int
  /// Whether one week is shown in place of the month.
  var isWeek = false
  /// Whether what rings on the day, and why, is told.
  var showsDay = false

  init(_ date: CivilDate) { (selected, wantedDay) = (date, date.day) }

  /// Goes to a date; dates end with the year 9999.
  mutating func select(_ date: CivilDate) { self = with(date, wantedDay: date.day) }

  /// Goes some days on, or back where it is negative.
  mutating func move(days: Int) {
    let number = selected.dayNumber + days
    select(CivilDate(dayNumber: min(max(number, CivilDate.earliest.dayNumber), CivilDate.latest.dayNumber)))
  }

  /// Goes some months on, or back: to the same day, or the last one of a shorter month.
  mutating func move(months: Int) {
    let number = selected.year * 12 + selected.month - 1 + months
    guard let first = CivilDate(year: number / 12, month: number % 12 + 1, day: 1) else { return }
    self = with(first.adding(days: min(wantedDay, first.endOfMonth.day) - 1), wantedDay: wantedDay)
  }

  private func with(_ date: CivilDate, wantedDay: Int) -> CalendarBrowser {
    var browser = self
    (browser.selected, browser.wantedDay) = (date, wantedDay)
    return browser
  }
}
