import HTTP
import Testing
import TestSupport

@Suite("Kept connections", .timeLimit(.minutes(5)))
struct KeptConnectionTests {
  private let client = HTTPClient()

  @Test("a request that may uses the connection of the one before, and another does not")
  func reused() async throws {
    var connections: [Int] = []
    // On a machine that is busy for seconds between two requests the connection is gone by then: once more.
    repeat {
      let server = LocalServer((0..<4).map { _ in .keepOpen(204) })
      for reuses in [true, true, false, true] {
        #expect(try await client.send(request(server, reuses: reuses)).status == 204)
      }
      connections = server.requests.map(\.connection)
      #expect(Set(connections).count > 1 && connections[2] == Set(connections[...2]).max())
    } while connections != [1, 1, 2, 1]
  }

  @Test(
    "a kept connection that ends in place of an answer leaves open what happened, and nothing is sent twice",
    arguments: [LocalServer.Answer.close, .reset], [[UInt8](), [1, 2, 3]])
  func died(end: LocalServer.Answer, body: [UInt8]) async throws {
    var connections: [Int] = []
    // As above.
    repeat {
      let server = LocalServer([.keepOpen(204), end])
      _ = try await client.send(request(server, body: body))
      let error = await #expect(throws: HTTPError.self) { try await client.send(request(server, body: body)) }
      connections = server.requests.map(\.connection)
      #expect(connections.count == 2)
      guard connections == [1, 1] else { continue }
      #expect(error == .noAnswer(reason: "the server closed the connection in place of an answer"))
    } while connections != [1, 1]
  }

  @Test("one that the server ended in the meantime is not used")
  func endedBefore() async throws {
    // Without a word about it in the answer.
    let server = LocalServer([.raw("HTTP/1.1 204 Scripted\r\n\r\n"), .keepOpen(204)])
    _ = try await client.send(request(server))
    while !server.hasEnded(1) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await client.send(request(server)).status == 204)
    #expect(server.requests.map(\.connection) == [1, 2])
  }

  @Test("one over which nothing is sent ends within seconds, and the next request has another")
  func idle() async throws {
    let server = LocalServer([.keepOpen(204), .keepOpen(204)])
    _ = try await client.send(request(server))
    while !server.hasEnded(1) { try await Task.sleep(for: .milliseconds(100)) }
    #expect(try await client.send(request(server)).status == 204)
    #expect(server.requests.map(\.connection) == [1, 2])
  }

  private func request(_ server: LocalServer, reuses: Bool = true, body: [UInt8] = [1]) -> HTTPRequest {
    var request = HTTPRequest(method: "POST", url: server.url(), body: body)
    request.reusesConnections = reuses
    return request
  }
}
