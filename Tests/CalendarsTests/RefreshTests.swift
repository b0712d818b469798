import Alarms
import Calendars
import HTTP
import Testing
import TestSupport
import Workdays

@Suite("Refreshing holiday sources", .timeLimit(.minutes(2)))
struct RefreshTests {
  /// What ships, as a site would publish it.
  private func shipped(_ year: Int) throws -> LocalServer.Answer {
    .respond(200, body: try HolidayJSON.text(of: [try #require(HolidayCalendar.china.noticeYear(year))]))
  }

  private func site(_ next: LocalServer.Answer? = nil) throws -> Site {
    let site = Site(["/2025.json": try shipped(2025), "/2026.json": try shipped(2026)])
    site["/2027.json"] = next
    return site
  }

  @Test("a source with a file a year is asked for last year, this one and the next")
  func years() async throws {
    let notice = yearFile(2027, off: dates("2027-10-01", 7), work: ["2027-10-09"])
    let site = try site(.respond(200, headers: [("Last-Modified", "Tue, 10 Nov 2026 02:00:00 GMT")], body: notice))
    let bench = RefreshBench()
    let source = bench.source([site.url("/{year}.json")])
    let report = try await bench.refresh(source)
    #expect(Set(site.server.requests.map(\.target)) == ["/2025.json", "/2026.json", "/2027.json"])
    #expect(site.server.requests.count == 3)
    #expect(report.changed == [2025, 2026, 2027] && report.failures.isEmpty && report.notAnnounced.isEmpty)
    let copy = try #require(bench.store.copy(of: source.key))
    #expect(copy[2026]?.noticeYear?.overrides == HolidayCalendar.china.noticeYear(2026)?.overrides)
    let held = try #require(copy[2027])
    #expect(held.from == site.url("/2027.json") && held.dataDate == "2026-11-10" && held.fetched == bench.now)
    #expect(copy[2026]?.dataDate == "2026-11-20")
    let last = try #require(held.days.last)
    #expect([last.date, last.kind, last.name, last.source] == ["2027-10-09", "work", "国庆节", site.url("/2027.json")])
    #expect(bench.store.state(of: source.key)?.succeeded == bench.now)
  }

  @Test(
    "a year to come that is not there, or empty, is not announced yet",
    arguments: [
      nil, #"{"year":2027,"papers":[],"days":[]}"#,
    ] as [String?])
  func notAnnounced(body: String?) async throws {
    let site = try site(body.map { .respond(200, headers: [("ETag", "\"1\"")], body: $0) })
    let bench = RefreshBench()
    let source = bench.source([site.url("/{year}.json")])
    let report = try await bench.refresh(source)
    #expect(report.notAnnounced == [2027] && report.failures.isEmpty)
    #expect(bench.store.state(of: source.key)?.notAnnounced == [2027])
    #expect(try #require(bench.store.copy(of: source.key))[2027] == nil)
    // It is never taken for final: the next time it is asked for as if for the first time.
    site["/2027.json"] = .respond(200, headers: [("ETag", "\"1\"")], body: yearFile(2027, off: ["2027-10-01"]))
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(site.requests("/2027.json").map { $0.headers["if-none-match"] } == [nil, nil])
    #expect(bench.store.state(of: source.key)?.notAnnounced == [])
  }

  @Test("a file of this year that is nowhere is a failure, unless the year is known")
  func missing() async throws {
    let site = try site(.respond(200, body: yearFile(2027, off: ["2027-10-01"])))
    site["/2026.json"] = nil
    var bench = RefreshBench()
    let source = bench.source([site.url("/{year}.json")])
    #expect(try await bench.refresh(source).failures.isEmpty)
    bench.region = "ZZ"
    #expect(
      try await bench.refresh(bench.source([site.url("/{year}.json"), site.url("/{year}.json")])).failures == [
        "\(site.url("/2026.json")): the server answered 404, there is no such file; check the source's address",
        "\(site.url("/2026.json")): the server answered 404, there is no such file; check the source's address",
      ])
  }

  @Test("an address at which no year is found at all is a failure, even where the years are known")
  func missingAll() async throws {
    let site = Site()
    let bench = RefreshBench()
    let report = try await bench.refresh(bench.source([site.url("/{year}.jsn")]))
    #expect(
      report.failures == [
        "\(site.url("/2026.jsn")): the server answered 404, there is no such file; check the source's address"
      ])
    #expect(report.notAnnounced == [2027])
  }

  @Test("a company's source need not have last year")
  func company() async throws {
    let site = Site(["/2026.csv": .respond(200, body: "2026-12-24,off,Christmas Eve\n")])
    let bench = RefreshBench()
    let report = try await bench.refresh(bench.source([site.url("/{year}.csv")], layer: .company))
    #expect(report.failures.isEmpty && report.changed == [2026])
  }

  @Test("mirrors are asked in their order, only after the one before, and what was wrong with it is told")
  func mirrors() async throws {
    let body = yearFile(2027, off: ["2027-10-01"])
    let sites = [Site(["/a.json": .respond(503)]), Site(["/b.json": .respond(200, body: body)]), Site()]
    let bench = RefreshBench()
    let source = bench.source([sites[0].url("/a.json"), sites[1].url("/b.json"), sites[2].url("/c.json")])
    let report = try await bench.refresh(source)
    #expect(report.changed == [2027] && report.failures.isEmpty)
    #expect(
      report.warnings.first
        == "\(sites[0].url("/a.json")): the server answered 503, it is in trouble; try again later")
    #expect(sites.map(\.server.requests.count) == [1, 1, 0])
    #expect(bench.store.copy(of: source.key)?[2027]?.from == sites[1].url("/b.json"))
  }

