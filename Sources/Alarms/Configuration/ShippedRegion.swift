import CHolidayData
import Glibc
package import Workdays

/// A region as it is compiled in: its holidays and its work week. Only the region that is asked for is read.
package struct ShippedRegion: Sendable {
  /// The holidays; unknown ones where no data ships for the region.
  package let calendar: HolidayCalendar
  /// The weekdays that are worked in the region, Monday to Friday where no data says otherwise.
  package let week: WorkWeek

  /// The day on which the shipped data was last held against its sources.
  package static let dataDate = CivilDate(year: 2026, month: 11, day: 30)!

  /// How a region is written, for messages.
  package static let form =
    "a region's two letters such as CN (ISO 3166-1), with a subdivision's code where wanted, as in DE-BY (ISO 3166-2)"

  /// A region whose holidays nobody knows.
  package static let none = ShippedRegion(calendar: .unknown(region: "ZZ"), week: .mondayToFriday)

  private init(calendar: HolidayCalendar, week: WorkWeek) {
    self.calendar = calendar
    self.week = week
  }

  /// The region with this code, in any case of letters.
  ///
  /// - Throws: ``RegionError`` when `code` is none, or names a subdivision that the data of its country does not have.
  package init(_ code: String) throws(RegionError) {
    let parts = code.uppercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ShippedRegion.isWellFormed(parts) else { throw .malformed(code) }
    let (country, subdivision) = (parts[0], parts.count > 1 ? parts[1] : "")
    let name = parts.joined(separator: "-")
    let index = ShippedRegion.index(of: country)
    guard let first = index.first else {
      let isChina = country == "CN"
      guard !isChina || subdivision.isEmpty else { throw .unknownSubdivision(name, known: []) }
      self.init(calendar: isChina ? .china : .unknown(region: name), week: .mondayToFriday)
      return
    }
    var text = RegionText()
    text.read(ShippedRegion.bytes(first.text))
    if !subdivision.isEmpty {
      guard let own = index.first(where: { strcmp($0.subdivision, subdivision) == 0 }) else {
        throw .unknownSubdivision(name, known: index.dropFirst().map { String(cString: $0.subdivision) })
      }
      text.read(ShippedRegion.bytes(own.text))
    }
    self.init(
      calendar: HolidayCalendar(region: name, statute: nil, noticeYears: text.noticeYears), week: text.week)
  }

  /// The countries that data ships for, mainland China among them, by their codes in order.
  package static var countries: [String] {
    (["CN"] + all.filter { $0.subdivision.pointee == 0 }.map { String(cString: $0.country) }).sorted()
  }

  /// The codes of a country's subdivisions, without the country's own.
  package static func subdivisions(of country: String) -> [String] {
    index(of: country).dropFirst().map { String(cString: $0.subdivision) }
  }

  private static func isWellFormed(_ parts: [String]) -> Bool {
    guard (1...2).contains(parts.count), parts[0].utf8.count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return false }
    return parts[0].allSatisfy(\.isLetter) && (parts.count == 1 || (1...3).contains(parts[1].utf8.count))
  }

  /// The entry of a country, then those of its subdivisions; empty where no data ships.
  private static func index(of country: String) -> [notifier_region] {
    all.filter { strcmp($0.country, country) == 0 }
  }

  private static var all: UnsafeBufferPointer<notifier_region> {
    UnsafeBufferPointer(start: notifier_all_regions(), count: Int(notifier_region_count))
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text, count: strlen(text))
  }
}

/// Why a region cannot be had.
package enum RegionError: Error, Equatable, CustomStringConvertible {
  case malformed(String)
  /// - Parameter known: the codes that the country's data has.
  case unknownSubdivision(String, known: [String])

  package var description: String {
    switch self {
    case .malformed(let code): return "\"\(code)\"; expected \(ShippedRegion.form)"
    case .unknownSubdivision(let code, let known):
      let country = code.prefix(2)
      guard let example = known.first else {
        return "\"\(code)\", and the data of \(country) has no subdivisions; expected \(country)"
      }
      let shown = known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", … (\(known.count))" : "")
      return "\"\(code)\", and the data of \(country) has no such subdivision; expected one of \(shown), as in "
        + "\(country)-\(example)"
    }
  }
}
