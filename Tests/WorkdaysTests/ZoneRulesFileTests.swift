import Testing
import Workdays

@Suite("Reading zone files")
struct ZoneRulesFileTests {
  /// Two transitions and no rule after them; a type that is daylight saving stands first.
  private static let odd: TZif = {
    var file = TZif()
    file.types = [(7200, 1, 4), (3600, 0, 0), (-12_345, 0, 9)]
    file.characters = "CET\0CEST\0LMT\0"
    file.times = [(-1_000_000, 1), (1_000_000, 2)]
    file.footer = "\n\n"
    return file
  }()

  @Test("before the first transition the first type holds, after the last one the last, where no rule follows")
  func ends() throws {
    let rules = try ZoneRules(identifier: "Odd", tzif: Self.odd.bytes)
    #expect(rules.utcOffset(at: Instant(seconds: -1_000_001)) == 7200)
    #expect(rules.isDaylightSaving(at: Instant(seconds: -1_000_001)))
    #expect(rules.utcOffset(at: Instant(seconds: -1_000_000)) == 3600)
    #expect(rules.abbreviation(at: Instant(seconds: 999_999)) == "CET")
    #expect(rules.utcOffset(at: Instant(seconds: 1_000_000)) == -12_345)
    #expect(rules.nextTransition(after: Instant(seconds: 1_000_000)) == nil)
  }

  @Test("versions 1 to 4 say the same", arguments: [nil, "2", "3", "4"] as [Character?])
  func versions(version: Character?) throws {
    var file = Self.odd
    file.version = version
    let rules = try ZoneRules(identifier: "Odd", tzif: file.bytes)
    #expect(rules.nextTransition(after: Instant(seconds: -2_000_000)) == Instant(seconds: -1_000_000))
    #expect(rules.nextTransition(after: Instant(seconds: -1_000_000)) == Instant(seconds: 1_000_000))
  }

  @Test("a transition that changes nothing is none")
  func emptyTransition() throws {
    var file = Self.odd
    file.times = [(-5, 1), (5, 1), (9, 2)]
    let rules = try ZoneRules(identifier: "Odd", tzif: file.bytes)
    #expect(rules.nextTransition(after: Instant(seconds: -5)) == Instant(seconds: 9))
  }

  /// A block of 64 bits begins at byte 54, after a header and a block of 10 bytes; its data at byte 98.
  private static let malformed: [(String, @Sendable (inout TZif) -> Void, Int, String)] = [
    ("an unknown version", { $0.version = "1" }, 4, "version 31"),
    ("leap seconds", { $0.leapSeconds = 27 }, 82, "27 leap seconds"),
    ("no type", { $0.types = [] }, 90, "0 types"),
    ("too many types", { $0.types = .init(repeating: (0, 0, 0), count: 257) }, 90, "257 types"),
    ("times that go back", { $0.times = [(5, 0), (4, 0)] }, 106, "the transition time 4"),
    ("equal times", { $0.times = [(5, 0), (5, 0)] }, 106, "the transition time 5"),
    ("a time before all time", { $0.times = [(.min, 0)] }, 98, "the transition time -9223372036854775808"),
    ("an unknown type", { $0.times = [(5, 1)] }, 106, "the type of local time 1"),
    ("an offset of 26 hours", { $0.types = [(93_600, 0, 0)] }, 98, "the UTC offset 93600"),
    ("an offset of -25 hours", { $0.types = [(-90_000, 0, 0)] }, 98, "the UTC offset -90000"),
    ("a mark that is neither", { $0.types = [(0, 2, 0)] }, 102, "the daylight-saving mark 2"),
    ("a name outside", { $0.types = [(0, 0, 4)] }, 103, "the abbreviation index 4"),
    ("a name without end", { $0.characters = "UTC" }, 103, "the abbreviation index 0"),
    (
      "a very long name", { $0.characters = String(repeating: "A", count: 256) + "\0" }, 103, "the abbreviation index 0"
    ),
    ("a control character", { $0.characters = "U\u{7}C\0" }, 105, "byte 07 in an abbreviation"),
    ("no footer", { $0.footer = nil }, 108, "the end"),
    ("a footer without newline", { $0.footer = "UTC0\n" }, 108, "byte 55"),
    ("a footer without end", { $0.footer = "\nUTC0" }, 113, "the end"),
  ]

