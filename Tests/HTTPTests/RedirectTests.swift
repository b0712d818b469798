import HTTP
import Testing
import TestSupport

@Suite("HTTP redirects and compression", .timeLimit(.minutes(1)))
struct RedirectTests {
  let client = HTTPClient()

  @Test("a GET that asks for it is redirected, and what comes last is told", arguments: [301, 302, 303, 307, 308])
  func followed(status: Int) async throws {
    let target = LocalServer([.respond(200, headers: [("ETag", "\"b\"")], body: "there")])
    let server = LocalServer([
      .respond(status, headers: [("Location", target.url("/new")), ("ETag", "\"a\""), ("X-Old", "1")], body: "moved")
    ])
    let response = try await client.send(HTTPRequest(url: server.url(), followsRedirects: true))
    #expect(response.status == 200)
    #expect(response.body == Array("there".utf8))
    #expect(response.header("ETag") == "\"b\"")
    #expect(response.header("X-Old") == nil)
    #expect(target.requests.map(\.target) == ["/new"])
  }

  @Test("credentials and cookies do not go to another server")
  func credentials() async throws {
    let target = LocalServer([.respond(200)])
    let server = LocalServer([
      .respond(302, headers: [("Location", target.url("/new")), ("Set-Cookie", "session=secret-token")])
    ])
    let url = "http://me:secret-token@127.0.0.1:\(server.port)/"
    let headers = [HTTPHeader("Authorization", "Bearer secret-token"), HTTPHeader("Cookie", "a=secret-token")]
    _ = try await client.send(HTTPRequest(url: url, headers: headers, followsRedirects: true))
    #expect(server.requests.first?.headers["authorization"] == "Bearer secret-token")
    let request = try #require(target.requests.first)
    #expect(!"\(request)".contains("secret-token"))
    #expect(request.headers["referer"] == nil)
  }

  @Test("what is sent in a POST is never redirected")
  func post() async throws {
    let target = LocalServer([.respond(200)])
    let server = LocalServer([.respond(307, headers: [("Location", target.url())])])
    let request = HTTPRequest(method: "POST", url: server.url(), body: [1], followsRedirects: true)
    #expect(try await client.send(request).status == 307)
    #expect(target.requests.isEmpty)
  }

  @Test("five redirects are followed and no sixth", arguments: [(5, true), (6, false)])
  func count(redirects: Int, arrives: Bool) async {
    let server = LocalServer((0..<redirects).map { .respond(302, headers: [("Location", "/\($0)")]) } + [.respond(200)])
    let result = await answer(HTTPRequest(url: server.url("/start"), followsRedirects: true))
    #expect(server.requests.count == 6)
    switch result {
    case .success(let response): #expect(arrives && response.status == 200)
    case .failure(let error):
      #expect(!arrives && error == .noAnswer(reason: "Number of redirects hit maximum amount"))
    }
  }

  @Test(
    "a redirect to something that is no web address is refused",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/x", "scp://127.0.0.1/x"])
  func otherProtocols(target: String) async {
    let server = LocalServer([.respond(302, headers: [("Location", target)])])
    let reason = "the server redirects to an address that is neither http nor https"
    let result = await answer(HTTPRequest(url: server.url(), followsRedirects: true))
    #expect(result == .failure(.noAnswer(reason: reason)))
  }

  @Test("what is asked for over TLS is not fetched over plain HTTP")
  func downgrade() async throws {
    let target = LocalServer([.respond(200)])
    let server = try await TLSServer(["to": "302 Found\r\nLocation: \(target.url("/x"))", "fine": "200 OK"])
    let trusting = HTTPClient(certificates: server.certificate)
    func result(_ path: String, _ client: HTTPClient) async -> Result<HTTPResponse, HTTPError> {
      await answer(HTTPRequest(url: server.url(path), followsRedirects: true), by: client)
    }
    #expect(try await result("fine", trusting).get().status == 200)
    let reason = "the server redirects from https to plain http, which is not followed"
    #expect(await result("to", trusting) == .failure(.noAnswer(reason: reason)))
    #expect(target.requests.isEmpty)
    // The certificate's authority is known to that client alone.
    guard case .failure(.notSent(let reason)) = await result("fine", client) else {
      Issue.record("an unknown authority was trusted")
      return
    }
    #expect(reason.contains("certificate"))
  }

  /// `b"x" * 20000` in 54 bytes, by Python's gzip.
  private static let packed: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 49, 1, 0, 0, 0, 194, 160, 218, 139, 111, 13, 15,
    160, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120, 48, 3, 71, 101, 65, 32, 78, 0, 0,
  ]

  @Test("a compressed answer is unpacked, and is asked for only on request")
  func compressed() async throws {
    let server = LocalServer([.bytes(Self.packed, headers: [("Content-Encoding", "gzip")]), .respond(200)])
    let response = try await client.send(HTTPRequest(url: server.url(), acceptsGzip: true))
    #expect(response.body == [UInt8](repeating: UInt8(ascii: "x"), count: 20_000))
    _ = try await client.send(HTTPRequest(url: server.url()))
    #expect(server.requests.map { $0.headers["accept-encoding"] } == ["gzip", nil])
  }

  @Test("the limit is on the unpacked bytes")
  func compressedTooLarge() async {
    let server = LocalServer([.bytes(Self.packed, headers: [("Content-Encoding", "gzip")])])
    let request = HTTPRequest(url: server.url(), maximumResponseBytes: 19_999, acceptsGzip: true)
    #expect(await answer(request) == .failure(.answerTooLarge(status: 200, limit: 19_999)))
  }

  @Test("an answer that only says it is compressed is none")
  func wrongEncoding() async {
    let server = LocalServer([.bytes(Array("plain".utf8), headers: [("Content-Encoding", "gzip")])])
    guard case .failure(.noAnswer) = await answer(HTTPRequest(url: server.url(), acceptsGzip: true)) else {
      Issue.record("plain text was unpacked")
      return
    }
  }

  private func answer(_ request: HTTPRequest, by client: HTTPClient? = nil) async -> Result<HTTPResponse, HTTPError> {
    do throws(HTTPError) { return .success(try await (client ?? self.client).send(request)) } catch {
      return .failure(error)
    }
  }
}
