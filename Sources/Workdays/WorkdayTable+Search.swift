extension WorkdayTable {
  /// Whether a date, which is one of ``days``, is really worked.
  func isWorkday(_ date: CivilDate) -> Bool {
    word(of: date.dayNumber).works >> UInt64(date.dayNumber & 63) & 1 != 0
  }

  /// Whether an override, or the law, takes a date off, which is one of ``days``.
  func isDayOff(_ date: CivilDate) -> Bool {
    word(of: date.dayNumber).off >> UInt64(date.dayNumber & 63) & 1 != 0
  }

  /// What a date, which is one of ``days``, is where nothing but the pattern speaks of it; else `nil`.
  @inline(__always)
  func plainDay(on date: CivilDate) -> Day? {
    let (word, bit) = (word(of: date.dayNumber), UInt64(1) << UInt64(date.dayNumber & 63))
    guard word.plain & bit != 0 else { return nil }
    let certainty: Certainty =
      word.announced & bit != 0 ? .announced : word.unknown & bit != 0 ? .unknown : .provisional
    return Day(
      date: date, kind: word.pattern & bit != 0 ? .workday : .restDay, name: nil, certainty: certainty, source: nil,
      reason: .pattern)
  }

  /// The number of the workday after `day` (before it where `step` is −1); `nil` where the table has none.
  func workday(closestTo day: Int, step: Int) -> Int? {
    guard WorkdayTable.days.contains(day), WorkdayTable.days.contains(day + step) else { return nil }
    return step < 0 ? lastDay(of: .workdays, through: day - 1) : firstDay(of: .workdays, from: day + 1)
  }

  /// The first day of a selection on or after `day`, which is one of ``days``; `nil` where the table has none.
  @inline(__always)
  func firstDay(of selection: DaySelection, from day: Int) -> Int? {
    var start = day & ~63
    var bits = selection.bits(in: word(of: start), from: start) & (~0 << UInt64(day & 63))
    while bits == 0 {
      start += 64
      guard start < WorkdayTable.days.upperBound else { return nil }
      bits = selection.bits(in: word(of: start), from: start)
    }
    return start + bits.trailingZeroBitCount
  }

  /// The last day of a selection on or before `day`, which is one of ``days``; `nil` where the table has none.
  @inline(__always)
  func lastDay(of selection: DaySelection, through day: Int) -> Int? {
    var start = day & ~63
    var bits = selection.bits(in: word(of: start), from: start) & (~0 >> UInt64(63 - day & 63))
    while bits == 0 {
      start -= 64
      guard start >= WorkdayTable.days.lowerBound else { return nil }
      bits = selection.bits(in: word(of: start), from: start)
    }
    return start + 63 - bits.leadingZeroBitCount
  }

  /// The `number`-th day of a selection within `days`, from their end where it is negative; `nil` where there are fewer.
  ///
  /// - Precondition: the table knows all of `days`, and `number` is not 0.
  func day(_ number: Int, of selection: DaySelection, in days: ClosedRange<Int>) -> Int? {
    // The first and the last are asked for most.
    if number == 1 { return firstDay(of: selection, from: days.lowerBound).flatMap { days.contains($0) ? $0 : nil } }
    if number == -1 { return lastDay(of: selection, through: days.upperBound).flatMap { days.contains($0) ? $0 : nil } }
    let isFromEnd = number < 0
    var left = abs(number)
    var start = (isFromEnd ? days.upperBound : days.lowerBound) & ~63
    while start <= days.upperBound, start + 63 >= days.lowerBound {
      var bits = selection.bits(in: word(of: start), from: start)
      if start < days.lowerBound { bits &= ~0 << UInt64(days.lowerBound - start) }
      if start + 63 > days.upperBound { bits &= ~0 >> UInt64(start + 63 - days.upperBound) }
      let count = bits.nonzeroBitCount
      if count >= left {
        return start + (isFromEnd ? bits.place(ofSetBit: count - left) : bits.place(ofSetBit: left - 1))
      }
      left -= count
      start += isFromEnd ? -64 : 64
    }
    return nil
  }
}

extension UInt64 {
  /// The place of the set bit that has `count` set bits below it.
  ///
  /// - Precondition: more than `count` bits are set.
  fileprivate func place(ofSetBit count: Int) -> Int {
    var bits = self
    for _ in 0..<count { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}
