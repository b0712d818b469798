extension Occurrences {
  /// What ``occurrences(in:)`` finds by the bits of the calendar; `nil` where more has to be looked at.
  func scannedOccurrences(in range: Range<Instant>) -> [Occurrence]? {
    guard let scan else { return nil }
    // Two days cover any zone's offset and any gap.
    var first = zone.civil(at: range.lowerBound).date.adding(days: -2)
    var last = zone.civil(at: range.upperBound).date.adding(days: 2)
    if let start = schedule.start { first = max(first, start.date) }
    if let until = schedule.until { last = min(last, until) }
    guard first <= last else { return [] }
    guard DateScan.days.contains(first.dayNumber), DateScan.days.contains(last.dayNumber) else { return nil }
    var found = InstantOrder(range)
    var calm = zone.calm(at: range.lowerBound.seconds)
    var next = scan.first(from: first.dayNumber)
    while let day = next, day <= last.dayNumber {
      let date = CivilDate(dayNumber: day)
      for time in schedule.times {
        let moment = CivilDateTime(date: date, time: time)
        let seconds = moment.secondsSinceEpoch
        guard seconds >= scan.earliestWall else { continue }
        if !calm.seconds.contains(seconds - calm.utcOffset) { calm = zone.calm(at: seconds - calm.utcOffset) }
        if calm.seconds.contains(seconds - calm.utcOffset) {
          let instant = Instant(seconds: seconds - calm.utcOffset)
          guard range.contains(instant) else { continue }
          found.append(Occurrence(nominal: moment, civil: moment, instant: instant, day: calendar.day(on: date)))
        } else {
          let scheduled = ScheduledDate(nominal: date, date: date)
          for occurrence in resolve(Nominal(moment: moment, scheduled: scheduled, time: time))
          where range.contains(occurrence.instant) { found.append(occurrence) }
        }
      }
      next = scan.first(from: day + 1)
    }
    return found.sorted
  }
}

/// Occurrences as they are found, which is the order of their instants but for a change of the clock.
private struct InstantOrder {
  private var found: [Occurrence] = []
  private var last: Instant?
  private var isAscending = true

  init(_ range: Range<Instant>) {
    // Most schedules yield no more than once a day.
    found.reserveCapacity(min(4096, (range.upperBound.seconds - range.lowerBound.seconds) / 86_400 + 1))
  }

  mutating func append(_ occurrence: Occurrence) {
    if let last, last >= occurrence.instant { isAscending = false }
    last = occurrence.instant
    found.append(occurrence)
  }

  var sorted: [Occurrence] {
    isAscending ? found : found.sorted { ($0.instant, $0.nominal) < ($1.instant, $1.nominal) }
  }
}
