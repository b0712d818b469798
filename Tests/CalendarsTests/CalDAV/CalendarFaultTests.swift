@testable import Calendars
import Concurrency
import TestSupport
import Testing

/// A calendar server that does as it is told.
@Suite("Calendar servers that do as they like", .timeLimit(.minutes(1)))
struct CalendarFaultTests {
  private static func multistatus(_ responses: String) -> LocalServer.Answer {
    .respond(
      207, headers: [("Content-Type", "application/xml")],
      body: "<?xml version=\"1.0\"?><multistatus xmlns=\"DAV:\">\(responses)</multistatus>")
  }

  private static func response(_ href: String, _ properties: String) -> String {
    "<response><href>\(href)</href><propstat><prop>\(properties)</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
  }

  private static let home = multistatus(
    response(
      "/", "<c:calendar-home-set xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><href>/me/</href></c:calendar-home-set>"))

  /// A server whose calendar keeps what is put, without saying anything of versions.
  private final class Untagged: Sendable {
    let events = Guarded<[String: String]>([:])

    func answer(_ request: LocalServer.Request) -> LocalServer.Answer {
      switch request.method {
      case "PROPFIND" where request.target.hasPrefix("/me/"):
        let names = events.withLock { $0.keys.sorted() }
        return multistatus(names.map { response($0, "") }.joined())
      case "PROPFIND": return home
      case "PUT":
        events.withLock { $0[request.target] = request.body }
        return .respond(201)
      case "GET":
        return events.withLock { $0[request.target] }.map { .respond(200, body: $0) } ?? .respond(404)
      case "DELETE":
        return .respond(events.withLock { $0.removeValue(forKey: request.target) } == nil ? 404 : 204)
      default: return .respond(501)
      }
    }
  }

  @Test("CD-02: events without getetag are compared by what they say, and none is passed over")
  func untagged() async throws {
    let site = Untagged()
    let server = LocalServer { site.answer($0) }
    let bench = SyncBench(address: "http://127.0.0.1:\(server.port)/")
    let (a, b) = (SyncBench.alarm("a"), SyncBench.alarm("b"))
    #expect(try await bench.sync([a, b]).added == 2)
    // One for the list, and one for each event.
    let second = try await bench.sync([a, b])
    #expect(second.unchanged == 2 && second.requests == 3)
    #expect(try await bench.sync([SyncBench.alarm("a", at: 12), b]).changed == 1)
    let path = try #require(site.events.withLock { $0.first { $0.value.contains("UID:b@") }?.key })
    site.events.withLock { $0[path] = SyncBench.event("b@notifier", "Changed by hand") }
    #expect(try await bench.sync([SyncBench.alarm("a", at: 12)]).left.count == 1)
    #expect(site.events.withLock { $0.count } == 2)
  }

  @Test("a document that declares entities is refused, as is one that is cut or too deep")
  func hostileDocuments() {
    let bomb = "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><multistatus xmlns=\"DAV:\">&b;</multistatus>"
    #expect(throws: XMLElement.Fault.declaresType) { try XMLElement(Array(bomb.utf8)) }
    #expect(throws: XMLElement.Fault.malformed) { try XMLElement(Array("<a><b>".utf8)) }
    #expect(throws: XMLElement.Fault.tooDeep) { try XMLElement(Array(String(repeating: "<a>", count: 100).utf8)) }
    #expect(throws: XMLElement.Fault.malformed) { try XMLElement([]) }
  }

  @Test("a password does not go to another host, wherever the server sends on to")
  func otherHost() async throws {
    let other = LocalServer { _ in .respond(500) }
    let server = LocalServer { _ in
      .respond(301, headers: [("Location", "http://127.0.0.1:\(other.port)/dav/")])
    }
    let report = try await SyncBench(address: "http://127.0.0.1:\(server.port)/").sync([SyncBench.alarm("a")])
    #expect(report.faults.map(\.kind) == [.refused])
    #expect(other.requests.isEmpty)
  }

  @Test("a login by digest and one by token are understood", arguments: ["digest", "token"])
  func logins(kind: String) async throws {
    let site = Untagged()
    let server = LocalServer { request in
      let header = request.headers["authorization"] ?? ""
      let isKnown = kind == "token" ? header == "Bearer t0ken" : header.hasPrefix("Digest username=\"me\"")
      return isKnown
        ? site.answer(request)
        : .respond(401, headers: [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5")])
    }
    let login = kind == "token" ? "token: t0ken" : "user: me, password: no password"
    let report = try await SyncBench(address: "http://127.0.0.1:\(server.port)/").sync(
      [SyncBench.alarm("a")], login: login)
    #expect(report.added == 1 && report.faults.isEmpty, "\(report.faults)")
  }

  @Test(
    "an event that cannot be written is told, and written when it can be",
    arguments: [(412, SyncError.Kind.later), (423, .later), (507, .refused), (503, .later), (0, .later)])
  func refusals(status: Int, kind: SyncError.Kind) async throws {
    let site = Untagged()
    let isWell = Guarded(true)
    let server = LocalServer { request in
      guard request.method == "PUT", !isWell.withLock({ $0 }) else { return site.answer(request) }
      return status == 0 ? .close : .respond(status)
    }
    let bench = SyncBench(address: "http://127.0.0.1:\(server.port)/")
    #expect(try await bench.sync([SyncBench.alarm("a")]).added == 1)
    isWell.withLock { $0 = false }
    let alarms = [SyncBench.alarm("a", at: 12), SyncBench.alarm("b")]
    let bad = try await bench.sync(alarms)
    #expect(Set(bad.faults.map(\.kind)) == [kind] && bad.added + bad.changed == 0)
    isWell.withLock { $0 = true }
    let good = try await bench.sync(alarms)
    #expect(good.added == 1 && good.changed == 1 && good.faults.isEmpty && good.left.isEmpty)
  }
}
