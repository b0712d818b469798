import Alarms
import Delivery
import Glibc
import HTTP
import Testing
import TestSupport
import Workdays

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// What contrib/oracle/services.py and service_answers.py write down from the services' documentation.
@Suite("Services, beside their documentation", .timeLimit(.minutes(3)))
struct ServiceVectorTests {
  static let kinds = ServiceKind.all.map(\.name)
  static let now = ServiceTests.now

  @Test("each request is the one that the documentation asks for, byte for byte", arguments: kinds)
  func requests(kind: String) async throws {
    let vectors = try vectors(RequestVector.self, "service-requests.jsonl").filter { $0.kind == kind }
    #expect(Set(vectors.map { $0.name.split(separator: " ").last }).count == 5)
    let server = LocalServer { _ in .respond(200) }
    for vector in vectors {
      let deliverer = vector.settings.deliverer(kind, server, wording: vector.wording)
      _ = await deliverer.deliver(vector.ring, at: Self.now)
      let request = try #require(server.requests.last)
      #expect(request.method == vector.method, "\(vector.name)")
      #expect(request.target == vector.target, "\(vector.name)")
      for (name, value) in vector.headers { #expect(request.headers[name] == value, "\(vector.name): \(name)") }
      #expect(request.body == vector.body, "\(vector.name)\(difference(request.body, vector.body))")
    }
    #expect(server.requests.count == vectors.count)
  }

  @Test("each answer means what the documentation says: no false delivery, no false refusal", arguments: kinds)
  func answers(kind: String) async throws {
    let vectors = try vectors(AnswerVector.self, "service-answers.jsonl").filter { $0.kind == kind }
    #expect(vectors.count >= 10)
    let example = try #require(ServiceTests.examples.first { $0.kind == kind })
    let server = LocalServer()
    for vector in vectors {
      server.script(.respond(vector.status, headers: vector.headers.map { ($0.key, $0.value) }, body: vector.body))
      let outcome = await example.deliverer(server).deliver(.makeUpSunday(), at: Self.now)
      #expect(vector.allows(outcome), "\(vector.status) \(vector.body) should be \(vector.outcome), is \(outcome)")
    }
  }

  @Test("however hostile a long text is, the request stays within the service's limits and says as much as they let it")
  func limits() async throws {
    let vectors = try vectors(LimitVector.self, "service-limits.jsonl")
    #expect(vectors.count >= 16)
    let server = LocalServer { _ in .respond(200) }
    for vector in vectors {
      for piece in ["\"", "\"\\<&@*_[x](y) 会👨‍👩‍👧‍👦 ", "<", "\\", "会"] {
        // There are few threads, and other tests wait for answers in time.
        await Task.yield()
        let ring = Ring.makeUpSunday { ring in
          ring.report.title = String(repeating: piece, count: 500)
          ring.notes = String(repeating: piece, count: 40_000 / piece.utf16.count)
        }
        _ = await vector.settings.deliverer(vector.kind, server).deliver(ring, at: Self.now)
        let body = try #require(server.requests.last).body
        let json = try JSONDecoder().decode(JSONTree.self, from: Data(body.utf8))
        for part in vector.parts {
          let text = try part.path.isEmpty ? body : #require(json.text(at: part.path[...]), "\(vector.kind) \(part)")
          let length = part.length(of: text)
          #expect((part.least...part.most).contains(length), "\(vector.kind) \(part.path) of \(piece): \(length)")
        }
      }
    }
  }

  /// Where two texts part.
  private func difference(_ found: String, _ expected: String) -> String {
    let same = zip(found.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
    func rest(_ text: String) -> String {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: text.unicodeScalars.dropFirst(max(0, same - 20)).prefix(80))
      return String(part)
    }
    return ": found …\(rest(found))…, expected …\(rest(expected))…"
  }

  private func vectors<Vector: Decodable>(_ type: Vector.Type, _ name: String) throws -> [Vector] {
    let path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let file = try #require(fopen("/\(path)/Vectors/\(name)", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return try bytes.prefix(count).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(type, from: Data($0))
    }
  }
}
