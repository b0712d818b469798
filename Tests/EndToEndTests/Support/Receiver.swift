import TestSupport

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// What a webhook receives, as far as these tests look at it.
struct Received: Decodable {
  let id: String
  let title: String
  let fires: String
  let day: Day
  let test: Bool
  let lateSeconds: Int
  let alsoMissed: Int

  struct Day: Decodable {
    let date: String
    let kind: String
    let name: String?
  }
}

extension LocalServer {
  /// A receiver that takes so many messages.
  static func taking(_ count: Int) -> LocalServer {
    LocalServer(Array(repeating: .respond(204), count: count))
  }

  /// The header of each request that lets a receiver drop a second copy.
  var keys: [String] { requests.map { $0.headers["idempotency-key"] ?? "none" } }

  /// What came in, in order.
  func received() throws -> [Received] {
    try requests.map { try JSONDecoder().decode(Received.self, from: Data($0.body.utf8)) }
  }
}
