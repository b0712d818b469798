import Alarms
import Workdays

extension CalendarImport {
  /// The alarms of one identifier: a series with the days of it that are told of apart, or a single event.
  mutating func take(_ events: [CalendarComponent], uid: String) {
    let id = idPrefix.map { "\($0)-\(stableHash([uid]))" } ?? CalendarImport.id(of: uid)
    let masters = events.filter { $0["RECURRENCE-ID"] == nil }
    // The last one that a file has of an identifier is the newest.
    let master = masters.max { sequence($0) < sequence($1) }
    if masters.count > 1 {
      note(
        name(masters[0]), "stands \(masters.count) times in the file; the one with the highest SEQUENCE is taken",
        isLoss: Set(masters.map(sequence)).count < masters.count)
    }
    let whole = master.flatMap { series(of: $0) }
    var cuts: [Cut] = []
    var replaced: [ImportedMoment] = []
    for override in events where override["RECURRENCE-ID"] != nil {
      guard let property = override["RECURRENCE-ID"],
        let day = moment(property, whole.map { ($0.zone, $0.zoneRules) }, isAllDay: whole?.isAllDay ?? false)
      else {
        note(
          name(override),
          "RECURRENCE-ID \"\(override["RECURRENCE-ID"]?.value.singleLine ?? "")\" cannot be read; the day is left out",
          isLoss: true)
        continue
      }
      let suffix = (whole.map { day.civil(in: $0.zoneRules) } ?? day.civil(in: .utc)).description
      let ownID = "\(id)-\(suffix.filter { $0.isNumber || $0 == "T" })"
      if property.parameters["RANGE"] == "THISANDFUTURE", whole?.isRepeated == true {
        cuts.append(Cut(day: day, event: override, id: ownID))
      } else {
        replaced.append(day)
        guard let single = series(of: override) else { continue }
        addEvent(override, single, id: ownID, isOverride: true)
      }
    }
    guard let master, let whole else { return }
    addSegments(master, whole, cuts, replaced, id: id)
  }

  /// A change of all days of a series from one on.
  struct Cut {
    /// When the first of them would be without it.
    let day: ImportedMoment
    let event: CalendarComponent
    let id: String
  }

  /// A series up to its first change, and what it is from each change up to the next.
  private mutating func addSegments(
    _ master: CalendarComponent, _ whole: Series, _ cuts: [Cut], _ replaced: [ImportedMoment], id: String
  ) {
    var whole = whole
    whole.excluded += replaced
    let sorted = cuts.sorted { $0.day.civil(in: whole.zoneRules) < $1.day.civil(in: whole.zoneRules) }
    var head = (event: master, id: id, start: whole.start, startDay: whole.start)
    for cut in sorted {
      guard let new = series(of: cut.event), let before = whole.before(cut.day),
        let first = head.id == id ? before : before.from(head.startDay, startingAt: head.start),
        whole.from(cut.day, startingAt: new.start) != nil
      else {
        note(
          name(cut.event),
          "the change of all days from \(cut.day.civil(in: whole.zoneRules)) on cannot be told of its rule, "
            + "and is left out", isLoss: true)
        continue
      }
      addEvent(head.event, first, id: head.id, isOverride: head.id != id)
      head = (cut.event, cut.id, new.start, cut.day)
    }
    guard head.id != id else { return addEvent(master, whole, id: id, isOverride: false) }
    if let last = whole.from(head.startDay, startingAt: head.start) {
      addEvent(head.event, last, id: head.id, isOverride: true)
    }
  }

  /// A number that an event's own program raises with each change.
  private func sequence(_ event: CalendarComponent) -> Int { event["SEQUENCE"].flatMap { Int($0.value) } ?? 0 }

  func name(_ event: CalendarComponent) -> String {
    (event["SUMMARY"]?.value).flatMap { $0.isEmpty ? nil : $0.singleLine } ?? event["UID"]?.value.singleLine
      ?? "an event"
  }

