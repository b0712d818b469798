package import Workdays

extension RecurrenceMoment {
  /// Every form of a moment, for messages.
  package static let forms =
    "a date as 2026-12-24, a local time as 2026-12-24T10:00, a point in time as 2026-12-24T10:00:00Z, or as iCalendar "
    + "writes them"

  /// Reads a moment as the configuration or iCalendar writes it, `TZID=Europe/Paris:20261224T100000` among the latter.
  ///
  /// - Parameter zone: the rules of the zone with that name.
  package init?(written text: String, zone: (String) -> ZoneRules?) {
    if let date = CivilDate(text) {
      self = .date(date)
    } else if let moment = CivilDateTime(text) {
      self = .local(moment)
    } else if let instant = Instant(text) {
      self = .instant(instant)
    } else if let moment = RecurrenceMoment(text) {
      self = moment
    } else {
      guard text.hasPrefix("TZID="), let colon = text.firstIndex(of: ":"),
        let rules = zone(String(text[..<colon].dropFirst(5))),
        case .local(let local)? = RecurrenceMoment(text[text.index(after: colon)...])
      else { return nil }
      self = .instant(rules.instant(of: local, .compatible)!)
    }
  }
}
