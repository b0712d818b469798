import Alarms
import Calendars
import Glibc
import HTTP
import TestSupport
import Testing
import Workdays

@Suite("Calendars that are read again and again", .timeLimit(.minutes(2)))
struct ImportRefreshTests {
  private static func text(_ title: String, at start: String = "20261203T150000", uid: String = "1") -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(title)\r\n"
      + "DTSTART:\(start)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  }

  /// A person whose configuration names one calendar.
  private final class Bench {
    let directory = TemporaryDirectory()
    var now = Instant("2026-11-30T12:00:00+08:00")!
    var zone = "Asia/Shanghai"
    let origin: String
    init(_ origin: String) { self.origin = origin }

    var locations: Locations { Locations { [directory] in $0 == "HOME" ? directory.path : nil } }

    func configuration() throws -> Configuration {
      var locations = locations
      locations.secrets = .needed
      let text =
        "timezone: \(zone)\ncalendars: { work: { title: Work } }\nimports: { team: { \(origin), calendar: work } }\n"
      do throws(DiagnosticList) {
        return try ConfigurationLoader(locations: locations)
          .load([ConfigurationLoader.Input(path: "\(directory.path)/a.yaml", givesAlarms: true, text: text)])
      } catch {
        Issue.record("\(error.diagnostics.map(\.description))")
        throw error
      }
    }

    func refresh(isForced: Bool = true) async throws -> ImportRefresh.Report {
      let configuration = try configuration()
      return try await ImportRefresh(
        configuration.imports[0], configuration: configuration, locations: locations, client: HTTPClient(), now: now
      ).run(isForced: isForced)
    }

    /// Titles of the alarms that ring, with the calendar of each.
    func alarms() throws -> [String] {
      try configuration().alarms.map { "\($0.title) \($0.calendar ?? "-")" }
    }
  }

  @Test("a file's events ring, come and go with it, and stay when it cannot be read")
  func file() async throws {
    let bench = Bench("path: team.ics")
    let path = "\(bench.directory.path)/team.ics"
    let missing = try await bench.refresh()
    #expect(missing.fault == "\(path) cannot be read: there is no such file")
    #expect(try bench.alarms() == [])
    try Files.replace(path, with: Array(Self.text("Review").utf8))
    #expect(try await bench.refresh().isChanged)
    #expect(try bench.alarms() == ["Review work"])
    #expect(try await !bench.refresh().isChanged)
    try Files.replace(path, with: Array("BEGIN:VCALENDAR\r\nBEGIN:VEV".utf8))
    let broken = try await bench.refresh()
    #expect(broken.fault?.contains("ends before END:VCALENDAR") == true)
    #expect(broken.alarms == 1)
    #expect(try bench.alarms() == ["Review work"])
    try Files.replace(path, with: Array(Self.text("Other", uid: "2").utf8))
    #expect(try await bench.refresh().fault == nil)
    #expect(try bench.alarms() == ["Other work"])
  }

  @Test("a directory's files are all read; events that are over are left out")
  func directory() async throws {
    let bench = Bench("path: events")
    let path = "\(bench.directory.path)/events"
    try Files.makeDirectory(path)
    try Files.replace("\(path)/1.ics", with: Array(Self.text("One").utf8))
    try Files.replace("\(path)/2.ics", with: Array(Self.text("Two", uid: "2").utf8))
    try Files.replace("\(path)/3.ics", with: Array(Self.text("Past", at: "20200101T000000", uid: "3").utf8))
    try Files.replace("\(path)/notes.txt", with: Array("no calendar".utf8))
    #expect(try await bench.refresh().alarms == 2)
    #expect(try bench.alarms() == ["One work", "Two work"])
    #expect(unlink("\(path)/1.ics") == 0)
    #expect(try await bench.refresh().alarms == 1)
    #expect(try bench.alarms() == ["Two work"])
  }

  @Test("an address is asked for what has changed, not again within ten minutes, and its path is told to nobody")
  func address() async throws {
    let site = Site(["/s3cret/basic.ics": .respond(200, headers: [("ETag", "\"1\"")], body: Self.text("Review"))])
    let bench = Bench("url: \"\(site.url("/s3cret/basic.ics"))\"")
    let first = try await bench.refresh(isForced: false)
    #expect(first.alarms == 1)
    #expect(!first.title.contains("s3cret"))
    bench.now = bench.now.advanced(by: .seconds(599))
    _ = try await bench.refresh(isForced: false)
    #expect(site.requests("/s3cret/basic.ics").count == 1)
    bench.now = bench.now.advanced(by: .seconds(1))
    #expect(try await !bench.refresh(isForced: false).isChanged)
    #expect(site.requests("/s3cret/basic.ics").map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    // In another zone the same file makes other alarms, so all of it is asked for.
    bench.zone = "Europe/Berlin"
    _ = try await bench.refresh(isForced: false)
    #expect(site.requests("/s3cret/basic.ics").last?.headers["if-none-match"] == nil)
    site["/s3cret/basic.ics"] = .respond(503)
    let failed = try await bench.refresh()
    #expect(failed.fault?.contains("the server answered 503") == true)
    #expect(failed.fault?.contains("s3cret") == false)
    #expect(try bench.alarms() == ["Review work"])
  }

  @Test("alarms that the configuration cannot have are left out with a warning, and the others ring")
  func spoilt() async throws {
    let bench = Bench("path: team.ics")
    try Files.makeDirectory(ImportStore(bench.locations).directory)
    let text =
      "alarms:\n  - { id: a, at: '09:00', days: [2026-12-03] }\n  - { id: b, at: '25:00', days: [2026-12-03] }\n"
    try Files.replace(ImportStore(bench.locations).alarmFile("team"), with: Array(text.utf8))
    let configuration = try bench.configuration()
    #expect(configuration.alarms.map(\.id) == ["a"])
    #expect(configuration.warnings.contains { $0.message.contains("alarms of the import \"team\" cannot be used") })
  }
}
