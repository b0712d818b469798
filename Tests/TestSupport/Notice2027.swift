package import Workdays

/// A notice for 2027 as it may look: made up, by the manner of those before it and the law's fixed days.
package enum Notice2027 {
  /// Its days off, as ranges, with their names. The Spring Festival of 2027 is on 6 February, a Saturday.
  static let off = [
    ("2027-01-01", "2027-01-03", "元旦"), ("2027-02-05", "2027-02-12", "春节"), ("2027-04-03", "2027-04-05", "清明节"),
    ("2027-05-01", "2027-05-05", "劳动节"), ("2027-06-09", "2027-06-09", "端午节"), ("2027-09-15", "2027-09-15", "中秋节"),
    ("2027-10-01", "2027-10-07", "国庆节"),
  ]
  /// Its make-up workdays.
  static let work = [
    ("2027-01-30", "春节"), ("2027-02-20", "春节"), ("2027-05-08", "劳动节"), ("2027-09-26", "国庆节"), ("2027-10-09", "国庆节"),
  ]
  /// Its address.
  package static let paper = "https://www.gov.cn/zhengce/content/202612/content_7777777.htm"

  /// The weekdays on which one rests by it and works by the law alone.
  package static let freed = [
    "2027-02-09", "2027-02-10", "2027-02-11", "2027-02-12", "2027-05-03", "2027-05-04", "2027-05-05", "2027-10-04",
    "2027-10-05", "2027-10-06", "2027-10-07",
  ]
  /// The days of rest on which one works.
  package static let makeUp = work.map(\.0)

  /// As holiday-cn publishes it.
  package static var json: String {
    let days =
      off.flatMap { first, last, name in
        (CivilDate(first)!...CivilDate(last)!).map {
          "{\"name\": \"\(name)\", \"date\": \"\($0)\", \"isOffDay\": true}"
        }
      } + work.map { "{\"name\": \"\($0.1)\", \"date\": \"\($0.0)\", \"isOffDay\": false}" }
    return "{\"year\": 2027, \"papers\": [\"\(paper)\"], \"days\": [\n\(days.joined(separator: ",\n"))\n]}"
  }

  /// As holiday-cn publishes a year that is not announced.
  package static let emptyJSON = "{\"year\": 2027, \"papers\": [], \"days\": []}"

  /// As a notice year from `source`.
  package static func noticeYear(source: String = paper) -> NoticeYear {
    let overrides =
      off.flatMap { first, last, name in
        (CivilDate(first)!...CivilDate(last)!).map { DayOverride(date: $0, kind: .off, name: name, source: source) }
      } + work.map { DayOverride(date: CivilDate($0.0)!, kind: .work, name: $0.1, source: source) }
    return NoticeYear(year: 2027, overrides: overrides)
  }
}
