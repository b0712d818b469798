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
}
