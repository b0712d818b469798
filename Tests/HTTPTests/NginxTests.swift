import HTTP
import Testing
import TestSupport

@Suite(
  "A real server with HTTP/2 over TLS", .timeLimit(.minutes(5)), .enabled(if: Nginx.isInstalled, "needs nginx"))
struct NginxTests {
  @Test("many requests at once share one connection")
  func multiplexed() async throws {
    let nginx = await Nginx()
    let client = HTTPClient(certificates: nginx.authority)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask { try await client.send(request(nginx.url("/\(number)"))).status }
      }
      for try await status in group { #expect(status == 204) }
    }
    let entries = await nginx.entries(60)
    #expect(Set(entries.map(\.target)) == Set((0..<60).map { "/\($0)" }))
    #expect(Set(entries.map(\.protocol)) == ["HTTP/2.0"])
    #expect(Set(entries.map(\.connection)).count == 1)
  }

  @Test(
    "a certificate that is expired, of another name or of a stranger gets nothing sent, and the error says which",
    arguments: [
      (Nginx.Certificate.expired, true, "the server's certificate has expired"),
      (.other, true, "the server's certificate is for another name"),
      (.good, false, "the server's certificate comes from an authority that is not trusted here"),
    ])
  func certificates(certificate: Nginx.Certificate, isTrusting: Bool, reason: String) async throws {
    let nginx = await Nginx()
    let client = HTTPClient(certificates: isTrusting ? nginx.authority : nil)
    await #expect(throws: HTTPError.notSent(reason: reason)) {
      try await client.send(request(nginx.url("/x", certificate)))
    }
    // Of the same client and machine, the one that is right.
    var right = request(nginx.url("/y"))
    right.certificates = nginx.authority
    #expect(try await client.send(right).status == 204)
    #expect(await nginx.entries(1).filter { $0.target != "-" }.map(\.target) == ["/y"])
  }

  @Test("IPv6", .enabled(if: Nginx.hasIPv6, "needs IPv6 on the loopback interface"))
  func ipv6() async throws {
    let nginx = await Nginx()
    let client = HTTPClient(certificates: nginx.authority)
    #expect(try await client.send(request(nginx.url("/six", host: "[::1]"))).status == 204)
    #expect(await nginx.entries(1).map(\.remoteAddress) == ["::1"])
  }

  @Test("a Unix socket leads there, and TLS is verified against the address's host")
  func socket() async throws {
    let nginx = await Nginx()
    let client = HTTPClient(certificates: nginx.authority)
    var request = request("https://localhost/unix")
    request.socket = nginx.socket
    #expect(try await client.send(request).status == 204)
    #expect(await nginx.entries(1).map(\.remoteAddress) == ["unix:"])
    request.url = "https://other.example/"
    await #expect(throws: HTTPError.notSent(reason: "the server's certificate is for another name")) {
      try await client.send(request)
    }
  }

  private func request(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(method: "POST", url: url, body: Array("{}".utf8))
    request.reusesConnections = true
    return request
  }
}
