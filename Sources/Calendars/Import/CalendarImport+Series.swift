import Alarms
import Workdays

extension CalendarImport {
  /// When the events of one identifier take place, before it is written down.
  struct Series {
    /// The start of the first one.
    var start: ImportedMoment
    /// The zone of its times, and the rules of that.
    let zone: String
    let zoneRules: ZoneRules
    var rules: [RecurrenceRule] = []
    var added: [ImportedMoment] = []
    var excluded: [ImportedMoment] = []

    var isAllDay: Bool { if case .date = start { true } else { false } }
    var wall: CivilDateTime { start.civil(in: zoneRules) }
    /// Whether there is more than one.
    var isRepeated: Bool { !rules.isEmpty || !added.isEmpty }

    func instant(_ moment: ImportedMoment) -> Instant? { moment.instant(in: zoneRules) }
  }

  /// The days of an event; `nil` where it cannot be placed.
  mutating func series(of event: CalendarComponent) -> Series? {
    let name = name(event)
    guard let property = event["DTSTART"], !property.value.isEmpty else {
      note(name, "has no DTSTART that can be read, and is left out", isLoss: true)
      return nil
    }
    guard let place = place(of: property, in: name), let start = moment(property, place) else {
      note(name, "DTSTART \"\(property.value)\" cannot be read; it is left out", isLoss: true)
      return nil
    }
    var series = Series(start: start, zone: place.zone, zoneRules: place.rules)
    for property in event.all("RRULE") {
      do throws(RuleSyntaxError) { series.rules.append(try RecurrenceRule(property.value)) } catch {
        note(name, "RRULE \"\(property.value)\" cannot be used: \(error); it is left out", isLoss: true)
        return nil
      }
    }
    if event.all("RDATE").contains(where: { $0.value.contains("/") }) {
      note(name, "periods of RDATE begin at their time and last as long as the event", isLoss: false)
    }
    series.added = moments("RDATE", of: event, name, place, isAllDay: series.isAllDay)
    series.excluded = moments("EXDATE", of: event, name, place, isAllDay: series.isAllDay)
    return series
  }

  private mutating func moments(
    _ property: String, of event: CalendarComponent, _ name: String, _ place: Place, isAllDay: Bool
  ) -> [ImportedMoment] {
    var moments: [ImportedMoment] = []
    for found in event.all(property) {
      for text in found.value.split(separator: ",") {
        // Of a period its start.
        let value = String(text.prefix { $0 != "/" })
        let one = CalendarComponent.Property(name: property, value: value, parameters: found.parameters)
        guard let moment = moment(one, place, isAllDay: isAllDay) else {
          note(name, "\(property) \"\(value.singleLine)\" cannot be read, and is left out", isLoss: true)
          continue
        }
        moments.append(moment)
      }
    }
    return moments
  }

  /// A zone with its rules.
  typealias Place = (zone: String, rules: ZoneRules)

  /// The zone of a property's times.
  mutating func place(of property: CalendarComponent.Property, in event: String) -> Place? {
    var zone = floatingZone
    if property.value.hasSuffix("Z") {
      zone = "Etc/UTC"
    } else if let name = property.parameters["TZID"], let start = ImportedMoment(property.value) {
      zone = find(name, at: start.civil(in: .utc))
    }
    return (try? zones.store.rules(named: zone)).map { (zone, $0) }
  }

  /// The zone of a name; what is to be said of it is said once.
  private mutating func find(_ name: String, at start: CivilDateTime) -> String {
    let key = "\(start.date.year) \(name)"
    if let known = zonesFound[key] { return known.zone }
    let found = zones.find(name, at: start)
    zonesFound[key] = found
    if let doubt = found.doubt, !result.notes.contains(where: { $0.text == doubt.text }) {
      note(nil, doubt.text, isLoss: doubt.isLoss)
    }
    return found.zone
  }

  /// A property's moment; one in another zone than the event's own is an instant.
  ///
  /// - Parameter isAllDay: whether a date is meant, whatever is written: some write midnights in a zone.
  mutating func moment(
    _ property: CalendarComponent.Property, _ place: Place?, isAllDay: Bool = false
  ) -> ImportedMoment? {
    guard let moment = ImportedMoment(property.value) else { return nil }
    guard case .local(let local) = moment else { return moment }
    if isAllDay { return .date(local.date) }
    guard let name = property.parameters["TZID"] else { return moment }
    let zone = find(name, at: local)
    guard zone != place?.zone, let rules = try? zones.store.rules(named: zone) else { return moment }
    return rules.instant(of: local).map { .instant($0) } ?? moment
  }
}

extension CalendarImport.Series {
  /// Whether the start is one of those that the rules yield. It counts in any case (RFC 5545, 3.8.5.3).
  var yieldsStart: Bool {
    guard !rules.isEmpty, let instant = instant(start) else { return false }
    return occurrences(rules).next(from: instant)?.instant == instant
  }

