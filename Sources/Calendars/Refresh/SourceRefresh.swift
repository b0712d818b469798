import Alarms
import Glibc
import HTTP
import Workdays

/// Brings the copy of one source up to date, and notes how that went.
struct SourceRefresh: Sendable {
  let source: RefreshJob.Source
  let job: RefreshJob
  let region: HolidayCalendar
  let week: WorkWeek
  let fetch: SourceFetch

  /// One file of a source, and what became of it.
  private struct Asked: Sendable {
    let year: Int?
    let addresses: [Address]
    let result: SourceFetch.Result
  }

  func run() async -> RefreshReport.Source {
    let store = HolidayStore(directory: job.directory)
    let (known, before) = (store.copy(of: source.key), store.state(of: source.key))
    // Where the copy was lost, a year that was told must not be lost with it.
    let held = known ?? job.spare.flatMap { HolidayStore(directory: $0).copy(of: source.key) } ?? HolidayCopy()
    let validators = Validators(before?.validators ?? [], region: job.region)
    var merge = SourceMerge(source, of: job, copy: held, region: region, week: week)
    var state = HolidaySourceState(checked: job.now, succeeded: before?.succeeded, fileModified: before?.fileModified)
    if let path = source.file {
      readFile(path, &merge, &state)
    } else {
      let asked = await askWeb(validators, held)
      let whole = take(asked, &merge)
      for asked in asked {
        let isWhole = whole.contains(asked.year)
        state.validators += self.validators(of: asked, isWhole: isWhole, validators, merge.copy)
      }
    }
    return write(merge, state, keeping: before?.validators ?? [], over: known, in: store)
  }

  // MARK: The web

  private func askWeb(_ validators: Validators, _ held: HolidayCopy) async -> [Asked] {
    let isYearly = source.addresses.contains(where: Address.isYearly)
    let years: [Int?] = isYearly ? [job.year - 1, job.year, job.year + 1] : [nil]
    return await withTaskGroup(of: Asked.self) { group in
      for year in years {
        let addresses = source.addresses.map { Address($0, year: year, hidesPath: source.hidesPath) }
        let fitting = validators.fitting(addresses, year: year, copy: held)
        group.addTask {
          Asked(
            year: year, addresses: addresses, result: await fetch.ask(addresses, year: year, validators: fitting))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { ($0.year ?? 0) < ($1.year ?? 0) }
    }
  }

  /// - Returns: the years, `nil` for a file of all years, whose data is in the copy as it was answered.
  private func take(_ files: [Asked], _ merge: inout SourceMerge) -> Set<Int?> {
    var whole: Set<Int?> = []
    for asked in files {
      switch asked.result.outcome {
      case .data(let contents, let answer):
        merge.warn(asked.result.reasons + contents.warnings.map(\.description))
        let changed = answer.lastModified.flatMap { httpDate($0, now: Instant(seconds: job.now)) }
        let date = min(changed.map { $0.civil(utcOffset: 0).date } ?? merge.today, merge.today)
        let origin = SourceMerge.Provenance(title: answer.address.title, date: date)
        let isWhole =
          asked.year.map { merge.takeYear($0, contents, from: origin) } ?? merge.takeAll(contents, from: origin)
        if isWhole { whole.insert(asked.year) }
      case .notModified:
        merge.warn(asked.result.reasons)
        whole.insert(asked.year)
      case .missing where asked.year != nil: takeMissing(asked, &merge)
      case .missing, .failed: merge.fail(asked.result.reasons)
      }
    }
    noteAbsences(files, &merge)
    return whole
  }

  /// A file that is nowhere: of a year to come it is not there yet; of one that is known, it is no longer needed.
  private func takeMissing(_ asked: Asked, _ merge: inout SourceMerge) {
    guard let year = asked.year, year <= job.year else { return merge.note(notAnnounced: asked.year ?? 0) }
    // A company's first year has no year before it.
    if !merge.knows(year), year == job.year || source.layer == .national { merge.fail(asked.result.reasons) }
  }

  private func noteAbsences(_ files: [Asked], _ merge: inout SourceMerge) {
    func isMissing(_ asked: Asked) -> Bool { if case .missing = asked.result.outcome { true } else { false } }
    if files.allSatisfy(isMissing) {
      // Not one file: the address is wrong, or the source has gone.
      if merge.report.failures.isEmpty { merge.fail(files.first { $0.year == job.year }?.result.reasons ?? []) }
    } else if source.layer == .national, files.allSatisfy({ $0.year == nil }) {
      if case .failed = files.first?.result.outcome { return }
      for year in [job.year, job.year + 1] { merge.note(notAnnounced: year) }
    }
  }

  /// Where nothing new came, what was known of the addresses holds on, as far as it fits the data that is held.
  private func validators(
    of asked: Asked, isWhole: Bool, _ known: Validators, _ copy: HolidayCopy
  ) -> [HolidaySourceState.Validator] {
    let fitting = known.fitting(asked.addresses, year: asked.year, copy: copy)
    switch asked.result.outcome {
    case .data(_, let answer) where isWhole:
      return [known.validator(answer, year: asked.year, copy: copy)].compactMap(\.self)
    case .notModified(let answer): return [fitting[answer.address.url]].compactMap(\.self)
    default: return asked.addresses.compactMap { fitting[$0.url] }
    }
  }

  // MARK: Files

  private func readFile(_ path: String, _ merge: inout SourceMerge, _ state: inout HolidaySourceState) {
    var status = stat()
    // Before it is read: where it is changed meanwhile, it is read again.
    let modified = stat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : nil
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(path).bytes } catch {
      return merge.fail(["the holiday file \(path) cannot be read: \(error); check its path and mode"])
    }
    state.fileModified = modified
    do throws(DiagnosticList) {
      let contents = try fetch.reader.read(bytes, title: source.title, path: path, isOneYear: false)
      merge.warn(contents.warnings.map(\.description))
      _ = merge.takeAll(contents, from: SourceMerge.Provenance(title: source.title, date: nil))
    } catch {
      merge.fail(error.diagnostics.map(\.description))
    }
  }

  // MARK: What is kept

  private func write(
    _ merge: SourceMerge, _ state: HolidaySourceState, keeping validators: [HolidaySourceState.Validator],
    over known: HolidayCopy?, in store: HolidayStore
  ) -> RefreshReport.Source {
    var (report, state) = (merge.report, state)
    report.changed.sort()
    // One without days says that the source was read, and has none yet.
    if known == nil ? !merge.copy.years.isEmpty || report.failures.isEmpty : merge.copy != known {
      do { try store.write(merge.copy, of: source.key) } catch {
        report.failures.append("the copy of \(source.title) cannot be kept: \(error)")
        report.changed = []
        // They go with the data that is on the disk.
        state.validators = validators
      }
    }
    if report.failures.isEmpty { state.succeeded = job.now }
    (state.failures, state.notAnnounced) = (report.failures, report.notAnnounced)
    do { try store.write(state, of: source.key) } catch {
      report.failures.append("how \(source.title) stands cannot be kept: \(error)")
    }
    return report
  }
}
