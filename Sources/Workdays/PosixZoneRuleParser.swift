/// Why a footer's text is no rule.
struct PosixZoneRuleError: Error {
  /// The index in the slice that was read.
  let byte: Int
  let found: String
  let expected: String
}

/// Reads `CET-1CEST,M3.5.0,M10.5.0/3` and `<+08>-8`.
struct PosixZoneRuleParser {
  private let text: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  mutating func rule() throws(PosixZoneRuleError) -> PosixZoneRule {
    let standardName = try name()
    // POSIX counts west of Greenwich, the rest of the world east.
    let standard = try type(standardName, utcOffset: -time(hours: 0...24), isDaylightSaving: false)
    guard position < text.endIndex else { return PosixZoneRule(standard: standard, daylight: nil) }
    let daylightName = try name()
    let comma = UInt8(ascii: ",")
    let offset = next == nil || next == comma ? standard.utcOffset + 3600 : -(try time(hours: 0...24))
    let daylight = try type(daylightName, utcOffset: offset, isDaylightSaving: true)
    try expect(comma)
    let start = try change()
    try expect(comma)
    let end = try change()
    guard position == text.endIndex else { throw error("the end of the rule") }
    return PosixZoneRule(standard: standard, daylight: .init(type: daylight, start: start, end: end))
  }

  private var next: UInt8? { position < text.endIndex ? text[position] : nil }

  private func error(_ expected: String) -> PosixZoneRuleError {
    let rest = text[position...].prefix(12)
    // The rest is quoted only where it cannot spoil a terminal.
    let isPlain = rest.allSatisfy { (0x21...0x7e).contains($0) }
    let found =
      rest.isEmpty
      ? "the end of the footer" : isPlain ? "\"\(String(decoding: rest, as: UTF8.self))\"" : "a byte that is no rule"
    return PosixZoneRuleError(byte: position, found: found, expected: expected)
  }

  private mutating func expect(_ byte: UInt8) throws(PosixZoneRuleError) {
    guard next == byte else { throw error("\"\(Character(Unicode.Scalar(byte)))\"") }
    position += 1
  }

  /// Three or more letters, or three or more letters, digits and signs between angle brackets.
  private mutating func name() throws(PosixZoneRuleError) -> String {
    let isQuoted = next == UInt8(ascii: "<")
    if isQuoted { position += 1 }
    let letters = text[position...].prefix { $0.isZoneNameCharacter && (isQuoted || $0.isASCIILetter) }
    guard letters.count >= 3 else { throw error("a name of three or more letters, or <…>") }
    position = letters.endIndex
    if isQuoted { try expect(UInt8(ascii: ">")) }
    return String(decoding: letters, as: UTF8.self)
  }

  private func type(
    _ name: String, utcOffset: Int, isDaylightSaving: Bool
  ) throws(PosixZoneRuleError) -> LocalTimeType {
    guard LocalTimeType.utcOffsets.contains(utcOffset) else {
      throw error("an offset of less than 25 hours before the place")
    }
    return LocalTimeType(utcOffset: utcOffset, isDaylightSaving: isDaylightSaving, abbreviation: name)
  }

  /// `[+-]h[:mm[:ss]]` in seconds.
  private mutating func time(hours: ClosedRange<Int>) throws(PosixZoneRuleError) -> Int {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { position += 1 }
    var seconds = try number(hours, "hours") * 3600
    for unit in [60, 1] {
      guard next == UInt8(ascii: ":") else { break }
      position += 1
      seconds += try number(0...59, unit == 60 ? "minutes" : "seconds") * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(PosixZoneRuleError) -> Int {
    let digits = text[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let value = decimal(digits), range.contains(value) else {
      throw error("\(what), \(range.lowerBound) through \(range.upperBound)")
    }
    position = digits.endIndex
    return value
  }

  /// A day, and a time where it is not 02:00.
  private mutating func change() throws(PosixZoneRuleError) -> PosixZoneRule.Change {
    let day = try day()
    guard next == UInt8(ascii: "/") else { return PosixZoneRule.Change(day: day, time: 2 * 3600) }
    position += 1
    return PosixZoneRule.Change(day: day, time: try time(hours: 0...167))
  }

  private mutating func day() throws(PosixZoneRuleError) -> PosixZoneRule.Day {
    switch next {
    case UInt8(ascii: "J"):
      position += 1
      return .julian(try number(1...365, "a day of the year"))
    case UInt8(ascii: "M"):
      position += 1
      let month = try number(1...12, "a month")
      try expect(UInt8(ascii: "."))
      let week = try number(1...5, "a week")
      try expect(UInt8(ascii: "."))
      let weekday = try number(0...6, "a weekday")
      // POSIX counts weekdays from Sunday, 0.
      return .weekday(Weekday(rawValue: weekday == 0 ? 7 : weekday)!, week: week, month: month)
    default:
      return .dayOfYear(try number(0...365, "a day of the year, Jn or Mm.w.d"))
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
