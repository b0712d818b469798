/// What a zone makes of a time on the wall.
public enum CivilResolution: Hashable, Sendable {
  /// The clocks show the time once.
  case unique(Instant)
  /// The clocks skip the time: at `transition` they go from one offset (seconds east of UTC) to a larger one.
  case gap(transition: Instant, utcOffsetBefore: Int, utcOffsetAfter: Int)
  /// The clocks show the time twice.
  case fold(first: Instant, second: Instant)
}

/// Which instant a time on the wall means where the clocks skip or repeat it.
public enum Disambiguation: Hashable, Sendable {
  /// In a gap, the time is moved forward by the gap, 02:30 to 03:30; in a fold the first pass (RFC 5545, 3.3.5).
  case compatible
  /// In a gap, the time is moved back by the gap, 02:30 to 01:30; in a fold the first pass.
  case earlier
  /// In a gap, the time is moved forward by the gap; in a fold the second pass.
  case later
  /// None.
  case reject
}

extension ZoneRules {
  /// The instants at which the clocks of the zone show `civil`.
  ///
  /// - Complexity: constant from 1970 through 2037, but for the hours around a change of the clock; there and elsewhere up
  ///   to four binary searches.
  public func resolve(_ civil: CivilDateTime) -> CivilResolution {
    let local = civil.secondsSinceEpoch
    let calm = calm(at: local)
    if calm.seconds.contains(local - calm.utcOffset) { return .unique(Instant(seconds: local - calm.utcOffset)) }
    // No instant outside these bounds can show the time, whatever the offset.
    let (earliest, latest) = (
      local - LocalTimeType.utcOffsets.upperBound, local - LocalTimeType.utcOffsets.lowerBound
    )
    var first: Instant?
    var gap: CivilResolution?
    var span = span(at: earliest)
    while true {
      // The time lies within this span, after it or before it.
      let candidate = local - span.type.utcOffset
      if candidate >= span.start, candidate < span.end {
        let instant = Instant(seconds: candidate)
        if let first { return .fold(first: first, second: instant) }
        first = instant
      }
      if span.end > latest { break }
      let next = self.span(at: span.end)
      if gap == nil, candidate >= span.end, local - next.type.utcOffset < next.start {
        gap = .gap(
          transition: Instant(seconds: span.end), utcOffsetBefore: span.type.utcOffset,
          utcOffsetAfter: next.type.utcOffset)
      }
      span = next
    }
    // In the first span the time is within or after, in the last one within or before. So where it is within none, two
    // neighbours have it between them.
    return first.map { .unique($0) } ?? gap!
  }

  /// The instant that `civil` means in this zone; `nil` only for `.reject`, where the clocks skip or repeat the time.
  public func instant(of civil: CivilDateTime, _ disambiguation: Disambiguation = .compatible) -> Instant? {
    switch (resolve(civil), disambiguation) {
    case (.unique(let instant), _): instant
    case (_, .reject): nil
    case (.gap(_, let before, _), .compatible), (.gap(_, let before, _), .later): Instant(civil, utcOffset: before)
    case (.gap(_, _, let after), .earlier): Instant(civil, utcOffset: after)
    case (.fold(let first, _), .compatible), (.fold(let first, _), .earlier): first
    case (.fold(_, let second), .later): second
    }
  }
}
