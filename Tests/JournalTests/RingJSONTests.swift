import Alarms
import Journal
import TestSupport
import Testing

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder
import class FoundationEssentials.JSONEncoder

@Suite("Rings as JSON")
struct RingJSONTests {
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

  @Test("what is written is read again", arguments: 0..<200)
  func readsBack(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = Self.ring(using: &random)
    #expect(try JSONDecoder().decode(Ring.self, from: Data(ring.json.utf8)) == ring)
  }

  @Test("they are the bytes of Foundation's encoder with sorted keys", arguments: 0..<200)
  func sorts(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = Self.ring(using: &random)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    #expect(Array(ring.json.utf8) == Array(try encoder.encode(ring)))
  }
}
