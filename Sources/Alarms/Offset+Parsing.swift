import Workdays

extension Offset {
  /// Examples of every form, for messages.
  package static let forms: LocalText = "-10m, 0m, +5m, -1h30m, -1d, -2wd, end -5m, or \"20:00 the day before\""

  /// What is wrong with text that is no offset, and what was expected, for messages.
  package static func fault(in text: String) -> String {
    let words = text.split(separator: " ")
    if let last = words.last, SpanComponents(last) != nil {
      let span = words.count == 2 && words[0] == "end" ? "end %\(last)" : "%\(last)"
      let (before, after) = (span.replacing("%", with: "-"), span.replacing("%", with: "+"))
      return "it has no sign; write \(before) for before, or \(after) for after"
    }
    return "expected \(forms)"
  }

  /// Reads an offset; `nil` for text that is none, or one beyond ten years.
  package init?(_ text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    var anchor = Anchor.start
    if words.first == "end" {
      anchor = .end
      words.removeFirst()
      if words.isEmpty { words = ["0m"] }
    } else if words.first == "start", words.count > 1 {
      words.removeFirst()
    }
    guard let shift = words.count == 1 ? Offset.span(words[0]) : Offset.timeOfDay(words) else { return nil }
    self.init(shift, from: anchor)
  }

  /// `-1d`, `+1h30m`, `-2wd`, and ISO 8601's `-PT10M`, `-P1D`, which calendars write.
  private static func span(_ text: String) -> Shift? {
    var text = Substring(text)
    let sign = text.first == "-" ? -1 : 1
    let hasSign = text.first == "-" || text.first == "+"
    if hasSign { text = text.dropFirst() }
    let isISO = text.first == "p"
    if isISO { text = text.dropFirst() }
    guard let components = SpanComponents(text, iso: isISO) else { return nil }
    // "10m" alone would be read as before by some and as after by others; calendars' own form has one meaning.
    guard hasSign || isISO || components.isZero else { return nil }
    if let workdays = components.workdays { return .workdays(sign * workdays) }
    return .span(days: sign * components.days, seconds: sign * components.seconds)
  }

  /// `20:00 the day before`, `20:00 on the day`, `20:00 2 days before`.
  private static func timeOfDay(_ words: [String]) -> Shift? {
    guard let time = words.first.flatMap({ CivilTime($0) }) else { return nil }
    switch words.dropFirst().joined(separator: " ") {
    case "the day before": return .timeOfDay(time, days: -1)
    case "on the day", "the same day": return .timeOfDay(time, days: 0)
    case "the day after": return .timeOfDay(time, days: 1)
    default: break
    }
    guard words.count == 4, words[2] == "days" || words[2] == "day", let days = Int(words[1]), (0...3660).contains(days)
    else { return nil }
    switch words[3] {
    case "before": return .timeOfDay(time, days: -days)
    case "after": return .timeOfDay(time, days: days)
    default: return nil
    }
  }
}

/// Numbers with units, largest first: `1w2d`, `1h30m`, `90s`, `2wd`.
package struct SpanComponents {
  /// Whole days, weeks included.
  package private(set) var days = 0
  /// Exact seconds, hours and minutes included.
  package private(set) var seconds = 0
  /// Real workdays, where the text counts those and nothing else.
  package private(set) var workdays: Int?

  /// The span in seconds, with days of 24 hours; `nil` where it counts workdays.
  package var exactSeconds: Int? { workdays == nil ? days * 86_400 + seconds : nil }
  /// Whether it spans nothing.
  package var isZero: Bool { days == 0 && seconds == 0 && (workdays ?? 0) == 0 }

  /// Reads spans without a sign; `nil` where the text is none, or one beyond ten years.
  ///
  /// - Parameter iso: whether the text is what stands after ISO 8601's `P`: a `T` before the hours, and `M` a minute.
  package init?(_ text: some StringProtocol, iso: Bool = false) {
    var rest = Substring(text.lowercased())
    guard !rest.isEmpty else { return nil }
    // Before ISO 8601's T an M is a month, which no offset counts in.
    var units = iso ? ["w", "d"] : ["w", "d", "h", "m", "s"][...]
    var isBeforeT = iso
    while !rest.isEmpty {
      if isBeforeT, rest.first == "t", rest.count > 1 {
        isBeforeT = false
        rest = rest.dropFirst()
        units = ["h", "m", "s"]
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...9).contains(digits.count), let value = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      if !iso, rest == "wd" {
        guard units.count == 5, value <= 2600 else { return nil }
        workdays = value
        return
      }
      // A unit may stand once and only before the smaller ones.
      guard let unit = rest.first.map(String.init), let index = units.firstIndex(of: unit) else { return nil }
      units = units[(index + 1)...]
      rest = rest.dropFirst()
      switch unit {
      case "w": days += 7 * value
      case "d": days += value
      case "h": seconds += 3600 * value
      case "m": seconds += 60 * value
      default: seconds += value
      }
    }
    guard days <= 3660, seconds <= 3660 * 86_400 else { return nil }
  }
}
