/// What a calendar says of the days of eighty years, as bits: the next workday is a bit scan, the n-th one of a month a
/// population count.
///
/// Everything in it follows from the work week, the region and the layers above; it is made with the calendar, in some
/// microseconds, and never compared. Days outside ``days`` are looked up where they are written.
struct WorkdayTable: Sendable {
  /// What is said of 64 days; bit n is the n-th of them. One word fits a cache line.
  struct Word {
    /// Worked by the pattern.
    var pattern: UInt64 = 0
    /// Really worked.
    var works: UInt64 = 0
    /// Taken off by an override, or by the law where no notice is out.
    var off: UInt64 = 0
    /// Nothing but the pattern speaks of the day.
    var plain: UInt64 = ~0
    /// Of a plain day: its certainty is ``Certainty/announced``.
    var announced: UInt64 = 0
    /// Of a plain day: its certainty is ``Certainty/unknown``.
    var unknown: UInt64 = 0
  }

  /// 64 times this, in days since 1970-01-01, is the first day: 1989-08-17.
  private static let firstWord = 112
  private static let wordCount = 464
  /// The day numbers that the table knows: 1989-08-17 through 2070-12-06, whole words.
  static let days = firstWord * 64..<(firstWord + wordCount) * 64

  private var words: [Word]

  init(week: WorkWeek, national: HolidayCalendar, own: [WorkCalendar.OwnLayer]) {
    words = WorkdayTable.pattern(of: week)
    let years = CivilDate(dayNumber: Self.days.lowerBound).year...CivilDate(dayNumber: Self.days.upperBound - 1).year
    for year in years {
      let first = CivilDate(year: year, month: 1, day: 1)!.dayNumber
      let claimable = CivilDate(year: year, month: 12, day: HolidayCalendar.firstClaimableDay)!.dayNumber
      mark(national.certaintyOfPlainDay(inYear: year, mayBeClaimed: false), on: first..<claimable)
      mark(national.certaintyOfPlainDay(inYear: year, mayBeClaimed: true), on: claimable..<claimable + 3)
      for date in national.computedHolidays(inYear: year) { set(date, isWorked: false) }
    }
    for override in national.overrides { set(override.date, isWorked: override.kind == .work) }
    for layer in own {
      for override in layer.overrides { set(override.date, isWorked: override.kind == .work) }
    }
  }

  /// The word that holds `day`, which is one of ``days``.
  @inline(__always)
  func word(of day: Int) -> Word { words[(day >> 6) &- WorkdayTable.firstWord] }

  /// A pattern repeats after as many words as it has days.
  private static func pattern(of week: WorkWeek) -> [Word] {
    var words = [Word](repeating: Word(), count: wordCount)
    let turn = week.daysOfTurn
    var place = (days.lowerBound - turn.firstDay).flooringRemainder(by: turn.works.count)
    for index in words.indices {
      if index >= turn.works.count {
        words[index].pattern = words[index - turn.works.count].pattern
      } else {
        for bit in 0..<64 {
          if turn.works[place] { words[index].pattern |= 1 << UInt64(bit) }
          place = place + 1 == turn.works.count ? 0 : place + 1
        }
      }
      words[index].works = words[index].pattern
    }
    return words
  }

  private mutating func set(_ date: CivilDate, isWorked: Bool) {
    let day = date.dayNumber
    guard Self.days.contains(day) else { return }
    let (index, bit) = ((day >> 6) - WorkdayTable.firstWord, UInt64(1) << UInt64(day & 63))
    words[index].plain &= ~bit
    words[index].works = isWorked ? words[index].works | bit : words[index].works & ~bit
    words[index].off = isWorked ? words[index].off & ~bit : words[index].off | bit
  }

  private mutating func mark(_ certainty: Certainty, on days: Range<Int>) {
    guard certainty != .provisional else { return }
    let days = days.clamped(to: WorkdayTable.days)
    var day = days.lowerBound
    while day < days.upperBound {
      let end = min((day | 63) + 1, days.upperBound)
      let bits = (~0 as UInt64 >> UInt64(64 - (end - day))) << UInt64(day & 63)
      let index = (day >> 6) - WorkdayTable.firstWord
      if certainty == .announced { words[index].announced |= bits } else { words[index].unknown |= bits }
      day = end
    }
  }
}
