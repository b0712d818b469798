package import Workdays

extension Weekday {
  /// In the language in force: `Monday`, `周一`.
  package var localTitle: String { Language.inForce == .english ? title : chineseTitle }

  /// In the language in force: `Mon`, `周一`.
  package var localShortTitle: String { Language.inForce == .english ? shortTitle : chineseTitle }

  /// `周一`.
  package var chineseTitle: String { "周" + ["一", "二", "三", "四", "五", "六", "日"][rawValue - 1] }
}

extension CivilDate {
  /// With its weekday, in the language in force: `Sun 2026-09-20`, `2026-09-20 周日`.
  package var dated: String {
    switch Language.inForce {
    case .english: "\(weekday.shortTitle) \(self)"
    case .chinese: "\(self) \(weekday.chineseTitle)"
    }
  }
}

extension Day {
  /// What the day is, as ``words`` and ``plainWords`` say it, in the language in force: `调休上班日（国庆节）`.
  package var localWords: String {
    switch Language.inForce {
    case .english: words
    case .chinese: plainLocalWords + chineseCertainty
    }
  }

  /// The same however certain that is.
  package var plainLocalWords: String {
    switch Language.inForce {
    case .english: plainWords
    case .chinese: chineseKind + (name.map { $0.isEmpty ? "" : "（\($0)）" } ?? "") + chineseEnd
    }
  }

  private var chineseKind: String {
    switch kind {
    case .workday: "工作日"
    case .restDay: "休息日"
    case .statutoryHoliday: "法定节假日"
    case .inLieuRestDay: "调休放假"
    case .makeUpWorkday: "调休上班日"
    case .personalRestDay: "个人休息日"
    case .personalWorkday: "个人工作日"
    }
  }

  private var chineseEnd: String { worksUntil.map { "，\($0) 止" } ?? "" }

  private var chineseCertainty: String {
    switch certainty {
    case .announced: ""
    case .provisional: "，安排未公布"
    case .unknown: "，无放假数据"
    }
  }
}

/// ``relativeTime(from:to:utcOffset:allDay:)`` in the language in force.
package func localRelativeTime(
  from now: Instant, to occurrence: Instant, utcOffset: Int, allDay: Bool = false
) -> String {
  switch Language.inForce {
  case .english: relativeTime(from: now, to: occurrence, utcOffset: utcOffset, allDay: allDay)
  case .chinese: chineseRelativeTime(from: now, to: occurrence, utcOffset: utcOffset, allDay: allDay)
  }
}
