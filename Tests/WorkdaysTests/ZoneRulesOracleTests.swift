import Testing
import Workdays

/// Every zone of this machine's tzdata against zdump and Python's zoneinfo, run on this machine: the tzdata changes several
/// times a year, so answers that were written down would go stale. contrib/oracle/zones.py describes its lines.
@Suite("Zone rules against zdump and zoneinfo")
struct ZoneRulesOracleTests {
  private static let zoneFolder = "/usr/share/zoneinfo"

  @Test("every transition and every wall time around it is as zdump and zoneinfo have it, 1900 through 2100")
  func agreesWithOtherReaders() throws {
    let comparison = ZoneComparison(folder: Self.zoneFolder)
    try comparison.run(over: output(of: "python3 '\(packagePath("contrib/oracle/zones.py"))' \(Self.zoneFolder)"))
    print(
      "zones: \(comparison.names) names, \(comparison.zones) different files, \(comparison.transitions) transitions, "
        + "\(comparison.answers) answers compared, \(comparison.differences.count) differ")
    #expect(comparison.differences.isEmpty, "\(comparison.differences.prefix(20).joined(separator: "\n"))")
    // A tzdata package has some 340 zones that differ and some 600 names.
    #expect(comparison.names > 400)
    #expect(comparison.transitions > 20_000)
  }
}

/// Reads the oracle's lines and asks ``ZoneRules`` the same questions.
private final class ZoneComparison {
  private(set) var names = 0
  private(set) var zones = 0
  private(set) var transitions = 0
  private(set) var answers = 0
  private(set) var differences: [String] = []
  private let folder: String
  private var rules = ZoneRules.utc
  /// Where the walk over ``ZoneRules/nextTransition(after:)`` stands.
  private var place = Instant(seconds: 0)

  private static let start = Instant("1900-01-01T00:00:00Z")!
  private static let end = Instant("2101-01-01T00:00:00Z")!

  init(folder: String) { self.folder = folder }

  func run(over bytes: [UInt8]) throws {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      switch fields[0] {
      case "Z":
        rules = try ZoneRules(identifier: fields[1], tzif: contents(of: "\(folder)/\(fields[1])"))
        place = Instant(seconds: Self.start.seconds - 1)
        names += fields.count - 1
        zones += 1
      case "S": compareState(fields)
      case "T":
        compareState(fields)
        compareTransition(fields)
      case "E":
        let next = rules.nextTransition(after: place)
        check(next.map { $0 >= Self.end } ?? true, "a transition at \(String(describing: next)), which others lack")
      default: throw SupportError(description: "the oracle's line \(fields)")
      }
    }
  }

  private func check(_ agrees: Bool, _ difference: @autoclosure () -> String) {
    answers += 1
    if !agrees { differences.append("\(rules.identifier): \(difference())") }
  }

  private func compareState(_ fields: [String]) {
    let instant = Instant(seconds: Int(fields[1])!)
    let found = [
      String(rules.utcOffset(at: instant)), rules.isDaylightSaving(at: instant) ? "1" : "0",
      rules.abbreviation(at: instant),
    ]
    check(found == Array(fields[2...4]), "at \(instant) \(found), elsewhere \(fields[2...4])")
  }

  private func compareTransition(_ fields: [String]) {
    let instant = Instant(seconds: Int(fields[1])!)
    let next = rules.nextTransition(after: place)
    check(next == instant, "after \(place) \(String(describing: next)), elsewhere \(instant)")
    place = instant
    transitions += 1
    for wall in stride(from: 5, to: fields.count, by: 3) {
      let civil = CivilDateTime(secondsSinceEpoch: Int(fields[wall])!)
      compareReadings(civil, firstPass: Int(fields[wall + 1])!, secondPass: Int(fields[wall + 2])!)
    }
  }

  /// PEP 495: in a fold, `fold=0` is the first pass; in a gap, `fold=0` reads with the offset before it.
  private func compareReadings(_ civil: CivilDateTime, firstPass: Int, secondPass: Int) {
    let expected: CivilResolution
    let (first, second) = (Instant(civil, utcOffset: firstPass), Instant(civil, utcOffset: secondPass))
    if firstPass == secondPass {
      expected = .unique(first)
    } else if firstPass > secondPass {
      expected = .fold(first: first, second: second)
    } else {
      expected = .gap(transition: place, utcOffsetBefore: firstPass, utcOffsetAfter: secondPass)
    }
    let found = rules.resolve(civil)
    check(found == expected, "\(civil) is \(found), elsewhere \(expected)")
    check(rules.instant(of: civil, .compatible) == first, "\(civil) .compatible, elsewhere \(first)")
    check(
      rules.instant(of: civil, .earlier) == min(first, second), "\(civil) .earlier, elsewhere \(min(first, second))")
    check(rules.instant(of: civil, .later) == max(first, second), "\(civil) .later, elsewhere \(max(first, second))")
    check(
      rules.instant(of: civil, .reject) == (firstPass == secondPass ? first : nil),
      "\(civil) .reject, elsewhere \(first)")
  }
}
