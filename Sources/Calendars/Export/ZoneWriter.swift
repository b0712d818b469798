import CLibICal
import Workdays

/// Describes a zone for readers that do not know it: one observance for each change of its clocks, as the zone's own file
/// has them.
enum ZoneWriter {
  static func component(_ zone: ZoneRules, from first: CivilDate, through last: CivilDate) -> OpaquePointer? {
    let component = icalcomponent_new(ICAL_VTIMEZONE_COMPONENT)
    icalcomponent_add_property(component, icalproperty_new_tzid(zone.identifier))
    let start = Instant(CivilDateTime(date: first.adding(days: -1), time: .midnight), utcOffset: 0)
    let end = Instant(CivilDateTime(date: last.adding(days: 2), time: .midnight), utcOffset: 0)
    // What holds at the start, as if it had begun then.
    let offset = zone.utcOffset(at: start)
    icalcomponent_add_component(component, observance(zone, at: start, from: offset))
    var now = start
    while let next = zone.nextTransition(after: now), next < end {
      let before = zone.utcOffset(at: next.adding(seconds: -1))
      icalcomponent_add_component(component, observance(zone, at: next, from: before))
      now = next
    }
    return component
  }

  private static func observance(_ zone: ZoneRules, at instant: Instant, from before: Int) -> OpaquePointer? {
    let kind = zone.isDaylightSaving(at: instant) ? ICAL_XDAYLIGHT_COMPONENT : ICAL_XSTANDARD_COMPONENT
    let component = icalcomponent_new(kind)
    // On the wall as it was before the change.
    let start = ICalendarText.local(instant.civil(utcOffset: before))
    for line in [
      "DTSTART:\(start)", "TZOFFSETFROM:\(ICalendarText.utcOffset(before))",
      "TZOFFSETTO:\(ICalendarText.utcOffset(zone.utcOffset(at: instant)))",
      "TZNAME:\(zone.abbreviation(at: instant))",
    ] {
      icalcomponent_add_property(component, icalproperty_new_from_string(line))
    }
    return component
  }
}
