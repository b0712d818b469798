/// A date on the wall calendar, without a zone: proleptic Gregorian, years 1 through 9999.
///
/// Stored as a count of days, so that comparing, subtracting and stepping are integer operations.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Half a word: occurrences are kept by the million.
  private let days: Int32

  /// Days since 1970-01-01, which is day 0.
  public var dayNumber: Int { Int(days) }

  /// 0001-01-01.
  public static let earliest = CivilDate(uncheckedYear: 1, month: 1, day: 1)
  /// 9999-12-31.
  public static let latest = CivilDate(uncheckedYear: 9999, month: 12, day: 31)

  /// The date that lies `dayNumber` days after 1970-01-01, held within ``earliest`` and ``latest``.
  public init(dayNumber: Int) {
    days = Int32(min(max(dayNumber, CivilDate.earliest.dayNumber), CivilDate.latest.dayNumber))
  }

  /// The date of these fields, or `nil` when the calendar has no such day.
  ///
  /// - Parameters:
  ///   - year: 1 through 9999.
  ///   - month: 1 through 12.
  ///   - day: 1 through the month's last day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(month, year: year)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  /// Days from civil fields, by counting from 1 March, so that the leap day is the last of its year.
  private init(uncheckedYear year: Int, month: Int, day: Int) {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let era = marchYear.flooringDivision(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    days = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Reads `2026-09-20`: four digits, two, two, as ISO 8601 writes it; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month and day in one step, where more than one is needed.
  ///
  /// Divisions become products with reciprocals that are exact for all days of the calendar: Neri and Schneider, "Euclidean
  /// affine functions and their application to calendar algorithms", Software: Practice and Experience 53 (2023).
  public var fields: (year: Int, month: Int, day: Int) {
    // From 0000-03-01 on, so that a leap day is the last of its year.
    let quarters = UInt64(truncatingIfNeeded: 4 * (dayNumber + 719_468) + 3)
    let century = quarters / 146_097
    let ofCentury = (quarters % 146_097) | 3
    let product = 2_939_745 * ofCentury
    let dayOfYear = (product & 0xffff_ffff) / 2_939_745 / 4
    let marchYear = Int(century * 100 + product >> 32)
    let months = 2141 * dayOfYear + 197_913
    let (month, day) = (Int(months >> 16), Int((months & 0xffff) / 2141) + 1)
    return dayOfYear >= 306 ? (marchYear + 1, month - 12, day) : (marchYear, month, day)
  }

  /// 1 through 9999.
  public var year: Int { fields.year }
  /// 1 through 12.
  public var month: Int { fields.month }
  /// 1 through 31.
  public var day: Int { fields.day }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: (dayNumber + 3).flooringRemainder(by: 7) + 1)!
  }

  /// 1 through 366: the day's number within its year.
  public var dayOfYear: Int { dayNumber - CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber + 1 }

  /// The first day of this date's month.
  public var startOfMonth: CivilDate { CivilDate(dayNumber: dayNumber - day + 1) }

  /// The last day of this date's month.
  public var endOfMonth: CivilDate {
    let (year, month, _) = fields
    return CivilDate(uncheckedYear: year, month: month, day: CivilDate.daysInMonth(month, year: year))
  }

  /// The date `days` later (earlier when negative), held within ``earliest`` and ``latest``.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    return CivilDate(dayNumber: overflow ? (days < 0 ? Int.min : Int.max) : sum)
  }

  /// Days from this date until `other`; negative when `other` is earlier.
  public func days(until other: CivilDate) -> Int { other.dayNumber - dayNumber }

  /// The latest day on or before this date that falls on `weekday`: the start of its week.
  public func startOfWeek(on weekday: Weekday) -> CivilDate { adding(days: -self.weekday.days(since: weekday)) }

  /// The earlier date is the smaller.
  public static func < (left: CivilDate, right: CivilDate) -> Bool { left.dayNumber < right.dayNumber }

  /// Whether the Gregorian year has a 29 February.
  public static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// 28 through 31.
  ///
  /// - Precondition: `month` is 1 through 12.
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    precondition((1...12).contains(month), "a month is 1 through 12")
    switch month {
    case 2: return isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// ISO 8601: `2026-09-20`.
  public var description: String {
    let (year, month, day) = fields
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}

extension CivilDate: Strideable {
  /// Days from this date until `other`.
  public func distance(to other: CivilDate) -> Int { days(until: other) }
  /// The date `days` later.
  public func advanced(by days: Int) -> CivilDate { adding(days: days) }
}
