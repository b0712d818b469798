import Alarms
import CLibICal
import Glibc
package import Workdays

/// Writes events as iCalendar (RFC 5545, with RFC 7986's names and colours), through libical.
package struct CalendarWriter {
  private let zones: [String: ZoneRules]
  /// When everything was written, as far as readers are told: a time that does not change from run to run.
  private let stamp: Instant
  /// The dates for which zones have to be described.
  private let horizon: ClosedRange<CivilDate>

  package init(zones: [String: ZoneRules], horizon: ClosedRange<CivilDate>) {
    (self.zones, self.horizon) = (zones, horizon)
    stamp = Instant(CivilDateTime(date: horizon.lowerBound, time: .midnight), utcOffset: 0)
  }

  /// A calendar of these events.
  ///
  /// - Parameters:
  ///   - title: what the calendar is called; `nil` for none.
  ///   - color: `#rrggbb`; `nil` for none.
  package func text(_ events: some Sequence<CalendarEvent>, title: String? = nil, color: String? = nil) -> String {
    let calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT)
    defer { icalcomponent_free(calendar) }
    add("VERSION:2.0", to: calendar)
    add("PRODID:-//notifier//notifier \(notifierVersion)//EN", to: calendar)
    add("CALSCALE:GREGORIAN", to: calendar)
    if let title {
      add("NAME", title, to: calendar)
      add("X-WR-CALNAME", title, to: calendar)
    }
    if let color {
      add("COLOR:\(ColorName.nearest(to: color))", to: calendar)
      add("X-APPLE-CALENDAR-COLOR:\(color.uppercased())", to: calendar)
    }
    let events = Array(events)
    for zone in Set(events.filter(\.isLocal).map(\.zone)).sorted() {
      guard let rules = zones[zone], rules != .utc else { continue }
      let first = events.filter { $0.zone == zone }.compactMap(\.firstDate).min() ?? horizon.lowerBound
      icalcomponent_add_component(calendar, ZoneWriter.component(rules, from: first, through: horizon.upperBound))
    }
    for event in events { icalcomponent_add_component(calendar, component(event)) }
    let text = icalcomponent_as_ical_string_r(calendar)
    defer { icalmemory_free_buffer(text) }
    return text.map { String.escaped(UnsafeBufferPointer(start: $0, count: strlen($0))) } ?? ""
  }

  private func component(_ event: CalendarEvent) -> OpaquePointer? {
    let component = icalcomponent_new(ICAL_VEVENT_COMPONENT)
    icalcomponent_add_property(component, icalproperty_new_uid(event.uid))
    add("DTSTAMP:\(ICalendarText.instant(stamp))", to: component)
    add(line("DTSTART", event.start, event.zone), to: component)
    switch event.start {
    case .date(let date):
      add("DTEND;VALUE=DATE:\(ICalendarText.date(date.adding(days: event.duration.days)))", to: component)
    case .local, .instant:
      // Days of a duration are of the calendar, not of 24 hours, here as there.
      let (days, seconds) = (event.duration.days, event.duration.seconds)
      if days != 0 || seconds != 0 {
        let rest = ICalendarText.duration(seconds: seconds).dropFirst()
        add(
          "DURATION:P\(days > 0 ? "\(days)D" : "")\(seconds > 0 ? String(rest.drop { $0 == "P" }) : "")", to: component)
      }
    }
    if let rule = event.rule { add("RRULE:\(rule)", to: component) }
    for moment in event.excluded { add(line("EXDATE", moment, event.zone), to: component) }
    icalcomponent_add_property(component, icalproperty_new_summary(event.title.plain))
    if let notes = event.notes { icalcomponent_add_property(component, icalproperty_new_description(notes.plain)) }
    if let location = event.location {
      icalcomponent_add_property(component, icalproperty_new_location(location.plain))
    }
    if let link = event.link { add("URL:\(link.singleLine)", to: component) }
    if let calendar = event.calendar {
      icalcomponent_add_property(component, icalproperty_new_categories(calendar.title.withStandIns))
      if let color = calendar.color { add("COLOR:\(ColorName.nearest(to: color))", to: component) }
    }
    // A reminder without a length takes nobody's time.
    if event.duration == .none { add("TRANSP:TRANSPARENT", to: component) }
    for trigger in event.triggers { icalcomponent_add_component(component, alarm(trigger, event)) }
    return component
  }

  private func alarm(_ trigger: CalendarEvent.Trigger, _ event: CalendarEvent) -> OpaquePointer? {
    let alarm = icalcomponent_new(ICAL_VALARM_COMPONENT)
    add("ACTION:DISPLAY", to: alarm)
    let related = trigger.anchor == .end ? ";RELATED=END" : ""
    add("TRIGGER\(related):\(ICalendarText.duration(seconds: trigger.seconds))", to: alarm)
    icalcomponent_add_property(alarm, icalproperty_new_description(event.title.plain))
    return alarm
  }

  private func line(_ name: String, _ moment: CalendarEvent.Moment, _ zone: String) -> String {
    switch moment {
    case .date(let date): "\(name);VALUE=DATE:\(ICalendarText.date(date))"
    case .instant(let instant): "\(name):\(ICalendarText.instant(instant))"
    case .local(let moment):
      zones[zone] == .utc
        ? "\(name):\(ICalendarText.local(moment))Z" : "\(name);TZID=\(zone):\(ICalendarText.local(moment))"
    }
  }

  private func add(_ line: String, to component: OpaquePointer?) {
    icalcomponent_add_property(component, icalproperty_new_from_string(line))
  }

  /// A text under a name that libical has no maker for.
  private func add(_ name: String, _ text: String, to component: OpaquePointer?) {
    let property = icalproperty_new_x(text.withStandIns)
    icalproperty_set_x_name(property, name)
    icalcomponent_add_property(component, property)
  }
}

