/// The holidays of one region, read from the text in which they are compiled in.
///
/// Lines, in this order:
/// - `source …`: where the days come from, for all of them.
/// - `week monday tuesday …`: the weekdays that are worked.
/// - `2027 computed`: the entries of a year follow, and rest on a ``NoticeYear/Basis``. `2015 none`: the year is not known.
/// - `holiday`, `off` (given in exchange) or `work`, a date or a range of dates, and a name, which `work` may lack.
///
/// The text of a subdivision holds only what differs from its country; there `pattern` takes an entry away.
public struct RegionText: Sendable {
  /// The weekdays that are worked, in the words of the region's law.
  public private(set) var week = WorkWeek.mondayToFriday
  private var source = ""
  private var years: [Int: Year] = [:]

  private struct Year {
    var basis: NoticeYear.Basis
    var entries: [CivilDate: DayOverride] = [:]
  }

  /// A region of which nothing is known yet.
  public init() {}

  /// The years, each with its entries by date.
  public var noticeYears: [NoticeYear] {
    years.map { year, contents in
      NoticeYear(
        year: year, overrides: contents.entries.values.sorted { $0.date < $1.date }, basis: contents.basis,
        tellsHolidaysApart: true)
    }
  }

  /// Lays a text over what was read so far.
  ///
  /// - Parameter text: UTF-8, not kept. It is no generic collection, which would not be specialised across modules.
  /// - Precondition: the text is well formed; a test reads every text that is shipped.
  public mutating func read(_ text: UnsafeRawBufferPointer) {
    var year = 0
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      let (key, rest) = (words[0], words.count > 1 ? words[1] : line.suffix(0))
      if let number = decimal(key) {
        year = number
        years[year] = NoticeYear.Basis(rawValue: string(rest)).map {
          Year(basis: $0, entries: years[year]?.entries ?? [:])
        }
        continue
      }
      switch string(key) {
      case "source": source = string(rest)
      case "week":
        week = WorkWeek(workdays: rest.split(separator: UInt8(ascii: " ")).map { Weekday(named: string($0))! })
      case let kind: set(DayOverride.Kind(rawValue: kind), rest, of: year)
      }
    }
  }

  private mutating func set(_ kind: DayOverride.Kind?, _ rest: some Collection<UInt8>, of year: Int) {
    let parts = rest.split(separator: UInt8(ascii: " "), maxSplits: 1)
    let name = parts.count > 1 ? string(parts[1]) : ""
    for date in CivilDate(ascii: parts[0].prefix(10))...CivilDate(ascii: parts[0].suffix(10)) {
      years[year]?.entries[date] = kind.map { DayOverride(date: date, kind: $0, name: name, source: source) }
    }
  }

  private func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
