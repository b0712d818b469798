package import Alarms
package import HTTP
import Workdays

/// Brings the copies of holiday sources up to date, all at once: one that hangs or fails keeps none of the others waiting.
package struct Refresh: Sendable {
  /// Why a job cannot be done.
  package struct JobError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private let sources: [SourceRefresh]

  /// - Throws: where the job is not one that can be done; nothing was asked or written then.
  package init(_ job: RefreshJob, client: HTTPClient, limits: FetchLimits = FetchLimits()) throws(JobError) {
    let region: HolidayCalendar
    do throws(RegionError) { region = try ShippedRegion(job.region).calendar } catch {
      throw JobError(description: "the region is \(error)")
    }
    guard (1900...2999).contains(job.year) else { throw JobError(description: "the year \(job.year) is none") }
    guard !job.directory.isEmpty else { throw JobError(description: "no directory for the copies is named") }
    let workdays = job.workdays.compactMap(Weekday.init(rawValue:))
    guard workdays.count == job.workdays.count else {
      throw JobError(description: "the workdays are \(job.workdays); expected numbers from 1 for Monday to 7")
    }
    guard job.sources.count <= RefreshJob.mostSources else {
      throw JobError(description: "\(job.sources.count) sources are more than \(RefreshJob.mostSources)")
    }
    let week = WorkWeek(workdays: workdays)
    var (sources, keys) = ([SourceRefresh](), Set<String>())
    for source in job.sources {
      let kind = try Refresh.checkedKind(of: source)
      // The same source named twice has one copy.
      guard keys.insert(source.key).inserted else { continue }
      let reader = SourceReader(
        layer: source.layer, kind: kind,
        marks: DayMarks(off: source.off.map(TextPattern.init), work: source.work.map(TextPattern.init)), region: region,
        week: week, year: job.year)
      sources.append(
        SourceRefresh(
          source: source, job: job, region: region, week: week,
          fetch: SourceFetch(client: client, limits: limits, reader: reader)))
    }
    self.sources = sources
  }

  /// Fetches, decides and writes. It takes no longer than the limit for a source, and the reading.
  ///
  /// Only one at a time may do so for a directory: see ``RefreshLock``.
  package func run() async -> RefreshReport {
    await withTaskGroup(of: (Int, RefreshReport.Source).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask { (index, await source.run()) }
      }
      let reports = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return RefreshReport(sources: sources.indices.compactMap { reports[$0] })
    }
  }

  private static func checkedKind(of source: RefreshJob.Source) throws(JobError) -> HolidayFile.Kind? {
    // It names files.
    guard !source.key.isEmpty, source.key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw JobError(description: "the key of \(source.title) is not made of letters and digits")
    }
    guard (source.file == nil) != source.addresses.isEmpty, source.addresses.count <= RefreshJob.mostAddresses else {
      throw JobError(
        description:
          "\(source.title) has \(source.addresses.count) addresses; expected a file, or 1 to \(RefreshJob.mostAddresses)"
      )
    }
    guard let name = source.kind else { return nil }
    guard let kind = HolidayFile.Kind(rawValue: name) else {
      throw JobError(description: "\(source.title) is of an unknown kind")
    }
    return kind
  }
}
