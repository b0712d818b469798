/// Writes a value as JSON, as Foundation's encoder does, in a fraction of the time: a ring is written for every firing, and
/// the encoder would take longer over it than SQLite over its rows. Keys come in the order in which the value gives them.
enum JSONText {
  /// - Throws: what the value's own `encode(to:)` throws.
  static func of(_ value: some Encodable) throws -> String {
    let writer = JSONWriter()
    try writer.write(value)
    return writer.text
  }
}

/// The text so far.
private final class JSONWriter {
  // Memory of its own in place of an array: what an array checks at each access is half of the time.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 2048
  private(set) var count = 0

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }

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
  func write(raw text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  func write(byte: Unicode.Scalar) { append(UInt8(ascii: byte)) }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { text in
      write(byte: "\"")
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        append(text)
      } else {
        for byte in text { escape(byte) }
      }
      write(byte: "\"")
    }
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      write(byte: "\\")
      append(byte)
    case 0x08: write(raw: "\\b")
    case 0x09: write(raw: "\\t")
    case 0x0a: write(raw: "\\n")
    case 0x0c: write(raw: "\\f")
    case 0x0d: write(raw: "\\r")
    case 0..<0x20: write(raw: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
    default: append(byte)
    }
  }

  private func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  private func append(_ other: UnsafeBufferPointer<UInt8>) {
    guard let start = other.baseAddress else { return }
    reserve(other.count)
    (bytes + count).update(from: start, count: other.count)
    count += other.count
  }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}

/// One value on its way: what its `encode(to:)` writes into.
private final class JSONNode: Encoder {
  /// What it turned out to be.
  private enum Kind { case nothing, object, array, single }

  let writer: JSONWriter
  private var kind = Kind.nothing
  /// How many members or elements there are.
  private(set) var count = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ writer: JSONWriter) { self.writer = writer }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    kind = .object
    writer.write(byte: "{")
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

  /// Begins the next member or element; returns where it is written.
  func next() -> JSONWriter {
    if count > 0 { writer.write(byte: ",") }
    count += 1
    return writer
  }

  /// Begins the next member of an object; returns where its value is written.
  func next(_ key: String) -> JSONWriter {
    let writer = next()
    writer.write(key)
    writer.write(byte: ":")
    return writer
  }

  /// To be called once all is written.
  func finish() {
    switch kind {
    case .nothing: writer.write(raw: "{}")
    case .object: writer.write(byte: "}")
    case .array: writer.write(byte: "]")
    case .single: break
    }
  }
}

// What the journal writes nests by values of their own types alone; none of them asks for a container inside a container.

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { node.next(key.stringValue).write(raw: "null") }
  func encode(_ value: String, forKey key: Key) { node.next(key.stringValue).write(value) }
  func encode(_ value: Int, forKey key: Key) { node.next(key.stringValue).write(raw: String(value)) }
  func encode(_ value: Bool, forKey key: Key) { node.next(key.stringValue).write(raw: value ? "true" : "false") }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.next(key.stringValue).write(value)
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

  func encodeNil() { node.next().write(raw: "null") }
  func encode<Value: Encodable>(_ value: Value) throws { try node.next().write(value) }
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
