/// Writes a value as JSON, as Foundation's encoder does, in a fraction of the time: a ring is written for every firing and
/// every webhook, and the encoder would take longer over it than SQLite over its rows.
///
/// The value nests by values of their own types alone: none asks for a container inside a container.
package enum JSONText {
  /// Keys come in the order in which the value gives them.
  ///
  /// - Throws: what the value's own `encode(to:)` throws.
  package static func of(_ value: some Encodable) throws -> String {
    let writer = JSONWriter()
    try writer.write(value)
    return String(decoding: writer.written, as: UTF8.self)
  }

  /// The UTF-8 of it, with the keys of each object sorted.
  ///
  /// - Throws: what the value's own `encode(to:)` throws.
  package static func sorted(_ value: some Encodable) throws -> [UInt8] {
    let writer = JSONWriter(sortsKeys: true)
    try writer.write(value)
    return Array(writer.written)
  }
}

/// The text so far.
private final class JSONWriter {
  // Memory of its own in place of an array: what an array checks at each access is half of the time.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 2048
  private(set) var count = 0
  let sortsKeys: Bool

  init(sortsKeys: Bool = false) {
    self.sortsKeys = sortsKeys
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  /// Sorts the members of an object, which are all that was written since the first of them began, by their keys.
  func sort(_ members: [(key: String, start: Int)]) {
    guard let first = members.first?.start, !zip(members, members.dropFirst()).allSatisfy({ $0.key < $1.key }) else {
      return
    }
    let ends = members.dropFirst().map { $0.start - 1 } + [count]
    let all = Array(written[first...])
    count = first
    for (member, end) in zip(members, ends).sorted(by: { $0.0.key < $1.0.key }) {
      if count > first { write(byte: ",") }
      all[member.start - first..<end - first].withUnsafeBufferPointer { append($0) }
    }
  }

  /// Types are told apart by their identity: a cast would cost as much as all the rest.
  func write<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self {
      write(unsafeBitCast(value, to: String.self))
    } else if Value.self == String?.self {
      if let text = unsafeBitCast(value, to: String?.self) { write(text) } else { write(raw: "null") }
    } else if Value.self == Int.self {
      write(raw: String(unsafeBitCast(value, to: Int.self)))
    } else if Value.self == Bool.self {
      write(raw: unsafeBitCast(value, to: Bool.self) ? "true" : "false")
    } else {
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
  /// Where the members of an object begin, if they are to be sorted.
  private var members: [(key: String, start: Int)] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ writer: JSONWriter) { self.writer = writer }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A value may ask once more for the same object.
    if kind == .nothing { writer.write(byte: "{") }
    kind = .object
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
    if writer.sortsKeys { members.append((key, writer.count)) }
    writer.write(key)
    writer.write(byte: ":")
    return writer
  }

  /// To be called once all is written.
  func finish() {
    switch kind {
    case .nothing: writer.write(raw: "{}")
    case .object:
      writer.sort(members)
      writer.write(byte: "}")
    case .array: writer.write(byte: "]")
    case .single: break
    }
  }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

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
  var codingPath: [any CodingKey] { [] }
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
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.write(raw: "null") }
  func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
  func encode(_ value: Int8) { number(value) }
  func encode(_ value: Int16) { number(value) }
  func encode(_ value: Int32) { number(value) }
  func encode(_ value: Int64) { number(value) }
  func encode(_ value: UInt) { number(value) }
  func encode(_ value: UInt8) { number(value) }
  func encode(_ value: UInt16) { number(value) }
  func encode(_ value: UInt32) { number(value) }
  func encode(_ value: UInt64) { number(value) }

  private func number(_ value: some BinaryInteger) { writer.write(raw: "\(value)") }
}
