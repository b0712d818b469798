extension LunarDate {
  /// Month and day in Chinese, as a wall calendar has them: `八月初十`, `闰六月初一`, `腊月三十`.
  public var text: String { monthText + dayText }

  /// The month in Chinese: `正月`, `闰六月`, `冬月` for the eleventh, `腊月` for the twelfth.
  public var monthText: String { (isLeapMonth ? "闰" : "") + Self.monthNames[month - 1] }

  /// The day in Chinese: `初一` through `三十`.
  public var dayText: String { Self.dayText(day) }

  /// A day from 1 to 30 in Chinese.
  static func dayText(_ day: Int) -> String {
    switch day {
    case 20: "二十"
    case 30: "三十"
    default: tens[(day - 1) / 10] + digits[(day - 1) % 10]
    }
  }

  private static let monthNames = [
    "正月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "冬月", "腊月",
  ]
  private static let tens = ["初", "十", "廿"]
  private static let digits = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
}

extension LunarDate: CustomStringConvertible {
  /// Year and text: `2026 八月初十`.
  public var description: String { "\(year) \(text)" }
}
