/// Writes a value as JSON with its keys sorted, as Foundation's encoder does, in a fraction of the time: a ring is written
/// for every firing, and the encoder would take longer over it than SQLite over its rows.
enum JSONText {
  /// - Throws: what the value's own `encode(to:)` throws.
  static func of(_ value: some Encodable) throws -> String {
    let writer = JSONWriter()
    try writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// The text so far.
private final class JSONWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1024) }

  func write(_ value: some Encodable) throws {
    switch value {
    case let text as String: write(text)
    case let number as Int: write(raw: String(number))
    case let flag as Bool: write(raw: flag ? "true" : "false")
    case let number as any BinaryInteger: write(raw: "\(number)")
    default:
      let node = JSONNode(self)
      try value.encode(to: node)
      node.finish()
    }
  }

  /// What is JSON already.
  func write(raw text: String) { bytes += text.utf8 }

  func write(byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { text in
      bytes.append(UInt8(ascii: "\""))
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes += text
      } else {
        for byte in text { escape(byte) }
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: write(raw: "\\b")
    case 0x09: write(raw: "\\t")
    case 0x0a: write(raw: "\\n")
    case 0x0c: write(raw: "\\f")
    case 0x0d: write(raw: "\\r")
    case 0..<0x20: write(raw: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
    default: bytes.append(byte)
    }
  }

  /// Makes an object of the end of the text: of pieces of it that do not overlap, in the order given.
  func makeObject(of pieces: some Sequence<Range<Int>>, from start: Int) {
    var ordered = [UInt8(ascii: "{")]
    ordered.reserveCapacity(bytes.count - start + 32)
    for piece in pieces {
      if ordered.count > 1 { ordered.append(UInt8(ascii: ",")) }
      ordered += bytes[piece]
    }
    ordered.append(UInt8(ascii: "}"))
    bytes.replaceSubrange(start..., with: ordered)
  }
}

/// One value on its way: what its `encode(to:)` writes into.
private final class JSONNode: Encoder {
  /// What it turned out to be; without a container it is an empty object.
  enum Kind { case object, array, single }

  let writer: JSONWriter
  private var kind = Kind.object
  private let start: Int
  /// Of an object, its keys and where each stands with its value; of an array, how many elements there are.
  private var members: [(key: String, place: Range<Int>)] = []
  private(set) var count = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter) {
    self.writer = writer
    start = writer.bytes.count
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members.reserveCapacity(16)
    return KeyedEncodingContainer(JSONObject<Key>(node: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    kind = .array
    writer.write(byte: "[")
    return JSONArray(node: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    kind = .single
    return JSONSingle(writer: writer)
  }

  /// Adds what `body` writes as the value of a key.
  @inline(__always)
  func add(_ key: String, _ body: (JSONWriter) throws -> Void) rethrows {
    let start = writer.bytes.count
    writer.write(key)
    writer.write(byte: ":")
    try body(writer)
    members.append((key, start..<writer.bytes.count))
  }

  /// Adds what `body` writes as the next element.
  func add(_ body: (JSONWriter) throws -> Void) rethrows {
    if count > 0 { writer.write(byte: ",") }
    count += 1
    try body(writer)
  }

  /// To be called once all is written.
  func finish() {
    switch kind {
    case .single: break
    case .array: writer.write(byte: "]")
    case .object:
      members.sort { $0.key < $1.key }
      writer.makeObject(of: members.lazy.map(\.place), from: start)
    }
  }
}

// What the journal writes nests by values of their own types alone; none of them asks for a container inside a container.

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { node.add(key.stringValue) { $0.write(raw: "null") } }
  func encode(_ value: String, forKey key: Key) { node.add(key.stringValue) { $0.write(value) } }
  func encode(_ value: Int, forKey key: Key) { node.add(key.stringValue) { $0.write(raw: String(value)) } }
  func encode(_ value: Bool, forKey key: Key) { node.add(key.stringValue) { $0.write(raw: value ? "true" : "false") } }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.add(key.stringValue) { try $0.write(value) }
  }
  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    preconditionFailure("not supported: \(key)")
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("not supported: \(key)")
  }
  func superEncoder() -> any Encoder { preconditionFailure("not supported") }
  func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("not supported: \(key)") }
}

private struct JSONArray: UnkeyedEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey] = []
  var count: Int { node.count }

  func encodeNil() { node.add { $0.write(raw: "null") } }
  func encode<Value: Encodable>(_ value: Value) throws { try node.add { try $0.write(value) } }
  func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    preconditionFailure("not supported")
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("not supported") }
  func superEncoder() -> any Encoder { preconditionFailure("not supported") }
}

private struct JSONSingle: SingleValueEncodingContainer {
  let writer: JSONWriter
  let codingPath: [any CodingKey] = []

  func encodeNil() { writer.write(raw: "null") }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
}
