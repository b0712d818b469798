package import Workdays

/// Reads the year files of holiday-cn: `year`, `papers`, and `days` of `name`, `date`, `isOffDay`.
package enum HolidayFile {
  /// A year file that was read.
  package struct Contents: Sendable {
    /// The year of the notice.
    package let noticeYear: NoticeYear
    /// Doubts that do not keep the file from being used.
    package let warnings: [Diagnostic]
  }

  /// Reads a year file.
  ///
  /// An empty list of days is a year that is not announced yet; it reads as a notice year without entries.
  ///
  /// - Parameters:
  ///   - file: the path as errors show it; a year in its name must be the file's own.
  ///   - week: the pattern against which make-up days that change nothing are found.
  /// - Throws: all problems of the file, when any of them keeps it from being used.
  package static func read(_ bytes: [UInt8], file: String, week: WorkWeek) throws(DiagnosticList) -> Contents {
    let diagnostics = Diagnostics()
    let root: Node
    do throws(Diagnostic) {
      root = try YAMLReader.read(bytes, file: file)
    } catch {
      throw DiagnosticList([error])
    }
    let noticeYear = Reader(file: file, week: week, diagnostics: diagnostics).noticeYear(root)
    guard let noticeYear, !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    return Contents(noticeYear: noticeYear, warnings: diagnostics.all)
  }

  private struct Reader {
    let file: String
    let week: WorkWeek
    let diagnostics: Diagnostics

    func noticeYear(_ root: Node) -> NoticeYear? {
      let known = ["year", "papers", "days", "$schema", "$id"]
      guard case .mapping = root.value else {
        diagnostics.error(
          "expected a holiday file {\"year\": …, \"papers\": […], \"days\": […]}, found \(root.kindName)", at: root)
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
      if let named = yearInName, named != year, let node = fields["year"] {
        diagnostics.error(
          "the file is named for \(named) and says year \(year); it is refused, and what was known of \(named) stays in "
            + "use; fetch the right file again", at: node)
      }
      guard let days = fields["days"], case .sequence(let items) = days.value else {
        diagnostics.error("the file has no list of days; expected \"days\": […]", at: fields["days"] ?? root)
        return nil
      }
      let source = papers(fields) ?? file
      return NoticeYear(year: year, overrides: items.compactMap { day($0, year: year, source: source) })
    }

    /// The year in a name such as `2027.json`.
    private var yearInName: Int? {
      let digits = Files.name(of: file).prefix { $0.isNumber }
      return digits.count == 4 && Files.name(of: file).dropFirst(4).hasPrefix(".") ? Int(digits) : nil
    }

    /// The addresses of the notices, which tell a day's source better than the file's path.
    private func papers(_ fields: Fields) -> String? {
      guard let items = fields.items("papers") else { return nil }
      let addresses = items.compactMap(\.text)
      return addresses.isEmpty ? nil : addresses.joined(separator: " ")
    }

    private func day(_ node: Node, year: Int, source: String) -> DayOverride? {
      guard let fields = Fields(node, known: ["name", "date", "isOffDay"], of: "a day", diagnostics),
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
      if NoticeYear.window(of: year)?.contains(date) != true {
        diagnostics.warning(
          "\(date) lies outside the notice of \(year), which sets days from December \(year - 1) to December \(year); "
            + "check the date", at: fields["date"] ?? node)
      }
      if !isOffDay, week.isWorkday(date) {
        diagnostics.warning(
          "\(date) is a \(date.weekday.name) and a workday anyway: this make-up day changes nothing; check the date",
          at: fields["date"] ?? node)
      }
      return DayOverride(
        date: date, kind: isOffDay ? .off : .work, name: fields.text("name") ?? "", source: source)
    }
  }
}

/// All problems that one run found, sorted by place.
package struct DiagnosticList: Error, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics.sorted { $0.place < $1.place } }
}
