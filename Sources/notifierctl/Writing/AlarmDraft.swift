import Alarms
import Workdays

/// An alarm that is to be added, with the file and the configuration as they would be then.
struct AlarmDraft {
  let entry: AlarmEntry
  /// The text of the file of added alarms with it.
  let text: String
  let configuration: Configuration
  let plan: AlarmPlan
  /// Its next three rings; fewer where it rings less often.
  let firings: [Firing]
  /// Doubts about it, in words of the command line.
  let warnings: [LocalText]

  /// - Parameter before: the configuration as it is.
  /// - Throws: a `Failure` that says which option is wrong, or that it would never ring.
  init(_ arguments: Arguments, _ context: Context, _ before: Configuration, _ file: OwnAlarmsFile) throws {
    var lines = try AlarmDraft.lines(file, context)
    // What has rung once and is over has done its service; what days off or a switch speak of stays.
    let children = Set(JournalView(path: context.locations.journal).children().compactMap(\.report.alarm))
    let yesterday = context.now.advanced(by: .seconds(-86_400))
    for plan in before.planner.enabledPlans where plan.isOver(at: yesterday, file) {
      let id = plan.alarm.id
      guard !children.contains(id), before.ownCalendars[id] == nil, let shorter = lines.removing(id) else { continue }
      lines = try AlarmLines(shorter, file: file.path)
    }
    let others = before.isBuiltIn ? [] : before.alarms.filter { $0.place.file != file.path }.map(\.id)
    let ids = Set(others + lines.entries.map(\.id))
    let entry = try AlarmEntry(arguments, context, before, ids: ids)
    self.entry = entry
    guard let text = try AlarmDraft.text(lines, with: entry, file) else {
      throw Failure(
        .badData,
        "\(file.path) is laid out by hand in a way in which nothing can be added; run notifierctl edit and give each "
          + "alarm lines of its own below alarms:")
    }
    self.text = text
    let written = try AlarmLines(text, file: file.path)
    let added = AddedLines(
      entry: entry, alarm: written[entry.id]?.lines ?? 0..<0,
      destinations: written.lines.indices.filter {
        entry.destinations.contains(String(written.lines[$0].dropFirst(2)))
      },
      file: file.path)
    let loader = ConfigurationLoader(locations: context.locations)
    do {
      var loaded = try loader.load(loader.inputs(replacing: file.path, with: text))
      loaded.adjustments = before.adjustments
      configuration = loaded
    } catch {
      throw AlarmDraft.failure(error, added, context)
    }
    var warnings = (entry.notes + configuration.warnings.compactMap { added.fault($0)?.text }).map {
      LocalText(verbatim: $0)
    }
    guard let plan = configuration.planner.plan(of: entry.id) else {
      throw Failure(.unavailable, "add: the zone of the alarm is not known; name one with --tz")
    }
    self.plan = plan
    firings = try AlarmDraft.firings(plan, context, &warnings)
    self.warnings = warnings
  }

  /// The file's text with the alarm and what it brings along; `nil` where nothing can be put.
  private static func text(_ lines: AlarmLines, with entry: AlarmEntry, _ file: OwnAlarmsFile) throws -> String? {
    var text = lines.adding(id: entry.id, entry.lines)
    for destination in entry.destinations {
      text = try text.flatMap { try AlarmLines($0, file: file.path).adding(destination: destination) }
    }
    return text
  }

  private static func lines(_ file: OwnAlarmsFile, _ context: Context) throws -> AlarmLines {
    do { return try AlarmLines(try file.read(), file: file.path) } catch let error as Diagnostic {
      context.report([error])
      throw Failure(.badConfiguration, "\(file.path) has errors; nothing was added")
    }
  }

  /// The next rings, whatever is skipped or paused for now.
  private static func firings(
    _ plan: AlarmPlan, _ context: Context, _ warnings: inout [LocalText]
  ) throws -> [Firing] {
    do throws(SearchError) {
      let firings = try plan.unadjusted.nextFirings(3, after: context.now)
      guard firings.isEmpty else { return firings }
    } catch {
      // It will ring, once a notice is out.
      if case .notAnnounced(_, after: .some) = error {
        warnings.append(NextCommand.sentence(error))
        return []
      }
      throw Failure(.no, "add: it would never ring, so nothing was added: \(NextCommand.sentence(error))")
    }
    throw Failure(.no, "add: it would never ring, so nothing was added: its last date is over")
  }

  /// The errors of the configuration with the alarm in it: those of the alarm as faults of the command line.
  private static func failure(
    _ list: DiagnosticList, _ added: AddedLines, _ context: Context
  ) -> Failure {
    let errors = list.diagnostics.filter { $0.severity == .error }
    let faults = errors.compactMap(added.fault)
    guard let first = faults.first else {
      context.report(errors)
      return Failure(.badConfiguration, "the configuration has errors; nothing was added")
    }
    for fault in faults.dropLast() { context.output.message("add: \(fault.text)") }
    let isUnknown = ["--to", "--escalate"].contains(first.option) && faults.count == 1
    return Failure(isUnknown ? .unknownName : .usage, "add: \(faults[faults.count - 1].text)")
  }

  /// Its next rings.
  func rows(at now: Instant) -> [[Output.Cell]] {
    firings.map { NextCommand.row(NextCommand.Listed(firing: $0, plan: plan), from: now) }
  }
}

/// The lines of a file that an alarm from the command line brings.
private struct AddedLines {
  let entry: AlarmEntry
  /// Counted from 0, as are the next.
  let alarm: Range<Int>
  let destinations: [Int]
  let file: String

  /// A problem of these lines in words of the command line; `nil` for one of anything else.
  func fault(_ diagnostic: Diagnostic) -> (option: String, text: String)? {
    guard diagnostic.place.file == file else { return nil }
    let line = diagnostic.place.line - 1
    guard alarm.contains(line) || destinations.contains(line) else { return nil }
    let option = destinations.contains(line) ? "--to" : entry.option(ofLine: line - alarm.lowerBound)
    let message = AdHocRule.inOptions(diagnostic.text.description)
    // What is missing stands at no option.
    return (option, diagnostic.message.hasPrefix("the alarm ") ? message : "\(option): \(message)")
  }
}

extension AlarmPlan {
  /// Whether it is an alarm that was added for single dates, all of whose rings lie before an instant.
  func isOver(at instant: Instant, _ file: OwnAlarmsFile) -> Bool {
    guard alarm.place.file == file.path, case .phrase(.dates) = alarm.schedule.days else { return false }
    return isOver(at: instant)
  }
}
