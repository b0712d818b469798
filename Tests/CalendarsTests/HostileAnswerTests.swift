import Alarms
import Calendars
import Testing
import TestSupport
import Workdays

@Suite("Holiday data that is none", .timeLimit(.minutes(2)))
struct HostileAnswerTests {
  private static let good = yearFile(2026, off: ["2026-10-01"])

  /// 国庆 in GBK, which is no UTF-8, by iconv.
  private static let gbk =
    Array(#"{"year":2026,"papers":[],"days":[{"name":""#.utf8) + [0xB9, 0xFA, 0xC7, 0xEC]
    + Array(#"","date":"2026-10-01","isOffDay":true}]}"#.utf8)

  private static let answers: [(String, LocalServer.Answer, String)] = [
    ("a web page", .respond(200, body: "<!DOCTYPE html><html><body>Sign in</body></html>"), "this is a web page"),
    ("words", .respond(200, body: "Service temporarily unavailable"), "expected a holiday file"),
    ("nothing", .respond(200), "expected a holiday file"),
    ("JSON that was cut", .respond(200, body: String(good.dropLast(20))), ":1:"),
    (
      "an answer that breaks off", .raw("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n\(good)"),
      "Transferred a partial file"
    ),
    ("an answer without end", .endlessBody, "the answer is larger than 4194304 bytes"),
    ("GBK", .bytes(gbk), "the file is not UTF-8"),
    (
      "UTF-16", .bytes([0xFF, 0xFE] + good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      "the file is UTF-16, expected UTF-8"
    ),
    ("a random file", .bytes((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 13) }), "the file is not UTF-8"),
    ("a refusal", .respond(403), "the server answered 403, access is not permitted"),
    ("an error", .respond(500, body: good), "the server answered 500"),
    ("no content", .respond(204), "the server answered 204, expected 200"),
    ("'not modified' to who knows nothing", .respond(304), "the server answered 304"),
    ("a redirect to nowhere", .respond(302), "the server answered 302, a redirect that leads nowhere"),
    ("a redirect to itself", .respond(302, headers: [("Location", "/a.json")]), "redirects hit maximum"),
    ("a redirect to a file", .respond(302, headers: [("Location", "file:///etc/passwd")]), "neither http nor https"),
    ("a closed connection", .close, "Server returned nothing"),
    ("gzip that is none", .respond(200, headers: [("Content-Encoding", "gzip")], body: good), ""),
    ("deep nesting", .respond(200, body: String(repeating: "[", count: 100_000)), ":1:"),
    (
      "a bomb of aliases",
      .respond(
        200,
        body: "a: &a [x,x,x,x,x,x,x,x]\n"
          + zip("bcdefgh", "abcdefg").map {
            "\($0): &\($0) [" + Array(repeating: "*\($1)", count: 8).joined(separator: ",") + "]\n"
          }.joined()), ":"
    ),
  ]

  @Test("it is refused with the reason, what was known stays, and the mirror is asked", arguments: answers.indices)
  func refused(index: Int) async throws {
    let (name, answer, words) = Self.answers[index]
    let site = Site(["/a.json": .respond(200, body: Self.good)])
    var bench = RefreshBench()
    bench.region = "ZZ"
    let source = bench.source([site.url("/a.json")])
    _ = try await bench.refresh(source)
    site["/a.json"] = answer
    bench.now += 86_400
    let report = try await bench.refresh(source)
    #expect(report.failures.count == 1 && report.changed.isEmpty, "\(name)")
    let reason = try #require(report.failures.first, "\(name)")
    #expect(
      reason.hasPrefix(site.url("/a.json") + ":") && reason.contains(words) && reason.count < 500, "\(name): \(reason)")
    #expect(bench.days(source, 2026) == ["2026-10-01"], "\(name)")
    let state = try #require(bench.store.state(of: source.key))
    #expect(state.checked == bench.now && state.succeeded == bench.now - 86_400 && state.failures == report.failures)

    let mirror = Site(["/b.json": .respond(200, body: Self.good)])
    let mirrored = try await bench.refresh(bench.source([site.url("/a.json"), mirror.url("/b.json")]))
    #expect(mirrored.changed == [2026] && mirrored.failures.isEmpty, "\(name)")
    #expect(mirrored.warnings.first == reason, "\(name)")
  }

  @Test("a file of another year is refused, by its address or by the year that was asked for")
  func wrongYear() async throws {
    let site = Site(["/2027.json": .respond(200, body: Self.good), "/y?2027": .respond(200, body: Self.good)])
    var bench = RefreshBench()
    bench.region = "ZZ"
    site["/y?2026"] = .respond(200, body: Self.good)
    let report = try await bench.refresh([
      bench.source([site.url("/{year}.json")]), bench.source([site.url("/y?{year}")]),
    ])
    #expect(report[0].failures.contains { $0.contains("the file is named for 2027 and says year 2026") })
    #expect(
      report[1].failures.contains(
        "\(site.url("/y")) (2027): the data is of 2026, expected 2027; what was known of 2027 stays in use, check the "
          + "source's address"))
    #expect(report.map(\.changed) == [[], [2026]])
  }

  @Test(
    "a calendar that is hostile or damaged is refused",
    arguments: [
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20270101\r\nSUMMARY:元旦（休）",
      "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:VEVENT\r\n", count: 1000),
      "BEGIN:VCALENDAR\r\nX:" + String(repeating: "x", count: 100_000) + "\r\nEND:VCALENDAR\r\n",
      HolidayFeedTests.calendar("SUMMARY:a（休）\nDTSTART:19000101\nRRULE:FREQ=SECONDLY;COUNT=999999999"),
      HolidayFeedTests.calendar("SUMMARY:a（休）\nDTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:99991231"),
    ])
  func hostileCalendar(text: String) async throws {
    let site = Site(["/a": .respond(200, body: text)])
    let bench = RefreshBench()
    let source = bench.source([site.url("/a")], layer: .personal, kind: .ics)
    let report = try await bench.refresh(source)
    #expect(report.failures.count >= 1 && report.changed.isEmpty)
    #expect(bench.store.copy(of: source.key) == nil)
  }
}
