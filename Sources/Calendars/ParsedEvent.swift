import CLibICal

/// One event as libical reads it: the values of its properties, unescaped.
struct ParsedEvent {
  private(set) var summary = ""
  private(set) var description = ""
  private(set) var categories: [String] = []
  private(set) var status = ""
  private(set) var uid = ""
  private(set) var appleSpecialDay = ""
  private(set) var start: String?
  private(set) var end: String?
  /// In seconds; `nil` where none is written or it is negative.
  private(set) var duration: Int?
  private(set) var rule: String?
  private(set) var recurrenceID: String?
  private(set) var addedDates: [String] = []
  private(set) var excludedDates: [String] = []
  /// What libical could not read of that which places the event; `nil` where all was read.
  private(set) var fault: String?

  /// - Returns: `nil` where libical makes nothing of the text.
  init?(_ text: String) {
    guard let component = icalparser_parse_string(text) else { return nil }
    defer { icalcomponent_free(component) }
    var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = next {
      read(property)
      next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
  }

  private mutating func read(_ property: OpaquePointer) {
    switch icalproperty_isa(property) {
    case ICAL_SUMMARY_PROPERTY: summary = string(icalproperty_get_summary(property)) ?? ""
    case ICAL_DESCRIPTION_PROPERTY: description = string(icalproperty_get_description(property)) ?? ""
    case ICAL_CATEGORIES_PROPERTY:
      if let text = string(icalproperty_get_categories(property)) { categories.append(text) }
    case ICAL_UID_PROPERTY: uid = string(icalproperty_get_uid(property)) ?? ""
    case ICAL_STATUS_PROPERTY: status = value(of: property) ?? ""
    case ICAL_DTSTART_PROPERTY: start = value(of: property)
    case ICAL_DTEND_PROPERTY: end = value(of: property)
    case ICAL_RRULE_PROPERTY: rule = value(of: property)
    case ICAL_RECURRENCEID_PROPERTY: recurrenceID = value(of: property)
    case ICAL_RDATE_PROPERTY: if let text = value(of: property) { addedDates.append(text) }
    case ICAL_EXDATE_PROPERTY: if let text = value(of: property) { excludedDates.append(text) }
    case ICAL_DURATION_PROPERTY:
      let duration = icalproperty_get_duration(property)
      guard duration.is_neg == 0 else { return }
      let days = Int(duration.weeks) * 7 + Int(duration.days)
      self.duration =
        days * 86_400 + Int(duration.hours) * 3600 + Int(duration.minutes) * 60 + Int(duration.seconds)
    case ICAL_X_PROPERTY:
      if string(icalproperty_get_x_name(property)) == "X-APPLE-SPECIAL-DAY" {
        appleSpecialDay = value(of: property) ?? ""
      }
    case ICAL_XLICERROR_PROPERTY:
      // libical puts an error in the place of a property that it cannot read. An empty description hurts nobody; a day
      // without its end or its exceptions would be another day.
      let error = string(icalproperty_get_xlicerror(property)) ?? ""
      if fault == nil, ParsedEvent.losses.contains(where: error.contains) { fault = error }
    default: break
    }
  }

  /// What libical's errors say of properties that place an event, and of lines without a value.
  private static let losses =
    ["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"].map { " in \($0) property" }
    + ["could not find a property name"]

  /// libical keeps the text in a ring of buffers that it uses again, so it is copied at once.
  private func value(of property: OpaquePointer) -> String? { string(icalproperty_get_value_as_string(property)) }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