  @Test("a server that never answers keeps neither its mirror nor another source from being asked")
  func silence() async throws {
    let silent = LocalServer { _ in .silence }
    let site = Site(["/a.json": .respond(200, body: yearFile(2027, off: ["2027-10-01"]))])
    var bench = RefreshBench()
    bench.limits = FetchLimits(request: .seconds(30), source: .seconds(4))
    let sources = [
      bench.source([silent.url("/hang.json"), site.url("/a.json")]), bench.source([silent.url("/silent.json")]),
      bench.source([site.url("/a.json")]),
    ]
    let reports = try await bench.refresh(sources)
    #expect(reports.map(\.changed) == [[2027], [], [2027]])
    #expect(reports.map(\.failures) == [[], ["\(silent.url("/silent.json")): Timeout was reached"], []])
    #expect(reports.map(\.key) == sources.map(\.key))
    #expect(bench.store.state(of: sources[1].key)?.succeeded == nil)
  }

  @Test("where all years are in one file, years that it lacks are not announced")
  func oneFile() async throws {
    let site = Site(["/all.csv": .respond(200, body: "2026-10-01..8,off,国庆节\n")])
    var bench = RefreshBench()
    bench.region = "ZZ"
    let report = try await bench.refresh(bench.source([site.url("/all.csv")]))
    #expect(report.changed == [2026] && report.notAnnounced == [2027] && report.failures.isEmpty)
  }

  @Test("entries that look like slips are used and told")
  func doubts() async throws {
    let body = yearFile(2027, off: dates("2027-10-01", 7) + ["2027-12-10"], work: ["2027-10-11"])
    let site = Site(["/2027.json": .respond(200, body: body)])
    let bench = RefreshBench()
    let report = try await bench.refresh(bench.source([site.url("/2027.json")]))
    #expect(report.changed == [2027])
    func told(_ words: String) -> Int { report.warnings.filter { $0.contains(words) }.count }
    #expect(told("2027-12-10 lies 64 days from the nearest day off") == 1)
    #expect(told("2027-10-11 is a monday and a workday anyway") == 1)
  }

  @Test(
    "a job that cannot be done is refused before anything is asked",
    arguments: [
      ("XYZ", 2026, [1], "0a"), ("CN", 0, [1], "0a"), ("CN", 2026, [0], "0a"), ("CN", 2026, [1], "../evil"),
    ])
  func badJob(region: String, year: Int, workdays: [Int], key: String) {
    let bench = RefreshBench()
    var (job, source) = (bench.job([]), bench.source(["http://127.0.0.1:1/a.json"]))
    source.key = key
    (job.region, job.year, job.workdays, job.sources) = (region, year, workdays, [source])
    #expect(throws: Refresh.JobError.self) { _ = try Refresh(job, client: HTTPClient()) }
  }
}
