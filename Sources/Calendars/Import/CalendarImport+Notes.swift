import Alarms

extension CalendarImport {
  /// Properties that say nothing of when and what to ring.
  private static let housekeeping: Set<String> = [
    "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "TRANSP", "CLASS", "PRODID", "VERSION", "CALSCALE",
    "METHOD", "X-WR-CALNAME", "X-WR-TIMEZONE", "REFRESH-INTERVAL", "X-PUBLISHED-TTL",
  ]
  /// Properties that an alarm is made of.
  private static let used: Set<String> = [
    "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "SUMMARY", "DESCRIPTION", "LOCATION",
    "URL", "STATUS",
  ]
  private static let known = housekeeping.union(used)
  private static let knownOfAlarms = housekeeping.union([
    "TRIGGER", "ACTION", "REPEAT", "DURATION", "DESCRIPTION", "SUMMARY",
  ])

  /// Which properties have no place in an alarm.
  mutating func tellUnused(_ components: [CalendarComponent]) {
    var counts: [String: Int] = [:]
    func count(_ component: CalendarComponent, known: Set<String>, prefix: String) {
      for property in component.properties where !known.contains(property.name) && !property.isReadingFault {
        counts[prefix + property.name, default: 0] += 1
      }
    }
    for component in components {
      count(component, known: CalendarImport.known, prefix: "")
      for alarm in component.parts where alarm.name == "VALARM" {
        count(alarm, known: CalendarImport.knownOfAlarms, prefix: "VALARM ")
      }
      for part in [component] + component.parts.filter({ $0.name == "VALARM" }) {
        for fault in part.properties where fault.isReadingFault {
          let event = component.name == "VEVENT" ? name(component) : nil
          note(event, "a line cannot be read: \(fault.value.singleLine.prefix(120))", isLoss: true)
        }
      }
    }
    guard !counts.isEmpty else { return }
    let list = counts.sorted { $0.key < $1.key }.map { $1 == 1 ? $0 : "\($0) (\($1))" }.joined(separator: ", ")
    note(nil, "not kept, since alarms have no place for it: \(list)", isLoss: false)
  }

  /// What of the file is no event.
  mutating func tellOthers(_ components: [String: [CalendarComponent]]) {
    for other in ["VTODO", "VJOURNAL", "VFREEBUSY"] {
      guard let count = components[other]?.count else { continue }
      note(nil, "\(count) \(other) left out: only events are taken", isLoss: true)
    }
  }

  /// Whether the file holds more events than could be read.
  mutating func tellMissing(_ text: String, _ events: [CalendarComponent]) {
    var begun = 0
    for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    where line.first.map({ $0 | 0x20 }) == UInt8(ascii: "b") {
      if String(Substring(line.prefix(12))).uppercased() == "BEGIN:VEVENT" { begun += 1 }
    }
    if begun > events.count {
      note(nil, "of \(begun) events that begin only \(events.count) could be read", isLoss: true)
    }
  }
}

extension CalendarComponent.Property {
  /// Whether libical put it in the place of a line that it cannot read.
  fileprivate var isReadingFault: Bool { name == "X-LIC-ERROR" && parameters["X-LIC-ERRORTYPE"] != nil }
}
