package import Workdays

/// The days of one entry of `holidaySources:`, as a configuration was made of them.
package struct SourcedDays: Sendable {
  package let source: HolidaySource
  /// By notice year, ascending.
  package let noticeYears: [NoticeYear]
  /// The date from which the data of a year is, where the days are a copy of what was fetched.
  package let dataDates: [Int: CivilDate]

  package init(source: HolidaySource, noticeYears: [NoticeYear], dataDates: [Int: CivilDate] = [:]) {
    self.source = source
    self.noticeYears = noticeYears
    self.dataDates = dataDates
  }

  /// The days of a copy.
  init(_ source: HolidaySource, copy: HolidayCopy) {
    let dates = copy.years.compactMap { year in year.dataDate.flatMap { CivilDate($0) }.map { (year.year, $0) } }
    self.init(
      source: source, noticeYears: copy.years.compactMap(\.noticeYear),
      dataDates: Dictionary(dates) { $1 })
  }

  /// The days as a copy; `now` is when they were read.
  func copy(at now: Instant) -> HolidayCopy {
    HolidayCopy(
      years: noticeYears.map { year in
        HolidayCopy.Year(year, from: source.title, dataDate: dataDates[year.year], fetched: now)
      })
  }
}

/// The holiday data that a person was last told of, under `$XDG_STATE_HOME/notifier/holidays`.
///
/// What a configuration made of these copies does not share with the present one is what is to be told. They also stand in
/// for copies that were lost.
package enum ToldHolidays {
  /// The store of the copies.
  package static func store(_ locations: Locations) -> HolidayStore {
    HolidayStore(directory: "\(locations.state)/holidays")
  }

  /// Texts that stay the same until other data is noted, though it be data that was noted once before.
  package static func marks(of configuration: Configuration, in store: HolidayStore) -> [String] {
    configuration.sourcedDays.map { days in
      "\(days.source.key) \(Files.version(of: store.dataFile(days.source.key)) ?? "")"
    }
  }

  /// Notes that the data of `configuration` was told.
  ///
  /// - Throws: a `FileError`; the data is then told again.
  package static func note(_ configuration: Configuration, in store: HolidayStore, at now: Instant) throws {
    for days in configuration.sourcedDays {
      var copy = days.copy(at: now)
      if let known = store.copy(of: days.source.key), known.noticeYears == copy.noticeYears { continue }
      copy.years.sort { $0.year < $1.year }
      try store.write(copy, of: days.source.key)
    }
  }
}

extension HolidayCopy {
  /// What it holds.
  var noticeYears: [NoticeYear] { years.compactMap(\.noticeYear) }
}
