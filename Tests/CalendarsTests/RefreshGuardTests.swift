import Alarms
import Calendars
import Testing
import TestSupport
import Workdays

@Suite("What newly fetched data may replace", .timeLimit(.minutes(2)))
struct RefreshGuardTests {
  private let bench = RefreshBench()

  private func file(_ count: Int, modified: String? = nil) -> LocalServer.Answer {
    let headers = modified.map { [("Last-Modified", $0)] } ?? []
    return .respond(200, headers: headers, body: yearFile(2027, off: dates("2027-02-01", count)))
  }

  @Test("days that go and come back move nothing, and a person can say that they are right to go")
  func flipping() async throws {
    let site = Site(["/2027.json": file(36)])
    let source = bench.source([site.url("/2027.json")])
    #expect(try await bench.refresh(source).changed == [2027])
    site["/2027.json"] = file(34)
    let refused = try await bench.refresh(source)
    let refusal =
      "the data for 2027 has 34 days, fewer than the 36 that are known; they stay in use unless you say that the new ones "
      + "are right"
    #expect(refused.failures == ["\(site.url("/2027.json")): \(refusal)"] && refused.changed.isEmpty)
    #expect(bench.days(source, 2027).count == 36)
    site["/2027.json"] = file(36)
    let back = try await bench.refresh(source)
    #expect(back.failures.isEmpty && back.changed.isEmpty)
    site["/2027.json"] = file(34)
    #expect(try await bench.refresh(source, isForced: true).changed == [2027])
    #expect(bench.days(source, 2027).count == 34)
  }

