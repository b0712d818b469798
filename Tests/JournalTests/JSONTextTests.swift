import Alarms
import Journal
import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder
import class FoundationEssentials.JSONEncoder

@Suite("Rings as JSON")
struct JSONTextTests {
  private static let strings = [
    "", "Clock in 打卡", "a/b\\c \"quoted\"", "line\nline\ttab\r", "\u{0}\u{1}\u{8}\u{c}\u{1b}\u{1f}\u{7f}", "🎑 e\u{301}",
    "\u{2028}",
  ]

  private static func ring(using random: inout SplitMix64) -> Ring {
    func text() -> String { strings.randomElement(using: &random)! }
    func maybe() -> String? { Bool.random(using: &random) ? text() : nil }
    var ring = dueFiring(Int.random(in: 0..<100_000, using: &random), alarm: text(), note: maybe()).ring
    ring.report.alarm = maybe()
    ring.report.title = text()
    ring.endSeconds = Bool.random(using: &random) ? Int.random(in: .min ... .max, using: &random) : nil
    ring.allDay = Bool.random(using: &random)
    ring.seesHolidays = Bool.random(using: &random) ? true : nil
    (ring.location, ring.link, ring.calendar, ring.icon) = (maybe(), maybe(), maybe(), maybe())
    ring.asks = Bool.random(using: &random) ? true : nil
    ring.snoozes = Bool.random(using: &random) ? (0..<Int.random(in: 0..<3, using: &random)).map { _ in text() } : nil
    ring.urgency = [.low, .normal, .critical].randomElement(using: &random)!
    if Bool.random(using: &random) {
      ring.follows = Following(.nag, origin: text(), parent: text(), number: 3, since: .base)
    }
    return ring
  }

  @Test("they read as Foundation's encoder writes them, in whatever order the keys are", arguments: 0..<200)
  func agreesWithFoundation(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = Self.ring(using: &random)
    let text = try JSONText.of(ring)
    let read = try JSONDecoder().decode(Ring.self, from: Data(text.utf8))
    #expect(read == ring)
    // The same length as well, so that there is nothing beside what was read.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    #expect(try encoder.encode(ring).count == text.utf8.count)
  }

  private struct Numbers: Encodable {
    let signed = [Int8.min, .max]
    let short = [Int16.min, .max]
    let word = [Int32.min, .max]
    let long = [Int64.min, .max]
    let native = [Int.min, .max]
    let bytes = [UInt8.max]
    let shorts = [UInt16.max]
    let words = [UInt32.max]
    let longs = [UInt64.max]
    let natives = [UInt.max]
    let flags: [Bool?] = [true, false, nil]
  }

  @Test("whole numbers of every width, flags and nothing read as Foundation's encoder writes them")
  func numbers() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(try JSONText.sorted(Numbers()) == Array(try encoder.encode(Numbers())))
  }

  @Test("with sorted keys they are the bytes of Foundation's encoder", arguments: 0..<200)
  func sorts(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = Self.ring(using: &random)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    #expect(try JSONText.sorted(ring) == Array(try encoder.encode(ring)))
  }
}
