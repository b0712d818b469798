package import Workdays

/// The last good copy of a source's data, in a form that is ours whatever the source's is.
package struct HolidayCopy: Codable, Hashable, Sendable {
  /// One notice year of it.
  package struct Year: Codable, Hashable, Sendable {
    package var year: Int
    /// Where it came from, as shown to a person.
    package var from: String
    /// The date from which the source's data is: what the server says, else the day of the fetch; `nil` for a file that a
    /// person named.
    package var dataDate: String?
    /// When it was fetched, in Unix seconds.
    package var fetched: Int
    package var basis: String
    package var tellsHolidaysApart: Bool
    package var days: [Day]
  }

  /// One day override.
  package struct Day: Codable, Hashable, Sendable {
    package var date: String
    /// ``DayOverride/Kind`` by its raw value.
    package var kind: String
    package var name: String
    package var source: String
    /// When the work of a half-day ends, `12:00`.
    package var worksUntil: String?
  }

  /// Ascending.
  package var years: [Year]

  package init(years: [Year] = []) { self.years = years }

  /// The copy of a notice year.
  package subscript(year: Int) -> Year? { years.first { $0.year == year } }

  /// Puts a notice year in the place of what was known of it.
  package mutating func replace(_ new: Year) {
    years.removeAll { $0.year == new.year }
    years.append(new)
    years.sort { $0.year < $1.year }
  }
}

extension HolidayCopy.Year {
  /// A copy of `noticeYear`.
  package init(_ noticeYear: NoticeYear, from: String, dataDate: CivilDate?, fetched: Instant) {
    self.init(
      year: noticeYear.year, from: from, dataDate: dataDate?.description, fetched: fetched.seconds,
      basis: noticeYear.basis.rawValue, tellsHolidaysApart: noticeYear.tellsHolidaysApart,
      days: noticeYear.overrides.map {
        HolidayCopy.Day(
          date: $0.date.description, kind: $0.kind.rawValue, name: $0.name, source: $0.source,
          worksUntil: $0.worksUntil?.description)
      })
  }

  /// The notice year; `nil` when the copy was damaged.
  package var noticeYear: NoticeYear? {
    guard let basis = NoticeYear.Basis(rawValue: basis) else { return nil }
    let overrides = days.compactMap { day -> DayOverride? in
      guard let date = CivilDate(day.date), let kind = DayOverride.Kind(rawValue: day.kind) else { return nil }
      let until = day.worksUntil.flatMap { CivilTime($0) }
      guard until == nil || kind == .work, (until == nil) == (day.worksUntil == nil) else { return nil }
      return DayOverride(date: date, kind: kind, name: day.name, source: day.source, worksUntil: until)
    }
    guard overrides.count == days.count else { return nil }
    return NoticeYear(year: year, overrides: overrides, basis: basis, tellsHolidaysApart: tellsHolidaysApart)
  }
}

/// How the fetching of a source stands.
package struct HolidaySourceState: Codable, Hashable, Sendable {
  /// What a server said with a file that is in the copy, for conditional requests.
  package struct Validator: Codable, Hashable, Sendable {
    /// The address with the data that it gave, hashed: it may be secret, and the data may be lost.
    package var address: String
    package var etag: String?
    package var lastModified: String?

    package init(address: String, etag: String?, lastModified: String?) {
      self.address = address
      self.etag = etag
      self.lastModified = lastModified
    }
  }

  /// When it was last asked for, in Unix seconds.
  package var checked: Int
  /// When all of it was last answered well.
  package var succeeded: Int?
  /// Why it was not, in words; empty after success. Refused data counts as failure: what was known stays in use.
  package var failures: [String]
  /// The years that the source had nothing of yet.
  package var notAnnounced: [Int]
  package var validators: [Validator]
  /// When the file was changed that was read, in Unix seconds; `nil` for the web.
  package var fileModified: Int?

  package init(
    checked: Int, succeeded: Int? = nil, failures: [String] = [], notAnnounced: [Int] = [],
    validators: [Validator] = [], fileModified: Int? = nil
  ) {
    self.checked = checked
    self.succeeded = succeeded
    self.failures = failures
    self.notAnnounced = notAnnounced
    self.validators = validators
    self.fileModified = fileModified
  }
}
