/// A recurrence set of RFC 5545, 3.8.5: what rules, added and excluded dates yield from a start in a zone.
///
/// The start anchors the rules and completes them; it belongs to the set where a rule matches it. Equal instants are one.
public struct RecurrenceSet: Sendable {
  /// The RRULEs.
  public let rules: [RecurrenceRule]
  /// RDATE. A date is taken at the start's time of day.
  public let added: [RecurrenceMoment]
  /// EXDATE. A date excludes all of its day, a local time what the rule says before any shift out of a gap.
  public let excluded: [RecurrenceMoment]
  /// DTSTART.
  public let start: CivilDateTime
  /// Where the wall clock hangs.
  public let zone: ZoneRules
  /// What becomes of a wall time that the clock repeats or leaves out.
  public let clockChange: Schedule.ClockChange

  let members: [Member]

  /// Joins rules and dates with a start in a zone. COUNT is worked out here, once.
  public init(
    rules: [RecurrenceRule], added: [RecurrenceMoment] = [], excluded: [RecurrenceMoment] = [], start: CivilDateTime,
    zone: ZoneRules, clockChange: Schedule.ClockChange = .first
  ) {
    (self.rules, self.added, self.excluded) = (rules, added, excluded)
    (self.start, self.zone, self.clockChange) = (start, zone, clockChange)
    members = rules.map { rule in
      rule.frequency.isFinerThanDay
        ? .exact(ExactRecurrence(rule, start: start, zone: zone))
        : .wall(WallRecurrence(rule, start: start))
    }
  }

  /// Returns the first instance after `instant`, or `nil` when the set has ended.
  ///
  /// - Throws: `SearchError.neverMatches` when a rule without an end matches nothing within 400 years, times its interval,
  ///   and nothing else is left.
  public func next(after instant: Instant) throws(SearchError) -> RecurrenceInstance? {
    var after = instant
    while let found = try firstIncluded(after: after) {
      guard let free = firstFree(from: found) else { return found }
      after = free
    }
    return nil
  }

  /// The instances in a range, ascending by instant.
  public func instances(in range: Range<Instant>) -> [RecurrenceInstance] {
    var found: [RecurrenceInstance] = []
    for instance in instances(after: range.lowerBound.advanced(by: .nanoseconds(-1))) {
      guard instance.instant < range.upperBound else { break }
      found.append(instance)
    }
    return found
  }

  /// The instances after an instant, each worked out when it is asked for.
  public func instances(after instant: Instant) -> RecurrenceInstances {
    RecurrenceInstances(set: self, after: instant)
  }

  private func firstIncluded(after instant: Instant) throws(SearchError) -> RecurrenceInstance? {
    var first: RecurrenceInstance?
    var fault: SearchError?
    for member in members {
      do throws(SearchError) {
        let found = try next(of: member, after: instant)
        if let found, first.map({ found.instant < $0.instant }) ?? true { first = found }
      } catch {
        fault = error
      }
    }
    for moment in added {
      for found in instances(of: moment) where found.instant > instant {
        if first.map({ found.instant < $0.instant }) ?? true { first = found }
      }
    }
    if first == nil, let fault { throw fault }
    return first
  }

  /// The moment from which is to be looked on where an instance is excluded; `nil` where it is not.
  private func firstFree(from instance: RecurrenceInstance) -> Instant? {
    for moment in excluded {
      switch moment {
      case .date(let date) where date == instance.nominal.date: return instance.instant
      case .local(let local) where local == instance.nominal: return instance.instant
      case .instant(let instant) where instant == instance.instant: return instance.instant
      case .date, .local, .instant: continue
      }
    }
    return nil
  }
}

/// One instance of a recurrence set.
public struct RecurrenceInstance: Hashable, Sendable {
  /// What the rule says, before any shift out of a gap.
  public let nominal: CivilDateTime
  /// When it is.
  public let instant: Instant
  /// Whether this is the second pass of a wall time that the clock repeats.
  public let isSecondPass: Bool
  /// By how many seconds a change of the clock moved it forward; 0 outside a gap.
  public let gapShift: Int
}

/// Instances one by one.
public struct RecurrenceInstances: Sequence, IteratorProtocol, Sendable {
  private let set: RecurrenceSet
  private var after: Instant

  init(set: RecurrenceSet, after: Instant) { (self.set, self.after) = (set, after) }

  /// The next one; `nil` when the set has ended, or a rule matches nothing any more.
  public mutating func next() -> RecurrenceInstance? {
    guard let found = try? set.next(after: after) else { return nil }
    after = found.instant
    return found
  }
}
