/// The day overrides of one region, with where they came from and which years are announced.
///
/// Looking a date up takes one array access: the overrides are spread over a table from the first date to the last.
public struct HolidayCalendar: Hashable, Sendable {
  /// The law that fixes a region's statutory holidays.
  public enum Statute: Hashable, Sendable {
    /// 全国年节及纪念日放假办法, by edition.
    case china
  }

  /// The region's code: ISO 3166-1, as `CN`, or ISO 3166-2, as `DE-BY`.
  public let region: String
  /// The law from which years without a notice are computed and statutory days told from in-lieu ones.
  public let statute: Statute?
  /// The years whose notices are known, or whose days law alone fixes, ascending.
  public let announcedYears: [Int]

  private let noticeYears: [Int: NoticeYear]
  private let entries: [DayOverride]
  /// What each of `entries` rests on.
  private let bases: [NoticeYear.Basis]
  /// From the first year that something is known of to the last.
  public let knownYears: ClosedRange<Int>?
  /// For each date from `firstDay` on: 1 + the index of its entry, or 0.
  private let table: [UInt16]
  private let firstDay: Int

  /// A calendar from the notices that are known.
  ///
  /// A notice without entries means "not announced", never "no holidays", and is left out.
  public init(region: String, statute: Statute?, noticeYears: some Sequence<NoticeYear>) {
    self.region = region
    self.statute = statute
    var byYear: [Int: NoticeYear] = [:]
    for noticeYear in noticeYears where !noticeYear.overrides.isEmpty || noticeYear.basis != .notice {
      byYear[noticeYear.year] = noticeYear
    }
    self.noticeYears = byYear
    let years = byYear.values.sorted { $0.year < $1.year }
    knownYears = years.first.flatMap { first in years.last.map { first.year...$0.year } }
    announcedYears = years.filter { $0.basis != .computed }.map(\.year)
    entries = years.flatMap(\.overrides)
    bases = years.flatMap { Array(repeating: $0.basis, count: $0.overrides.count) }
    let days = entries.map(\.date.dayNumber)
    let first = days.min() ?? 0
    firstDay = first
    var table = [UInt16](repeating: 0, count: days.isEmpty ? 0 : (days.max() ?? 0) - first + 1)
    for (index, day) in days.enumerated() { table[day - first] = UInt16(truncatingIfNeeded: index + 1) }
    self.table = table
  }

  /// The same calendar with a notice year put in the place of what was known of that year.
  ///
  /// An empty one changes nothing: it says that the year is not announced yet. Nor do days that were worked out where a
  /// notice, or law that fixes them all, is known.
  public func replacing(_ noticeYear: NoticeYear) -> HolidayCalendar {
    guard !noticeYear.overrides.isEmpty, noticeYear.basis != .computed || !isAnnounced(year: noticeYear.year) else {
      return self
    }
    var all = noticeYears
    all[noticeYear.year] = noticeYear
    return HolidayCalendar(region: region, statute: statute, noticeYears: all.values)
  }

  /// All that the notices say, in the order of their years.
  var overrides: some BidirectionalCollection<DayOverride> { entries }

  /// What the notices say of `date`; `nil` where they leave it to the weekly pattern.
  public func override(on date: CivilDate) -> DayOverride? {
    position(of: date).map { entries[$0] }
  }

  /// The index of the entry for `date`.
  private func position(of date: CivilDate) -> Int? {
    let position = date.dayNumber - firstDay
    guard table.indices.contains(position), table[position] != 0 else { return nil }
    return Int(table[position]) - 1
  }

  /// Whether a notice for the civil year `year` is known, or none is due.
  public func isAnnounced(year: Int) -> Bool { noticeYears[year].map { $0.basis != .computed } ?? false }

  /// What the notices set for `year`; `nil` where none is known.
  public func noticeYear(_ year: Int) -> NoticeYear? { noticeYears[year] }

