/// A date of the Chinese lunar calendar, lunar years 1900 through 2100: 1900-01-31 through 2101-01-28.
///
/// The calendar is computed for China's standard time, so a civil date has one lunar date wherever its reader lives. Lunar
/// month 9 of 2057 begins on 28 September here; its new moon falls ten seconds before midnight, and some tables have the 29th.
public struct LunarDate: Hashable, Sendable {
  /// The lunar years that the table covers.
  public static let years = 1900...2100

  /// The lunar year, named after the civil year in which it begins: January mostly belongs to the one before.
  public let year: Int
  /// 1 through 12. A leap month has the number of the month that it repeats.
  public let month: Int
  /// Whether the month is the second one of its number.
  public let isLeapMonth: Bool
  /// 1 through 30.
  public let day: Int
  /// The same day on the civil calendar.
  public let civilDate: CivilDate

  /// The lunar date of these fields, or `nil` when the calendar has no such day.
  ///
  /// - Parameters:
  ///   - year: 1900 through 2100.
  ///   - month: 1 through 12.
  ///   - isLeapMonth: whether the second month of that number is meant.
  ///   - day: 1 through the month's last day.
  public init?(year: Int, month: Int, isLeapMonth: Bool = false, day: Int) {
    guard let table = LunarYear(year), let place = table.place(ofMonth: month, isLeap: isLeapMonth),
      (1...table.length(at: place)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.isLeapMonth = isLeapMonth
    self.day = day
    civilDate = table.firstDay(at: place).adding(days: day - 1)
  }

  /// The lunar date of a civil date, or `nil` outside the table.
  public init?(_ date: CivilDate) {
    let civilYear = date.year
    guard
      let table = [LunarYear(civilYear), LunarYear(civilYear - 1)].lazy.compactMap({ $0 })
        .first(where: { $0.firstDay <= date })
    else { return nil }
    var (place, rest) = (0, table.firstDay.days(until: date))
    while rest >= table.length(at: place) {
      rest -= table.length(at: place)
      place += 1
      if place == table.monthCount { return nil }
    }
    year = table.year
    (month, isLeapMonth) = table.month(at: place)
    day = rest + 1
    civilDate = date
  }

  /// The month of a lunar year that comes twice; `nil` where none does, and outside ``years``.
  public static func leapMonth(ofYear year: Int) -> Int? { LunarYear(year)?.leapMonth }

  /// 29 or 30; `nil` when there is no such month.
  public static func daysInMonth(_ month: Int, isLeapMonth: Bool = false, year: Int) -> Int? {
    guard let table = LunarYear(year), let place = table.place(ofMonth: month, isLeap: isLeapMonth) else { return nil }
    return table.length(at: place)
  }

  /// The civil date of a lunar year's first day, the Spring Festival; `nil` outside ``years``.
  public static func firstDay(ofYear year: Int) -> CivilDate? { LunarYear(year)?.firstDay }

  /// The civil date of a lunar day in one lunar year, for a day that is kept every year.
  ///
  /// - Parameters:
  ///   - year: the lunar year, 1900 through 2100.
  ///   - month: 1 through 12.
  ///   - isLeapMonth: whether the second month of that number is meant.
  ///   - day: 1 through 30.
  ///   - clamped: day 30 of a month of 29 days is its last day, and a leap month that the year lacks is the regular month.
  ///     Otherwise either gives `nil`.
  /// - Returns: `nil` also where month, day or year is out of range.
  public static func civilDate(
    year: Int, month: Int, isLeapMonth: Bool = false, day: Int, clamped: Bool
  ) -> CivilDate? {
    guard clamped else { return LunarDate(year: year, month: month, isLeapMonth: isLeapMonth, day: day)?.civilDate }
    let isLeapMonth = isLeapMonth && leapMonth(ofYear: year) == month
    guard (1...30).contains(day), let length = daysInMonth(month, isLeapMonth: isLeapMonth, year: year) else {
      return nil
    }
    return LunarDate(year: year, month: month, isLeapMonth: isLeapMonth, day: min(day, length))?.civilDate
  }
}

extension LunarDate: Comparable {
  /// The earlier date is the smaller.
  public static func < (left: LunarDate, right: LunarDate) -> Bool { left.civilDate < right.civilDate }
}

/// One lunar year of the table, its months counted by place from 0, a leap month after the one it repeats.
struct LunarYear {
  let year: Int
  private let word: Int

  init?(_ year: Int) {
    guard LunarDate.years.contains(year) else { return nil }
    self.year = year
    word = Int(lunarYearTable[year - LunarDate.years.lowerBound])
  }

  var firstDay: CivilDate { CivilDate(year: year, month: 1, day: 1)!.adding(days: word >> 17) }

  var leapMonth: Int? {
    let month = word >> 13 & 0xf
    return month == 0 ? nil : month
  }

  var monthCount: Int { leapMonth == nil ? 12 : 13 }

  /// Days: 353 through 385.
  var length: Int { 29 * monthCount + (word & (1 << monthCount - 1)).nonzeroBitCount }

  func length(at place: Int) -> Int { 29 + (word >> place & 1) }

  func firstDay(at place: Int) -> CivilDate {
    firstDay.adding(days: (0..<place).reduce(0) { $0 + length(at: $1) })
  }

  func place(ofMonth month: Int, isLeap: Bool) -> Int? {
    guard (1...12).contains(month), !isLeap || month == leapMonth else { return nil }
    return month - 1 + (isLeap || month > leapMonth ?? 12 ? 1 : 0)
  }

  func month(at place: Int) -> (month: Int, isLeap: Bool) {
    guard let leapMonth, place >= leapMonth else { return (place + 1, false) }
    return (place, place == leapMonth)
  }
}
