extension Occurrences {
  /// What ``occurrences(in:)`` finds by the bits of the calendar; `nil` where more has to be looked at.
  func scannedOccurrences(in range: Range<Instant>) -> [Occurrence]? {
    guard let scan else { return nil }
    var calm = zone.calm(at: range.lowerBound.seconds)
    let walls = walls(of: range, calm)
    let first = max(walls.lowerBound, scan.earliestWall).flooringDivision(by: 86_400)
    let last = min(walls.upperBound.flooringDivision(by: 86_400), scan.lastDay)
    guard first <= last else { return [] }
    guard DateScan.days.contains(first), DateScan.days.contains(last) else { return nil }
    var found = InstantOrder(range)
    var next = scan.first(from: first)
    while let day = next, day <= last {
      let date = CivilDate(dayNumber: day)
      for time in schedule.times {
        let seconds = day * 86_400 + time.secondOfDay
        guard seconds >= max(scan.earliestWall, walls.lowerBound) else { continue }
        guard seconds <= walls.upperBound else { break }
        let moment = CivilDateTime(date: date, time: time)
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

  /// The wall times that may come to lie in the range, in seconds since 1970-01-01T00:00.
  private func walls(of range: Range<Instant>, _ calm: ZoneCalm) -> ClosedRange<Int> {
    let (first, last) = (range.lowerBound.seconds, range.upperBound.seconds)
    if calm.seconds.contains(first), calm.seconds.contains(last) {
      return first + calm.utcOffset...last + calm.utcOffset
    }
    // Two days cover any zone's offset and any gap.
    let day = 86_400
    return first - 2 * day...last + 2 * day
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
