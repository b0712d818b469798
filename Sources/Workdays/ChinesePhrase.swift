/// Reads phrases in Chinese: the same grammar in other words.
enum ChinesePhrase {
  /// Examples of every form, for finding what was meant.
  static let forms =
    DayClass.allCases.map(\.chineseName) + [
      "每天", "周末", "每周一、三、五", "每周一至周五", "每周第一个工作日", "每月最后一个工作日", "每月第3个工作日", "每季度最后一个工作日",
      "每年第一个工作日", "每月最后一天", "每月15日", "每月第一个周一", "从2026-01-05起每10个工作日", "农历八月十五", "农历闰六月初一",
      "农历六月初一（闰月也算）", "农历十二月三十（没有则跳过）",
    ] + festivals.map(\.word)

  static func read(_ text: String) throws(PhraseError) -> DaysPhrase {
    var scanner = ChineseScanner(text)
    let phrase = scanner.phrase
    if let fixed = fixed.first(where: { $0.word == phrase }) { return fixed.value }
    if let dates = scanner.attempt(dates) { return .dates(dates) }
    if scanner.skip(anyOf: ["每年农历", "农历", "阴历"]) { return .lunar(try lunarDay(&scanner)) }
    if scanner.skip(anyOf: ["从", "自"]) { return try steps(&scanner) }
    if let weekdays = scanner.attempt(weekdays) { return .weekdays(weekdays) }
    if let period = scanner.take(periods) { return try places(&scanner, period) }
    if let step = scanner.attempt(step) { return try steps(&scanner, after: step) }
    throw unknown(phrase)
  }

  /// Phrases without a number in them, and other words for them.
  private static let fixed: [(word: String, value: DaysPhrase)] =
    DayClass.allCases.map { ($0.chineseName, .days($0)) } + festivals.map { ($0.word, .lunar($0.value)) } + [
      ("每个工作日", .days(.workdays)), ("上班日", .days(.workdays)), ("每个休息日", .days(.restDays)),
      ("法定假日", .days(.statutoryHolidays)), ("法定假期", .days(.statutoryHolidays)), ("补班", .days(.makeUpWorkdays)),
      ("调休补班日", .days(.makeUpWorkdays)), ("调休上班日", .days(.makeUpWorkdays)), ("调休日", .days(.inLieuRestDays)),
      ("节假日第一天", .days(.firstDayOfHoliday)), ("节假日最后一天", .days(.lastDayOfHoliday)),
      ("节假日前最后一个工作日", .days(.workdayBeforeHoliday)), ("假期前最后一个工作日", .days(.workdayBeforeHoliday)),
      ("节假日后第一个工作日", .days(.workdayAfterHoliday)), ("假期后第一个工作日", .days(.workdayAfterHoliday)),
      ("节后首个工作日", .days(.workdayAfterHoliday)), ("每天", .everyDay), ("每日", .everyDay),
      ("周末", .weekdays([.saturday, .sunday])),
      ("每周末", .weekdays([.saturday, .sunday])),
    ]

  private static let festivals: [(word: String, value: LunarDay)] = [
    ("除夕", (12, 30)), ("大年三十", (12, 30)), ("春节", (1, 1)), ("大年初一", (1, 1)), ("元宵", (1, 15)), ("元宵节", (1, 15)),
    ("端午", (5, 5)), ("端午节", (5, 5)), ("七夕", (7, 7)), ("七夕节", (7, 7)), ("中元节", (7, 15)), ("中秋", (8, 15)),
    ("中秋节", (8, 15)), ("重阳", (9, 9)), ("重阳节", (9, 9)), ("腊八", (12, 8)), ("腊八节", (12, 8)),
  ].map { ($0.0, LunarDay(month: $0.1.0, day: $0.1.1)!) }

  private static let periods: [(word: String, value: Position.Period)] = [
    ("每周", .week), ("每星期", .week), ("每个星期", .week), ("每月", .month), ("每个月", .month), ("每季度", .quarter),
    ("每个季度", .quarter),
    ("每季", .quarter), ("每年", .year),
  ]

  private static let weekdayNames: [(word: String, value: Weekday)] =
    Weekday.allCases.map { (String($0.chineseLetter), $0) } + [("天", .sunday)]

  private static func dates(_ scanner: inout ChineseScanner) -> [CivilDate]? {
    var dates: Set<CivilDate> = []
    repeat {
      guard let date = scanner.date() else { return nil }
      dates.insert(date)
    } while scanner.skipSeparator()
    return scanner.isAtEnd ? dates.sorted() : nil
  }

