import Workdays

/// Reads lines `date,off|work,name,until`, the last two if wanted, where a date may be a range `2026-12-24..31` or
/// `2026-12-24..2027-01-02`.
struct HolidayCSVReader {
  let rules: HolidayFileRules
  private var diagnostics: Diagnostics { rules.diagnostics }
  /// A longer range is a slip.
  private static let longestRange = 366
  /// How many days a file may set: more than fifty years of holidays.
  private static let mostDays = 20_000
  /// Past so many problems the rest of a file has nothing new to say.
  private static let mostProblems = 100

  init(rules: HolidayFileRules) { self.rules = rules }

  func noticeYears(_ bytes: [UInt8]) throws(Diagnostic) -> [NoticeYear]? {
    let text = String(decoding: try YAMLReader.checkedUTF8(bytes, file: rules.file), as: UTF8.self)
    var records = CSVRecords(text, file: rules.file)
    var days: [(override: DayOverride, node: Node)] = []
    var lines: [CivilDate: Int] = [:]
    var isFirst = true
    while let record = try records.next() {
      defer { isFirst = false }
      if isFirst, record.first?.text?.lowercased() == "date" { continue }
      guard diagnostics.all.count < Self.mostProblems else { break }
      for day in self.days(record) {
        guard days.count < Self.mostDays else {
          throw Diagnostic("the file sets more than \(Self.mostDays) days; split it", at: day.node)
        }
        let date = day.override.date
        if let earlier = lines.updateValue(day.node.place.line, forKey: date) {
          diagnostics.error("\(date) stands twice, first in line \(earlier); keep one", at: day.node)
          break
        }
        days.append(day)
      }
    }
    return rules.grouped(days)
  }

  private func days(_ record: [Node]) -> [(override: DayOverride, node: Node)] {
    guard (2...4).contains(record.count), let dates = record[0].text, let kindText = record[1].text else {
      diagnostics.error(
        "the line has \(record.count) field\(record.count == 1 ? "" : "s"); expected date,off|work,name,until",
        at: record[0])
      return []
    }
    guard let range = range(dates) else {
      diagnostics.error(
        "\"\(dates)\" is no date; expected YYYY-MM-DD, or a range of at most \(Self.longestRange) days such as "
          + "2026-12-24..31", at: record[0])
      return []
    }
    let kind: DayOverride.Kind
    switch kindText {
    case "off": kind = .off
    case "work": kind = .work
    default:
      diagnostics.error(
        "\"\(kindText)\" is no kind of day; expected off (rest) or work (make-up workday)", at: record[1])
      return []
    }
    let name = record.count >= 3 ? record[2].text ?? "" : ""
    var until: CivilTime?
    if record.count == 4, let text = record[3].text, !text.isEmpty {
      until = CivilTime(text)
      guard until != nil, kind == .work else {
        diagnostics.error(
          kind == .work
            ? "\"\(text)\" is no time; expected \(HolidayFileRules.timeForm)"
            : "a day off is not worked until \(text); a half-day is work", at: record[3])
        return []
      }
    }
    if kind == .work, until == nil, range.lowerBound == range.upperBound {
      rules.checkMakeUp(range.lowerBound, at: record[0])
    }
    return range.map {
      (DayOverride(date: $0, kind: kind, name: name, source: rules.file, worksUntil: until), record[0])
    }
  }

  private func range(_ text: String) -> ClosedRange<CivilDate>? {
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = CivilDate(ends[0]) else { return nil }
    guard ends.count == 2 else { return first...first }
    guard let last = CivilDate(ends[1]) ?? dayOfMonth(ends[1], in: first), first <= last,
      first.days(until: last) < Self.longestRange
    else { return nil }
    return first...last
  }

  private func dayOfMonth(_ text: Substring, in month: CivilDate) -> CivilDate? {
    guard text.utf8.count <= 2, text.allSatisfy({ $0.isASCII && $0.isNumber }), let day = Int(text) else { return nil }
    return CivilDate(year: month.year, month: month.month, day: day)
  }
}
