import CLibICal
import Alarms

/// A component of an iCalendar file, read by libical into values.
struct CalendarComponent {
  /// One property: its value as iCalendar writes it, a text unescaped, with its parameters.
  struct Property {
    let name: String
    let value: String
    let parameters: [String: String]
  }

  let name: String
  private(set) var properties: [Property] = []
  private(set) var parts: [CalendarComponent] = []

  /// Reads a file, with the zones that it defines.
  ///
  /// - Returns: `nil` where libical makes nothing of it.
  static func read(_ text: String) -> (root: CalendarComponent, zones: [String: FileZone])? {
    guard let root = icalparser_parse_string(text) else { return nil }
    defer { icalcomponent_free(root) }
    return (CalendarComponent(root), FileZone.all(in: root))
  }

  private init(_ component: OpaquePointer) {
    // A component that is unknown to libical has no name there.
    name = CalendarComponent.string(icalcomponent_kind_to_string(icalcomponent_isa(component))) ?? ""
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      properties.append(CalendarComponent.read(property))
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    var part = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let child = part {
      parts.append(CalendarComponent(child))
      part = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
  }

  /// The first property of a name.
  subscript(name: String) -> Property? { properties.first { $0.name == name } }

  /// All properties of a name.
  func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }

  /// It and all components in it, at any depth, by their names and in their order.
  func byName() -> [String: [CalendarComponent]] {
    var found: [String: [CalendarComponent]] = [:]
    func collect(_ component: CalendarComponent) {
      found[component.name, default: []].append(component)
      // Alarms go with their events.
      guard component.name != "VEVENT" else { return }
      for part in component.parts { collect(part) }
    }
    collect(self)
    return found
  }

  private static func read(_ property: OpaquePointer) -> Property {
    var parameters: [String: String] = [:]
    var next = icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let parameter = next {
      // `TZID=Europe/Berlin`, in quotes where it has to be.
      let text = string(icalparameter_as_ical_string(parameter)) ?? ""
      let words = text.split(separator: "=", maxSplits: 1)
      if words.count == 2 { parameters[words[0].uppercased()] = String(words[1].filter { $0 != "\"" }) }
      next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
    }
    let kind = icalproperty_isa(property)
    let name =
      kind == ICAL_X_PROPERTY
      ? string(icalproperty_get_x_name(property)) ?? "X-" : string(icalproperty_get_property_name(property)) ?? ""
    let isText = [ICAL_SUMMARY_PROPERTY, ICAL_DESCRIPTION_PROPERTY, ICAL_LOCATION_PROPERTY, ICAL_UID_PROPERTY].contains(
      kind)
    let value = icalproperty_get_value(property)
    let text = isText ? string(icalvalue_get_text(value)) : string(icalproperty_get_value_as_string(property))
    return Property(name: name.uppercased(), value: text ?? "", parameters: parameters)
  }

  /// libical keeps texts in buffers that it uses again, so they are copied at once.
  private static func string(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
