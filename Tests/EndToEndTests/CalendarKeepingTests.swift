import Concurrency
import Glibc
import TestSupport
import Testing

/// The daemon and a calendar server that keeps what it is sent.
@Suite("Calendars that the daemon keeps up to date", .timeLimit(.minutes(2)))
struct CalendarKeepingTests {
  private static func multistatus(_ responses: [String]) -> LocalServer.Answer {
    let body = "<?xml version=\"1.0\"?><multistatus xmlns=\"DAV:\">\(responses.joined())</multistatus>"
    return .respond(207, headers: [("Content-Type", "application/xml")], body: body)
  }

  private static let home =
    "<response><href>/</href><propstat><prop><c:calendar-home-set xmlns:c=\"urn:ietf:params:xml:ns:caldav\">"
    + "<href>/me/</href></c:calendar-home-set></prop><status>HTTP/1.1 200 OK</status></propstat></response>"

  @Test("events go there as it starts, and as the configuration changes; the password is in no log")
  func keeps() async throws {
    let events = Guarded<[String: String]>([:])
    let server = LocalServer { request in
      switch request.method {
      case "PROPFIND" where request.target.hasPrefix("/me/"):
        return Self.multistatus(events.withLock { $0.keys.sorted() }.map { "<response><href>\($0)</href></response>" })
      case "PROPFIND": return Self.multistatus([Self.home])
      case "PUT":
        events.withLock { $0[request.target] = request.body }
        return .respond(201)
      case "GET": return events.withLock { $0[request.target] }.map { .respond(200, body: $0) } ?? .respond(404)
      case "DELETE": return .respond(events.withLock { $0.removeValue(forKey: request.target) } == nil ? 404 : 204)
      default: return .respond(501)
      }
    }
    func configuration(_ ids: [String]) -> String {
      """
      timezone: Asia/Shanghai
      sync:
        home: { url: "\(server.url("/"))", user: me, password: pa55word }
      alarms: [\(ids.map { "{ id: \($0), at: '09:00', days: every day }" }.joined(separator: ", "))]
      """
    }
    func uids() -> [String] {
      events.withLock { $0.values.flatMap { $0.split(whereSeparator: \.isNewline) } }
        .filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) }.sorted()
    }
    let home = try Home()
    try home.configure(configuration(["a", "b"]))
    let daemon = try await RunningDaemon(in: home, clock: FakeClock("2026-09-20 08:51:44"))
    try await eventually("both are there", every: 50, details: { daemon.log }) {
      uids() == ["a@notifier", "b@notifier"]
    }
    try home.configure(configuration(["b", "c"]))
    daemon.signal(SIGHUP)
    try await eventually("one went, one came", every: 50, details: { daemon.log }) {
      uids() == ["b@notifier", "c@notifier"]
    }
    #expect(!daemon.log.contains("pa55word"))
    #expect(server.requests.allSatisfy { $0.headers["authorization"]?.hasPrefix("Basic ") == true })
  }

  @Test("a calendar in a directory rings as it is there, when a file comes, and no more when it goes")
  func reads() async throws {
    func event(_ name: String) -> String {
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\nBEGIN:VEVENT\r\nUID:\(name)\r\nSUMMARY:\(name)\r\n"
        + "DTSTART;TZID=Asia/Shanghai:20260921T150000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }
    let home = try Home()
    try #require(mkdir("\(home.path)/events", 0o700) == 0)
    try home.write(event("one"), to: "events/1.ics")
    try home.configure("timezone: Asia/Shanghai\nimports: { team: { path: \(home.path)/events } }\n")
    let clock = FakeClock("2026-09-20 08:51:44")
    let daemon = try await RunningDaemon(in: home, clock: clock)
    func titles() async throws -> [String] {
      let lines = try await home.command("list", "--json", clock: clock).output.split(separator: "\n")
      return ["one", "two"].filter { title in lines.contains { $0.contains("\"title\":\"\(title)\"") } }
    }
    try await eventually("the first one is there", every: 100, details: { daemon.log }) {
      daemon.log.contains("calendar read import=team alarms=1") && daemon.log.contains("configuration")
    }
    #expect(try await titles() == ["one"])
    try home.write(event("two"), to: "events/2.ics")
    try await eventually("the second one came", every: 100, details: { daemon.log }) {
      daemon.log.contains("calendar read import=team alarms=2")
    }
    #expect(try await titles() == ["one", "two"])
    #expect(unlink("\(home.path)/events/1.ics") == 0)
    try await eventually("the first one went", every: 100, details: { daemon.log }) {
      daemon.log.components(of: "calendar read import=team alarms=1") == 2
    }
    #expect(try await titles() == ["two"])
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
