import Workdays

/// What holds for holiday files of every form.
struct HolidayFileRules {
  /// The path as errors show it.
  let file: String
  let week: WorkWeek
  let diagnostics: Diagnostics

  /// How the end of a half-day is written.
  static let timeForm: LocalText = "the time at which the work of a half-day ends, such as 12:00"

  /// The year in a name such as `2027.json`.
  var yearInName: Int? {
    let digits = Files.name(of: file).prefix { $0.isNumber }
    return digits.count == 4 && Files.name(of: file).dropFirst(4).hasPrefix(".") ? Int(digits) : nil
  }

  /// Whether a file that is named for a year is of that year; told, where it is not.
  func isNamedRight(for year: Int, at node: Node?) -> Bool {
    guard let named = yearInName, named != year, let node else { return true }
    diagnostics.error(
      "the file is named for \(named) and says year \(year); it is refused, and what was known of \(named) stays in "
        + "use; fetch the right file again", at: node)
    return false
  }

  /// Warns of a date that the notice of `year` cannot set.
  func checkWindow(_ date: CivilDate, of year: Int, at node: Node) {
    guard NoticeYear.window(of: year)?.contains(date) != true else { return }
    diagnostics.warning(
      "\(date) lies outside the notice of \(year), which sets days from December \(year - 1) to December \(year); "
        + "check the date", at: node)
  }

  /// Warns of a make-up day that is a workday anyway. Where weeks take turns, people who work every second Saturday may
  /// well be told that one of them is to be worked.
  func checkMakeUp(_ date: CivilDate, at node: Node) {
    guard week.isAlwaysWorkday(date.weekday) else { return }
    diagnostics.warning(
      "\(date) is a \(date.weekday.name) and a workday anyway: this make-up day changes nothing; check the date",
      at: node)
  }

  /// Days of a form that knows no notices, grouped by the year of their date.
  ///
  /// A day of December that a notice of the next year sets cannot be told from the others.
  func grouped(_ days: [(override: DayOverride, node: Node)]) -> [NoticeYear]? {
    let years = Dictionary(grouping: days.map(\.override), by: \.date.year)
    if let named = yearInName, years[named] == nil, let first = days.first {
      _ = isNamedRight(for: first.override.date.year, at: first.node)
      return nil
    }
    return years.map { NoticeYear(year: $0.key, overrides: $0.value) }
  }
}
