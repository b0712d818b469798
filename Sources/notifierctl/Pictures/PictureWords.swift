import Alarms
import Workdays

/// The words that pictures have beside those of all calendar views.
struct PictureWords {
  let language: Language

  /// For the `lang` of a document.
  var languageTag: String {
    switch language {
    case .english: "en"
    case .chinese: "zh-CN"
    }
  }

  /// `2026`, `2026年`.
  func title(ofYear year: Int) -> String {
    switch language {
    case .english: "\(year)"
    case .chinese: "\(year)年"
    }
  }

  /// `Sunday`, `星期日`.
  func name(_ weekday: Weekday) -> String {
    switch language {
    case .english: weekday.title
    case .chinese: "星期" + ViewWords(language: language).head(weekday)
    }
  }

  /// The day of the Chinese calendar, where there is room: `lunar 8/10`, `八月初十`; `nil` where that calendar's table ends.
  func lunarDay(_ date: CivilDate) -> String? {
    guard let lunar = LunarDate(date) else { return nil }
    switch language {
    case .english: return "lunar \(lunar.isLeapMonth ? "leap " : "")\(lunar.month)/\(lunar.day)"
    case .chinese: return lunar.text
    }
  }

  /// What a mark means, in the legend and for who cannot see it.
  func meaning(_ mark: CalendarPage.Mark) -> String {
    switch (language, mark) {
    case (.english, .off): "day off for a holiday"
    case (.english, .work): "make-up workday"
    case (.english, .half): "work ends early"
    case (.chinese, .off): "放假"
    case (.chinese, .work): "调休上班"
    case (.chinese, .half): "提前下班"
    }
  }

  /// Of days that no notice has announced.
  var unannounced: String {
    switch language {
    case .english: "not announced yet"
    case .chinese: "放假安排未公布"
    }
  }

  var today: String {
    switch language {
    case .english: "today"
    case .chinese: "今天"
    }
  }

  /// Alarms that are in no calendar, where others are.
  func alarms(areAll: Bool) -> String {
    switch language {
    case .english: areAll ? "an alarm rings" : "other alarms"
    case .chinese: areAll ? "有提醒" : "其他提醒"
    }
  }

  /// What rings on a day: `rings: Clock in, Payroll`.
  func rings(_ titles: [String]) -> String {
    switch language {
    case .english: "rings: \(titles.joined(separator: ", "))"
    case .chinese: "提醒：\(titles.joined(separator: "、"))"
    }
  }

  /// A day in words with what rings on it.
  func label(_ day: String, titles: [String]) -> String {
    guard !titles.isEmpty else { return day }
    switch language {
    case .english: return "\(day); \(rings(titles))"
    case .chinese: return "\(day)；\(rings(titles))"
    }
  }

  /// What a picture shows, for who cannot see it.
  func description(of title: String, notes: [String]) -> String {
    switch language {
    case .english: "The calendar of \(title)." + (notes.isEmpty ? "" : " Holidays: \(notes.joined(separator: "; ")).")
    case .chinese: "\(title)的日历。" + (notes.isEmpty ? "" : "节假日：\(notes.joined(separator: "；"))。")
    }
  }

  /// The days of one month that have a name: `September 2026: 25 中秋节`.
  func notes(_ notes: [String], of month: String) -> String {
    switch language {
    case .english: "\(month): \(notes.joined(separator: ", "))"
    case .chinese: "\(month)：\(notes.joined(separator: "，"))"
    }
  }

  /// More than there is room for: `and 2 more`.
  func more(_ count: Int) -> String {
    switch language {
    case .english: "and \(count) more"
    case .chinese: "还有 \(count) 项"
    }
  }
}
