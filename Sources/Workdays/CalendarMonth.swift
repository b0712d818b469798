/// One month of a calendar, as the day parts of a recurrence rule are tested against it.
struct CalendarMonth {
  /// Counts the calendar's months one by one.
  let index: Int
  let year: CalendarYear
  /// Where the month stands in its year, from 0.
  let place: Int
  let number: Int
  let isLeap: Bool
  /// Days since 1970-01-01.
  let firstDay: Int
  let length: Int

  var lastDay: Int { firstDay + length - 1 }
}

/// One year of a calendar. Days are counted from 1970-01-01.
struct CalendarYear {
  let number: Int
  let firstDay: Int
  let length: Int
  let monthCount: Int

  var endDay: Int { firstDay + length }
}

extension RecurrenceRule.Scale {
  /// The year with that number; `nil` outside the calendar, or the table of lunar years.
  func year(_ number: Int) -> CalendarYear? {
    switch self {
    case .gregorian:
      guard let first = CivilDate(year: number, month: 1, day: 1) else { return nil }
      return CalendarYear(
        number: number, firstDay: first.dayNumber, length: CivilDate.isLeap(year: number) ? 366 : 365, monthCount: 12)
    case .chinese:
      guard let table = LunarYear(number) else { return nil }
      return CalendarYear(
        number: number, firstDay: table.firstDay.dayNumber, length: table.length, monthCount: table.monthCount)
    }
  }

  /// The month that a day lies in; `nil` outside the calendar.
  func month(containing day: Int) -> CalendarMonth? {
    guard (CivilDate.earliest.dayNumber...CivilDate.latest.dayNumber).contains(day) else { return nil }
    switch self {
    case .gregorian:
      let (number, month, dayOfMonth) = CivilDate(dayNumber: day).fields
      return gregorianMonth(year: year(number)!, number: month, firstDay: day - dayOfMonth + 1)
    case .chinese:
      guard let date = LunarDate(CivilDate(dayNumber: day)), let table = LunarYear(date.year),
        let place = table.place(ofMonth: date.month, isLeap: date.isLeapMonth)
      else { return nil }
      return lunarMonth(table, place: place, firstDay: day - date.day + 1)
    }
  }

  /// The month at a place of a year; `nil` outside the calendar.
  func month(ofYear number: Int, place: Int) -> CalendarMonth? {
    guard let year = year(number), (0..<year.monthCount).contains(place) else { return nil }
    switch self {
    case .gregorian:
      let first = CivilDate(year: number, month: place + 1, day: 1)!
      return gregorianMonth(year: year, number: place + 1, firstDay: first.dayNumber)
    case .chinese:
      let table = LunarYear(number)!
      return lunarMonth(table, place: place, firstDay: table.firstDay(at: place).dayNumber)
    }
  }

  /// The month with that index; `nil` outside the calendar.
  func month(at index: Int) -> CalendarMonth? {
    switch self {
    case .gregorian:
      let year = index.flooringDivision(by: 12)
      return month(ofYear: year, place: index - year * 12)
    case .chinese:
      // 19 years have 235 months. The guess lies a little late, so that stepping back finds the year.
      var year = LunarDate.years.lowerBound + max(0, index) * 19 / 235 + 2
      while year > LunarDate.years.lowerBound, lunarMonthIndex(ofYear: year) > index { year -= 1 }
      return index < 0 ? nil : month(ofYear: year, place: index - lunarMonthIndex(ofYear: year))
    }
  }

  /// The month after another; `nil` at the end of the calendar.
  func month(after month: CalendarMonth) -> CalendarMonth? {
    let place = month.place + 1
    guard place < month.year.monthCount else {
      return year(month.year.number + 1).flatMap { self.month(ofYear: $0.number, place: 0) }
    }
    switch self {
    case .gregorian:
      return gregorianMonth(year: month.year, number: place + 1, firstDay: month.firstDay + month.length)
    case .chinese:
      return lunarMonth(LunarYear(month.year.number)!, place: place, firstDay: month.firstDay + month.length)
    }
  }

  /// The month before another; `nil` at the start of the calendar.
  func month(before month: CalendarMonth) -> CalendarMonth? { self.month(containing: month.firstDay - 1) }

  private func gregorianMonth(year: CalendarYear, number: Int, firstDay: Int) -> CalendarMonth {
    let length =
      number == 2 ? (year.length == 366 ? 29 : 28) : 30 + (number ^ number >> 3) & 1  // August starts the pattern anew
    return CalendarMonth(
      index: year.number * 12 + number - 1, year: year, place: number - 1, number: number, isLeap: false,
      firstDay: firstDay, length: length)
  }

  private func lunarMonth(_ table: LunarYear, place: Int, firstDay: Int) -> CalendarMonth {
    let (number, isLeap) = table.month(at: place)
    return CalendarMonth(
      index: lunarMonthIndex(ofYear: table.year) + place, year: year(table.year)!, place: place, number: number,
      isLeap: isLeap, firstDay: firstDay, length: table.length(at: place))
  }

  private func lunarMonthIndex(ofYear year: Int) -> Int {
    let index = year - LunarDate.years.lowerBound
    return lunarMonthsBefore.indices.contains(index) ? lunarMonthsBefore[index] : lunarMonthsBefore.last! + 13
  }
}

/// How many months of the table lie before each of its years.
private let lunarMonthsBefore: [Int] = LunarDate.years.reduce(into: [0]) { counts, year in
  counts.append(counts.last! + LunarYear(year)!.monthCount)
}
