/// The statutory holidays of mainland China by the law itself (全国年节及纪念日放假办法), by edition.
///
/// The yearly notice moves weekends around them. Lunar days are those of regular months, never of a leap month.
enum ChinaStatute {
  /// The law's title, as the source of a computed day.
  static let title = "全国年节及纪念日放假办法 (computed: no notice yet)"

  /// The name of the holiday that the edition in force in the date's year puts on `date`; `nil` where it puts none.
  ///
  /// Where two fall on one day the first in the calendar year is named. Lunar holidays are known for 1900 through 2100,
  /// the range of the lunar table; in other years only the holidays with a fixed date are.
  static func holiday(on date: CivilDate) -> String? {
    let (year, month, day) = date.fields
    switch (month, day) {
    case (1, 1): return "元旦"
    case (5, 1): return "劳动节"
    case (5, 2) where year >= 2025: return "劳动节"
    case (5, 2...3) where year <= 2007: return "劳动节"
    case (10, 1...3): return nationalDay(on: date)
    default: return movingHoliday(on: date, year: year, month: month)
    }
  }

  /// The days of a year that ``holiday(on:)`` names, in no order and some of them twice: only those are asked of on which
  /// an edition has put one.
  static func holidays(inYear year: Int) -> [CivilDate] {
    let fixed = [(1, 1), (5, 1), (5, 2), (5, 3), (10, 1), (10, 2), (10, 3)].map {
      CivilDate(year: year, month: $0, day: $1)
    }
    let spring = LunarDate.firstDay(ofYear: year)
    let moving =
      (-1...2).map { day in spring.map { $0.adding(days: day) } } + [
        SolarTerm.qingming.date(inYear: year), LunarDate(year: year, month: 5, day: 5)?.civilDate,
        LunarDate(year: year, month: 8, day: 15)?.civilDate,
      ]
    return (fixed + moving).compactMap { $0 }.filter { holiday(on: $0) != nil }
  }

  /// National Day, which Mid-Autumn joins in some years.
  private static func nationalDay(on date: CivilDate) -> String {
    guard date.year >= 2008, let lunar = LunarDate(date), isMidAutumn(lunar) else { return "国庆节" }
    return "国庆节、中秋节"
  }

  private static func movingHoliday(on date: CivilDate, year: Int, month: Int) -> String? {
    // Lunar New Year falls between 21 January and 21 February, so its Eve and third day between these months; the other
    // months in which nothing can fall are answered without a look at the lunar table.
    guard [1, 2, 4, 5, 6, 9, 10].contains(month) else { return nil }
    if month == 4 { return year >= 2008 && SolarTerm.on(date) == .qingming ? "清明节" : nil }
    guard let lunar = LunarDate(date) else { return nil }
    if month <= 2 { return isSpringFestival(date, lunar) ? "春节" : nil }
    guard year >= 2008, !lunar.isLeapMonth else { return nil }
    if lunar.month == 5, lunar.day == 5 { return "端午节" }
    return isMidAutumn(lunar) ? "中秋节" : nil
  }

  private static func isMidAutumn(_ lunar: LunarDate) -> Bool {
    lunar.month == 8 && lunar.day == 15 && !lunar.isLeapMonth
  }

  /// New Year's Eve counted from 2008 through 2013 in place of the third day, and counts again from 2025.
  private static func isSpringFestival(_ date: CivilDate, _ lunar: LunarDate) -> Bool {
    let year = date.year
    let hasEve = (2008...2013).contains(year) || year >= 2025
    let lastDay = (2008...2013).contains(year) ? 2 : 3
    if lunar.month == 1, !lunar.isLeapMonth { return lunar.day <= lastDay }
    guard hasEve, let next = LunarDate(date.adding(days: 1)) else { return false }
    return next.month == 1 && next.day == 1 && !next.isLeapMonth
  }
}
