package import Alarms
import Workdays

/// Turns the events of an iCalendar file into alarms as the configuration writes them.
///
/// Nothing is lost without a word: what of an event is not taken is in ``notes``.
package struct CalendarImport {
  /// One alarm.
  package struct Entry: Codable, Hashable, Sendable {
    package let id: String
    /// The lines of its mapping in the configuration, `id` first.
    package let lines: [String]
  }

  /// What was not taken, or not as it was written.
  package struct Note: Codable, Hashable, Sendable {
    /// The title of the event, or its identifier where it has none; `nil` for what concerns the file.
    package let event: String?
    package let text: String
    /// Whether something rings at other times for it, or not at all.
    package let isLoss: Bool
  }

  /// What the command that keeps the alarms is told.
  package struct Result: Codable, Hashable, Sendable {
    package var alarms: [Entry] = []
    package var notes: [Note] = []
  }

  package private(set) var result = Result()
  let zones: ZoneNames
  /// Where times that name no zone are read: as the file says, else the reader's own.
  let floatingZone: String
  let calendar: String?
  /// What the ids of all alarms begin with; `nil` for those that ``id(of:)`` makes.
  let idPrefix: String?
  var zonesFound: [String: ZoneNames.Found] = [:]
  /// How many events have no alarm of their own.
  var withoutAlarm = 0

  /// - Parameters:
  ///   - ownZone: where times are read that name no zone in a file that names none either.
  ///   - calendar: the configuration's calendar of which the alarms are; `nil` for none.
  ///   - idPrefix: what the ids of all alarms begin with, so that they are those of no other file.
  /// - Throws: what the file is, where it is no iCalendar in UTF-8.
  package init(
    _ bytes: [UInt8], file: String, ownZone: String, calendar: String?, idPrefix: String? = nil,
    zoneStore: ZoneStore = ZoneStore()
  ) throws(Diagnostic) {
    let text = try CalendarImport.text(of: bytes, file: file)
    guard let (root, definitions) = CalendarComponent.read(text) else {
      throw CalendarImport.fault(text, file: file)
    }
    (self.calendar, self.idPrefix) = (calendar, idPrefix)
    zones = ZoneNames(store: zoneStore, ownZone: ownZone, definitions: definitions)
    let components = root.byName()
    let calendars = components["VCALENDAR"] ?? []
    let named = calendars.compactMap { $0["X-WR-TIMEZONE"]?.value }.first
    floatingZone = named.flatMap(zones.zone) ?? ownZone
    if let named, zones.zone(named: named) == nil {
      note(
        nil,
        "the file's zone \"\(named.singleLine)\" is not known; times without a zone are taken for those of \(ownZone)",
        isLoss: true)
    }
    let events = components["VEVENT"] ?? []
    guard !calendars.isEmpty || !events.isEmpty else { throw CalendarImport.fault(text, file: file) }
    tellMissing(text, events)
    tellOthers(components)
    // What is called off as a whole is called off event by event.
    let isCancelled = calendars.contains { $0["METHOD"]?.value.uppercased() == "CANCEL" }
    var groups: [String: [CalendarComponent]] = [:]
    var order: [String] = []
    for event in events {
      let uid = event["UID"]?.value ?? ""
      // Without an identifier each is one of its own, told apart by what it says.
      let key = uid.isEmpty ? stableHash([event["DTSTART"]?.value ?? "", event["SUMMARY"]?.value ?? ""]) : uid
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(event)
    }
    if isCancelled {
      note(nil, "the file calls \(counted(order.count, "event")) off; nothing is taken of it", isLoss: false)
    } else {
      for key in order { take(groups[key] ?? [], uid: key) }
    }
    if withoutAlarm > 0 {
      note(
        nil,
        "\(counted(withoutAlarm, "event")) without an alarm: rings when it begins, at 09:00 where it takes the whole day",
        isLoss: false)
    }
    tellUnused(calendars + events)
  }

  /// Why nothing can be read: libical has only what is whole.
  private static func fault(_ text: String, file: String) -> Diagnostic {
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.contains(where: { $0.uppercased().hasPrefix("BEGIN:VCALENDAR") }) else {
      return Diagnostic(
        "this is no iCalendar; expected BEGIN:VCALENDAR", at: SourcePlace(file: file, line: 1, column: 1))
    }
    return Diagnostic(
      "the file ends before END:VCALENDAR, so a part of it is missing; fetch it again",
      at: SourcePlace(file: file, line: max(1, lines.count), column: 1))
  }

  mutating func note(_ event: String?, _ text: String, isLoss: Bool) {
    result.notes.append(Note(event: event, text: text, isLoss: isLoss))
  }

  mutating func add(_ id: String, _ lines: [String]) {
    result.alarms.append(Entry(id: id, lines: ["id: \(YAMLText.scalar(id))"] + lines))
  }

  /// The file as libical wants it: UTF-8 without a mark at its start, lines ended by LF or CRLF.
  private static func text(of bytes: [UInt8], file: String) throws(Diagnostic) -> String {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let place = SourcePlace(file: file, line: 1, column: 1)
    if let encoding = TextEncoding(guessedFor: bytes),
      encoding.hasWideUnits || String(validating: content, as: UTF8.self) == nil
    {
      throw Diagnostic(LocalText(verbatim: encoding.remedy), at: place)
    }
    guard !content.contains(0) else {
      throw Diagnostic("the file holds zero bytes, as no text does; fetch it again", at: place)
    }
    // Folding may cut a character in two (RFC 5545, 3.1), so lines are joined before the text is judged.
    var joined: [UInt8] = []
    joined.reserveCapacity(content.count)
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    let endsInCR = !content.contains(lf)
    var index = content.startIndex
    while index < content.endIndex {
      var byte = content[index]
      if byte == cr, endsInCR { byte = lf }
      index += 1
      if byte == lf, index < content.endIndex,
        content[index] == UInt8(ascii: " ") || content[index] == UInt8(ascii: "\t")
      {
        if joined.last == cr { joined.removeLast() }
        index += 1
        continue
      }
      joined.append(byte)
    }
    guard let text = String(validating: joined, as: UTF8.self) else {
      throw Diagnostic("the file is not UTF-8; save it as UTF-8", at: place)
    }
    return text
  }
}
