import Alarms
import Workdays

/// What an import makes of the file of added alarms.
struct ImportPlan {
  /// What the helper program found in an iCalendar file.
  struct Found: Decodable {
    struct Entry: Decodable {
      let id: String
      let lines: [String]
    }
    let alarms: [Entry]
    let notes: [Note]
  }

  /// What was not taken, or not as it was written.
  struct Note: Codable {
    let event: String?
    let text: LocalText
    let isLoss: Bool

    init(event: String, text: LocalText) { (self.event, self.text, isLoss) = (event, text, true) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      event = try container.decodeIfPresent(String.self, forKey: .event)
      text = LocalText(verbatim: try container.decode(String.self, forKey: .text))
      isLoss = try container.decode(Bool.self, forKey: .isLoss)
    }
  }

  /// For programs.
  struct Report: Encodable {
    let added, changed, unchanged: [String]
    let over: Int
    let kept: Bool
    let notes: [Note]

    init(_ plan: ImportPlan, isKept: Bool) {
      (added, changed, unchanged, over) = (plan.added, plan.changed, plan.unchanged, plan.over)
      (kept, notes) = (isKept, plan.notes)
    }
  }

  private(set) var added: [String] = []
  private(set) var changed: [String] = []
  private(set) var unchanged: [String] = []
  /// How many were left out since all their rings lie before now.
  private(set) var over = 0
  private(set) var notes: [Note]
  /// The file's text then; `nil` where nothing is to be put into it.
  private(set) var text: String?
  /// The configuration with all that was found.
  let configuration: Configuration

  /// - Throws: a `Failure` where nothing can be kept.
  init(_ found: Found, _ file: OwnAlarmsFile, _ context: Context) throws {
    var notes = found.notes
    let lines: AlarmLines
    do { lines = try AlarmLines(try file.read(), file: file.path) } catch let error as Diagnostic {
      context.report([error])
      throw Failure(.badConfiguration, "\(file.path) has errors; nothing was imported")
    }
    var entries = ImportPlan.eachOnce(found.alarms, &notes)
    let loader = ConfigurationLoader(locations: context.locations)
    let present = try ImportPlan.loaded(loader, file, lines.text, context)
    let others = Dictionary(
      present.isBuiltIn ? [] : present.alarms.filter { $0.place.file != file.path }.map { ($0.id, $0.place) }
    ) { first, _ in first }
    entries.removeAll { entry in
      guard let place = others[entry.id] else { return false }
      notes.append(
        Note(
          event: entry.id, text: "stands in \(place), written by hand, and is left as it is there"))
      return true
    }
    var merged = try ImportPlan.merged(lines, entries, file)
    // What the program refuses goes, each with its reason; the others are not to suffer for it.
    let all = try AlarmLines(merged.text, file: file.path)
    do throws(DiagnosticList) {
      configuration = try loader.load(loader.inputs(replacing: file.path, with: merged.text))
    } catch {
      let faults = error.diagnostics.filter { $0.severity == .error }
      let refused = ImportPlan.refused(faults, in: all, among: Set(entries.map(\.id)), file)
      guard !refused.isEmpty else {
        context.report(faults)
        throw Failure(.badConfiguration, "the configuration has errors; nothing was imported")
      }
      notes += refused.sorted { $0.key < $1.key }.map { Note(event: $0, text: $1) }
      entries.removeAll { refused[$0.id] != nil }
      merged = try ImportPlan.merged(lines, entries, file)
      configuration = try ImportPlan.loaded(loader, file, merged.text, context)
    }
    let new = Set(merged.added)
    let planner = configuration.planner
    let past = Set(
      planner.enabledPlans.filter { new.contains($0.alarm.id) && $0.isOver(at: context.now) }.map(\.alarm.id))
    if !past.isEmpty {
      over = past.count
      entries.removeAll { past.contains($0.id) }
      merged = try ImportPlan.merged(lines, entries, file)
    }
    self.notes = notes
    (added, changed, unchanged) = (merged.added, merged.changed, merged.unchanged)
    text = entries.isEmpty ? nil : merged.text
  }

  /// Of alarms with one id the last one.
  private static func eachOnce(_ alarms: [Found.Entry], _ notes: inout [Note]) -> [Found.Entry] {
    var last: [String: Int] = [:]
    for (index, alarm) in alarms.enumerated() { last[alarm.id] = index }
    return alarms.enumerated().compactMap { index, alarm in
      guard last[alarm.id] != index else { return alarm }
      notes.append(Note(event: alarm.id, text: "two events have this name; the second one is taken"))
      return nil
    }
  }

  private static func loaded(
    _ loader: ConfigurationLoader, _ file: OwnAlarmsFile, _ text: String, _ context: Context
  ) throws -> Configuration {
    do throws(DiagnosticList) { return try loader.load(loader.inputs(replacing: file.path, with: text)) } catch {
      context.report(error.diagnostics.filter { $0.severity == .error })
      throw Failure(.badConfiguration, "the configuration has errors; nothing was imported")
    }
  }

  private static func merged(
    _ lines: AlarmLines, _ entries: [Found.Entry], _ file: OwnAlarmsFile
  ) throws -> AlarmLines.Merged {
    guard let merged = lines.merging(entries.map { ($0.id, $0.lines) }) else {
      throw Failure(
        .badData,
        "\(file.path) is laid out by hand in a way in which nothing can be added; run notifierctl edit and give each "
          + "alarm lines of its own below alarms:")
    }
    guard merged.text.utf8.count <= YAMLReader.longestFile else {
      throw Failure(
        .badData, "with all of this \(file.path) would be larger than \(YAMLReader.longestFile) bytes; import less")
    }
    return merged
  }

  /// The alarms that the errors are about, with the first error of each.
  private static func refused(
    _ faults: [Diagnostic], in lines: AlarmLines, among ids: Set<String>, _ file: OwnAlarmsFile
  ) -> [String: LocalText] {
    var refused: [String: LocalText] = [:]
    for fault in faults where fault.place.file == file.path {
      let entry = lines.entries.first { $0.lines?.contains(fault.place.line - 1) == true }
      guard let entry, ids.contains(entry.id), refused[entry.id] == nil else { continue }
      refused[entry.id] = "cannot be an alarm here: \(fault.message)"
    }
    return refused
  }
}
