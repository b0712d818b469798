package import Workdays

/// Days that a person takes off or works, as `ownDays:` holds them: the topmost layer of the calendar.
package struct OwnDays: Hashable, Sendable {
  /// What a person makes of a date.
  package struct Entry: Hashable, Sendable {
    /// `off` or `work`.
    package let kind: DayOverride.Kind
    /// Why; empty where nothing is said.
    package let name: String
    /// When the work of a half-day ends; only with `work`.
    package let worksUntil: CivilTime?
    /// The alarms that it is said of.
    package var scope: AlarmScope

    package init(kind: DayOverride.Kind, name: String, worksUntil: CivilTime? = nil, scope: AlarmScope = .all) {
      self.kind = kind
      self.name = name
      self.worksUntil = worksUntil
      self.scope = scope
    }
  }

  /// The longest range that one entry may name, in days.
  package static let longestRange = 3660

  /// By date: what is said of all alarms, then what is said of some, of which no two entries name the same one.
  package private(set) var entries: [CivilDate: [Entry]] = [:]

  package init() {}

  /// Says something of a date, in the place of what was said before of the same alarms.
  package mutating func set(_ entry: Entry, on date: CivilDate) {
    forget(entry.scope, on: date)
    entries[date, default: []].append(entry)
  }

  /// Takes back what was said of a date: for all alarms everything, for some what names them.
  package mutating func forget(_ scope: AlarmScope, on date: CivilDate) {
    var left: [Entry] = []
    if case .only(let ids) = scope {
      for var entry in entries[date] ?? [] {
        if case .only(let named) = entry.scope {
          guard !named.isSubset(of: ids) else { continue }
          entry.scope = .only(named.subtracting(ids))
        }
        left.append(entry)
      }
    }
    entries[date] = left.isEmpty ? nil : left
  }

  /// The scopes of all entries.
  var scopes: Set<AlarmScope> { Set(entries.values.joined().map(\.scope)) }

  /// The overrides of the layer.
  ///
  /// - Parameters:
  ///   - source: where they are written, for `why`.
  ///   - applies: which scopes count.
  func overrides(source: String, where applies: (AlarmScope) -> Bool) -> [DayOverride] {
    entries.compactMap { date, entries in
      entries.last { applies($0.scope) }.map {
        DayOverride(date: date, kind: $0.kind, name: $0.name, source: source, worksUntil: $0.worksUntil)
      }
    }
  }

  /// Reads `2026-12-24`, `2026-12-24..2026-12-31`, or with the end's year or month left out, `2026-12-24..31`; `nil` for
  /// anything else, a range that runs backward or one that is too long.
  package static func range(_ text: String) -> ClosedRange<CivilDate>? {
    guard let dots = text.firstRange(of: "..") else { return CivilDate(text).map { $0...$0 } }
    guard let first = CivilDate(text[..<dots.lowerBound]) else { return nil }
    let end = text[dots.upperBound...]
    let missing = first.description.prefix(max(0, 10 - end.count))
    guard let last = CivilDate(missing + end), first <= last, first.days(until: last) < longestRange else { return nil }
    return first...last
  }

  /// The layer as a file of the configuration: runs of days of which the same is said are one entry.
  package var yaml: String {
    var runs: [(first: CivilDate, last: CivilDate, entry: Entry)] = []
    // The first words on all dates go before the second ones, so that these replace nothing that they should not.
    for rank in 0..<(entries.values.map(\.count).max() ?? 0) {
      let first = runs.count
      for (date, entries) in entries.sorted(by: { $0.key < $1.key }) where entries.indices.contains(rank) {
        if runs.count > first, let run = runs.last, run.entry == entries[rank], run.last.days(until: date) == 1 {
          runs[runs.count - 1].last = date
        } else {
          runs.append((date, date, entries[rank]))
        }
      }
    }
    let lines = runs.map { first, last, entry in
      let range = first == last ? "\(first)" : "\(first)..\(last)"
      let until = entry.worksUntil.map { ", until: \"\($0)\"" } ?? ""
      let name = entry.name.isEmpty ? "" : ", name: \(YAMLText.quoted(entry.name.singleLine))"
      let ids = entry.scope.ids
      let alarms = ids.isEmpty ? "" : ", alarms: [\(ids.map(YAMLText.quoted).joined(separator: ", "))]"
      return "  - { \(entry.kind.rawValue): \(range)\(until)\(name)\(alarms) }\n"
    }
    return "ownDays:\(lines.isEmpty ? " []\n" : "\n" + lines.joined())"
  }
}

extension OwnDays {
  /// Reads the entries of `ownDays:`, later ones above earlier ones; problems are reported.
  static func read(_ fields: Fields, _ diagnostics: Diagnostics) -> OwnDays {
    var days = OwnDays()
    for node in fields.items("ownDays") ?? [] {
      guard case .mapping = node.value,
        let entry = Fields(
          node, known: ["off", "work", "until", "name", "alarms"], of: "a day of your own", diagnostics)
      else {
        diagnostics.error("expected { off: 2026-12-24..31, name: \"leave\" } or { work: 2026-12-26 }", at: node)
        continue
      }
      let kinds = [DayOverride.Kind.off, .work].filter { entry[$0.rawValue] != nil }
      guard kinds.count == 1, let kind = kinds.first else {
        diagnostics.error("a day of your own says either off: or work:, one of them", at: node)
        continue
      }
      let expected: LocalText =
        "a date as YYYY-MM-DD, or a range such as 2026-12-24..31 of at most \(longestRange) days"
      guard let range = entry.value(kind.rawValue, expected: expected, range) else { continue }
      let until = entry.value("until", expected: HolidayFileRules.timeForm) { CivilTime($0) }
      if kind == .off, entry["until"] != nil, let key = entry.key("until") {
        diagnostics.error("a day off is not worked until some time; write work: in place of off:", at: key)
        continue
      }
      let day = Entry(
        kind: kind, name: entry.text("name") ?? "", worksUntil: until, scope: entry.scope(diagnostics))
      for date in range { days.set(day, on: date) }
    }
    return days
  }

  /// Reads a file that holds days of one's own and nothing else.
  ///
  /// - Throws: all problems of the file.
  package static func read(_ bytes: [UInt8], file: String) throws(DiagnosticList) -> OwnDays {
    let diagnostics = Diagnostics()
    let root: Node
    do throws(Diagnostic) { root = try YAMLReader.read(bytes, file: file) } catch { throw DiagnosticList([error]) }
    guard let fields = Fields(root, known: ["ownDays"], of: "a file of your own days", diagnostics) else {
      throw DiagnosticList(diagnostics.all)
    }
    let days = read(fields, diagnostics)
    guard !diagnostics.hasErrors else { throw DiagnosticList(diagnostics.all) }
    return days
  }
}