  @Test("a year that is emptied stays as it was, whoever says otherwise", arguments: [false, true])
  func emptied(isForced: Bool) async throws {
    let site = Site(["/2027.json": file(33)])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    site["/2027.json"] = .respond(200, body: yearFile(2027, off: []))
    let report = try await bench.refresh(source, isForced: isForced)
    #expect(
      report.failures.map { $0.hasSuffix("the data for 2027 is empty, and what is known of it stays in use: 33 days") }
        == [true])
    #expect(bench.days(source, 2027).count == 33)
  }

  @Test("a year to come that a calendar of all years loses stays as it was")
  func lostYear() async throws {
    var bench = bench
    bench.region = "ZZ"
    let site = Site(["/all.csv": .respond(200, body: "2024-10-01,off,a\n2026-10-01,off,a\n2027-10-01,off,a\n")])
    let source = bench.source([site.url("/all.csv")])
    _ = try await bench.refresh(source)
    site["/all.csv"] = .respond(200, body: "2026-10-01,off,a\n")
    let report = try await bench.refresh(source)
    #expect(
      report.failures == [
        "\(site.url("/all.csv")): the data for 2027 is empty, and what is known of it stays in use: 1 day"
      ]
    )
    #expect(bench.store.copy(of: source.key)?.years.map(\.year) == [2024, 2026, 2027])
  }

  @Test("what ships is known before anything was fetched")
  func shippedIsKnown() async throws {
    let site = Site(["/2026.json": .respond(200, body: yearFile(2026, off: dates("2026-10-01", 7)))])
    let source = bench.source([site.url("/2026.json")])
    let report = try await bench.refresh(source)
    #expect(report.failures.count == 1 && report.failures[0].contains("has 7 days, fewer than the"))
    #expect(bench.store.copy(of: source.key) == nil)
    // A company's days are beside the region's.
    #expect(try await bench.refresh(bench.source([site.url("/2026.json")], layer: .company)).changed == [2026])
  }

  @Test("a year that was told is not lost with the copy, where the source has lost it too")
  func toldIsKnown() async throws {
    let site = Site([
      "/2026.json": .respond(200, body: yearFile(2026, off: dates("2026-10-01", 7))),
      "/2027.json": .respond(200, body: yearFile(2027, off: ["2027-10-01", "2027-10-02"])),
    ])
    let source = bench.source([site.url("/{year}.json")], layer: .company)
    _ = try await bench.refresh(source)
    try bench.spare.write(try #require(bench.store.copy(of: source.key)), of: source.key)
    try Files.replace(bench.store.dataFile(source.key), with: [])
    site["/2027.json"] = nil
    _ = try await bench.refresh(source)
    #expect(bench.days(source, 2027) == ["2027-10-01", "2027-10-02"])
    // A shorter one is judged by it as well.
    try Files.replace(bench.store.dataFile(source.key), with: [])
    site["/2027.json"] = .respond(200, body: yearFile(2027, off: ["2027-10-01"]))
    #expect(try await bench.refresh(source).failures.first?.contains("fewer than the 2") == true)
    #expect(bench.days(source, 2027) == ["2027-10-01", "2027-10-02"])
  }

  @Test("a company's few days are not measured by the law's holidays")
  func companyIsNoNotice() async throws {
    let body = "2027-06-18,off,founders' day\n2027-12-17,off,founders' day\n2027-12-18,work,stocktaking\n"
    let site = Site(["/days.csv": .respond(200, body: body)])
    let report = try await bench.refresh(bench.source([site.url("/days.csv")], layer: .company))
    #expect(report.changed == [2027] && report.warnings.isEmpty)
    // The same days as a notice: what it lacks, and what lies alone.
    let notice = try await bench.refresh(bench.source([site.url("/days.csv")]))
    #expect(notice.warnings.contains { $0.contains("国庆节 by law") })
    #expect(notice.warnings.contains { $0.contains("2027-12-17 lies") })
  }

  @Test("a mirror that lags behind does not bring back what was replaced")
  func older() async throws {
    let site = Site(["/2027.json": file(7, modified: "Tue, 10 Nov 2026 02:00:00 GMT")])
    let source = bench.source([site.url("/2027.json")])
    _ = try await bench.refresh(source)
    site["/2027.json"] = file(8, modified: "Mon, 09 Nov 2026 23:59:59 GMT")
    let report = try await bench.refresh(source)
    #expect(report.failures.count == 1)
    #expect(report.failures[0].contains("is of 2026-11-09, older than what is known, of 2026-11-10"))
    #expect(try await bench.refresh(source, isForced: true).changed == [2027])
  }

  @Test("dates that a wrong clock noted do not keep newer data out")
  func wrongClock() async throws {
    let site = Site(["/2027.json": file(7)])
    let source = bench.source([site.url("/2027.json")])
    var ahead = bench
    ahead.now += 400 * 86_400
    _ = try await ahead.refresh(source)
    site["/2027.json"] = file(8)
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(bench.store.copy(of: source.key)?[2027]?.dataDate == "2026-11-20")
  }

  @Test("a person's own days are taken as they come, emptier ones too, and the address is told to nobody")
  func personal() async throws {
    let leave = HolidayFeedTests.calendar("SUMMARY:Leave\nDTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227")
    let site = Site(["/secret-token/leave.ics?key=secret-token": .respond(200, body: leave)])
    let source = bench.source([site.url("/secret-token/leave.ics?key=secret-token")], layer: .personal, off: ["*"])
    #expect(try await bench.refresh(source).changed == [2026])
    #expect(bench.days(source, 2026) == dates("2026-12-24", 3))
    for text in [
      HolidayFeedTests.calendar("SUMMARY:Leave\nDTSTART;VALUE=DATE:20270104"),
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
    ] {
      site["/secret-token/leave.ics?key=secret-token"] = .respond(200, body: text)
      #expect(try await bench.refresh(source).failures.isEmpty)
    }
    #expect(bench.store.copy(of: source.key)?.years == [])
    site["/secret-token/leave.ics?key=secret-token"] = .respond(200, body: "<html>secret-token</html>")
    let report = try await bench.refresh(source)
    #expect(report.failures.first?.hasPrefix("http://127.0.0.1:\(site.server.port)/…:1:1: ") == true)
    for name in [bench.store.dataFile(source.key), bench.store.stateFile(source.key)] {
      #expect(!String(decoding: try Files.read(name).bytes, as: UTF8.self).contains("secret-token"))
    }
    #expect(!"\(report)".contains("secret-token"))
  }
}

