package import Alarms
package import Workdays

/// Reads a calendar of holidays in iCalendar into notice years.
package struct HolidayFeed {
  /// What was read.
  package struct Contents: Sendable {
    /// What the calendar sets, by year, ascending.
    package let noticeYears: [NoticeYear]
    /// Doubts that do not keep it from being used.
    package let warnings: [Diagnostic]
  }

  /// How many recurring events a calendar may have: each is a walk over years.
  private static let mostRecurring = 200

  /// What a calendar may be without and still be one.
  package enum Lack: Sendable {
    case nothing
    /// It may have no events at all: nothing is announced yet.
    case events
    /// None of its events need be a day off or a make-up workday.
    case days
  }

  private let mayLack: Lack
  private let file: String
  private let marks: DayMarks
  private let region: String?
  private let years: ClosedRange<Int>

  /// - Parameters:
  ///   - file: the path as errors show it, and the source of the days.
  ///   - region: an ISO 3166-1 code. In `CN`, days of December named 元旦 belong to the next year's notice.
  ///   - year: recurring events are expanded from the year before it to the second year after it.
  ///   - mayLack: what the calendar may be without; it then sets no days.
  package init(file: String, marks: DayMarks, region: String?, year: Int, mayLack: Lack = .nothing) {
    self.mayLack = mayLack
    self.file = file
    self.marks = marks
    self.region = region
    years = year - 1...year + 2
  }

  /// Reads the calendar.
  ///
  /// - Throws: all problems that keep it from being used.
  package func read(_ bytes: [UInt8]) throws(DiagnosticList) -> Contents {
    guard bytes.count <= YAMLReader.longestFile else {
      throw DiagnosticList([error("the file is larger than \(YAMLReader.longestFile) bytes", 1)])
    }
    let lines: [EventLines]
    do throws(Diagnostic) {
      lines = try EventScanner.events(bytes, file: file)
    } catch {
      throw DiagnosticList([error])
    }
    guard !lines.isEmpty || mayLack != .nothing else {
      throw DiagnosticList([error("the calendar has no events; check the source's address", 1)])
    }
    var events: [(line: Int, event: ParsedEvent)] = []
    for line in lines {
      guard let event = ParsedEvent(line.text) else {
        throw DiagnosticList([error("the event cannot be read; the file is damaged, so fetch it again", line.line)])
      }
      events.append((line.line, event))
    }
    return try contents(of: events)
  }

  private func contents(of events: [(line: Int, event: ParsedEvent)]) throws(DiagnosticList) -> Contents {
    var (problems, unmarked, recurring, partial) = ([Diagnostic](), 0, 0, 0)
    var days = DayCollection()
    let replaced = replacedDates(events)
    for (line, event) in events where event.status != "CANCELLED" {
      guard let kind = marks.kind(of: event) else {
        unmarked += 1
        continue
      }
      guard event.fault != nil || !EventDates.isPartOfDay(event) else {
        partial += 1
        continue
      }
      if event.rule != nil { recurring += 1 }
      guard recurring <= Self.mostRecurring, problems.count < 100 else {
        problems.append(
          error(
            "more than \(Self.mostRecurring) recurring events or 99 problems; this is no calendar of holidays", line))
        break
      }
      do throws(EventDates.Fault) {
        let dates = try EventDates(
          event, years: years, replaced: event.recurrenceID == nil ? replaced[event.uid] ?? [] : [])
        try days.add(dates, kind: kind, name: marks.name(of: event), source: file, line: line)
      } catch {
        problems.append(self.error(LocalText(verbatim: error.message), line))
      }
    }
    if days.count == 0, problems.isEmpty, mayLack != .days, mayLack == .nothing || !events.isEmpty {
      problems.append(
        error(
          "none of the \(events.count) events is a day off or a make-up workday; name them with --off and --work", 1))
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
    var warnings: [Diagnostic] = []
    if unmarked > 0 {
      warnings.append(
        note("\(unmarked) of \(events.count) events are neither days off nor make-up workdays and are left out"))
    }
    if partial > 0 {
      warnings.append(note("\(partial) of \(events.count) events take less than a day and are left out"))
    }
    return Contents(noticeYears: noticeYears(days.sorted), warnings: warnings)
  }

  /// The dates of recurring events that events of their own stand for, or that were cancelled, by UID.
  private func replacedDates(_ events: [(line: Int, event: ParsedEvent)]) -> [String: Set<CivilDate>] {
    var dates: [String: Set<CivilDate>] = [:]
    for (_, event) in events {
      guard let text = event.recurrenceID, let time = try? EventTime(text) else { continue }
      dates[event.uid, default: []].insert(time.date)
    }
    return dates
  }

  private func noticeYears(_ days: [DayOverride]) -> [NoticeYear] {
    let years = Dictionary(grouping: days) { day in
      let belongsToNext = region == "CN" && day.date.month == 12 && day.name.contains("元旦")
      return day.date.year + (belongsToNext ? 1 : 0)
    }
    return years.map { NoticeYear(year: $0.key, overrides: $0.value) }.sorted { $0.year < $1.year }
  }

  private func error(_ message: LocalText, _ line: Int) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(file: file, line: line, column: 1))
  }

  private func note(_ message: LocalText) -> Diagnostic {
    Diagnostic(message, at: SourcePlace(file: file, line: 1, column: 1), severity: .warning)
  }
}

/// Days by date, each of one kind.
private struct DayCollection {
  /// How many days events may cover, those that several share counted for each.
  private static let most = 20_000

  private var days: [CivilDate: (override: DayOverride, line: Int)] = [:]
  private var added = 0

  var count: Int { days.count }
  var sorted: [DayOverride] { days.values.map(\.override).sorted { $0.date < $1.date } }

  /// Adds the days of an event that begins in `line`.
  ///
  /// - Throws: a fault where another event says the opposite of a day, or where there are too many days.
  mutating func add(
    _ dates: EventDates, kind: DayOverride.Kind, name: String, source: String, line: Int
  ) throws(EventDates.Fault) {
    for start in dates.starts {
      for date in start...start.adding(days: dates.length - 1) {
        added += 1
        guard added <= Self.most else {
          throw EventDates.Fault(
            message: "the events cover more than \(Self.most) days; this is no calendar of holidays")
        }
        try add(DayOverride(date: date, kind: kind, name: name, source: source), line: line)
      }
    }
  }

  /// Adds a day; two events that agree on a date share it, with both names.
  private mutating func add(_ override: DayOverride, line: Int) throws(EventDates.Fault) {
    guard let (known, earlier) = days[override.date] else {
      days[override.date] = (override, line)
      return
    }
    guard known.kind == override.kind else {
      throw EventDates.Fault(
        message: "\(override.date) is \(override.kind.rawValue) here and was not in line \(earlier); tell days off and "
          + "make-up workdays apart with --off and --work")
    }
    guard !known.name.split(separator: "、").contains(Substring(override.name)), known.name.utf8.count < 200 else {
      return
    }
    let name = [known.name, override.name].filter { !$0.isEmpty }.joined(separator: "、")
    days[override.date]?.override = DayOverride(
      date: override.date, kind: override.kind, name: name, source: override.source)
  }
}