  /// 每周一三五, 周一、周三, 星期一到五.
  private static func weekdays(_ scanner: inout ChineseScanner) -> Set<Weekday>? {
    let week = ["周", "星期", "礼拜"]
    _ = scanner.skip("每")
    guard scanner.skip(anyOf: week) else { return nil }
    var weekdays: Set<Weekday> = []
    while let first = scanner.take(weekdayNames) {
      var last = first
      if scanner.skip(anyOf: ["至", "到", "-", "~"]) {
        _ = scanner.skip(anyOf: week)
        guard let end = scanner.take(weekdayNames) else { return nil }
        last = end
      }
      // A range may run over the week's end.
      for step in 0...last.days(since: first) {
        weekdays.insert(Weekday(rawValue: (first.rawValue - 1 + step) % 7 + 1)!)
      }
      _ = scanner.skipSeparator()
      _ = scanner.skip(anyOf: week)
    }
    return scanner.isAtEnd && !weekdays.isEmpty ? weekdays : nil
  }

  /// A place in a period without what is counted: 每月最后一个, 每周第一个、第3个.
  static func position(_ text: String) throws(PhraseError) -> Position {
    var scanner = ChineseScanner(text)
    let expected = "such as 每月最后一个 or 每周第一个、第3个"
    guard let period = scanner.take(periods) else {
      throw scanner.fault(expected: expected, suggestion: "每月最后一个")
    }
    let (numbers, isOfDays) = try numbers(&scanner, period)
    guard scanner.isAtEnd, !isOfDays else {
      throw PhraseError(
        "\"\(text)\" is no position; expected \(expected), without what is counted", suggestion: "每月最后一个")
    }
    guard let position = Position(numbers, of: period) else {
      throw noSuchPlace(scanner, period, suggestion: "每\(period.chineseName)最后一个")
    }
    return position
  }

  private static func noSuchPlace(_ scanner: ChineseScanner, _ period: Position.Period, suggestion: String)
    -> PhraseError
  {
    PhraseError(
      "\"\(scanner.phrase)\" asks for a place that no such period has; expected places from 1 to \(period.mostDays)",
      suggestion: suggestion)
  }

  /// The places, and whether they are places of days.
  private static func numbers(_ scanner: inout ChineseScanner, _ period: Position.Period) throws(PhraseError)
    -> (numbers: [Int], isOfDays: Bool)
  {
    var numbers: [Int] = []
    var isOfDays = false
    repeat {
      if scanner.skip(anyOf: ["最后一", "最后1", "最后"]) {
        numbers.append(-1)
      } else if scanner.skip("倒数第"), let number = scanner.number() {
        numbers.append(-number)
      } else if scanner.skip("首") {
        numbers.append(1)
      } else if scanner.skip("第"), let number = scanner.number() {
        numbers.append(number)
      } else if period == .month, let number = scanner.number() {
        // The last of several bears the word: 每月1、15日.
        numbers.append(number)
        isOfDays = true
        _ = scanner.skip(anyOf: ["日", "号"])
      } else {
        throw incomplete(scanner, expected: "第几个, 最后一个 or 倒数第几个")
      }
      if scanner.skip("天") { isOfDays = true } else { _ = scanner.skip("个") }
    } while scanner.skipSeparator()
    return (numbers, isOfDays)
  }

  /// What comes after 每月: 15日, 第3个工作日, 第一天、最后一天.
  private static func places(_ scanner: inout ChineseScanner, _ period: Position.Period) throws(PhraseError)
    -> DaysPhrase
  {
    let (numbers, isOfDays) = try numbers(&scanner, period)
    let unit: DaysPhrase.Counted? = isOfDays ? .days : scanner.take(units)
    guard let unit else {
      throw incomplete(scanner, expected: "工作日, 休息日, 节假日, 法定节假日, 补班日, 天, or a weekday such as 周一")
    }
    guard let position = Position(numbers, of: period) else {
      throw noSuchPlace(
        scanner, period, suggestion: "每\(period.chineseName)最后一\(isOfDays ? "天" : "个\(unit.chineseName)")")
    }
    let phrase = DaysPhrase.position(position, of: unit)
    guard scanner.isAtEnd else {
      throw scanner.fault(expected: "nothing more", suggestion: phrase.text(in: .chinese))
    }
    return phrase
  }

