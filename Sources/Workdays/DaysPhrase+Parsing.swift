extension DaysPhrase {
  /// Examples of every form, for help texts and for finding what was meant.
  public static let forms =
    DayClass.allCases.map(\.rawValue) + [
      "every day", "mon, wed", "mon-fri", "2026-12-24", "first workday of the month", "last workday of the month",
      "3rd workday of the month", "2nd to last workday of the month", "first and last workday of the week",
      "last workday of the quarter", "first workday of the year", "last day of the month", "first monday of the month",
      "last friday of the month", "every 10 workdays from 2026-01-05", "lunar 8-15", "lunar leap 6-1",
      "lunar 6-1 in both months", "lunar 12-30 or skip",
    ]

  /// Reads a phrase in English or Chinese; letters in any case, spaces as many as you like.
  public init(_ text: String) throws(PhraseError) {
    guard !ChineseScanner.isChinese(text) else {
      self = try ChinesePhrase.read(text)
      return
    }
    var tokens = PhraseTokens(text)
    guard !tokens.isEmpty else {
      throw PhraseError("days is empty; expected a phrase such as \"workdays\"")
    }
    let phrase = tokens.phrase
    if let fixed = DaysPhrase.fixed(phrase) {
      self = fixed
    } else if tokens.next == "lunar" {
      self = .lunar(try DaysPhrase.lunarDay(&tokens))
    } else if tokens.next == "every", phrase.contains("workday"), phrase.contains(where: \.isNumber) {
      self = try DaysPhrase.everyWorkdays(&tokens)
    } else if let first = tokens.next, Ordinal.number(first) != nil || first == "last" {
      self = try DaysPhrase.positions(&tokens)
    } else if let first = tokens.next, first.utf8.first.map({ (0x30...0x39).contains($0) }) == true, first.contains("-")
    {
      self = .dates(try DaysPhrase.dateList(&tokens))
    } else {
      self = .weekdays(try DaysPhrase.weekdayList(&tokens))
    }
  }

  /// Phrases without a number in them, and the names of festivals.
  private static func fixed(_ phrase: String) -> DaysPhrase? {
    if let dayClass = DayClass.allCases.first(where: { $0.rawValue == phrase || $0.singular == phrase }) {
      return .days(dayClass)
    }
    switch phrase {
    case "makeup workdays", "makeup workday": return .days(.makeUpWorkdays)
    case "every day", "daily": return .everyDay
    default: return LunarDay.festivals[phrase].map { .lunar($0) }
    }
  }

  /// `first, 3rd and last workday of the month`, from its first word on.
  private static func positions(_ tokens: inout PhraseTokens) throws(PhraseError) -> DaysPhrase {
    let ordinals = try Ordinal.take(from: &tokens)
    let unit = tokens.take(upTo: "of")
    let name = unit.map(\.text).joined(separator: " ")
    guard let counted = Counted.all.first(where: { $0.isNamed(name) }) else {
      let expected = "workday, rest day, holiday, make-up workday, day or a weekday's name"
      guard !unit.isEmpty else { throw incomplete(tokens, expected: expected) }
      throw PhraseTokens.fault(at: unit, expected: expected, suggestion: meant(by: tokens.phrase))
    }
    return .position(try Position(ordinals, counting: name, &tokens), of: counted)
  }

  private static func everyWorkdays(_ tokens: inout PhraseTokens) throws(PhraseError) -> DaysPhrase {
    _ = tokens.take()
    guard let step = tokens.next.flatMap({ decimal($0.utf8) }), (2...longestStep).contains(step) else {
      throw tokens.fault(
        expected: "a number of workdays from 2 to \(longestStep)", suggestion: "every 10 workdays from 2026-01-05")
    }
    _ = tokens.take()
    guard tokens.skip("workdays"), tokens.skip("from") else {
      throw tokens.fault(
        expected: "workdays from a date, from which they are counted",
        suggestion: "every \(step) workdays from 2026-01-05")
    }
    guard let date = tokens.next.flatMap({ CivilDate($0) }) else {
      throw tokens.fault(expected: "a date as YYYY-MM-DD", suggestion: "every \(step) workdays from 2026-01-05")
    }
    _ = tokens.take()
    guard tokens.isAtEnd else { throw incomplete(tokens, expected: "nothing more") }
    return .everyWorkdays(step, from: date)
  }

  private static func lunarDay(_ tokens: inout PhraseTokens) throws(PhraseError) -> LunarDay {
    _ = tokens.take()
    var months = tokens.skip("leap") ? LunarDay.Months.leap : .regular
    let numbers = tokens.next?.split(separator: "-").map { decimal($0.utf8) } ?? []
    guard numbers.count == 2, let month = numbers[0], let day = numbers[1], LunarDay(month: month, day: day) != nil
    else {
      throw PhraseError(
        "\"\(tokens.phrase)\" is no lunar date; expected lunar MONTH-DAY, month 1 to 12 and day 1 to 30",
        suggestion: "lunar 8-15")
    }
    _ = tokens.take()
    if months == .regular, tokens.skip("in", "both", "months") { months = .both }
    let skips = tokens.skip("or", "skip")
    guard tokens.isAtEnd else {
      throw tokens.fault(
        expected: "\"in both months\", \"or skip\", or nothing more", suggestion: "lunar \(month)-\(day)")
    }
    return LunarDay(month: month, day: day, in: months, skips: skips)!
  }

  private static func dateList(_ tokens: inout PhraseTokens) throws(PhraseError) -> [CivilDate] {
    var dates: Set<CivilDate> = []
    while let token = tokens.take() {
      guard token.text != "," else { continue }
      guard let date = CivilDate(token.text) else {
        throw PhraseError(
          "\"\(token.text)\" is no date of the calendar; expected YYYY-MM-DD", offset: token.offset,
          length: token.length)
      }
      dates.insert(date)
    }
    return dates.sorted()
  }

  private static func weekdayList(_ tokens: inout PhraseTokens) throws(PhraseError) -> Set<Weekday> {
    var weekdays: Set<Weekday> = []
    while let token = tokens.take() {
      guard token.text != ",", token.text != "and" else { continue }
      let ends = token.text.split(separator: "-", omittingEmptySubsequences: false)
      let names = ends.map { Weekday(named: $0) }
      guard (1...2).contains(names.count), let first = names[0], let last = names[names.count - 1] else {
        guard !weekdays.isEmpty, token.text != "to" else { throw unknown(tokens.phrase) }
        throw PhraseError(
          "\"\(token.text)\" is no weekday; expected mon to sun, or a range such as mon-fri",
          suggestion: nearest(token.text, among: Weekday.allCases.map(\.name)), offset: token.offset,
          length: token.length)
      }
      // A range may run over the week's end: fri-mon.
      for step in 0...last.days(since: first) {
        weekdays.insert(Weekday(rawValue: (first.rawValue - 1 + step) % 7 + 1)!)
      }
    }
    guard !weekdays.isEmpty else { throw unknown(tokens.phrase) }
    return weekdays
  }
}

extension DaysPhrase.Counted {
  /// Whether positions call it so; weekdays also by their first three letters.
  fileprivate func isNamed(_ text: String) -> Bool {
    if case .weekday(let weekday) = self, text == weekday.abbreviation { return true }
    return text == name
  }
}
