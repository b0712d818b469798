import Alarms
import Workdays

/// The program's own words in a message, in one of its languages.
struct MessageWords {
  let language: Language

  /// Stands before the title of what a person asked for to try a destination.
  var testMark: String { language == .english ? "[test] " : "[测试] " }

  /// `Sun 20 Sep`, `9月20日周日`
  func date(_ date: CivilDate, withYear: Bool) -> String {
    let (year, month, day) = date.fields
    switch language {
    case .english:
      let text = "\(date.weekday.abbreviation.capitalizedASCII) \(day) \(MessageWords.months[month - 1])"
      return withYear ? "\(text) \(year)" : text
    case .chinese:
      return (withYear ? "\(year)年" : "") + "\(month)月\(day)日周\(MessageWords.weekdays[date.weekday.rawValue - 1])"
    }
  }

  /// How an event ends on another day.
  func until(_ end: CivilDateTime) -> String {
    language == .english ? " to \(end.date) \(end.time)" : "至\(end.date) \(end.time)"
  }

  /// How far an instant is from `now`: `in 10 minutes`, `10 分钟后`.
  func relative(from now: Instant, to instant: Instant, utcOffset: Int, allDay: Bool) -> String {
    switch language {
    case .english: relativeTime(from: now, to: instant, utcOffset: utcOffset, allDay: allDay)
    case .chinese: chineseRelativeTime(from: now, to: instant, utcOffset: utcOffset, allDay: allDay)
    }
  }

  /// That an event ends, or has ended, at a relative time.
  func ending(_ relative: String, isOver: Bool) -> String {
    switch language {
    case .english: (isOver ? "ended " : "ends ") + relative
    case .chinese: relative + (isOver ? "已结束" : "结束")
    }
  }

  /// What is special about a day; `nil` for an ordinary workday that is sure.
  func notable(_ day: DayReport) -> String? {
    let isOrdinary = day.kind == DayKind.workday.rawValue && day.name == nil && day.worksUntil == nil
    return isOrdinary && !day.isProvisional ? nil : self.day(day)
  }

  /// What a day is, with the holiday's name.
  func day(_ day: DayReport) -> String {
    let kind = DayKind(rawValue: day.kind)
    let name = day.name?.singleLine.isolated
    switch language {
    case .english:
      var text = kind?.words ?? day.kind
      if let name { text += " (\(name))" }
      if let end = day.worksUntil { text += ", until \(end)" }
      if day.isProvisional { text += ", provisional: the holiday notice for this date is not out yet" }
      return text
    case .chinese:
      var text = kind?.chineseWords ?? day.kind
      if let name { text += "（\(name)）" }
      if let end = day.worksUntil { text += "，到 \(end) 为止" }
      if day.isProvisional { text += "，暂定：这一天的放假通知尚未公布" }
      return text
    }
  }

  /// Why a ring follows another one, which was at `since`.
  func follows(_ follows: Following, since: String) -> String {
    switch (language, follows.kind) {
    case (.english, .snooze): "snoozed at \(since)"
    case (.english, .nag): "reminder \(follows.number): not done since \(since)"
    case (.english, .held): "held for quiet hours since \(since)"
    case (.english, .escalation): "nobody has said that it is done since \(since)"
    case (.chinese, .snooze): "\(since) 推迟的提醒"
    case (.chinese, .nag): "第 \(follows.number) 次催促：自 \(since) 起未完成"
    case (.chinese, .held): "免打扰时段内，自 \(since) 起暂缓"
    case (.chinese, .escalation): "自 \(since) 起无人确认完成"
    }
  }

  /// By how much a ring is late, at least a minute.
  func late(minutes: Int) -> String {
    switch language {
    case .english: "late by \(minutes < 1440 ? inWords(minutes: minutes) : englishCount(minutes / 1440, "day"))"
    case .chinese: "迟到 \(minutes < 1440 ? chineseWords(minutes: minutes) : "\(minutes / 1440) 天")"
    }
  }

  /// How many earlier rings a ring stands for.
  func alsoMissed(_ count: Int) -> String {
    language == .english ? "\(englishCount(count, "earlier ring")) missed" : "此前错过 \(count) 次"
  }

  /// The title of a message that stands for several.
  func rings(_ count: Int) -> String { language == .english ? "\(count) rings" : "\(count) 个提醒" }

  /// How many of several are not named.
  func more(_ count: Int) -> String { language == .english ? "and \(count) more" : "另有 \(count) 个" }

  /// Where it takes place.
  func place(_ location: String) -> String { language == .english ? "at \(location)" : "地点：\(location)" }

  /// On a button that opens the link.
  var open: String { language == .english ? "Open" : "打开" }

  /// Several remarks in one line.
  func joined(_ parts: [String]) -> String { parts.joined(separator: language == .english ? ", " : "，") }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let weekdays = ["一", "二", "三", "四", "五", "六", "日"]
}

extension DayReport {
  fileprivate var isProvisional: Bool { certainty == Certainty.provisional.rawValue }
}

extension DayKind {
  /// The kind in Chinese words: `补班日`.
  var chineseWords: String {
    switch self {
    case .workday: "工作日"
    case .restDay: "休息日"
    case .statutoryHoliday: "法定节假日"
    case .inLieuRestDay: "调休休息日"
    case .makeUpWorkday: "补班日"
    case .personalRestDay: "个人休息日"
    case .personalWorkday: "个人工作日"
    }
  }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
