import Delivery
import Glibc
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// Vectors/sign-vectors.json: made with Python's hmac, and checked with OpenSSL and what the services publish.
@Suite("Signatures")
struct SignatureTests {
  private struct Vectors: Decodable {
    let feishu: List<Feishu>
    let standardWebhooks: List<StandardWebhook>

    struct List<Vector: Decodable>: Decodable { let vectors: [Vector] }
    struct Feishu: Decodable {
      let seconds: Int
      let secret, sign: String
      let notThis: String

      enum CodingKeys: String, CodingKey {
        case seconds = "timestamp_s"
        case secret, sign
        case notThis = "not_this_dingtalk_style"
      }
    }
    struct StandardWebhook: Decodable {
      let id: String
      let seconds: Int
      let body: String
      let secrets: [String]
      let headers: [String: String]

      enum CodingKeys: String, CodingKey {
        case seconds = "timestamp_s"
        case id, body, secrets, headers
      }
    }

    enum CodingKeys: String, CodingKey {
      case feishu
      case standardWebhooks = "standard_webhooks"
    }
  }

  @Test("Feishu's are those of independent programs")
  func feishu() throws {
    let vectors = try vectors().feishu.vectors
    #expect(vectors.count == 4)
    for vector in vectors {
      #expect(feishuSignature(secret: vector.secret, seconds: vector.seconds) == vector.sign)
      #expect(vector.sign != vector.notThis)
    }
  }

  @Test("those of Standard Webhooks are the published ones and those of independent programs, one for each key")
  func standardWebhooks() throws {
    let vectors = try vectors().standardWebhooks.vectors
    #expect(vectors.count == 7)
    for vector in vectors {
      let signature = standardWebhooksSignature(
        key: vector.secrets.joined(separator: " "), id: vector.id, seconds: vector.seconds,
        body: Array(vector.body.utf8))
      #expect(signature == vector.headers["webhook-signature"])
    }
  }

  @Test(
    "what is no key signs nothing", arguments: ["", " ", "whsec_", "whsec_not base64", "whsec_AAEC*wQF", "whsec_A"])
  func noKey(key: String) {
    #expect(standardWebhooksSignature(key: key, id: "msg_1", seconds: 1, body: []) == nil)
  }

  private func vectors() throws -> Vectors {
    let path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let file = try #require(fopen("/\(path)/Vectors/sign-vectors.json", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return try JSONDecoder().decode(Vectors.self, from: Data(bytes.prefix(count)))
  }
}
