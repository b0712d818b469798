import Alarms
import Calendars
import Concurrency
import HTTP
import TestSupport
import Workdays

/// A web site of holiday data whose pages a test sets; what it does not have is 404.
final class Site: Sendable {
  private let pages: Guarded<[String: LocalServer.Answer]>
  let server: LocalServer

  init(_ pages: [String: LocalServer.Answer] = [:]) {
    let pages = Guarded(pages)
    self.pages = pages
    server = LocalServer { request in
      let page = pages.withLock { $0[request.target] } ?? .respond(404, body: "<html>not found</html>")
      // A server that is asked with what it said before has nothing new to say.
      guard case .respond(200, let headers, _) = page, let known = request.headers["if-none-match"],
        headers.contains(where: { $0.0 == "ETag" && $0.1 == known })
      else { return page }
      return .respond(304)
    }
  }

  subscript(_ target: String) -> LocalServer.Answer? {
    get { pages.withLock { $0[target] } }
    set { pages.withLock { $0[target] = newValue } }
  }

  func url(_ target: String) -> String { server.url(target) }

  /// The requests for a page, in their order.
  func requests(_ target: String) -> [LocalServer.Request] { server.requests.filter { $0.target == target } }
}

/// A directory of copies, and jobs over it: 20 November 2026, in mainland China, Monday to Friday.
struct RefreshBench {
  let directory = TemporaryDirectory()
  private let client = HTTPClient()
  var region = "CN"
  var now = 1_795_161_600  // 2026-11-20T08:00:00Z
  var limits = FetchLimits()

  /// What was told, where a test puts something there.
  var spare: HolidayStore { HolidayStore(directory: directory["told"]) }
  var store: HolidayStore { HolidayStore(directory: directory["holidays"]) }

  func source(
    _ addresses: [String], layer: HolidaySource.Layer = .national, kind: HolidayFile.Kind? = nil, off: [String] = []
  ) -> RefreshJob.Source {
    RefreshJob.Source(HolidaySource(origin: .web(addresses.map(Secret.init)), layer: layer, kind: kind, off: off))!
  }

  func job(_ sources: [RefreshJob.Source], isForced: Bool = false) -> RefreshJob {
    RefreshJob(
      directory: store.directory, spare: spare.directory, now: now, year: 2026, region: region,
      workdays: [1, 2, 3, 4, 5], isForced: isForced,
      sources: sources)
  }

  func refresh(_ sources: [RefreshJob.Source], isForced: Bool = false) async throws -> [RefreshReport.Source] {
    try await Refresh(job(sources, isForced: isForced), client: client, limits: limits).run().sources
  }

  /// The report of one source.
  func refresh(_ source: RefreshJob.Source, isForced: Bool = false) async throws -> RefreshReport.Source {
    try await refresh([source], isForced: isForced)[0]
  }

  /// The days that the copy has for a year.
  func days(_ source: RefreshJob.Source, _ year: Int) -> [String] {
    store.copy(of: source.key)?[year]?.days.map(\.date) ?? []
  }
}

/// A year in holiday-cn's form.
func yearFile(_ year: Int, off: [String], work: [String] = [], name: String = "国庆节") -> String {
  let days =
    off.map { #"{"name":"\#(name)","date":"\#($0)","isOffDay":true}"# }
    + work.map { #"{"name":"\#(name)","date":"\#($0)","isOffDay":false}"# }
  return #"{"year":\#(year),"papers":[],"days":[\#(days.joined(separator: ","))]}"#
}

/// Dates one after another.
func dates(_ first: String, _ count: Int) -> [String] {
  let first = CivilDate(first)!
  return (0..<count).map { first.adding(days: $0).description }
}
