extension DaysPhrase {
  /// The fault of a phrase that goes on, or ends, otherwise than expected.
  static func incomplete(_ tokens: PhraseTokens, expected: String) -> PhraseError {
    tokens.fault(expected: expected, suggestion: meant(by: tokens.phrase))
  }

  /// The fault of a phrase of no known form.
  static func unknown(_ phrase: String) -> PhraseError {
    if let first = phrase.split(separator: ",").first, phrase.contains(","),
      DayClass.allCases.contains(where: { $0.rawValue == first || $0.singular == String(first) })
    {
      return PhraseError("\"\(first)\" stands alone, not in a list as in \"\(phrase)\"; write an alarm for each")
    }
    if let meant = meant(by: phrase) { return PhraseError("unknown days \"\(phrase)\"", suggestion: meant) }
    return PhraseError(
      "unknown days \"\(phrase)\"; expected workdays, rest days, holidays, make-up workdays, every day, weekdays "
        + "(mon, wed), dates, \"last workday of the month\", \"every 10 workdays from 2026-01-05\", or lunar 8-15")
  }

  /// The phrase of the grammar that people's other words for it stand for, or the one with nearly the same letters.
  static func meant(by phrase: String) -> String? {
    let words = phrase.split(separator: " ").map(String.init)
    switch phrase {
    case "weekend", "weekends": return "sat, sun"
    case "weekday", "weekdays", "every workday", "each workday", "every weekday", "business days", "working days":
      return "workdays"
    case "public holidays", "legal holidays": return "statutory holidays"
    case "day before a holiday", "the day before a holiday": return "last workday before a holiday"
    case "day after a holiday", "the day after a holiday": return "first workday after a holiday"
    default: break
    }
    if words.count == 3, words[1] == "to", let first = Weekday(named: words[0]), let last = Weekday(named: words[2]) {
      return "\(first.abbreviation)-\(last.abbreviation)"
    }
    if words.count == 2, ["every", "each", "on"].contains(words[0]), let weekday = Weekday(named: words[1]) {
      return weekday.abbreviation
    }
    return nearest(phrase, among: familiar)
  }

  /// What a phrase may be a misspelling of.
  private static let familiar = forms + Weekday.allCases.map(\.name) + LunarDay.festivals.keys.sorted()
}

extension LunarDay {
  /// Festivals of the lunar year by their names in English.
  static let festivals: [String: LunarDay] = [
    "lunar new year": LunarDay(month: 1, day: 1)!, "lunar new year's eve": LunarDay(month: 12, day: 30)!,
    "lantern festival": LunarDay(month: 1, day: 15)!, "dragon boat festival": LunarDay(month: 5, day: 5)!,
    "qixi festival": LunarDay(month: 7, day: 7)!, "mid-autumn festival": LunarDay(month: 8, day: 15)!,
    "double ninth festival": LunarDay(month: 9, day: 9)!, "laba festival": LunarDay(month: 12, day: 8)!,
  ]
}