  private func occurrences(_ rules: [RecurrenceRule]) -> Occurrences {
    let times = rules.contains(where: \.hasOwnTimes) ? [] : [wall.time]
    let schedule = Schedule(days: .recurrence(Recurrence(rules: rules)), times: times, start: wall, holidays: .ignore)
    return Occurrences(schedule: schedule, calendar: WorkCalendar(national: .unknown(region: "")), zone: zoneRules)
  }

  /// What comes before a moment: the rules end there.
  func before(_ moment: ImportedMoment) -> CalendarImport.Series? {
    guard let cut = instant(moment) else { return nil }
    var series = self
    // The last second, or the last day, that counts.
    let wall = moment.civil(in: zoneRules)
    let end: RecurrenceMoment =
      isAllDay ? .date(wall.date.adding(days: -1)) : .instant(cut.advanced(by: .seconds(-1)))
    for index in rules.indices {
      if let count = rules[index].count {
        guard let last = last(of: rules[index], count: count) else { return nil }
        if last < cut { continue }
        series.rules[index].count = nil
      } else if let until = rules[index].until, let old = instant(until), old < cut {
        continue
      }
      series.rules[index].until = end
    }
    series.added = added.filter { (instant($0) ?? cut) < cut }
    series.excluded = excluded.filter { (instant($0) ?? cut) < cut }
    return series
  }

  /// What comes from a moment on, beginning at another one: a change of all that follows.
  ///
  /// - Returns: `nil` where the rules say no such thing of other days or times.
  func from(_ moment: ImportedMoment, startingAt new: ImportedMoment) -> CalendarImport.Series? {
    let (old, wall) = (moment.civil(in: zoneRules), new.civil(in: zoneRules))
    guard let cut = instant(moment), let start = instant(new) else { return nil }
    let days = old.date.days(until: wall.date)
    let shift = start.seconds - cut.seconds
    guard shift == 0 || !rules.contains(where: \.hasOwnTimes) else { return nil }
    var series = self
    series.start = isAllDay ? .date(wall.date) : .local(wall)
    for index in rules.indices {
      var rule = rules[index]
      if days != 0 {
        // Days of the week go on by so many; days of a month or a year need not exist there.
        guard rule.frequency == .daily || rule.frequency == .weekly, rule.months.isEmpty, rule.monthDays.isEmpty,
          rule.positions.isEmpty, rule.weekdays.isEmpty || rule.frequency == .weekly
        else { return nil }
        rule.weekdays = rule.weekdays.map { .init($0.weekday.adding(days), number: $0.number) }
        rule.weekStart = rule.weekStart.adding(days)
      }
      if let count = rule.count {
        guard let last = last(of: rules[index], count: count) else { return nil }
        rule.count = nil
        rule.until = until(last, days: days, seconds: shift)
      } else if let end = rule.until.flatMap(instant) {
        rule.until = until(end, days: days, seconds: shift)
      }
      series.rules[index] = rule
    }
    let moved = { (moments: [ImportedMoment]) in
      moments.compactMap { moment -> ImportedMoment? in
        guard let instant = instant(moment), instant >= cut else { return nil }
        let civil = moment.civil(in: zoneRules)
        return isAllDay ? .date(civil.date.adding(days: days)) : .instant(instant.advanced(by: .seconds(shift)))
      }
    }
    series.added = moved(added)
    series.excluded = moved(excluded)
    return series
  }

  private func until(_ last: Instant, days: Int, seconds: Int) -> RecurrenceMoment {
    isAllDay
      ? .date(zoneRules.civil(at: last).date.adding(days: days)) : .instant(last.advanced(by: .seconds(seconds)))
  }

  /// A moment of UNTIL: a date's last second.
  private func instant(_ until: RecurrenceMoment) -> Instant? {
    switch until {
    case .date(let date):
      zoneRules.instant(of: CivilDateTime(date: date.adding(days: 1), time: .midnight))?.advanced(by: .seconds(-1))
    case .local(let civil): zoneRules.instant(of: civil)
    case .instant(let instant): instant
    }
  }

  /// More than these are not counted.
  private static let mostCounted = 20_000

  /// The last one that a rule with a count yields.
  private func last(of rule: RecurrenceRule, count: Int) -> Instant? {
    guard count <= Self.mostCounted, let start = instant(start) else { return nil }
    let occurrences = occurrences([rule])
    var (last, at) = (Instant?.none, start)
    while let next = occurrences.next(from: at) {
      last = next.instant
      at = next.instant.advanced(by: .nanoseconds(1))
    }
    return last
  }
}

extension Weekday {
  fileprivate func adding(_ days: Int) -> Weekday {
    Weekday.allCases.first { $0.days(since: self) == ((days % 7) + 7) % 7 } ?? self
  }
}

extension Occurrences {
  /// The first one at an instant or after it.
  fileprivate func next(from instant: Instant) -> Occurrence? {
    try? nextOccurrence(after: instant.advanced(by: .nanoseconds(-1)))
  }
}