  /// How sure the calendar is of `date`.
  ///
  /// The last three days of a year stay provisional until the next year's notice is out, which may claim them. After the
  /// last year that is known the next notice is due; where that year was computed and no law of the region is known,
  /// nobody has looked further.
  public func certainty(of date: CivilDate) -> Certainty {
    if let position = position(of: date) { return bases[position] == .computed ? .provisional : .announced }
    let (year, month, day) = date.fields
    return certaintyOfPlainDay(
      inYear: year, mayBeClaimed: month == 12 && day >= HolidayCalendar.firstClaimableDay)
  }

  /// The day of December from which the next year's notice may claim days.
  static let firstClaimableDay = 29

  /// How sure the calendar is of a day of which no entry speaks.
  ///
  /// - Parameter mayBeClaimed: whether it is one of the last three days of its year.
  func certaintyOfPlainDay(inYear year: Int, mayBeClaimed: Bool) -> Certainty {
    guard let knownYears, year >= knownYears.lowerBound else { return .unknown }
    switch noticeYears[year]?.basis {
    case .law: return .announced
    case .computed: return .provisional
    case .notice: return mayBeClaimed && !isAnnounced(year: year + 1) ? .provisional : .announced
    case nil:
      let isBeyond =
        statute == nil && year > knownYears.upperBound && noticeYears[knownYears.upperBound]?.basis != .notice
      return isBeyond ? .unknown : .provisional
    }
  }

  /// The name of the statutory holiday that the law puts on `date`; `nil` where it puts none or no law is known.
  public func statutoryHoliday(on date: CivilDate) -> String? {
    switch statute {
    case .china: ChinaStatute.holiday(on: date)
    case nil: nil
    }
  }

  /// Whether `date` is to be judged by the law alone: its year is one that no notice covers yet.
  func isComputed(_ date: CivilDate) -> Bool { isComputed(year: date.year) }

  private func isComputed(year: Int) -> Bool {
    guard statute != nil, let firstYear = announcedYears.first else { return false }
    return year >= firstYear && !isAnnounced(year: year)
  }

  /// The days that the law takes off in a year that is to be judged by it alone, in no order; none in any other year.
  func computedHolidays(inYear year: Int) -> [CivilDate] {
    guard isComputed(year: year) else { return [] }
    switch statute {
    case .china: return ChinaStatute.holidays(inYear: year)
    case nil: return []
    }
  }
}

extension HolidayCalendar {
  /// Mainland China with the notices of 2007 through 2026.
  public static let china = HolidayCalendar(
    region: "CN", statute: .china, noticeYears: NoticeYear.shipped(chinaNotices))

  /// A region that nothing is known of: every date follows the weekly pattern, and its certainty is unknown.
  public static func unknown(region: String) -> HolidayCalendar {
    HolidayCalendar(region: region, statute: nil, noticeYears: [])
  }
}

extension NoticeYear {
  /// Reads the text form in which notices are compiled in.
  ///
  /// - Precondition: the text is well formed; a test reads every line of what is shipped.
  static func shipped(_ text: String) -> [NoticeYear] {
    var overrides: [Int: [DayOverride]] = [:]
    var (year, source) = (0, "")
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      if words.count == 2, let noticeYear = decimal(words[0]) {
        (year, source) = (noticeYear, String(decoding: words[1], as: UTF8.self))
        continue
      }
      let kind = DayOverride.Kind(rawValue: String(decoding: words[0], as: UTF8.self))!
      let (first, last, name) = (
        CivilDate(ascii: words[1].prefix(10)), CivilDate(ascii: words[1].suffix(10)),
        String(decoding: words[2], as: UTF8.self)
      )
      for date in first...last {
        overrides[year, default: []].append(DayOverride(date: date, kind: kind, name: name, source: source))
      }
    }
    return overrides.map { NoticeYear(year: $0.key, overrides: $0.value) }
  }
}

extension CivilDate {
  /// Reads ten bytes that are known to be a date.
  init(ascii bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))!
  }
}
