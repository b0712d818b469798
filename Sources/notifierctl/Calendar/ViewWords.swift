import Alarms
import Workdays

/// The words of calendar views, in either language.
struct ViewWords {
  let language: Language

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `September 2026`, `2026年9月`.
  func title(ofMonth month: CivilDate) -> String {
    switch language {
    case .english: "\(ViewWords.months[month.month - 1]) \(month.year)"
    case .chinese: "\(month.year)年\(month.month)月"
    }
  }

  /// `Week 38, 14 to 20 September 2026`, `2026年第38周，9月14日至20日`.
  func title(ofWeek first: CivilDate) -> String {
    let (week, last) = (first.adding(days: 3).isoWeek, first.adding(days: 6))
    switch language {
    case .english:
      let (from, to) = (ViewWords.months[first.month - 1], ViewWords.months[last.month - 1])
      let start =
        first.year != last.year ? " \(from) \(first.year)" : first.month != last.month ? " \(from)" : ""
      return "Week \(week.number), \(first.day)\(start) to \(last.day) \(to) \(last.year)"
    case .chinese:
      let year = first.year == week.year ? "" : "\(first.year)年"
      let end =
        (last.year == first.year ? "" : "\(last.year)年") + (last.month == first.month ? "" : "\(last.month)月")
      return "\(week.year)年第\(week.number)周，\(year)\(first.month)月\(first.day)日至\(end)\(last.day)日"
    }
  }

  /// What stands behind a title whose days no notice has announced.
  var provisional: String {
    switch language {
    case .english: " (provisional)"
    case .chinese: "（放假安排未公布）"
    }
  }

  /// The head of a weekday's column: `Mo`, `一`.
  func head(_ weekday: Weekday) -> String {
    switch language {
    case .english: String(weekday.shortTitle.prefix(2))
    case .chinese: ["一", "二", "三", "四", "五", "六", "日"][weekday.rawValue - 1]
    }
  }

  /// What stands under a day's number: a festival, a solar term, or the day of the Chinese calendar.
  ///
  /// In English the day alone, `15`, with its month on the first, `8/1`, and `L6/1` in a leap month: names are too long there.
  func caption(_ date: CivilDate) -> String {
    guard let lunar = LunarDate(date) else { return "" }
    switch language {
    case .english: return lunar.day > 1 ? "\(lunar.day)" : "\(lunar.isLeapMonth ? "L" : "")\(lunar.month)/1"
    case .chinese:
      if let name = specialName(date) { return name }
      // 闰六月 takes more columns than a day has.
      guard lunar.day == 1 else { return lunar.dayText }
      return lunar.isLeapMonth ? String(lunar.monthText.prefix(2)) : lunar.monthText
    }
  }

  /// The festival or the solar term of a date; `nil` on most days.
  func specialName(_ date: CivilDate) -> String? {
    let (festival, term) = (LunarDate(date).flatMap(LunarFestival.on), SolarTerm.on(date))
    switch language {
    case .english: return festival?.englishName ?? term?.englishName
    case .chinese: return festival?.chineseName ?? term?.chineseName
    }
  }

  /// A half-day's end, behind its name: `until 12:00`, `12:00 止`.
  func until(_ time: CivilTime) -> String {
    switch language {
    case .english: "until \(time)"
    case .chinese: "\(time) 止"
    }
  }

  /// A date that a person has named, with what it is.
  func selected(_ day: Day) -> String {
    let lunar = LunarDate(day.date)?.text
    switch language {
    case .english:
      return "\(day.date.weekday.shortTitle) \(day.date): \(day.words)\(lunar.map { ", \($0)" } ?? "")"
    case .chinese:
      return "\(day.date) 周\(head(day.date.weekday))：\(kind(day))\(lunar.map { "，农历\($0)" } ?? "")"
    }
  }

  private func kind(_ day: Day) -> String {
    let kind =
      switch day.kind {
      case .workday: day.worksUntil.map { "工作日（\(until($0))）" } ?? "工作日"
      case .restDay: "休息日"
      case .statutoryHoliday: "法定节假日"
      case .inLieuRestDay: "调休放假"
      case .makeUpWorkday: "调休上班日"
      case .personalRestDay: "个人休息日"
      case .personalWorkday: "个人工作日"
      }
    return kind + (day.name.map { "（\($0)）" } ?? "") + (day.certainty == .announced ? "" : "，未公布")
  }
}

extension CivilDate {
  /// The week of ISO 8601 that holds the date, and the year to which that is counted.
  var isoWeek: (year: Int, number: Int) {
    let thursday = startOfWeek(on: .monday).adding(days: 3)
    let first = CivilDate(year: thursday.year, month: 1, day: 1)!
    return (thursday.year, first.days(until: thursday) / 7 + 1)
  }
}