@Suite("What a fetched year rests on", .timeLimit(.minutes(2)))
struct RefreshBasisTests {
  private func nager(_ days: [(String, String)]) -> LocalServer.Answer {
    let items = days.map { #"{"date":"\#($0.0)","localName":"\#($0.1)","global":true,"types":["Public"]}"# }
    return .respond(200, body: "[\(items.joined(separator: ","))]")
  }

  @Test("days that were worked out do not make a year announced, and lose none that the law fixes")
  func computed() async throws {
    let site = Site([
      // The shipped notice of this year stays in use.
      "/2026/CN": nager([("2026-01-01", "元旦"), ("2026-10-01", "国庆节")]),
      "/2027/CN": nager([("2027-01-01", "元旦"), ("2027-10-01", "国庆节")]),
    ])
    let bench = RefreshBench()
    let source = bench.source([site.url("/{year}/CN")])
    let report = try await bench.refresh(source)
    #expect(report.changed == [2027] && report.failures.isEmpty)
    #expect(report.warnings.contains { $0.contains("the days of 2026 are worked out before a notice") })
    let year = try #require(bench.store.copy(of: source.key)?[2027]?.noticeYear)
    #expect(year.basis == .computed)
    let calendar = HolidayCalendar.china.replacing(year)
    func day(_ date: String) -> Day { WorkCalendar(national: calendar).day(on: CivilDate(date)!) }
    #expect(day("2027-10-01").kind == .statutoryHoliday && day("2027-10-01").certainty == .provisional)
    // 2027-10-02, 国庆节, by 全国年节及纪念日放假办法, article 2.
    #expect(day("2027-10-02").name == "国庆节" && day("2027-10-02").kind == .statutoryHoliday)
    #expect(day("2026-12-31").certainty == .provisional && day("2028-05-08").certainty == .provisional)
  }

  @Test("where law fixes all days, nothing else is due")
  func law() async throws {
    let site = Site(["/2027/DE": nager([("2027-10-03", "Tag der Deutschen Einheit")])])
    var bench = RefreshBench()
    bench.region = "ZZ"
    let source = bench.source([site.url("/2027/DE")], kind: .nager)
    _ = try await bench.refresh(source)
    #expect(bench.store.copy(of: source.key)?[2027]?.basis == "law")
  }

  @Test("a calendar's year is announced once it has a make-up workday")
  func feed() async throws {
    let statutory = "SUMMARY:国庆节（休）\nDTSTART;VALUE=DATE:20271001\nDTEND;VALUE=DATE:20271004"
    let site = Site(["/cn.ics": .respond(200, body: HolidayFeedTests.calendar(statutory))])
    let bench = RefreshBench()
    let source = bench.source([site.url("/cn.ics")])
    _ = try await bench.refresh(source)
    #expect(bench.store.copy(of: source.key)?[2027]?.basis == "computed")
    let notice = [
      "SUMMARY:国庆节（休）\nDTSTART;VALUE=DATE:20271001\nDTEND;VALUE=DATE:20271008",
      "SUMMARY:国庆节（班）\nDTSTART;VALUE=DATE:20271009",
    ]
    site["/cn.ics"] = .respond(200, body: HolidayFeedTests.calendar(notice[0], notice[1]))
    #expect(try await bench.refresh(source).changed == [2027])
    #expect(bench.store.copy(of: source.key)?[2027]?.basis == "notice")
    // What was announced does not become provisional again.
    site["/cn.ics"] = .respond(200, body: HolidayFeedTests.calendar(notice[0]))
    #expect(try await bench.refresh(source, isForced: true).changed == [])
    #expect(bench.store.copy(of: source.key)?[2027]?.basis == "notice")
  }
}
