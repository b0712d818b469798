package import Workdays

/// Reads files of holiday data in the forms that public sources publish.
package enum HolidayFile {
  /// The form of a file.
  package enum Kind: String, CaseIterable, Sendable {
    /// holiday-cn's JSON, one object a notice year, or a list of such objects.
    case holidayCN = "holiday-cn"
    /// The answer of timor.tech's `/api/holiday/year/YEAR`.
    case timor
    /// The answer of Nager.Date's `/api/v3/PublicHolidays/YEAR/COUNTRY`.
    case nager
    /// Lines `date,off|work,name,until`.
    case csv
    /// iCalendar, which only the helper program reads.
    case ics
  }

  /// A file that was read.
  package struct Contents: Sendable {
    /// What the file sets, by notice year, ascending. A year without entries is one that is not announced yet.
    package let noticeYears: [NoticeYear]
    /// The form that it turned out to have.
    package let kind: Kind
    /// Doubts that do not keep the file from being used.
    package let warnings: [Diagnostic]
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the path as errors show it; a year in its name must be the file's own.
  ///   - kind: the form; `nil` tells it by the name's ending and by what the JSON holds.
  ///   - week: the pattern against which make-up days that change nothing are found.
  /// - Throws: all problems of the file, when any of them keeps it from being used.
  package static func read(
    _ bytes: [UInt8], file: String, kind: Kind? = nil, week: WorkWeek
  ) throws(DiagnosticList) -> Contents {
    let diagnostics = Diagnostics()
    let rules = HolidayFileRules(file: file, week: week, diagnostics: diagnostics)
    let found: (kind: Kind, noticeYears: [NoticeYear]?)
    do throws(Diagnostic) {
      found = try self.noticeYears(bytes, kind: kind, rules)
    } catch {
      throw DiagnosticList([error])
    }
    guard let noticeYears = found.noticeYears, !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    return Contents(
      noticeYears: noticeYears.sorted { $0.year < $1.year }, kind: found.kind,
      warnings: DiagnosticList(diagnostics.all).diagnostics)
  }

  /// Whether a file looks like holiday data and not like a configuration.
  package static func isLikely(_ bytes: [UInt8], file: String) -> Bool {
    if let kind = Kind(endingOf: file) { return kind == .csv || kind == .ics }
    guard file.hasSuffix(".json") else { return false }
    guard let root = try? YAMLReader.read(bytes, file: file) else {
      return Files.name(of: file).prefix(4).allSatisfy(\.isNumber)
    }
    return root.holds("days") || root.holds("year") || root.holds("holiday") || root.items?.isEmpty == false
  }

  /// What to say of a web page that stands in the place of holiday data; `nil` for anything else.
  package static func markupFault(_ bytes: [UInt8], file: String) -> Diagnostic? {
    guard bytes.first(where: { $0 > UInt8(ascii: " ") && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
    return Diagnostic(
      "this is a web page or XML, expected holiday data; a sign-in page or an error page may have been saved in its "
        + "place, so fetch the file again", at: SourcePlace(file: file, line: 1, column: 1))
  }

  private static func noticeYears(
    _ bytes: [UInt8], kind: Kind?, _ rules: HolidayFileRules
  ) throws(Diagnostic) -> (kind: Kind, noticeYears: [NoticeYear]?) {
    let start = SourcePlace(file: rules.file, line: 1, column: 1)
    if let fault = markupFault(bytes, file: rules.file) { throw fault }
    let told = kind ?? Kind(endingOf: rules.file)
    if told == .csv { return (.csv, try HolidayCSVReader(rules: rules).noticeYears(bytes)) }
    guard told != .ics else {
      throw Diagnostic(
        "iCalendar is not read here; run: notifier-calendars convert --kind ics FILE >YEARS.json, and name YEARS.json",
        at: start)
    }
    let root = try YAMLReader.read(bytes, file: rules.file)
    let kind = told ?? self.kind(of: root)
    switch kind {
    case .timor: return (kind, TimorReader(rules: rules).noticeYears(root))
    case .nager: return (kind, NagerReader(rules: rules).noticeYears(root))
    default: return (kind, HolidayCNReader(rules: rules).noticeYears(root))
    }
  }

  /// The form that JSON has by what it holds.
  private static func kind(of root: Node) -> Kind {
    if root.holds("code") || root.holds("holiday") { return .timor }
    return root.items?.first?.holds("date") == true ? .nager : .holidayCN
  }
}

extension HolidayFile.Kind {
  /// The form that a name's ending tells; `nil` for JSON, of which there are several.
  package init?(endingOf file: String) {
    let name = file.lowercased()
    if name.hasSuffix(".csv") { self = .csv } else if name.hasSuffix(".ics") { self = .ics } else { return nil }
  }
}

extension Node {
  /// Whether it is a mapping with that key.
  func holds(_ name: String) -> Bool {
    guard case .mapping(let pairs) = value else { return false }
    return pairs.contains { $0.key.text == name }
  }

  /// The items of a list; `nil` for anything else.
  var items: [Node]? {
    guard case .sequence(let items) = value else { return nil }
    return items
  }

  /// The same mapping with only these keys: a public service may add others at any time.
  func keeping(_ known: [String]) -> Node {
    guard case .mapping(let pairs) = value else { return self }
    return Node(.mapping(pairs.filter { known.contains($0.key.text ?? "") }), place: place, width: width)
  }
}

/// All problems that one run found, sorted by place.
package struct DiagnosticList: Error, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics.sorted { $0.place < $1.place } }
}