extension CalendarEvent {
  /// Whether a moment of it is on the wall of its zone.
  fileprivate var isLocal: Bool { if case .local = start { true } else { false } }

  fileprivate var firstDate: CivilDate? {
    switch start {
    case .date(let date): date
    case .local(let moment): moment.date
    case .instant: nil
    }
  }
}

extension String {
  /// On one line, with stand-ins for what has to be escaped in a text (RFC 5545, 3.3.11).
  ///
  /// In categories, and under names that it does not know, libical escapes backslashes and nothing else, so neither the
  /// character itself nor its escape would come out right. No text has these code points: they are no characters.
  fileprivate var withStandIns: String {
    String(singleLine.map { character in String.standIns.first { $0.character == character }?.standIn ?? character })
  }

  /// A text with the escapes in the place of the stand-ins, which are EF B7 90 to EF B7 92 in UTF-8.
  fileprivate static func escaped(_ text: UnsafeBufferPointer<CChar>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = UInt8(bitPattern: text[index])
      if byte == 0xEF, index + 2 < text.count, UInt8(bitPattern: text[index + 1]) == 0xB7,
        let pair = standIns.first(where: { $0.standIn.utf8.last == UInt8(bitPattern: text[index + 2]) })
      {
        bytes += [UInt8(ascii: "\\")] + Array(pair.character.utf8)
        index += 3
      } else {
        bytes.append(byte)
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let standIns: [(character: Character, standIn: Character)] = zip("\\;,", [0xFDD0, 0xFDD1, 0xFDD2])
    .map { ($0, Character(Unicode.Scalar($1 as UInt32)!)) }

  /// Without control characters that iCalendar forbids in a text (RFC 5545, 3.3.11): all but tabs and line breaks.
  fileprivate var plain: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isBreak = scalar == "\n" || scalar == "\t"
          return scalar.properties.generalCategory == .control && !isBreak ? " " : scalar
        }))
  }
}
