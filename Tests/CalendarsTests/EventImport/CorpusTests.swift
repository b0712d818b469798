import Alarms
import Calendars
import FoundationEssentials
import TestSupport
import Testing
import Workdays

/// Files as calendar programs write them, beside what another program reads in them.
@Suite("Imported files of calendar programs")
struct ImportCorpusTests {
  private struct File: Decodable {
    let name: String
    /// A character a byte.
    let ics: String
    let expect: [String]

    var bytes: [UInt8] { ics.unicodeScalars.map { UInt8($0.value) } }
  }

  // #filePath is …/Tests/CalendarsTests/EventImport/CorpusTests.swift.
  private static let vectors =
    #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Vectors/ics-corpus.jsonl"

  private static func files() throws -> [File] {
    let bytes = try Files.read(vectors).bytes
    return try bytes.split(separator: 10).map { try JSONDecoder().decode(File.self, from: Data($0)) }
  }

  /// What stands in one list alone, as often as it does there.
  private func differences(_ found: [String], _ expected: [String]) -> [String] {
    found.sorted().difference(from: expected.sorted()).map { change in
      switch change {
      case .insert(_, let line, _): "not expected: \(line)"
      case .remove(_, let line, _): "missing: \(line)"
      }
    }
  }

  @Test("each rings when another program says so, and nothing is lost")
  func rings() throws {
    let files = try Self.files()
    #expect(files.count >= 200)
    for file in files {
      let bench = try ImportBench(file.bytes)
      #expect(differences(bench.rows(2026...2027), file.expect) == [], "\(file.name)")
      #expect(bench.losses == [], "\(file.name)")
    }
  }

  @Test("what is exported of it and imported again rings the same, and once more is the same text")
  func fixedPoint() throws {
    let horizon = CivilDate("2026-01-01")!...CivilDate("2027-12-31")!
    func exported(_ bench: ImportBench) -> String {
      let events = AlarmEvents(bench.configuration, horizon: horizon).events()
      return CalendarWriter(zones: bench.configuration.zones, horizon: horizon).text(events)
    }
    for file in try Self.files() {
      let first = try ImportBench(file.bytes)
      let second = try ImportBench(Array(exported(first).utf8))
      #expect(differences(second.rings(2026...2027), first.rings(2026...2027)) == [], "\(file.name)")
      let third = try ImportBench(Array(exported(second).utf8))
      let (before, after) = (second.result.alarms.flatMap(\.lines), third.result.alarms.flatMap(\.lines))
      #expect(differences(after, before) == [], "\(file.name)")
    }
  }

  @Test("every file cut off anywhere, or with bytes changed, is read or refused with a reason")
  func hostile() throws {
    var random = SplitMix64(seed: 20_260_920)
    for file in try Self.files().enumerated().filter({ $0.offset % 6 == 0 }).map(\.element) {
      for _ in 0..<20 {
        var bytes = Array(file.bytes.prefix(Int.random(in: 1...file.bytes.count, using: &random)))
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        do throws(Diagnostic) {
          let result = try CalendarImport(bytes, file: "a.ics", ownZone: "Asia/Shanghai", calendar: nil).result
          #expect(!result.alarms.isEmpty || !result.notes.isEmpty)
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }
}
