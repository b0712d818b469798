import Alarms
import Workdays

/// What newly read data makes of a source's copy: a decision, without asking or writing anything.
struct SourceMerge {
  /// What the copy becomes.
  private(set) var copy: HolidayCopy
  /// What there is to tell.
  private(set) var report: RefreshReport.Source

  private let layer: HolidaySource.Layer
  private let region: HolidayCalendar
  private let guardian: HolidayGuard
  private let now: Instant
  private let year: Int
  private let isForced: Bool

  /// - Parameter region: what ships for the region of the days.
  init(_ source: RefreshJob.Source, of job: RefreshJob, copy: HolidayCopy, region: HolidayCalendar, week: WorkWeek) {
    self.copy = copy
    report = RefreshReport.Source(key: source.key, title: source.title)
    layer = source.layer
    self.region = region
    guardian = HolidayGuard(week: week, statute: region.statute)
    now = Instant(seconds: job.now)
    year = job.year
    isForced = job.isForced
  }

  /// In UTC, as dates of servers are.
  var today: CivilDate { now.civil(utcOffset: 0).date }

  mutating func fail(_ reasons: [String]) { report.failures += reasons }
  mutating func warn(_ reasons: [String]) { report.warnings += reasons }

  /// Where data comes from.
  struct Provenance {
    /// As a person is shown it.
    let title: String
    /// The date from which it is. `nil` for a file, whose date does not tell older data from newer: a person may put back
    /// an earlier one.
    let date: CivilDate?
  }

  /// Takes what a file of one year says.
  ///
  /// - Returns: whether all of its days are in the copy now.
  mutating func takeYear(_ asked: Int, _ contents: SourceReader.Contents, from origin: Provenance) -> Bool {
    let others = contents.noticeYears.filter { $0.year != asked && !$0.overrides.isEmpty }.map(\.year)
    if let other = others.first {
      warn([
        "\(origin.title) also sets days of \(other), which are left out; take {year} out of the address to use them"
      ])
    }
    return take(contents.noticeYears.first { $0.year == asked } ?? NoticeYear(year: asked, overrides: []), from: origin)
  }

  /// Takes what a file of all years says.
  ///
  /// - Returns: whether all of its days are in the copy now.
  mutating func takeAll(_ contents: SourceReader.Contents, from origin: Provenance) -> Bool {
    let found = Set(contents.noticeYears.map(\.year))
    // Years that are over leave a calendar in time; one that is to come may have been lost.
    let gone = copy.years.map(\.year).filter { !found.contains($0) && (layer == .personal || $0 >= year) }
    var isWhole = !contents.noticeYears.isEmpty
    for noticeYear in contents.noticeYears {
      // A year that is over and known moves nothing, whatever is thought of it by now.
      if layer == .national, noticeYear.year < year - 1, knows(noticeYear.year) { continue }
      if !take(noticeYear, from: origin) { isWhole = false }
    }
    for year in gone { _ = take(NoticeYear(year: year, overrides: []), from: origin) }
    return isWhole && report.failures.isEmpty
  }

  /// Whether anything is known of a year: from this source, or in its region.
  func knows(_ year: Int) -> Bool {
    copy[year].map { !$0.days.isEmpty } ?? (layer == .national && region.noticeYear(year) != nil)
  }

  /// Notes a year that the source has nothing of yet.
  mutating func note(notAnnounced year: Int) {
    if !knows(year), !report.notAnnounced.contains(year) { report.notAnnounced.append(year) }
  }

  private mutating func take(_ new: NoticeYear, from origin: Provenance) -> Bool {
    guard layer != .personal else { return replace(new, origin) }
    if layer == .national, new.basis == .computed, !new.overrides.isEmpty,
      isAnnounced(copy[new.year]?.noticeYear) || region.isAnnounced(year: new.year)
    {
      warn([
        "\(origin.title): the days of \(new.year) are worked out before a notice; the notice that is known stays in use"
      ])
      return false
    }
    let verdict = guardian.verdict(
      on: HolidayGuard.Notice(new, dataDate: origin.date), asked: new.year,
      known: known(new.year), forced: isForced)
    switch verdict {
    case .refused(let refusal):
      fail(["\(origin.title): \(refusal)"])
      return false
    case .accepted(let doubts):
      // Law and the names of holidays say nothing of a company's days.
      for doubt in doubts where layer == .national {
        // The others were told by the reader, with their lines.
        switch doubt {
        case .confirmsPattern, .outsideYear: continue
        case .isolated, .worksOnStatutory: warn(["\(origin.title): \(doubt)"])
        }
      }
      return replace(new, origin)
    case .unchanged:
      if new.overrides.isEmpty { note(notAnnounced: new.year) }
      return replace(new, origin)
    }
  }

  private func isAnnounced(_ noticeYear: NoticeYear?) -> Bool { noticeYear.map { $0.basis != .computed } ?? false }

  /// What the guard compares with.
  private func known(_ year: Int) -> HolidayGuard.Notice? {
    if let held = copy[year], let noticeYear = held.noticeYear {
      // A date that lies ahead was noted by a clock that was wrong.
      let date = held.dataDate.flatMap { CivilDate($0) }.flatMap { $0 <= today ? $0 : nil }
      return HolidayGuard.Notice(noticeYear, dataDate: date)
    }
    guard layer == .national else { return nil }
    return region.noticeYear(year).map { HolidayGuard.Notice($0) }
  }

  /// Puts a year into the copy, unless it is there as it is; one without days leaves it.
  ///
  /// - Returns: whether it has days, which are then in the copy.
  private mutating func replace(_ new: NoticeYear, _ origin: Provenance) -> Bool {
    let held = copy[new.year]
    guard !new.overrides.isEmpty else {
      if held != nil {
        copy.years.removeAll { $0.year == new.year }
        report.changed.append(new.year)
      }
      return false
    }
    if held?.noticeYear != new {
      copy.replace(HolidayCopy.Year(new, from: origin.title, dataDate: origin.date, fetched: now))
      report.changed.append(new.year)
    }
    return true
  }
}
