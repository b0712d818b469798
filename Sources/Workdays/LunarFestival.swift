/// A festival that has its day in the Chinese calendar, holiday or not.
public enum LunarFestival: CaseIterable, Hashable, Sendable {
  case springFestival, lanternFestival, dragonBoatFestival, qixi, ghostFestival, midAutumnFestival, doubleNinthFestival
  case labaFestival, newYearsEve

  /// The festival on a date; `nil` on most days. A leap month has none.
  public static func on(_ date: LunarDate) -> LunarFestival? {
    // The last day of the year, which has 29 days in its last month or 30; no twelfth month is a leap month.
    if date.month == 12, date.day == LunarDate.daysInMonth(12, year: date.year) { return .newYearsEve }
    guard !date.isLeapMonth else { return nil }
    switch (date.month, date.day) {
    case (1, 1): return .springFestival
    case (1, 15): return .lanternFestival
    case (5, 5): return .dragonBoatFestival
    case (7, 7): return .qixi
    case (7, 15): return .ghostFestival
    case (8, 15): return .midAutumnFestival
    case (9, 9): return .doubleNinthFestival
    case (12, 8): return .labaFestival
    default: return nil
    }
  }

  /// The name in Chinese, in two characters as wall calendars have it: `中秋`.
  public var chineseName: String {
    switch self {
    case .springFestival: "春节"
    case .lanternFestival: "元宵"
    case .dragonBoatFestival: "端午"
    case .qixi: "七夕"
    case .ghostFestival: "中元"
    case .midAutumnFestival: "中秋"
    case .doubleNinthFestival: "重阳"
    case .labaFestival: "腊八"
    case .newYearsEve: "除夕"
    }
  }

  /// The name in English: `Mid-Autumn Festival`.
  public var englishName: String {
    switch self {
    case .springFestival: "Spring Festival"
    case .lanternFestival: "Lantern Festival"
    case .dragonBoatFestival: "Dragon Boat Festival"
    case .qixi: "Qixi Festival"
    case .ghostFestival: "Ghost Festival"
    case .midAutumnFestival: "Mid-Autumn Festival"
    case .doubleNinthFestival: "Double Ninth Festival"
    case .labaFestival: "Laba Festival"
    case .newYearsEve: "Lunar New Year's Eve"
    }
  }
}
