import HTTP
import Testing
import TestSupport

@Suite("Ways to a server", .timeLimit(.minutes(1)))
struct RouteTests {
  private let client = HTTPClient()

  @Test("a proxy gets the whole address, and looks the name up")
  func proxy() async throws {
    let proxy = LocalServer([.respond(204)])
    var request = HTTPRequest(url: "http://nobody.invalid/hook")
    request.proxy = proxy.url()
    #expect(try await client.send(request).status == 204)
    #expect(proxy.requests.map(\.target) == ["http://nobody.invalid/hook"])
  }

  @Test(
    "where a proxy opens no tunnel, the request was not sent",
    arguments: [
      LocalServer.Answer.respond(407), .respond(502, body: "no"), .close, .reset, .raw("HTTP/1.1 200"), .silence,
    ])
  func noTunnel(answer: LocalServer.Answer) async {
    let proxy = LocalServer([answer])
    var request = HTTPRequest(
      method: "POST", url: "https://nobody.invalid/secret-token", body: [1], timeout: .milliseconds(500))
    request.proxy = proxy.url("").replacing("http://", with: "http://ann:secret-token@")
    do {
      _ = try await client.send(request)
      Issue.record("it was sent")
    } catch {
      guard case .notSent(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.contains("secret-token"))
    }
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
  }

  @Test("a socket of the file system is gone to whatever the host, and no proxy is asked")
  func noSocket() async {
    let proxy = LocalServer()
    var request = HTTPRequest(url: "http://localhost/")
    request.proxy = proxy.url()
    request.socket = TemporaryDirectory()["none"]
    do {
      _ = try await client.send(request)
      Issue.record("there is none")
    } catch {
      guard case .notSent = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(proxy.requests.isEmpty)
  }
}
