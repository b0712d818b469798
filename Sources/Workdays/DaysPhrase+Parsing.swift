/// Why a text is no phrase of the `days:` grammar, with the nearest phrase that is one.
public struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence for a person: what was found and what was expected.
  public let description: String
  /// The phrase that was probably meant; `nil` when none is near.
  public let suggestion: String?

  /// A fault, with a way out where one is known.
  public init(_ description: String, suggestion: String? = nil) {
    self.description = description
    self.suggestion = suggestion
  }
}

extension DaysPhrase {
  /// Examples of every form, for help texts and for finding what was meant.
  public static let forms = [
    "workdays", "rest days", "holidays", "make-up workdays", "every day", "mon, wed", "mon-fri", "2026-12-24",
    "first workday of the month", "last workday of the month", "3rd workday of the month",
    "2nd to last workday of the month", "lunar 8-15",
  ]

  /// Reads a phrase; letters in any case, spaces as many as you like.
  public init(_ text: String) throws(PhraseError) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else {
      throw PhraseError("days is empty; expected a phrase such as \"workdays\"")
    }
    let phrase = words.joined(separator: " ")
    if let simple = DaysPhrase.simple(phrase) {
      self = simple
    } else if words.last == "month", words.contains("workday") {
      self = .workdayOfMonth(try DaysPhrase.positionInMonth(words, phrase))
    } else if words[0] == "lunar" {
      self = try DaysPhrase.lunarDay(words, phrase)
    } else if phrase.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) == true,
      phrase.contains("-")
    {
      self = .dates(try DaysPhrase.dateList(phrase))
    } else {
      self = .weekdays(try DaysPhrase.weekdayList(phrase))
    }
  }

  private static func simple(_ phrase: String) -> DaysPhrase? {
    switch phrase {
    case "workdays", "workday": .workdays
    case "rest days", "rest day": .restDays
    case "holidays", "holiday": .holidays
    case "make-up workdays", "make-up workday", "makeup workdays": .makeUpWorkdays
    case "every day", "daily": .everyDay
    default: nil
    }
  }

  private static let namedOrdinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]

  private static func positionInMonth(_ words: [String], _ phrase: String) throws(PhraseError) -> Int {
    let isFromEnd = words.count == 7 && words[1] == "to" && words[2] == "last"
    guard words.suffix(4) == ["workday", "of", "the", "month"], words.count == 5 || isFromEnd,
      let number = ordinal(words[0])
    else {
      throw unknown(phrase)
    }
    guard (1...23).contains(abs(number)), !(isFromEnd && number < 1) else {
      throw PhraseError(
        "no month has a \"\(words[0])\" workday; expected first to 23rd, last, or 2nd to last",
        suggestion: "last workday of the month")
    }
    return isFromEnd ? -number : number
  }

  private static func ordinal(_ word: String) -> Int? {
    if let number = namedOrdinals[word] { return number }
    guard ["st", "nd", "rd", "th"].contains(String(word.suffix(2))) else { return nil }
    return decimal(word.utf8.dropLast(2))
  }

  private static func lunarDay(_ words: [String], _ phrase: String) throws(PhraseError) -> DaysPhrase {
    let numbers = words.count == 2 ? words[1].split(separator: "-").map { decimal($0.utf8) } : []
    guard numbers.count == 2, let month = numbers[0], let day = numbers[1], (1...12).contains(month),
      (1...30).contains(day)
    else {
      throw PhraseError(
        "\"\(phrase)\" is no lunar date; expected lunar MONTH-DAY, month 1 to 12 and day 1 to 30",
        suggestion: "lunar 8-15")
    }
    return .lunar(month: month, day: day)
  }

  private static func dateList(_ phrase: String) throws(PhraseError) -> [CivilDate] {
    var dates: Set<CivilDate> = []
    for word in phrase.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let date = CivilDate(word) else {
        throw PhraseError("\"\(word)\" is no date of the calendar; expected YYYY-MM-DD")
      }
      dates.insert(date)
    }
    return dates.sorted()
  }

  private static func weekdayList(_ phrase: String) throws(PhraseError) -> Set<Weekday> {
    var weekdays: Set<Weekday> = []
    for item in phrase.split(whereSeparator: { $0 == "," || $0 == " " }) where item != "and" {
      let ends = item.split(separator: "-", omittingEmptySubsequences: false)
      let names = ends.map { Weekday(named: $0) }
      guard (1...2).contains(names.count), let first = names[0], let last = names[names.count - 1] else {
        guard !weekdays.isEmpty, item != "to" else { throw unknown(phrase) }
        throw PhraseError(
          "\"\(item)\" is no weekday; expected mon to sun, or a range such as mon-fri",
          suggestion: nearest(String(item), among: Weekday.allCases.map(\.name)))
      }
      // A range may run over the week's end: fri-mon.
      for step in 0...last.days(since: first) {
        weekdays.insert(Weekday(rawValue: (first.rawValue - 1 + step) % 7 + 1)!)
      }
    }
    guard !weekdays.isEmpty else { throw unknown(phrase) }
    return weekdays
  }

  private static func unknown(_ phrase: String) -> PhraseError {
    if let first = phrase.split(separator: ",").first, phrase.contains(","), simple(String(first)) != nil {
      return PhraseError("\"\(first)\" stands alone, not in a list as in \"\(phrase)\"; write an alarm for each")
    }
    if let meant = meant(by: phrase) { return PhraseError("unknown days \"\(phrase)\"", suggestion: meant) }
    return PhraseError(
      "unknown days \"\(phrase)\"; expected workdays, rest days, holidays, make-up workdays, every day, weekdays "
        + "(mon, wed), dates, \"last workday of the month\", or lunar 8-15")
  }

  /// The phrase of the grammar that people's other words for it stand for, or the one with nearly the same letters.
  private static func meant(by phrase: String) -> String? {
    let words = phrase.split(separator: " ").map(String.init)
    switch phrase {
    case "weekend", "weekends": return "sat, sun"
    case "weekday", "weekdays", "every workday", "each workday", "every weekday": return "workdays"
    default: break
    }
    if words.count == 3, words[1] == "to", let first = Weekday(named: words[0]), let last = Weekday(named: words[2]) {
      return "\(first.abbreviation)-\(last.abbreviation)"
    }
    if words.count == 2, ["every", "each", "on"].contains(words[0]), let weekday = Weekday(named: words[1]) {
      return weekday.abbreviation
    }
    return nearest(phrase, among: forms + Weekday.allCases.map(\.name))
  }
}

/// The candidate that takes the fewest single-letter edits to reach from `text`, or that begins with it; `nil` when none
/// is near.
public func nearest(_ text: String, among candidates: [String]) -> String? {
  // Nobody means one of a few short words by a text as long as this.
  guard text.utf8.count <= 1024 else { return nil }
  let text = text.lowercased()
  let wanted = Array(text)
  let limit = max(1, wanted.count / 3)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let candidateLetters = Array(candidate.lowercased())
    // Every letter that one word has more than the other is an edit.
    guard abs(candidateLetters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, candidateLetters)
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  let isStart = wanted.count >= 3
  return best?.candidate ?? (isStart ? candidates.first { $0.lowercased().hasPrefix(text) } : nil)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 1...left.count {
    var current = [row] + [Int](repeating: 0, count: right.count)
    for column in 1...right.count {
      let cost = left[row - 1] == right[column - 1] ? 0 : 1
      current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        current[column] = min(current[column], beforeLast[column - 2] + 1)
      }
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
