package import Alarms
package import Workdays

/// What a ring says to a person: a title and some lines, in plain text.
package struct Message: Hashable, Sendable {
  /// One line, without control characters.
  package let title: String
  /// When, what kind of day, how late, where, and what the alarm notes: a line each.
  package let facts: [String]
  /// What to open, where the alarm has something.
  package let link: String?

  /// All lines, the link as the last of them.
  package var lines: [String] { facts + (link.map { [$0] } ?? []) }

  /// The lines, one under the other.
  package var body: String { lines.joined(separator: "\n") }

  /// The message as it is read at `now`, put as a destination wants it.
  package init(_ ring: Ring, at now: Instant, wording: Wording = Wording()) {
    let words = MessageWords(language: wording.language ?? .english)
    let mark = ring.isTest ? words.testMark : ""
    let title = ring.report.title.singleLine
    // Of no alarm: the program itself has something to say, and the notes are that.
    guard ring.report.alarm != nil else {
      self.title = mark + title
      facts = Message.lines(of: ring.notes)
      self.link = nil
      return
    }
    let link = ring.link?.singleLine ?? ""
    var lines = [Message.when(ring, at: now, words)]
    if ring.seesHolidays != false, let day = words.notable(ring.report.day) { lines.append(day) }
    if let follows = Message.follows(ring, words) { lines.append(follows) }
    if let late = Message.late(ring, at: now, words) { lines.append(late) }
    if let location = ring.location?.singleLine, !location.isEmpty { lines.append(words.place(location.isolated)) }
    lines += Message.lines(of: ring.notes)
    func fill(_ template: Template) -> String {
      template.filled { field in
        Message.value(of: field, ring, at: now, body: (lines + [link]).filter { !$0.isEmpty }, words).isolated
      }
    }
    self.title = mark + (wording.title.map { fill($0).singleLine } ?? title)
    // A text of one's own names the link where it wants one.
    facts = wording.text.map { Message.lines(of: fill($0)) } ?? lines
    self.link = link.isEmpty || wording.text != nil ? nil : link
  }

  private static func lines(of notes: String?) -> [String] {
    (notes ?? "").split(whereSeparator: \.isNewline).map { String($0).singleLine }.filter { !$0.isEmpty }
  }

  /// `in 10 minutes · Sun 20 Sep 09:00`, or `ends in 5 minutes · Fri 9 Jan 16:00`
  private static func when(_ ring: Ring, at now: Instant, _ words: MessageWords) -> String {
    let relative = relative(ring, at: now, words)
    let civil = ring.occurrence.civil(utcOffset: ring.utcOffset)
    let end = ring.end.map { $0.civil(utcOffset: ring.utcOffset) }
    let isThisYear = civil.date.year == now.civil(utcOffset: ring.utcOffset).date.year
    var absolute = words.date(civil.date, withYear: !isThisYear)
    // "tomorrow at 09:00" has said the time already.
    if !ring.allDay && !relative.hasSuffix(" \(civil.time)") { absolute += " \(civil.time)" }
    if let end, !ring.allDay { absolute += end.date == civil.date ? "–\(end.time)" : words.until(end) }
    return "\(relative) · \(absolute)"
  }

  private static func relative(_ ring: Ring, at now: Instant, _ words: MessageWords) -> String {
    let relative = words.relative(
      from: now, to: ring.end ?? ring.occurrence, utcOffset: ring.utcOffset, allDay: ring.allDay)
    return ring.end.map { words.ending(relative, isOver: $0 < now) } ?? relative
  }

  /// Why it rings again; `nil` for a ring that the schedule makes.
  private static func follows(_ ring: Ring, _ words: MessageWords) -> String? {
    guard let follows = ring.follows else { return nil }
    let since = Instant(seconds: follows.since).civil(utcOffset: ring.utcOffset)
    let time = CivilTime(hour: since.time.hour, minute: since.time.minute)!
    let isSameDay = since.date == ring.fires.civil(utcOffset: ring.utcOffset).date
    return words.follows(follows, since: isSameDay ? "\(time)" : "\(since.date) \(time)")
  }

  /// That it rings late, and for how many; `nil` when it rings in time.
  private static func late(_ ring: Ring, at now: Instant, _ words: MessageWords) -> String? {
    let minutes = ring.lateSeconds(at: now) / 60
    let missed = ring.alsoMissed > 0 ? words.alsoMissed(ring.alsoMissed) : nil
    guard minutes >= 1 else { return missed }
    return words.joined([words.late(minutes: minutes), missed].compactMap(\.self))
  }

  /// What a template's placeholder stands for, not encoded for any place.
  static func value(
    of field: Template.Field, _ ring: Ring, at now: Instant, body: [String], _ words: MessageWords
  ) -> String {
    let civil = ring.occurrence.civil(utcOffset: ring.utcOffset)
    return switch field {
    case .title: ring.report.title.singleLine
    case .body: body.joined(separator: "\n")
    case .relative: relative(ring, at: now, words)
    case .date: civil.date.description
    case .time: ring.allDay ? "" : civil.time.description
    case .occurrence: ring.report.occurrence
    case .fires: ring.report.fires
    case .day: words.day(ring.report.day)
    case .offset: ring.report.offset.text
    case .location: ring.location?.singleLine ?? ""
    case .notes: lines(of: ring.notes).joined(separator: "\n")
    case .link: ring.link?.singleLine ?? ""
    case .calendar: ring.calendar?.singleLine ?? ""
    case .urgency: ring.urgency.rawValue
    case .alarm: ring.report.alarm ?? ""
    case .id: ring.id
    }
  }
}

extension Ring {
  /// Whole seconds since it should have rung, 0 when that lies ahead.
  func lateSeconds(at now: Instant) -> Int { max(0, Int(fires.duration(to: now).components.seconds)) }
}
