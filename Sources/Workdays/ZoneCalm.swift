/// A stretch of time in which the clocks are not touched, and the part of it that lies so far from either end that the
/// wall shows its times once only and a step on the wall, within it or from or to another such part, is a step of time:
/// at least twice as far as any two offsets of the zone differ.
struct ZoneCalm: Sendable {
  /// Unix times; empty where the stretch is short.
  let seconds: Range<Int>
  /// Where the stretch ends.
  let end: Int
  /// Seconds east of UTC.
  let utcOffset: Int

  init(_ span: ZoneSpan, margin: Int) {
    let start = span.start == Int.min ? span.start : span.start + margin
    let end = span.end == Int.max ? span.end : span.end - margin
    seconds = start..<max(start, end)
    (self.end, utcOffset) = (span.end, span.type.utcOffset)
  }
}

/// The stretches of 1970 through 2037, found without a search.
struct ZoneCalms: Sendable {
  /// Twice as many seconds as the largest offset of the zone from UTC lies above the smallest.
  let margin: Int
  private let calms: [ZoneCalm]
  /// For each step of ``stepBits`` bits from 1970 on: the index of the stretch that holds its start.
  private let indices: [UInt16]

  /// 2038-01-19: here files that write all transitions out end.
  private static let end = 1 << 31
  /// 2^24 seconds are 194 days, in which clocks change once or twice.
  private static let stepBits = 24

  /// - Parameter span: says what stretch holds a Unix time.
  init(margin: Int, span: (Int) -> ZoneSpan) {
    var (calms, indices): ([ZoneCalm], [UInt16]) = ([], [])
    var current = span(0)
    while indices.count << ZoneCalms.stepBits < ZoneCalms.end {
      if current.end <= indices.count << ZoneCalms.stepBits {
        calms.append(ZoneCalm(current, margin: margin))
        current = span(current.end)
      } else {
        indices.append(UInt16(calms.count))
      }
    }
    while current.end < ZoneCalms.end {
      calms.append(ZoneCalm(current, margin: margin))
      current = span(current.end)
    }
    calms.append(ZoneCalm(current, margin: margin))
    (self.margin, self.calms, self.indices) = (margin, calms, indices)
  }

  /// The stretch that holds a Unix time; `nil` for one outside 1970 to the start of 2038.
  @inline(__always)
  func calm(at seconds: Int) -> ZoneCalm? {
    guard seconds >= 0, seconds < ZoneCalms.end else { return nil }
    var index = Int(indices[seconds >> ZoneCalms.stepBits])
    while calms[index].end <= seconds { index += 1 }
    return calms[index]
  }
}
