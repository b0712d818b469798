extension WorkWeek: CustomStringConvertible {
  /// The forms that are read, for messages.
  public static let forms =
    "the weekdays that are worked, such as mon-fri or sun-thu; weeks that take turns, such as "
    + "\"mon-sat / mon-fri from 2026-01-05\"; or shifts, such as \"4 on 2 off from 2026-01-01\""

  /// The canonical text, which reads back as the same pattern.
  public var description: String {
    guard let cycle else { return DaysPhrase.weekdays(Set(workdays)).description }
    let turns: String
    switch cycle.unit {
    case .weeks:
      turns = stride(from: 0, to: cycle.works.count, by: 7).map { start in
        DaysPhrase.weekdays(Set(Weekday.allCases.filter { cycle.works[start + $0.rawValue - 1] })).description
      }.joined(separator: " / ")
    case .days:
      turns = cycle.works.split(whereSeparator: { $0 }).map { rest in
        let worked = cycle.works[..<rest.startIndex].reversed().prefix { $0 }
        return "\(worked.count) on \(rest.count) off"
      }.joined(separator: " ")
    }
    return "\(turns) from \(cycle.first)"
  }

  /// Reads `mon-fri`, `mon-sat / mon-fri from 2026-01-05` or `4 on 2 off from 2026-01-01`, and in Chinese 双休,
  /// 大小周从2026-01-05起 or 做四休二从2026-01-01起; `nil` for anything else.
  public init?(_ text: String) {
    if ChineseScanner.isChinese(text), let week = ChineseWorkWeek.read(text) {
      self = week
      return
    }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 3, words[words.count - 2] == "from", let date = CivilDate(words[words.count - 1]) else {
      guard case .weekdays(let weekdays)? = try? DaysPhrase(text) else { return nil }
      self.init(workdays: weekdays)
      return
    }
    let turns = Array(words.dropLast(2))
    if turns.contains("on") {
      self.init(shiftWords: turns, from: date)
    } else {
      self.init(weekWords: turns.joined(separator: " "), from: date)
    }
  }

  private init?(shiftWords words: [String], from date: CivilDate) {
    guard words.count % 4 == 0 else { return nil }
    var shifts: [(on: Int, off: Int)] = []
    for start in stride(from: 0, to: words.count, by: 4) {
      guard let on = decimal(words[start].utf8), words[start + 1] == "on", let off = decimal(words[start + 2].utf8),
        words[start + 3] == "off"
      else { return nil }
      shifts.append((on, off))
    }
    self.init(shifts: shifts, from: date)
  }

  private init?(weekWords text: String, from date: CivilDate) {
    var weeks: [Set<Weekday>] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard case .weekdays(let weekdays)? = try? DaysPhrase(String(part)) else { return nil }
      weeks.append(weekdays)
    }
    self.init(alternating: weeks, from: date)
  }
}
