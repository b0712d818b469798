import HTTP
import Testing
import TestSupport

@Suite("HTTP client", .timeLimit(.minutes(1)))
struct HTTPClientTests {
  let client = HTTPClient()

  @Test("a POST arrives whole, with its headers and its UTF-8 body, and the answer comes back whole")
  func post() async throws {
    let server = LocalServer([.respond(202, headers: [("Retry-After", "7"), ("X-Empty", "")], body: "好")])
    let body = #"{"title":"周会 📞"}"#
    let response = try await client.send(
      HTTPRequest(
        method: "POST", url: server.url("/hook?token=a%2Bb"),
        headers: [HTTPHeader("Content-Type", "application/json; charset=utf-8"), HTTPHeader("X-None", "")],
        body: Array(body.utf8)))

    #expect(response.status == 202)
    #expect(response.header("retry-after") == "7")
    #expect(response.header("X-EMPTY") == "")
    #expect(response.header("Date") == nil)
    #expect(response.body == Array("好".utf8))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/hook?token=a%2Bb")
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    #expect(request.headers["x-none"] == "")
    #expect(request.headers["expect"] == nil)
    #expect(request.body == body)
  }

  @Test("GET, HEAD, PUT and an empty POST are sent as such", arguments: ["GET", "HEAD", "PUT", "POST", "DELETE"])
  func methods(method: String) async throws {
    let server = LocalServer([.respond(200)])
    _ = try await client.send(HTTPRequest(method: method, url: server.url()))
    #expect(server.requests.map(\.method) == [method])
    #expect(server.requests.map(\.body) == [""])
  }

  @Test("every status is an answer", arguments: [200, 204, 301, 304, 400, 404, 429, 500, 503])
  func statuses(status: Int) async throws {
    let server = LocalServer([.respond(status)])
    #expect(try await client.send(HTTPRequest(url: server.url())).status == status)
  }

  @Test("a redirect is not followed")
  func redirect() async throws {
    let target = LocalServer([.respond(200)])
    let server = LocalServer([.respond(307, headers: [("Location", target.url())])])
    #expect(try await client.send(HTTPRequest(method: "POST", url: server.url())).status == 307)
    #expect(target.requests.isEmpty)
  }

