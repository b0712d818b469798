import Workdays

/// Reads the year files of holiday-cn: `year`, `papers`, and `days` of `name`, `date`, `isOffDay`,
/// and, beyond its own form, `worksUntil` of a half-day.
struct HolidayCNReader {
  let rules: HolidayFileRules
  private var diagnostics: Diagnostics { rules.diagnostics }

  init(rules: HolidayFileRules) { self.rules = rules }

  /// One year, or a list of years, each of which stands in it once.
  func noticeYears(_ root: Node) -> [NoticeYear]? {
    guard let items = root.items, !items.isEmpty else { return noticeYear(root).map { [$0] } }
    var years: [Int: NoticeYear] = [:]
    for item in items {
      guard let noticeYear = noticeYear(item) else { continue }
      if years.updateValue(noticeYear, forKey: noticeYear.year) != nil {
        diagnostics.error("the year \(noticeYear.year) stands twice in this list; keep one", at: item)
      }
    }
    return Array(years.values)
  }

  private func noticeYear(_ root: Node) -> NoticeYear? {
    let known = ["year", "papers", "basis", "days", "$schema", "$id"]
    guard case .mapping = root.value else {
      diagnostics.error(
        "expected a holiday file {\"year\": …, \"papers\": […], \"days\": […]}, found \(root.localKind)", at: root)
      return nil
    }
    guard let fields = Fields(root, known: known, of: "a holiday file", diagnostics) else { return nil }
    guard
      let year = fields.value(
        "year", expected: "a year such as 2027",
        { text in
          Int(text).flatMap { (1900...2999).contains($0) ? $0 : nil }
        })
    else {
      if fields["year"] == nil { diagnostics.error("the file names no year; expected \"year\": 2027", at: root) }
      return nil
    }
    guard rules.isNamedRight(for: year, at: fields["year"]) else { return nil }
    guard let days = fields["days"], case .sequence(let items) = days.value else {
      diagnostics.error("the file has no list of days; expected \"days\": […]", at: fields["days"] ?? root)
      return nil
    }
    let source = papers(fields) ?? rules.file
    var overrides: [DayOverride] = []
    var earlier: [CivilDate: (line: Int, override: DayOverride)] = [:]
    for item in items {
      guard let override = day(item, year: year, source: source) else { continue }
      guard let (line, other) = earlier.updateValue((item.place.line, override), forKey: override.date) else {
        overrides.append(override)
        continue
      }
      // Who writes the same twice means no other; of two answers nobody knows which one holds.
      if other.kind == override.kind, other.worksUntil == override.worksUntil {
        diagnostics.warning("\(override.date) stands twice, first in line \(line); keep one", at: item)
      } else {
        diagnostics.error("\(override.date) stands twice, first in line \(line); keep one", at: item)
      }
    }
    return NoticeYear(year: year, overrides: overrides, basis: fields.choice("basis") ?? .notice)
  }

  /// The addresses of the notices, which tell a day's source better than the file's path.
  private func papers(_ fields: Fields) -> String? {
    guard let items = fields.items("papers") else { return nil }
    let addresses = items.compactMap(\.text)
    return addresses.isEmpty ? nil : addresses.joined(separator: " ")
  }

  private func day(_ node: Node, year: Int, source: String) -> DayOverride? {
    guard let fields = Fields(node, known: ["name", "date", "isOffDay", "worksUntil"], of: "a day", diagnostics),
      let date = fields.value("date", expected: "a date of the calendar as YYYY-MM-DD", { CivilDate($0) })
    else {
      if case .mapping(let pairs) = node.value, !pairs.contains(where: { $0.key.text == "date" }) {
        diagnostics.error("the day has no date; expected \"date\": \"\(year)-01-01\"", at: node)
      }
      return nil
    }
    guard let isOffDay = fields.flag("isOffDay") else {
      if fields["isOffDay"] == nil {
        diagnostics.error("\(date) does not say isOffDay; expected true (rest) or false (make-up workday)", at: node)
      }
      return nil
    }
    rules.checkWindow(date, of: year, at: fields["date"] ?? node)
    let until = fields.value("worksUntil", expected: HolidayFileRules.timeForm) { CivilTime($0) }
    if isOffDay, let key = fields.key("worksUntil"), fields["worksUntil"] != nil {
      diagnostics.error(
        "\(date) is a day off, which is not worked until \(until.map { "\($0)" } ?? "some time"); a "
          + "half-day has \"isOffDay\": false", at: key)
      return nil
    }
    if !isOffDay, fields["worksUntil"] == nil { rules.checkMakeUp(date, at: fields["date"] ?? node) }
    return DayOverride(
      date: date, kind: isOffDay ? .off : .work, name: fields.text("name") ?? "", source: source, worksUntil: until)
  }
}
