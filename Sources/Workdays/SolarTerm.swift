/// One of the 24 points into which the Chinese calendar divides the sun's year, in the order of a civil year.
///
/// Two fall in every month. The days are those of China's standard time.
public enum SolarTerm: Int, CaseIterable, Hashable, Sendable {
  case xiaohan, dahan, lichun, yushui, jingzhe, chunfen, qingming, guyu, lixia, xiaoman, mangzhong, xiazhi
  case xiaoshu, dashu, liqiu, chushu, bailu, qiufen, hanlu, shuangjiang, lidong, xiaoxue, daxue, dongzhi

  /// The civil years that the table covers.
  public static let years = 1900...2100

  /// The solar term that falls on a date; `nil` on most days, and outside ``years``.
  public static func on(_ date: CivilDate) -> SolarTerm? {
    let (year, month, day) = date.fields
    return allCases[(month * 2 - 2)...(month * 2 - 1)].first { $0.dayOfMonth(inYear: year) == day }
  }

  /// The date of the term in a civil year; `nil` outside ``years``.
  public func date(inYear year: Int) -> CivilDate? {
    dayOfMonth(inYear: year).flatMap { CivilDate(year: year, month: rawValue / 2 + 1, day: $0) }
  }

  private func dayOfMonth(inYear year: Int) -> Int? {
    guard Self.years.contains(year) else { return nil }
    let word = solarTermTable[year - Self.years.lowerBound]
    return solarTermEarliestDays[rawValue] + Int(word >> UInt64(rawValue * 2) & 3)
  }

  /// The name in Chinese: `小寒`.
  public var chineseName: String { Self.names[rawValue].chinese }

  /// The name in English, as the Hong Kong Observatory has it: `Moderate Cold`.
  public var englishName: String { Self.names[rawValue].english }

  /// The name in Latin letters, without tones: `xiaohan`.
  public var pinyin: String { String(describing: self) }

  private static let names: [(chinese: String, english: String)] = [
    ("小寒", "Moderate Cold"), ("大寒", "Severe Cold"), ("立春", "Spring Commences"), ("雨水", "Spring Showers"),
    ("惊蛰", "Insects Waken"), ("春分", "Vernal Equinox"), ("清明", "Bright and Clear"), ("谷雨", "Corn Rain"),
    ("立夏", "Summer Commences"), ("小满", "Corn Forms"), ("芒种", "Corn on Ear"), ("夏至", "Summer Solstice"),
    ("小暑", "Moderate Heat"), ("大暑", "Great Heat"), ("立秋", "Autumn Commences"), ("处暑", "End of Heat"),
    ("白露", "White Dew"), ("秋分", "Autumnal Equinox"), ("寒露", "Cold Dew"), ("霜降", "Frost"),
    ("立冬", "Winter Commences"), ("小雪", "Light Snow"), ("大雪", "Heavy Snow"), ("冬至", "Winter Solstice"),
  ]
}
