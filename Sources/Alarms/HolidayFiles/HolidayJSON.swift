import FoundationEssentials
package import Workdays

/// Writes notice years in the form of holiday-cn: a list of objects, one a year.
package enum HolidayJSON {
  private struct Year: Encodable {
    let year: Int
    let papers: [String]
    /// What the days rest on, where that is no notice.
    let basis: String?
    let days: [Day]
  }

  private struct Day: Encodable {
    let name: String
    let date: String
    let isOffDay: Bool
    /// Left out of whole days.
    let worksUntil: String?
  }

  /// The JSON text; a year's `papers` are the sources of its days.
  package static func text(of noticeYears: [NoticeYear]) throws -> String {
    let years = noticeYears.map { year in
      var sources: [String] = []
      for day in year.overrides where !sources.contains(day.source) { sources.append(day.source) }
      return Year(
        year: year.year, papers: sources, basis: year.basis == .notice ? nil : year.basis.rawValue,
        days: year.overrides.map {
          Day(
            name: $0.name, date: "\($0.date)", isOffDay: $0.kind != .work, worksUntil: $0.worksUntil?.description)
        })
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(years), as: UTF8.self) + "\n"
  }
}