  private static let units: [(word: String, value: DaysPhrase.Counted)] =
    DaysPhrase.Counted.all.filter { $0 != .days }.map { ($0.chineseName, $0) }
    + [("周天", .weekday(.sunday))]
    + weekdayNames.map { ("星期" + $0.word, .weekday($0.value)) }

  /// 每10个工作日.
  private static func step(_ scanner: inout ChineseScanner) -> Int? {
    guard scanner.skip("每"), let step = scanner.number(), scanner.skip("个工作日") else { return nil }
    return step
  }

  /// What comes after 从 or after 每10个工作日.
  private static func steps(_ scanner: inout ChineseScanner, after first: Int? = nil) throws(PhraseError) -> DaysPhrase
  {
    if let first {
      let step = try checked(first, scanner)
      _ = scanner.skip(",")
      guard scanner.skip(anyOf: ["从", "自"]) else {
        throw scanner.fault(
          expected: "从 and a date, from which they are counted", suggestion: "从2026-01-05起每\(step)个工作日")
      }
    }
    guard let date = scanner.date() else { throw scanner.fault(expected: "a date such as 2026-01-05", suggestion: nil) }
    _ = scanner.skip(anyOf: ["起", "开始"])
    _ = scanner.skip(",")
    guard let step = first ?? scanner.attempt(self.step) else {
      throw incomplete(scanner, expected: "每10个工作日 or another number")
    }
    guard scanner.isAtEnd else { throw incomplete(scanner, expected: "nothing more") }
    return .everyWorkdays(try checked(step, scanner), from: date)
  }

  private static func checked(_ step: Int, _ scanner: ChineseScanner) throws(PhraseError) -> Int {
    guard (2...DaysPhrase.longestStep).contains(step) else {
      throw PhraseError(
        "\"\(scanner.phrase)\" counts \(step) workdays; expected 2 to \(DaysPhrase.longestStep)",
        suggestion: step == 1 ? "工作日" : "从2026-01-05起每10个工作日")
    }
    return step
  }

  /// What comes after 农历: 八月十五, 闰六月初一, 8月15日.
  private static func lunarDay(_ scanner: inout ChineseScanner) throws(PhraseError) -> LunarDay {
    var months = scanner.skip("闰") ? LunarDay.Months.leap : .regular
    let named = scanner.take([("正", 1), ("冬", 11), ("腊", 12)])
    guard let month = named ?? scanner.number(), scanner.skip("月"), let day = lunarDayNumber(&scanner),
      LunarDay(month: month, day: day) != nil
    else {
      throw PhraseError(
        "\"\(scanner.phrase)\" is no lunar date; expected such as 农历八月十五, month 1 to 12 and day 1 to 30",
        suggestion: "农历八月十五")
    }
    var skips = false
    if scanner.skip("(") {
      repeat {
        if months == .regular, scanner.skip(anyOf: ["闰月也算", "含闰月"]) {
          months = .both
        } else if !skips, scanner.skip(anyOf: ["没有则跳过", "小月跳过"]) {
          skips = true
        } else {
          throw incomplete(scanner, expected: "闰月也算 or 没有则跳过")
        }
      } while scanner.skipSeparator()
      guard scanner.skip(")") else { throw incomplete(scanner, expected: "）") }
    }
    guard scanner.isAtEnd else { throw incomplete(scanner, expected: "（闰月也算）, （没有则跳过） or nothing more") }
    return LunarDay(month: month, day: day, in: months, skips: skips)!
  }

  /// 初一, 十五, 廿三, 三十, 15日.
  private static func lunarDayNumber(_ scanner: inout ChineseScanner) -> Int? {
    if scanner.skip("初") { return scanner.number().flatMap { (1...10).contains($0) ? $0 : nil } }
    if scanner.skip("廿") { return scanner.number().flatMap { (1...9).contains($0) ? 20 + $0 : nil } }
    let day = scanner.number()
    _ = scanner.skip(anyOf: ["日", "号"])
    return day
  }

  private static func incomplete(_ scanner: ChineseScanner, expected: String) -> PhraseError {
    scanner.fault(expected: expected, suggestion: nearest(scanner.phrase, among: forms))
  }

  private static func unknown(_ phrase: String) -> PhraseError {
    if let meant = nearest(phrase, among: forms) { return PhraseError("unknown days \"\(phrase)\"", suggestion: meant) }
    return PhraseError(
      "unknown days \"\(phrase)\"; expected 工作日, 休息日, 节假日, 补班日, 每天, 每周一、三、五, 每月最后一个工作日, "
        + "从2026-01-05起每10个工作日, 农历八月十五, or a phrase in English such as workdays")
  }
}
