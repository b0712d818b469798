import CLibICal
import Workdays

/// A VTIMEZONE of a file, as libical reads it.
final class FileZone {
  private let zone: OpaquePointer

  /// - Parameter component: the VTIMEZONE, of which a copy is kept.
  /// - Returns: `nil` where it says nothing that can be worked out in little time.
  init?(_ component: OpaquePointer) {
    guard FileZone.isSmall(component), let zone = icaltimezone_new() else { return nil }
    self.zone = zone
    // The zone frees the copy with itself.
    guard icaltimezone_set_component(zone, icalcomponent_new_clone(component)) == 1 else { return nil }
  }

  deinit { icaltimezone_free(zone, 1) }

  /// Seconds that are to be added to UTC then.
  func utcOffset(at instant: Instant) -> Int {
    let civil = instant.civil(utcOffset: 0)
    var moment = icaltime_null_time()
    (moment.year, moment.month, moment.day) = (Int32(civil.date.year), Int32(civil.date.month), Int32(civil.date.day))
    (moment.hour, moment.minute) = (Int32(civil.time.hour), Int32(civil.time.minute))
    moment.second = Int32(civil.time.second)
    return Int(icaltimezone_get_utc_offset_of_utc_time(zone, &moment, nil))
  }

  /// The zones of a file by their names.
  static func all(in root: OpaquePointer) -> [String: FileZone] {
    var zones: [String: FileZone] = [:]
    var next = icalcomponent_get_first_component(root, ICAL_ANY_COMPONENT)
    while let child = next {
      switch icalcomponent_isa(child) {
      case ICAL_VTIMEZONE_COMPONENT:
        let property = icalcomponent_get_first_property(child, ICAL_TZID_PROPERTY)
        if let name = property.flatMap(icalproperty_get_tzid), let zone = FileZone(child) {
          zones[String(cString: name)] = zone
        }
      case ICAL_VCALENDAR_COMPONENT: zones.merge(all(in: child)) { first, _ in first }
      default: break
      }
      next = icalcomponent_get_next_component(root, ICAL_ANY_COMPONENT)
    }
    return zones
  }

  /// The most changes that are told one by one; real zones have some dozen.
  private static let mostParts = 500

  /// Whether its changes come once a year: libical works out each one up to the year that is asked for.
  private static func isSmall(_ component: OpaquePointer) -> Bool {
    var count = 0
    var next = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let part = next {
      count += 1
      var property = icalcomponent_get_first_property(part, ICAL_RRULE_PROPERTY)
      while let rule = property {
        let recurrence = icalproperty_get_rrule(rule)
        guard recurrence.freq == ICAL_YEARLY_RECURRENCE || recurrence.freq == ICAL_MONTHLY_RECURRENCE else {
          return false
        }
        property = icalcomponent_get_next_property(part, ICAL_RRULE_PROPERTY)
      }
      next = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
    return (1...mostParts).contains(count)
  }
}
