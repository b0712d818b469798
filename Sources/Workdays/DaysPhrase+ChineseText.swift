/// In which language a phrase is written.
public enum PhraseLanguage: String, CaseIterable, Hashable, Sendable {
  case english
  case chinese
}

extension DaysPhrase {
  /// The canonical text in a language, which reads back as the same phrase.
  public func text(in language: PhraseLanguage) -> String {
    switch language {
    case .english: description
    case .chinese: chineseText
    }
  }

  private var chineseText: String {
    switch self {
    case .days(let dayClass): dayClass.chineseName
    case .everyDay: "每天"
    case .weekdays(let weekdays): "每周" + DaysPhrase.chineseText(of: weekdays)
    case .dates(let dates):
      // A single date is written alike in both languages.
      dates.map(\.description).joined(separator: "、")
    case .position(let position, let counted): DaysPhrase.chineseText(of: position, counting: counted)
    case .everyWorkdays(let step, let date): "从\(date)起每\(step)个工作日"
    case .lunar(let day): day.chineseText
    }
  }

  private static func chineseText(of weekdays: Set<Weekday>) -> String {
    let sorted = weekdays.sorted()
    if sorted.count >= 3, let first = sorted.first, let last = sorted.last,
      last.rawValue - first.rawValue == sorted.count - 1
    {
      return "\(first.chineseLetter)至周\(last.chineseLetter)"
    }
    return sorted.map { String($0.chineseLetter) }.joined(separator: "、")
  }

  private static func chineseText(of position: Position, counting counted: Counted) -> String {
    let period = "每\(position.period.chineseName)"
    let numbers = position.numbers
    if counted == .days, position.period == .month, numbers.allSatisfy({ $0 > 0 }) {
      return period + numbers.map { "\($0)日" }.joined(separator: "、")
    }
    let measure = counted == .days ? "天" : "个"
    let places = numbers.map { number in
      switch number {
      case 1: "第一\(measure)"
      case -1: "最后一\(measure)"
      case ..<0: "倒数第\(-number)\(measure)"
      default: "第\(number)\(measure)"
      }
    }
    return period + places.joined(separator: "、") + counted.chineseName
  }
}

extension DayClass {
  /// All such days, in Chinese.
  var chineseName: String {
    switch self {
    case .workdays: "工作日"
    case .restDays: "休息日"
    case .holidays: "节假日"
    case .makeUpWorkdays: "补班日"
    case .statutoryHolidays: "法定节假日"
    case .inLieuRestDays: "调休休息日"
    case .firstDayOfHoliday: "假期第一天"
    case .lastDayOfHoliday: "假期最后一天"
    case .workdayBeforeHoliday: "节前最后一个工作日"
    case .workdayAfterHoliday: "节后第一个工作日"
    }
  }
}

extension Weekday {
  /// The letter after 周: 一 to 六, 日.
  var chineseLetter: Character { Array("一二三四五六日")[rawValue - 1] }
}

extension Position.Period {
  /// The period after 每.
  var chineseName: String {
    switch self {
    case .week: "周"
    case .month: "月"
    case .quarter: "季度"
    case .year: "年"
    }
  }
}

extension DaysPhrase.Counted {
  /// What stands after a place; nothing for days, which are counted by a word of their own.
  var chineseName: String {
    switch self {
    case .days: ""
    case .dayClass(let dayClass): dayClass.chineseName
    case .weekday(let weekday): "周\(weekday.chineseLetter)"
    }
  }
}

extension LunarDay {
  /// 农历八月十五, 农历闰六月初一, 农历六月初一（闰月也算）, 农历十二月三十（没有则跳过）.
  var chineseText: String {
    let notes = (months == .both ? ["闰月也算"] : []) + (skips ? ["没有则跳过"] : [])
    return "农历\(months == .leap ? "闰" : "")\(LunarDay.monthNames[month - 1])月\(LunarDate.dayText(day))"
      + (notes.isEmpty ? "" : "（\(notes.joined(separator: "，"))）")
  }

  /// The months without the word for them; the ordinary numbers, which every reader knows.
  static let monthNames = ["正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]

}
