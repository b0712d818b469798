package import Alarms
package import Workdays

/// Reads what a source says into notice years, whatever its form.
package struct SourceReader: Sendable {
  /// What was read.
  package struct Contents: Sendable {
    /// Ascending; one without days says that nothing is announced yet.
    package let noticeYears: [NoticeYear]
    /// Doubts that do not keep the data from being used.
    package let warnings: [Diagnostic]
  }

  package let layer: HolidaySource.Layer
  private let kind: HolidayFile.Kind?
  private let marks: DayMarks
  private let region: HolidayCalendar
  private let week: WorkWeek
  private let year: Int

  /// - Parameters:
  ///   - kind: the form; `nil` tells it by the address and the content.
  ///   - region: what ships for the region of the days.
  ///   - week: the pattern against which make-up days that change nothing are found.
  ///   - year: the civil year now, around which recurring events are written out.
  package init(
    layer: HolidaySource.Layer, kind: HolidayFile.Kind?, marks: DayMarks, region: HolidayCalendar, week: WorkWeek,
    year: Int
  ) {
    self.layer = layer
    self.kind = kind
    self.marks = marks
    self.region = region
    self.week = week
    self.year = year
  }

  /// Reads what was found at a place.
  ///
  /// - Parameters:
  ///   - title: the place as a person is shown it; the source of days that name none.
  ///   - path: the path or address itself, whose ending may tell the form.
  ///   - isOneYear: whether it is a file for one year, which has no days before they are announced.
  /// - Throws: all problems that keep the data from being used.
  package func read(
    _ bytes: [UInt8], title: String, path: String, isOneYear: Bool
  ) throws(DiagnosticList) -> Contents {
    let kind = kind ?? SourceReader.kind(of: path, bytes)
    let (form, noticeYears, warnings) =
      kind == .ics
      ? try feed(bytes, title: title, isOneYear: isOneYear) : try file(bytes, title: title, kind: kind)
    return Contents(
      noticeYears: noticeYears.map { noticeYear in
        NoticeYear(
          year: noticeYear.year, overrides: noticeYear.overrides, basis: basis(of: noticeYear, form),
          tellsHolidaysApart: noticeYear.tellsHolidaysApart)
      }, warnings: warnings)
  }

  private typealias Read = (form: HolidayFile.Kind, noticeYears: [NoticeYear], warnings: [Diagnostic])

  private func file(_ bytes: [UInt8], title: String, kind: HolidayFile.Kind?) throws(DiagnosticList) -> Read {
    let contents = try HolidayFile.read(bytes, file: title, kind: kind, week: week)
    return (contents.kind, contents.noticeYears, contents.warnings)
  }

  /// A person may have no leave left, and a calendar of one year no events yet.
  private func feed(_ bytes: [UInt8], title: String, isOneYear: Bool) throws(DiagnosticList) -> Read {
    let feed = HolidayFeed(
      file: title, marks: marks, region: String(region.region.prefix(2)), year: year,
      mayLack: layer == .personal ? .days : isOneYear ? .events : .nothing)
    let contents = try feed.read(bytes)
    return (.ics, contents.noticeYears, contents.warnings + idleMakeUpDays(contents.noticeYears, title: title))
  }

  /// Make-up days on workdays, of which readers of other forms tell.
  private func idleMakeUpDays(_ noticeYears: [NoticeYear], title: String) -> [Diagnostic] {
    let doubts = noticeYears.flatMap { HolidayGuard(week: week, statute: region.statute).doubts(about: $0) }
    return doubts.compactMap { doubt in
      guard case .confirmsPattern = doubt else { return nil }
      return Diagnostic(
        LocalText(verbatim: doubt.description), at: SourcePlace(file: title, line: 1, column: 1), severity: .warning)
    }
  }

  /// What the days of a year rest on, so that nobody takes days that are worked out from law for the notice that may
  /// still move them.
  ///
  /// Nager.Date knows no notices. Apple's and Google's calendars show the statutory days of a year long before its notice,
  /// and the make-up workdays once it is out: a year of theirs is announced when it has one.
  private func basis(of noticeYear: NoticeYear, _ form: HolidayFile.Kind) -> NoticeYear.Basis {
    guard layer == .national else { return noticeYear.basis }
    switch form {
    case .holidayCN, .timor, .csv: return noticeYear.basis
    case .nager: return hasNotices ? .computed : .law
    case .ics:
      guard hasNotices else { return .law }
      return noticeYear.overrides.contains { $0.kind == .work } ? .notice : .computed
    }
  }

  /// Whether notices are known to be given in the region.
  private var hasNotices: Bool {
    region.statute != nil
      || (region.knownYears ?? year...year).contains { region.noticeYear($0).map { $0.basis != .law } ?? false }
  }

  /// The form that an address's ending tells, or the first words of iCalendar; `nil` for JSON, of which there are several.
  private static func kind(of path: String, _ bytes: [UInt8]) -> HolidayFile.Kind? {
    if let kind = HolidayFile.Kind(endingOf: String(path.prefix { $0 != "?" && $0 != "#" })) { return kind }
    let text = bytes.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return text.starts(with: "BEGIN:VCALENDAR".utf8) ? .ics : nil
  }
}
