import Alarms
import FoundationEssentials
import Workdays

/// What a subcommand works with.
struct Context {
  let output: Output
  let now: Instant
  let locations: Locations

  /// The configuration that the daemon would read, or the file that `--config` names, with what does not ring for now.
  ///
  /// A doubt about the zone goes to standard error, as do its errors, which end the command.
  func configuration(_ arguments: Arguments) throws -> Configuration {
    let loader = ConfigurationLoader(locations: locations)
    do {
      var configuration = try loader.load(loader.inputs(file: arguments.value("--config")))
      if let language = configuration.language { Language.inForce = language }
      // Every time that is told hangs on it.
      if let doubt = configuration.zoneDoubt { output.message(doubt.text) }
      configuration.adjustments = JournalView(path: locations.journal).adjustments()
      return configuration
    } catch {
      report(error.diagnostics)
      throw Failure(.badConfiguration, "the configuration has errors; nothing was done")
    }
  }

  /// How many problems are shown at most.
  private static let mostDiagnostics = 100

  /// Prints problems as compilers do: the place, the sentence, the line with a mark under it.
  func report(_ diagnostics: [Diagnostic]) {
    var sources: [String: String] = [:]
    for diagnostic in diagnostics.prefix(Context.mostDiagnostics) {
      let file = diagnostic.place.file
      if sources[file] == nil {
        sources[file] = (try? Files.read(file).bytes).map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      output.note(LocalText(verbatim: diagnostic.rendered(in: sources[file] ?? "")))
    }
    let rest = diagnostics.count - Context.mostDiagnostics
    if rest > 0 { output.note("and \(rest) more; mend these first") }
  }

  /// Writes a value as JSON on one line, keys sorted, so that the text is the same on every run.
  func printJSON(_ value: some Encodable) throws { output.line(try json(value)) }

  /// Writes an array as JSON, one element a line.
  func printJSON(_ values: [some Encodable]) throws {
    output.line(values.isEmpty ? "[]" : "[\n" + (try values.map(json)).joined(separator: ",\n") + "\n]")
  }

  /// An array as JSON whose elements come one after the other, in the same form.
  struct JSONLines {
    fileprivate let context: Context
    /// The element that is not yet written, since it is not known whether a comma follows.
    private var last: String?

    fileprivate init(_ context: Context) { self.context = context }

    mutating func append(_ value: some Encodable) throws {
      context.output.line(last.map { $0 + "," } ?? "[")
      last = try context.json(value)
    }

    func end() { context.output.line(last.map { $0 + "\n]" } ?? "[]") }
  }

  func jsonLines() -> JSONLines { JSONLines(self) }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Says once on standard error for which years dates are not certain, and why.
  func noteUncertainty(_ days: [Day], calendar: WorkCalendar) {
    uncertainty(days, calendar: calendar).forEach(output.message)
  }

  /// The same for days of calendars that may be of several regions, which then are named.
  func noteUncertainty(_ days: [(day: Day, calendar: WorkCalendar)]) {
    let regions = Dictionary(grouping: days) { $0.calendar.national.region }
    for (region, days) in regions.sorted(by: { $0.key < $1.key }) {
      for sentence in uncertainty(days.map(\.day), calendar: days[0].calendar) {
        output.message(regions.count == 1 ? sentence : "\(region): \(sentence)")
      }
    }
  }

  private func uncertainty(_ days: [Day], calendar: WorkCalendar) -> [LocalText] {
    var sentences: [LocalText] = []
    let national = calendar.national
    let uncertain = Set(days.filter { $0.certainty == .provisional }.map(\.date.year)).sorted()
    let computed = uncertain.filter { national.noticeYear($0)?.basis == .computed }
    if !computed.isEmpty {
      sentences.append(
        "provisional: the holidays of \(list(computed)) are computed from law and calendar; a notice may still move days"
      )
    }
    let provisional = uncertain.filter { !computed.contains($0) }
    if !provisional.isEmpty {
      // The last days of a year wait for the next year's notice.
      let due = Set(provisional.map { national.isAnnounced(year: $0) ? $0 + 1 : $0 }).sorted()
      let notices: LocalText = due.count == 1 ? "notice for \(due[0]) is" : "notices for \(list(due)) are"
      sentences.append("provisional: the holiday \(notices) not out; make-up workdays there are unknown")
    }
    if days.contains(where: { $0.certainty == .unknown }) {
      let isBeyond = days.contains {
        $0.certainty == .unknown && $0.date.year > national.knownYears?.upperBound ?? .max
      }
      let bound: LocalText =
        national.knownYears.map { isBeyond ? " after \($0.upperBound)" : " before \($0.lowerBound)" } ?? ""
      sentences.append(
        "unknown: no holiday data for region \(national.region)\(bound); days follow the weekly pattern only")
    }
    return sentences
  }

  private func list(_ years: [Int]) -> LocalText {
    let (first, last) = (years[0], years[years.count - 1])
    if years.count == 1 { return "\(first)" }
    return years.count == 2 ? "\(first) and \(last)" : "\(first) to \(last)"
  }
}
