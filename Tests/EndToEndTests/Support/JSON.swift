import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// Any JSON, to compare with JSON that was written by hand: the order of keys and the layout do not count.
enum JSON: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSON].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// The elements of an array; none of anything else.
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A member of an object; `nil` where there is none.
  subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }
}
