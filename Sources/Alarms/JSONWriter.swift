/// Writes a JSON document (RFC 8259) into memory of its own, member by member.
///
/// Rings and webhooks are written this way and not by Foundation's encoder: there is one for every firing, and the encoder
/// takes longer over it than SQLite takes over its rows. Whoever writes names the members in the order of their names, so
/// that the same value gives the same bytes.
package struct JSONWriter: ~Copyable {
  // Memory of its own in place of an array: what an array checks at each access is half of the time.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 1024
  private var count = 0
  /// Whether something stands before in the object or array.
  private var needsComma = false

  private init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  /// The UTF-8 of an object with these members.
  package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.nest("{", "}", members)
    return Array(UnsafeBufferPointer(start: writer.bytes, count: writer.count))
  }

  /// The same as a string.
  package static func text(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.nest("{", "}", members)
    return String(decoding: UnsafeBufferPointer(start: writer.bytes, count: writer.count), as: UTF8.self)
  }

  /// A text, or `null`.
  package mutating func member(_ key: StaticString, _ value: String?) {
    begin(key)
    if let value { quote(value) } else { append("null") }
  }

  package mutating func member(_ key: StaticString, _ value: Int) {
    begin(key)
    append(value)
  }

  package mutating func member(_ key: StaticString, _ value: Bool) {
    begin(key)
    append(value ? "true" : "false")
  }

  /// An array of texts.
  package mutating func member(_ key: StaticString, _ values: [String]) {
    begin(key)
    nest("[", "]") { json in
      for value in values {
        json.separate()
        json.quote(value)
      }
    }
  }

  /// An object.
  package mutating func object(_ key: StaticString, _ members: (inout JSONWriter) -> Void) {
    begin(key)
    nest("{", "}", members)
  }

  package mutating func null(_ key: StaticString) {
    begin(key)
    append("null")
  }

  private mutating func begin(_ key: StaticString) {
    separate()
    append("\"")
    append(key)
    append("\":")
  }

  private mutating func separate() {
    if needsComma { append(",") }
    needsComma = true
  }

  private mutating func nest(_ open: StaticString, _ close: StaticString, _ content: (inout JSONWriter) -> Void) {
    append(open)
    needsComma = false
    content(&self)
    needsComma = true
    append(close)
  }

  private mutating func quote(_ text: String) {
    var text = text
    text.withUTF8 { text in
      append(UInt8(ascii: "\""))
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        append(text)
      } else {
        for byte in text { escape(byte) }
      }
      append(UInt8(ascii: "\""))
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append("\\")
      append(byte)
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    case 0..<0x20:
      append(byte < 16 ? "\\u000" : "\\u001")
      let digit = byte & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    default: append(byte)
    }
  }

  private mutating func append(_ value: Int) {
    var text = String(value)
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  private mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    guard let start = other.baseAddress else { return }
    reserve(other.count)
    (bytes + count).update(from: start, count: other.count)
    count += other.count
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}