  @Test("an interim answer's headers are not taken for the final one's")
  func interim() async throws {
    let server = LocalServer([
      .raw("HTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    ])
    let response = try await client.send(HTTPRequest(url: server.url()))
    #expect(response.status == 200)
    #expect(response.header("Retry-After") == nil)
  }

  @Test("an endless answer is cut off at the limit, and its status is told")
  func endless() async {
    let server = LocalServer([.endlessBody])
    await #expect(throws: HTTPError.answerTooLarge(status: 200, limit: 10_000)) {
      try await client.send(HTTPRequest(url: server.url(), maximumResponseBytes: 10_000))
    }
  }

  @Test("an answer of exactly the limit is read")
  func exactLimit() async throws {
    let server = LocalServer([.respond(200, body: String(repeating: "x", count: 500))])
    #expect(try await client.send(HTTPRequest(url: server.url(), maximumResponseBytes: 500)).body.count == 500)
  }

  @Test("endless headers are cut off")
  func endlessHeaders() async {
    let headers = (0..<2000).map { ("X-Filler-\($0)", String(repeating: "y", count: 100)) }
    let server = LocalServer([.respond(200, headers: headers)])
    await #expect(throws: HTTPError.self) { try await client.send(HTTPRequest(url: server.url())) }
  }

  @Test("where nobody listens, nothing was sent")
  func refused() async {
    let url = "http://127.0.0.1:\(LocalServer.unusedPort())/secret-token"
    await expectNotSent(HTTPRequest(method: "POST", url: url, body: [1]))
  }

  @Test("a server that does not answer the TLS handshake gets no request")
  func noTLS() async {
    let server = LocalServer()
    await expectNotSent(
      HTTPRequest(url: "https://127.0.0.1:\(server.port)/secret-token", connectTimeout: .milliseconds(200)))
    #expect(server.requests.isEmpty)
  }

  @Test(
    "an address that is none, or of another protocol, is not sent",
    arguments: ["", "secret-token", "ftp://127.0.0.1/secret-token", "file:///secret-token", "http://"])
  func badAddress(url: String) async { await expectNotSent(HTTPRequest(url: url)) }

  @Test(
    "a header that would start another line is refused without showing its value",
    arguments: [HTTPHeader("X", "secret-token\r\nY: z"), HTTPHeader("X\r\nY", "secret-token"), HTTPHeader("", "a")])
  func headerInjection(header: HTTPHeader) async {
    let server = LocalServer()
    await expectNotSent(HTTPRequest(url: server.url(), headers: [header]))
    #expect(server.requests.isEmpty)
  }

  @Test("a method that is no word is refused", arguments: ["", "post", "GET /x HTTP/1.1\r\nX: y"])
  func badMethod(method: String) async {
    let server = LocalServer()
    await expectNotSent(HTTPRequest(method: method, url: server.url()))
    #expect(server.requests.isEmpty)
  }

  @Test("a connection closed or reset in place of an answer leaves open what happened, and nothing is sent twice")
  func closed() async {
    for answer in [LocalServer.Answer.close, .reset] {
      let server = LocalServer([answer])
      await expectNoAnswer(HTTPRequest(method: "POST", url: server.url("/secret-token"), body: [1, 2, 3]))
      #expect(server.requests.count == 1)
    }
  }

  @Test("a connection that the server kept open and then dropped is no reason to send twice")
  func keptConnection() async throws {
    let server = LocalServer([.keepOpen(200), .close])
    _ = try await client.send(HTTPRequest(method: "POST", url: server.url()))
    await expectNoAnswer(HTTPRequest(method: "POST", url: server.url()))
    #expect(server.requests.count == 2)
  }

  @Test("where the server ends its side and only listens on, there is no answer")
  func halfClosed() async {
    let server = LocalServer([.halfClose])
    await expectNoAnswer(HTTPRequest(method: "POST", url: server.url("/secret-token"), body: [1]))
    #expect(server.requests.count == 1)
  }

  @Test("an answer that comes a byte at a time ends at the time limit")
  func drip() async {
    let server = LocalServer([.drip])
    await expectNoAnswer(HTTPRequest(url: server.url(), timeout: .seconds(1)))
  }

  @Test("while an answer comes a byte at a time, others are sent and answered")
  func besideDrip() async throws {
    let slow = LocalServer([.drip])
    let quick = LocalServer([.respond(204)])
    let client = client
    let dripping = Task { await failure(of: HTTPRequest(url: slow.url()), by: client) }
    await slow.waitForRequests(1)
    #expect(try await client.send(HTTPRequest(url: quick.url())).status == 204)
    #expect(!slow.hasEnded(1))
    dripping.cancel()
    #expect(await dripping.value == .noAnswer(reason: "cancelled"))
  }

  @Test("an answer that says it has a gigabyte is cut off at the limit")
  func gigabyte() async {
    let server = LocalServer([
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n" + String(repeating: "x", count: 100_000))
    ])
    await #expect(throws: HTTPError.answerTooLarge(status: 200, limit: 65_536)) {
      try await client.send(HTTPRequest(method: "POST", url: server.url(), body: [1]))
    }
  }

  // RFC 6761, 6.4: no name ends in it.
  @Test("where the name is not found, nothing was sent")
  func unknownName() async {
    await expectNotSent(
      HTTPRequest(method: "POST", url: "http://nobody.invalid/secret-token", body: [1], connectTimeout: .seconds(5)))
  }

  @Test("an answer that breaks off is no answer")
  func brokenOff() async {
    let server = LocalServer([.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")])
    await expectNoAnswer(HTTPRequest(url: server.url()))
  }

  @Test("the time limit ends a transfer that gets no answer")
  func silence() async {
    let server = LocalServer([.silence])
    await expectNoAnswer(HTTPRequest(url: server.url(), timeout: .milliseconds(200)))
  }

  @Test("cancelling the task ends the transfer")
  func cancelled() async throws {
    let server = LocalServer([.silence])
    let client = client
    let task = Task { await failure(of: HTTPRequest(url: server.url()), by: client) }
    await server.waitForRequests(1)
    task.cancel()
    #expect(await task.value == .noAnswer(reason: "cancelled"))
  }

  @Test("a task that is cancelled already sends nothing")
  func cancelledBefore() async throws {
    let server = LocalServer([.silence])
    let client = client
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(of: HTTPRequest(url: server.url()), by: client)
    }
    #expect(await task.value == .notSent(reason: "cancelled"))
  }

  @Test("a slow receiver does not hold up the others")
  func atOnce() async throws {
    let slow = LocalServer([.silence])
    let client = client
    let waiting = Task { await failure(of: HTTPRequest(url: slow.url()), by: client) }
    await slow.waitForRequests(1)
    let quick = LocalServer((0..<50).map { .respond(200, body: "\($0)") })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { try await client.send(HTTPRequest(url: quick.url())).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(quick.requests.count == 50)
    waiting.cancel()
    #expect(await waiting.value == .noAnswer(reason: "cancelled"))
  }

  private func failure(of request: HTTPRequest, by client: HTTPClient) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await client.send(request)
      return nil
    } catch {
      return error
    }
  }

  private func expectNotSent(_ request: HTTPRequest, at location: SourceLocation = #_sourceLocation) async {
    guard case .notSent(let reason) = await failure(of: request, by: client) else {
      Issue.record("expected that nothing was sent", sourceLocation: location)
      return
    }
    #expect(!reason.isEmpty && !reason.contains("secret-token"), sourceLocation: location)
  }

  private func expectNoAnswer(_ request: HTTPRequest, at location: SourceLocation = #_sourceLocation) async {
    guard case .noAnswer(let reason) = await failure(of: request, by: client) else {
      Issue.record("expected no answer", sourceLocation: location)
      return
    }
    #expect(!reason.isEmpty && !reason.contains("secret-token"), sourceLocation: location)
  }
}
