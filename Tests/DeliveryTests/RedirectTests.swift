import Alarms
import HTTP
import Testing

@testable import Delivery

/// Where an answer with a Location leads (RFC 3986, 4.2 and 5.2; RFC 9110, 10.2.2).
@Suite("Redirects")
struct RedirectTests {
  @Test(
    "an address that has moved for good on its own host is final, and the new place is told",
    arguments: [
      ("https://HOOKS.example/new", "https://hooks.example:"), ("new", "http://hooks.example:"),
      ("?a=//b", "http://hooks.example:"), ("/a//b", "http://hooks.example:"),
      ("http://a@hooks.example:81", "http://hooks.example:"),
    ])
  func moved(location: String, place: String) throws {
    let outcome: Outcome = try #require(redirect(301, location)?.outcome)
    guard case .rejected(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("moved, to \(place)") && !reason.contains("planted"))
  }

  @Test(
    "only where the host is another one may something in between have answered",
    arguments: [
      ("//wifi.example/x", "http://wifi.example,"), ("http://hooks.example@wifi.example", "http://wifi.example,"),
      ("http://[2001:db8::1]:80/", "http://[2001:db8::1],"),
      ("https://hooks.example.wifi.example", "https://hooks.example.wifi.example,"),
    ])
  func elsewhere(location: String, place: String) throws {
    let outcome: Outcome = try #require(redirect(301, location)?.outcome)
    guard case .retry(after: nil, let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("sent on to \(place)") && !reason.contains("planted"))
  }

  @Test("what is for a while on the same host, the service decides", arguments: [302, 303, 307])
  func forAWhile(status: Int) throws {
    #expect(try #require(redirect(status, "/login")).outcome == nil)
  }

  @Test(
    "without a place to go it is none",
    arguments: [(200, "/new"), (300, "/new"), (304, "/new"), (404, "/new"), (301, "")])
  func none(status: Int, location: String) { #expect(redirect(status, location) == nil) }

  private func redirect(_ status: Int, _ location: String) -> Redirect? {
    Redirect(
      HTTPResponse(status: status, headers: [HTTPHeader("Location", location)]),
      from: "http://user:planted-1@hooks.example:8080/planted-2", redact: Redaction(urls: []))
  }
}