  @Test("a malformed file is refused with the place", arguments: malformed.indices)
  func refused(index: Int) throws {
    let (name, change, byte, found) = Self.malformed[index]
    var file = TZif()
    change(&file)
    let error = try #require(throws: ZoneRulesError.self, "\(name)") {
      try ZoneRules(identifier: "Etc/Test", tzif: file.bytes)
    }
    #expect(error.byte == byte, "\(name)")
    #expect(error.found == found || error.found.hasPrefix(found + " "), "\(name): \(error)")
  }

  @Test("counts beyond the file are refused before anything is read", arguments: [20, 24, 32, 36, 40])
  func hugeCounts(byte: Int) throws {
    for header in [0, 54] {
      var bytes = TZif().bytes
      bytes.replaceSubrange((header + byte)..<(header + byte + 4), with: [0xff, 0xff, 0xff, 0xff])
      #expect(throws: ZoneRulesError.self) { try ZoneRules(identifier: "Etc/Test", tzif: bytes) }
    }
  }

  @Test("an error says where, what was found, what was expected and what to do")
  func message() throws {
    let error = try #require(throws: ZoneRulesError.self) {
      try ZoneRules(identifier: "Asia/Shanghai", tzif: Array("<html>".utf8) + [UInt8](repeating: 0, count: 60))
    }
    #expect(
      error.description
        == "zone Asia/Shanghai: byte 0 of its file: found bytes 3c 68 74 6d, expected \"TZif\" (54 5a 69 66); reinstall "
        + "the time zone data (Debian: apt-get install --reinstall tzdata), or name another zone")
  }

  @Test("a file that is cut off anywhere is refused", arguments: ["America/New_York", "Asia/Shanghai", "Etc/UTC"])
  func truncated(name: String) throws {
    let bytes = try contents(of: "/usr/share/zoneinfo/\(name)")
    for count in 0..<bytes.count {
      #expect(throws: ZoneRulesError.self, "the first \(count) bytes of \(name)") {
        try ZoneRules(identifier: name, tzif: Array(bytes[..<count]))
      }
    }
  }

  @Test("spoilt bytes are refused, or give rules that keep their promises", arguments: 0..<300)
  func spoilt(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let names = ["America/New_York", "Africa/Casablanca", "Pacific/Apia", "Europe/Dublin", "Etc/UTC"]
    let name = try #require(names.randomElement(using: &random))
    var bytes = try contents(of: "/usr/share/zoneinfo/\(name)")
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // Half of them in the headers and the footer, which are small and matter most.
      let index =
        [
          Int.random(in: 0..<bytes.count, using: &random), Int.random(in: 0..<44, using: &random),
          bytes.count - Int.random(in: 1...30, using: &random),
        ].randomElement(using: &random) ?? 0
      bytes[index] = UInt8.random(in: 0...255, using: &random)
    }
    do {
      let rules = try ZoneRules(identifier: name, tzif: bytes)
      for _ in 0..<20 { checkPromises(rules, using: &random) }
    } catch {
      #expect((0...bytes.count).contains(error.byte), "\(error)")
    }
  }

  private func checkPromises(_ rules: ZoneRules, using random: inout SplitMix64) {
    let wall = CivilDateTime(secondsSinceEpoch: Int.random(in: -3_000_000_000..<5_000_000_000, using: &random))
    switch rules.resolve(wall) {
    case .unique(let instant): #expect(rules.civil(at: instant) == wall)
    case .fold(let first, let second):
      #expect(first < second && rules.civil(at: first) == wall && rules.civil(at: second) == wall)
    case .gap(let transition, let before, let after):
      #expect(before < after && rules.utcOffset(at: transition) == after)
      #expect(rules.utcOffset(at: Instant(seconds: transition.seconds - 1)) == before)
    }
    let instant = Instant(wall, utcOffset: 0)
    if let next = rules.nextTransition(after: instant) { #expect(next > instant) }
  }
}