  /// An alarm's id that is the same whenever the event comes again. Of alarms that were exported it is their own.
  static func id(of uid: String) -> String {
    let own = "@notifier"
    if uid.hasSuffix(own) {
      let name = String(
        uid.dropLast(own.count).map { $0 == "/" ? "-" : $0 }.filter { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      )
      if (1...64).contains(name.count) { return name }
    }
    return "ics-\(stableHash([uid]))"
  }

  private mutating func addEvent(_ event: CalendarComponent, _ series: Series, id: String, isOverride: Bool) {
    let name = name(event)
    guard event["STATUS"]?.value.uppercased() != "CANCELLED" else {
      if !isOverride { note(name, "is cancelled, and left out", isLoss: false) }
      return
    }
    guard let days = days(of: series) else {
      note(name, "is excluded from its own days, and left out", isLoss: false)
      return
    }
    var head = ["title: \(YAMLText.quoted(name))"]
    if series.zone != zones.ownZone { head.append("timezone: \(YAMLText.scalar(series.zone))") }
    let reminders = ImportedReminders(event, start: series.instant(series.start), isSeries: series.isRepeated)
    for fault in reminders.faults { note(name, fault.text, isLoss: fault.isLoss) }
    var tail: [String] = []
    if reminders.isAudible { tail.append("to: [desktop, sound]") }
    for (key, property) in [("notes", "DESCRIPTION"), ("location", "LOCATION"), ("link", "URL")] {
      if let text = event[property]?.value, !text.isEmpty { tail.append("\(key): \(YAMLText.quoted(text))") }
    }
    if let calendar { tail.append("calendar: \(YAMLText.scalar(calendar))") }
    // A series' alarm at a moment of its own rings once.
    for moment in reminders.moments {
      let civil = series.zoneRules.civil(at: moment)
      let stamp = civil.description.filter { $0.isNumber || $0 == "T" }
      add("\(id)-at-\(stamp)", head + ["at: \"\(civil.time)\"", "days: [\(civil.date)]"] + tail)
    }
    if reminders.offsets.isEmpty {
      guard reminders.moments.isEmpty else { return }
      withoutAlarm += 1
    }
    var lines = head + [series.isAllDay ? "all-day: true" : "at: \"\(series.wall.time)\""] + days
    if let length = length(of: event, name, series) { lines.append("duration: \(length)") }
    if !reminders.offsets.isEmpty { lines.append("remind: \(YAMLText.list(reminders.offsets))") }
    add(id, lines + tail)
  }

  /// `days:`, or `rrule:` with what belongs to it; `nil` where nothing is left.
  private func days(of series: Series) -> [String]? {
    guard series.isRepeated else {
      let start = series.instant(series.start)
      return series.excluded.contains { series.instant($0) == start } ? nil : ["days: [\(series.wall.date)]"]
    }
    var added = series.added
    if !series.yieldsStart { added.insert(series.start, at: 0) }
    var lines: [String] = []
    if !series.rules.isEmpty {
      lines.append("rrule: [\(series.rules.map { YAMLText.quoted($0.description) }.joined(separator: ", "))]")
      lines.append("start: \(series.isAllDay ? "\(series.wall.date)" : "\"\(series.wall)\"")")
      // An event says itself on which days it is; holidays take nothing from it.
      lines.append("holidays: ignore")
    }
    for (key, moments) in [("rdate", added), ("exdate", series.excluded)] where !moments.isEmpty {
      lines.append("\(key): [\(moments.map { written($0, series) }.joined(separator: ", "))]")
    }
    return lines
  }

  /// As `rdate:` and `exdate:` take it: a date, or a local time.
  private func written(_ moment: ImportedMoment, _ series: Series) -> String {
    // A date that is taken from a series with times stands for all of that day.
    if case .date(let date) = moment { return "\"\(date)\"" }
    let civil = moment.civil(in: series.zoneRules)
    return series.isAllDay ? "\"\(civil.date)\"" : "\"\(civil)\""
  }

  /// How long it lasts, as `duration:` has it; `nil` for no time, or one day of an all-day event.
  private mutating func length(of event: CalendarComponent, _ name: String, _ series: Series) -> String? {
    if let duration = event["DURATION"]?.value {
      guard let span = ImportedReminders.span(duration), span.days >= 0, span.seconds >= 0 else {
        note(
          name, "DURATION \"\(duration.singleLine)\" is none that an event can have; it ends as it begins",
          isLoss: false)
        return nil
      }
      return series.isAllDay && span.days == 1 && span.seconds == 0 ? nil : text(days: span.days, seconds: span.seconds)
    }
    guard let property = event["DTEND"],
      let end = moment(property, (series.zone, series.zoneRules), isAllDay: series.isAllDay)
    else { return nil }
    if series.isAllDay {
      let days = series.wall.date.days(until: end.civil(in: series.zoneRules).date)
      return days > 1 ? "\(days)d" : nil
    }
    guard let from = series.instant(series.start), let to = series.instant(end), from < to else { return nil }
    let seconds = to.seconds - from.seconds
    return text(days: seconds / 86_400, seconds: seconds % 86_400)
  }

  private func text(days: Int, seconds: Int) -> String? {
    guard days > 0 || seconds > 0 else { return nil }
    return Offset(.span(days: days, seconds: seconds)).description.replacing("+", with: "")
  }
}
