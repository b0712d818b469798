import Alarms
import Calendars
import Glibc
import Testing
import TestSupport
import Workdays

@Suite("Asking only for what has changed", .timeLimit(.minutes(2)))
struct ConditionalRequestTests {
  private let bench = RefreshBench()

  private func file(_ count: Int, etag: String) -> LocalServer.Answer {
    .respond(
      200, headers: [("ETag", etag), ("Last-Modified", "Tue, 10 Nov 2026 02:00:00 GMT")],
      body: yearFile(2027, off: dates("2027-02-01", count)))
  }

  @Test("what a server said of data that is held goes with the next request, and 'not modified' is success")
  func notModified() async throws {
    let site = Site(["/2027.json": file(5, etag: "\"one\"")])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    var later = bench
    later.now += 86_400
    let report = try await later.refresh(source)
    #expect(report.changed.isEmpty && report.failures.isEmpty && report.notAnnounced.isEmpty)
    let requests = site.requests("/2027.json")
    #expect(requests.map { $0.headers["if-none-match"] } == [nil, "\"one\""])
    #expect(requests.map { $0.headers["if-modified-since"] } == [nil, "Tue, 10 Nov 2026 02:00:00 GMT"])
    #expect(requests.map { $0.headers["accept-encoding"] } == ["gzip", "gzip"])
    #expect(bench.store.state(of: source.key)?.succeeded == later.now)
    // And it is kept for the time after.
    _ = try await later.refresh(source)
    #expect(site.requests("/2027.json").last?.headers["if-none-match"] == "\"one\"")
    site["/2027.json"] = file(6, etag: "\"two\"")
    #expect(try await later.refresh(source).changed == [2027])
    _ = try await later.refresh(source)
    #expect(site.requests("/2027.json").last?.headers["if-none-match"] == "\"two\"")
  }

  @Test(
    "where the copy is lost, damaged or replaced, all of the data is asked for",
    arguments: [
      nil, "{", #"{"years":[]}"#,
    ] as [String?])
  func lostCopy(text: String?) async throws {
    let site = Site(["/2027.json": file(5, etag: "\"one\"")])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    let path = bench.store.dataFile(source.key)
    if let text { try Files.replace(path, with: Array(text.utf8)) } else { unlink(path) }
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(site.requests("/2027.json").map { $0.headers["if-none-match"] } == [nil, nil])
  }

  @Test("data that was put into the copy from elsewhere is not taken for the server's")
  func otherData() async throws {
    let site = Site(["/2027.json": file(5, etag: "\"one\"")])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    var copy = try #require(bench.store.copy(of: source.key))
    copy.years[0].days.removeLast()
    try bench.store.write(copy, of: source.key)
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(bench.days(source, 2027).count == 5)
  }

  @Test("refused data is asked for again, while what is held is still known by its mark")
  func refused() async throws {
    let site = Site(["/2027.json": file(5, etag: "\"one\"")])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    site["/2027.json"] = file(4, etag: "\"two\"")
    for _ in 0..<2 { #expect(try await bench.refresh(source).failures.count == 1) }
    #expect(site.requests("/2027.json").map { $0.headers["if-none-match"] } == [nil, "\"one\"", "\"one\""])
    site["/2027.json"] = file(5, etag: "\"one\"")
    #expect(try await bench.refresh(source).failures.isEmpty)
    #expect(bench.days(source, 2027).count == 5)
    site["/2027.json"] = file(4, etag: "\"two\"")
    #expect(try await bench.refresh(source, isForced: true).changed == [2027])
  }

  @Test("each address has its own marks, and only for what it gave")
  func mirrors() async throws {
    let (first, second) = (Site(["/a": file(5, etag: "\"a\"")]), Site(["/b": file(6, etag: "\"b\"")]))
    let source = bench.source([first.url("/a"), second.url("/b")])
    _ = try await bench.refresh(source)
    first["/a"] = .respond(500)
    #expect(try await bench.refresh(source).changed == [2027])
    _ = try await bench.refresh(source)
    #expect(second.requests("/b").map { $0.headers["if-none-match"] } == [nil, "\"b\""])
    // Its old data is no longer what is held.
    first["/a"] = file(7, etag: "\"c\"")
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(first.requests("/a").last?.headers["if-none-match"] == nil)
  }
}
