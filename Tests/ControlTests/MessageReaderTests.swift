import Testing

@testable import Control

@Suite("Cutting the stream into messages")
struct MessageReaderTests {
  @Test("messages come out the same however the stream is cut", arguments: 1...12)
  func anyCut(size: Int) {
    let messages = ["{\"a\":1}", "", "打卡", String(repeating: "x", count: 50)]
    let stream = messages.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    var reader = MessageReader(limit: 50)
    var found: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      reader.append(stream[start..<min(start + size, stream.count)])
      while case .message(let bytes) = reader.next() { found.append(String(decoding: bytes, as: UTF8.self)) }
    }
    #expect(found == messages)
    #expect(reader.next() == .incomplete)
  }

  @Test("a message longer than the limit is told before and after its end has come")
  func tooLong() {
    var reader = MessageReader(limit: 10)
    reader.append(Array(repeating: UInt8(ascii: "x"), count: 10))
    #expect(reader.next() == .incomplete)
    reader.append([UInt8(ascii: "x")])
    #expect(reader.next() == .tooLong)
    reader.append([0])
    #expect(reader.next() == .tooLong)
  }

  @Test("many small messages in one piece are all found")
  func many() {
    var reader = MessageReader(limit: 10)
    reader.append((0..<200_000).map { $0 % 2 == 0 ? UInt8(ascii: "x") : 0 })
    var count = 0
    while case .message(let bytes) = reader.next() {
      count += 1
      if bytes != [UInt8(ascii: "x")] { Issue.record("message \(count) is \(bytes)") }
    }
    #expect(count == 100_000)
  }
}
