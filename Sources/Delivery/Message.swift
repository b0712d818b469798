package import Alarms
package import Workdays

/// What a ring says to a person: a title and some lines, in plain text.
package struct Message: Hashable, Sendable {
  /// One line, without control characters.
  package let title: String
  /// One line or more: when, what kind of day, how late, and what the alarm notes.
  package let lines: [String]

  /// The lines, one under the other.
  package var body: String { lines.joined(separator: "\n") }

  /// The message as it is read at `now`.
  package init(_ ring: Ring, at now: Instant) {
    title = (ring.isTest ? "[test] " : "") + ring.report.title.singleLine
    // Of no alarm: the program itself has something to say, and the notes are that.
    guard ring.report.alarm != nil else {
      lines = Message.lines(of: ring.notes)
      return
    }
    var lines = [Message.when(ring, at: now)]
    if ring.seesHolidays != false, let day = Message.day(ring.report.day) { lines.append(day) }
    if let follows = Message.follows(ring) { lines.append(follows) }
    if let late = Message.late(ring, at: now) { lines.append(late) }
    if let location = ring.location?.singleLine, !location.isEmpty { lines.append("at \(location)") }
    lines += Message.lines(of: ring.notes)
    if let link = ring.link?.singleLine, !link.isEmpty { lines.append(link) }
    self.lines = lines
  }

  private static func lines(of notes: String?) -> [String] {
    (notes ?? "").split(whereSeparator: \.isNewline).map { String($0).singleLine }.filter { !$0.isEmpty }
  }

  /// `in 10 minutes · Sun 20 Sep 09:00`, or `ends in 5 minutes · Fri 9 Jan 16:00`
  private static func when(_ ring: Ring, at now: Instant) -> String {
    var relative = relativeTime(
      from: now, to: ring.end ?? ring.occurrence, utcOffset: ring.utcOffset, allDay: ring.allDay)
    if let end = ring.end { relative = (end < now ? "ended " : "ends ") + relative }
    let civil = ring.occurrence.civil(utcOffset: ring.utcOffset)
    let end = ring.end.map { $0.civil(utcOffset: ring.utcOffset) }
    let (year, month, day) = civil.date.fields
    var absolute = "\(civil.date.weekday.abbreviation.capitalizedASCII) \(day) \(monthNames[month - 1])"
    if year != now.civil(utcOffset: ring.utcOffset).date.year { absolute += " \(year)" }
    // "tomorrow at 09:00" has said the time already.
    if !ring.allDay && !relative.hasSuffix(" at \(civil.time)") { absolute += " \(civil.time)" }
    if let end, !ring.allDay { absolute += end.date == civil.date ? "–\(end.time)" : " to \(end.date) \(end.time)" }
    return "\(relative) · \(absolute)"
  }

  /// What is special about the day; `nil` for an ordinary workday that is sure.
  private static func day(_ day: DayReport) -> String? {
    let kind = DayKind(rawValue: day.kind)
    let isOrdinary = kind == .workday && day.name == nil && day.worksUntil == nil
    let isProvisional = day.certainty == Certainty.provisional.rawValue
    if isOrdinary && !isProvisional { return nil }
    var text = kind?.words ?? day.kind
    if let name = day.name { text += " (\(name.singleLine))" }
    if let end = day.worksUntil { text += ", until \(end)" }
    if isProvisional { text += ", provisional: the holiday notice for this date is not out yet" }
    return text
  }

  /// Why it rings again; `nil` for a ring that the schedule makes.
  private static func follows(_ ring: Ring) -> String? {
    guard let follows = ring.follows else { return nil }
    let since = Instant(seconds: follows.since).civil(utcOffset: ring.utcOffset)
    let time = CivilTime(hour: since.time.hour, minute: since.time.minute)!
    let isSameDay = since.date == ring.fires.civil(utcOffset: ring.utcOffset).date
    let moment = isSameDay ? "\(time)" : "\(since.date) \(time)"
    return switch follows.kind {
    case .snooze: "snoozed at \(moment)"
    case .nag: "reminder \(follows.number): not done since \(moment)"
    case .held: "held for quiet hours since \(moment)"
    case .escalation: "nobody has said that it is done since \(moment)"
    }
  }

  /// That it rings late, and for how many; `nil` when it rings in time.
  private static func late(_ ring: Ring, at now: Instant) -> String? {
    let minutes = ring.lateSeconds(at: now) / 60
    let missed = ring.alsoMissed > 0 ? "\(counted(ring.alsoMissed, "earlier ring")) missed" : nil
    guard minutes >= 1 else { return missed }
    let span = minutes < 1440 ? inWords(minutes: minutes) : counted(minutes / 1440, "day")
    return ["late by \(span)", missed].compactMap(\.self).joined(separator: ", ")
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension Ring {
  /// Whole seconds since it should have rung, 0 when that lies ahead.
  func lateSeconds(at now: Instant) -> Int { max(0, Int(fires.duration(to: now).components.seconds)) }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
