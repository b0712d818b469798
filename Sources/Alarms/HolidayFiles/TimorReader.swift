import Workdays

/// Reads timor.tech's answer for a year: `code`, and `holiday`, a mapping from `MM-DD` to what that day is.
struct TimorReader {
  let rules: HolidayFileRules
  private var diagnostics: Diagnostics { rules.diagnostics }

  init(rules: HolidayFileRules) { self.rules = rules }

  func noticeYears(_ root: Node) -> [NoticeYear]? {
    guard case .mapping = root.value,
      let fields = Fields(root.keeping(["code", "holiday"]), known: ["code", "holiday"], of: "an answer", diagnostics)
    else {
      diagnostics.error("expected {\"code\": 0, \"holiday\": {…}}, found \(root.localKind)", at: root)
      return nil
    }
    guard let code = fields["code"] else {
      diagnostics.error("the answer has no code; expected \"code\": 0", at: root)
      return nil
    }
    guard code.text == "0" else {
      diagnostics.error(
        "the service refused to answer: its code is \(code.text.map { "\"\($0)\"" } ?? code.kindName), expected 0; "
          + "fetch the file again later", at: code)
      return nil
    }
    guard let holiday = fields["holiday"] else { return notAnnounced }
    guard case .mapping(let pairs) = holiday.value else {
      // An empty list stands for an empty mapping in answers of services written in PHP.
      if holiday.items?.isEmpty == true { return notAnnounced }
      diagnostics.error(
        "holiday is \(holiday.localKind); expected a mapping from \"01-01\" and so on to days", at: holiday)
      return nil
    }
    let days = pairs.compactMap { day($0.key, $0.value) }
    guard !diagnostics.hasErrors else { return nil }
    guard let year = year(of: days) else { return notAnnounced }
    for day in days {
      rules.checkWindow(day.override.date, of: year, at: day.node)
      if day.override.kind == .work { rules.checkMakeUp(day.override.date, at: day.node) }
    }
    guard rules.isNamedRight(for: year, at: days.first?.node) else { return nil }
    return [NoticeYear(year: year, overrides: days.map(\.override))]
  }

  /// The answer does not name its year, so an empty one speaks only of the year in the file's name.
  private var notAnnounced: [NoticeYear] {
    rules.yearInName.map { [NoticeYear(year: $0, overrides: [])] } ?? []
  }

  /// The year of most of the days, so that one slip does not decide it; of two the later.
  private func year(of days: [(override: DayOverride, node: Node)]) -> Int? {
    let counts = Dictionary(grouping: days, by: \.override.date.year).mapValues(\.count)
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private func day(_ key: Node, _ node: Node) -> (override: DayOverride, node: Node)? {
    let known = ["holiday", "name", "date", "target"]
    guard let fields = Fields(node.keeping(known), known: known, of: "a day", diagnostics) else { return nil }
    guard let dateNode = fields["date"] else {
      diagnostics.error("the day has no date; expected \"date\": \"2027-01-01\"", at: key)
      return nil
    }
    guard let date = fields.value("date", expected: "a date of the calendar as YYYY-MM-DD", { CivilDate($0) }) else {
      return nil
    }
    guard let name = key.text, "\(date)".hasSuffix("-\(name)"), name.utf8.count == 5 else {
      diagnostics.error("\(date) stands under \"\(key.text ?? "")\"; expected the same month and day", at: dateNode)
      return nil
    }
    guard let isOff = fields.flag("holiday") else {
      if fields["holiday"] == nil {
        diagnostics.error("\(date) does not say holiday; expected true (rest) or false (make-up workday)", at: key)
      }
      return nil
    }
    let title = (isOff ? nil : fields.text("target")) ?? fields.text("name") ?? ""
    return (DayOverride(date: date, kind: isOff ? .off : .work, name: title, source: rules.file), dateNode)
  }
}
