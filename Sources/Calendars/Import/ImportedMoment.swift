import Workdays

/// A date or a time of an event, with its zone found.
enum ImportedMoment {
  case date(CivilDate)
  /// On the wall of the event's zone, or of any zone the reader is in.
  case local(CivilDateTime)
  case instant(Instant)

  /// Reads iCalendar's form: `20260920`, `20260920T090000`, `20260920T010000Z`.
  init?(_ text: String) {
    switch RecurrenceMoment(text) {
    case .date(let date): self = .date(date)
    case .local(let moment): self = .local(moment)
    case .instant(let instant): self = .instant(instant)
    case nil: return nil
    }
  }

  /// What the wall of a zone shows then; midnight for a date.
  func civil(in zone: ZoneRules) -> CivilDateTime {
    switch self {
    case .date(let date): CivilDateTime(date: date, time: .midnight)
    case .local(let moment): moment
    case .instant(let instant): zone.civil(at: instant)
    }
  }

  /// When it is, in a zone.
  func instant(in zone: ZoneRules) -> Instant? {
    if case .instant(let instant) = self { return instant }
    return zone.instant(of: civil(in: zone))
  }
}
