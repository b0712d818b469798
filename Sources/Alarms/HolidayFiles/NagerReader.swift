import Workdays

/// Reads Nager.Date's list of a country's holidays: the public ones that hold in the whole country, all days off.
struct NagerReader {
  /// In bytes: past it, what else falls on a day adds nothing to its name.
  private static let longestName = 200

  let rules: HolidayFileRules
  private var diagnostics: Diagnostics { rules.diagnostics }

  init(rules: HolidayFileRules) { self.rules = rules }

  func noticeYears(_ root: Node) -> [NoticeYear]? {
    guard let items = root.items else {
      diagnostics.error(
        "expected a list of holidays [{\"date\": …, \"types\": […]}], found \(root.localKind)", at: root)
      return nil
    }
    var days: [(override: DayOverride, node: Node)] = []
    var indices: [CivilDate: Int] = [:]
    for item in items {
      guard let day = day(item) else { continue }
      let date = day.override.date
      // Two holidays may share a day.
      if let index = indices[date] {
        let other = days[index].override
        guard other.name != day.override.name, other.name.utf8.count < Self.longestName else { continue }
        days[index].override = DayOverride(
          date: date, kind: .off, name: "\(other.name), \(day.override.name)", source: rules.file)
      } else {
        indices[date] = days.count
        days.append(day)
      }
    }
    return rules.grouped(days)
  }

  private func day(_ node: Node) -> (override: DayOverride, node: Node)? {
    let known = ["date", "localName", "name", "global", "counties", "types"]
    guard let fields = Fields(node.keeping(known), known: known, of: "a holiday", diagnostics) else { return nil }
    guard let dateNode = fields["date"] else {
      diagnostics.error("the holiday has no date; expected \"date\": \"2027-01-01\"", at: node)
      return nil
    }
    guard let date = fields.value("date", expected: "a date of the calendar as YYYY-MM-DD", { CivilDate($0) }) else {
      return nil
    }
    guard let types = fields.items("types") else {
      if fields["types"] == nil {
        diagnostics.error("\(date) does not say what it is; expected \"types\": [\"Public\"]", at: node)
      }
      return nil
    }
    guard types.contains(where: { $0.text == "Public" }), isNationwide(fields) else { return nil }
    let name = fields.text("localName") ?? fields.text("name") ?? ""
    return (DayOverride(date: date, kind: .off, name: name, source: rules.file), dateNode)
  }

  private func isNationwide(_ fields: Fields) -> Bool {
    fields.flag("global") == true || (fields.items("counties") ?? []).isEmpty
  }
}
