import Alarms
import Testing
import TestSupport
import Workdays

/// Mutations of good files: each run ends with a configuration or with problems that have a place, never with a trap.
@Suite("Files with random damage")
struct FuzzTests {
  static let seeds: [String] = [
    defaultConfiguration,
    """
    {"region": "CN", "timezone": "Europe/Berlin", "workWeek": "sun-thu",
     "destinations": {"hook": {"kind": "webhook", "url": "https://h/x", "headers": {"X-A": "b"}, "expires": "1d"},
       "team": {"kind": "dingtalk", "url": "https://h/y", "secret": "SEC", "mentions": ["+8613800000000"]}},
     "calendars": {"work": {"title": "工作", "color": "#2e7d32"}},
     "alarms": [
       {"id": "a", "at": ["09:00", "every 50m from 09:00 to 18:00"], "days": "mon, wed", "remind": ["-1h30m", "end -5m"]},
       {"id": "b", "all-day": true, "days": "lunar 8-15", "ring-at": "08:00", "to": ["hook", "team"]},
       {"id": "c", "at": "02:30", "rrule": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "start": "2026-01-30",
        "count": 5, "move": "previous", "dst": "both", "missed": "within 30m", "duration": "1d2h",
        "remind": ["20:00 the day before", "-2wd", "-P1D"]}]}
    """,
    """
    base: &x { at: "09:00", days: 2nd to last workday of the month }
    alarms:
      - &y
        id: a
        at: !!str 9:00
        days: |
          workdays
        notes: >-
          folded
          text
      - *y
      - {id: b, <<: *x, title: 'it''s', "remind": ["\\u002d10m"]}
    """,
    "{\"year\": 2026, \"papers\": [\"x\"], \"days\": [{\"name\": \"春节\", \"date\": \"2026-02-17\", \"isOffDay\": true}]}",
  ]

  /// Bytes and words that steer a parser somewhere else.
  static let pieces =
    [
      "\n", "\r\n", "\t", " ", ": ", "- ", "? ", "[", "]", "{", "}", ",", "\"", "'", "|", ">", "&x ", "*x", "!",
      "%YAML 1.2\n",
      "---\n", "...\n", "#", "~", "\\", "\\u0000", "\u{FEFF}", "\u{85}", "\u{2028}", "打", "😀", "e\u{301}", "0", "-1",
      "99999999999999999999", "0x", "null", "true", "=", ";", "\0", "\u{7F}", "+", "9999-12-31", "0001-01-01", "-3660d",
      "INTERVAL=999999999", "COUNT=999999999", "UNTIL=99991231T235959Z", "lunar 12-30", "-2600wd", "end ",
      "FREQ=YEARLY",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]

  /// Two weeks around the National Day of 2026.
  static let range = Instant("2026-09-24T00:00:00Z")!..<Instant("2026-10-08T00:00:00Z")!

  private func mutated(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random)!, at: place)
      case 2: bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random)!)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  @Test("the configuration's reader gives an answer to everything", arguments: 0..<40)
  func configurations(block: Int) {
    var random = SplitMix64(seed: UInt64(block))
    let store = ZoneStore()
    let loader = ConfigurationLoader(
      locations: Locations { ["HOME": "/nonexistent"][$0] }, systemZone: "UTC", zoneStore: store)
    for _ in 0..<150 {
      let bytes = mutated(Self.seeds[Int.random(in: 0..<3, using: &random)], &random)
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(DiagnosticList) {
        let configuration = try loader.load([.init(path: "a.yaml", givesAlarms: true, text: text)])
        #expect(configuration.warnings.allSatisfy { $0.severity == .warning })
        let firings = configuration.planner.firings(in: Self.range)
        #expect(firings.allSatisfy { Self.range.contains($0.instant) })
      } catch {
        check(error.diagnostics, text)
      }
    }
  }

  /// What a reader may be given, by the form of its file.
  static let holidayFiles: [(kind: HolidayFile.Kind, text: String)] = [
    (.holidayCN, seeds[3]), (.timor, HolidayKindTests.timor), (.nager, HolidayKindTests.nager),
    (.csv, HolidayKindTests.csv),
  ]

  /// Twenty thousand runs for each form.
  @Test("the readers of holiday files give an answer to everything", arguments: 0..<80)
  func holidayFiles(block: Int) {
    var random = SplitMix64(seed: UInt64(1000 + block))
    let (kind, text) = Self.holidayFiles[block % 4]
    for run in 0..<1000 {
      let bytes = mutated(text, &random)
      do throws(DiagnosticList) {
        let contents = try HolidayFile.read(
          bytes, file: "2026.json", kind: run % 8 == 0 ? nil : kind, week: .mondayToFriday)
        #expect(contents.warnings.allSatisfy { $0.severity == .warning })
        #expect(Set(contents.noticeYears.map(\.year)).count == contents.noticeYears.count)
      } catch {
        check(error.diagnostics, String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  private func check(_ diagnostics: [Diagnostic], _ text: String) {
    #expect(diagnostics.contains { $0.severity == .error }, "\(text.debugDescription)")
    for diagnostic in diagnostics {
      let place = diagnostic.place
      #expect(place.line >= 1 && place.column >= 1 && !diagnostic.message.isEmpty, "\(text.debugDescription)")
      #expect(diagnostic.rendered(in: text).hasPrefix("\(place): "), "\(text.debugDescription)")
    }
  }
}
